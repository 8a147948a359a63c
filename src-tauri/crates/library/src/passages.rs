//! Passages by document or by number. Not for finding them.

use crate::error::At;
use crate::{DocumentId, Error, Library, PassageId, Result, codec};
use pincite_passage::Passage;
use sqlx::SqliteConnection;
use std::collections::HashMap;

/// A passage with its number and its document.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPassage {
    /// Its number.
    pub id: PassageId,
    /// The document it stands in.
    pub document: DocumentId,
    /// The passage.
    pub passage: Passage,
}

impl Library {
    /// All passages of a document in order; none if it is not stored.
    pub async fn passages(&self, document: DocumentId) -> Result<Vec<StoredPassage>> {
        let mut connection = self.reader().acquire().await.at(self)?;
        self.passages_in(&mut connection, document).await
    }

    /// The same, as this connection has them.
    pub(crate) async fn passages_in(
        &self,
        connection: &mut SqliteConnection,
        document: DocumentId,
    ) -> Result<Vec<StoredPassage>> {
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT p.id AS "id!: PassageId", p.document AS "document!: DocumentId",
                p.id - d.first_passage AS "ordinal!: u32", p.body AS "body!"
            FROM passage p JOIN document d ON d.id = p.document WHERE p.document = ? ORDER BY p.id"#,
            document
        );
        let rows = rows.fetch_all(connection).await.at(self)?;
        rows.into_iter().map(|row| row.passage(self)).collect()
    }

    /// Passages of these numbers, in the order asked; those that are gone are left out.
    pub async fn passages_by_id(&self, ids: &[PassageId]) -> Result<Vec<StoredPassage>> {
        let wanted = json(ids);
        let rows = sqlx::query_as!(
            Row,
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

/// Numbers as a JSON array: one parameter for any number of them.
pub(crate) fn json(ids: &[PassageId]) -> String {
    let ids: Vec<String> = ids.iter().map(PassageId::to_string).collect();
    format!("[{}]", ids.join(","))
}

struct Row {
    id: PassageId,
    document: DocumentId,
    ordinal: u32,
    body: Vec<u8>,
}

impl Row {
    fn passage(&self, library: &Library) -> Result<StoredPassage> {
        let passage = codec::decode(self.ordinal, &self.body).map_err(|error| Error::damaged(library, &error))?;
        Ok(StoredPassage { id: self.id, document: self.document, passage })
    }
}
