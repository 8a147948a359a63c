//! Loads passages by document or by id. Not for searching them.

use crate::error::At;
use crate::{DocumentId, Error, Library, PassageId, Result, codec};
use pincite_passage::Passage;
use sqlx::SqliteConnection;
use std::collections::HashMap;

/// A passage with its id and its document.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPassage {
    /// Its id.
    pub id: PassageId,
    /// Its document.
    pub document: DocumentId,
    /// The passage.
    pub passage: Passage,
}

impl Library {
    /// All passages of a document, in order. Empty if it is not stored.
    pub async fn passages(&self, document: DocumentId) -> Result<Vec<StoredPassage>> {
        let mut connection = self.reader().acquire().await.at(self)?;
        self.passages_in(&mut connection, document).await
    }

    /// The same through a given connection.
    pub(crate) async fn passages_in(
        &self,
        connection: &mut SqliteConnection,
        document: DocumentId,
    ) -> Result<Vec<StoredPassage>> {
        let rows = sqlx::query_as!(
            PassageRow,
            r#"SELECT p.id AS "id!: PassageId", p.document AS "document!: DocumentId",
                p.id - d.first_passage AS "ordinal!: u32", p.body AS "body!"
            FROM passage p JOIN document d ON d.id = p.document WHERE p.document = ? ORDER BY p.id"#,
            document
        );
        let rows = rows.fetch_all(connection).await.at(self)?;
        rows.into_iter().map(|row| row.passage(self)).collect()
    }

    /// Passages with these ids, in the same order. Unknown ids are left out.
    pub async fn passages_by_id(&self, ids: &[PassageId]) -> Result<Vec<StoredPassage>> {
        let wanted = json(ids);
        let rows = sqlx::query_as!(
            PassageRow,
            r#"SELECT p.id AS "id!: PassageId", p.document AS "document!: DocumentId",
                p.id - d.first_passage AS "ordinal!: u32", p.body AS "body!"
            FROM passage p JOIN document d ON d.id = p.document WHERE p.id IN (SELECT value FROM json_each(?))"#,
            wanted
        );
        let rows = rows.fetch_all(self.reader()).await.at(self)?;
        let found = rows.into_iter().map(|row| Ok((row.id, row.passage(self)?)));
        let found = found.collect::<Result<HashMap<_, _>>>()?;
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }
}

/// Ids as a JSON array: one SQL parameter for any number of them.
pub(crate) fn json(ids: &[PassageId]) -> String {
    let ids: Vec<String> = ids.iter().map(PassageId::to_string).collect();
    format!("[{}]", ids.join(","))
}

struct PassageRow {
    id: PassageId,
    document: DocumentId,
    ordinal: u32,
    body: Vec<u8>,
}

impl PassageRow {
    fn passage(&self, library: &Library) -> Result<StoredPassage> {
        let passage = codec::decode(self.ordinal, &self.body).map_err(|error| Error::damaged(library, &error))?;
        Ok(StoredPassage { id: self.id, document: self.document, passage })
    }
}
