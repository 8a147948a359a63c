//! Loads passages by content or by id. Not for searching them.

use crate::error::Context;
use crate::{ContentId, DocumentId, Error, Library, PassageId, Result, codec};
use pincite_passage::Passage;
use sqlx::SqliteConnection;
use std::collections::HashMap;

/// A passage with its id and its content.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPassage {
    /// Its id.
    pub id: PassageId,
    /// Its content.
    pub content: ContentId,
    /// The passage.
    pub passage: Passage,
}

impl Library {
    /// All passages of a content, in order. Empty if it is not stored.
    pub async fn passages(&self, content: ContentId) -> Result<Vec<StoredPassage>> {
        let mut connection = self.reader().acquire().await.context(self)?;
        self.passages_in(&mut connection, content).await
    }

    /// The same through a given connection.
    pub(crate) async fn passages_in(
        &self,
        connection: &mut SqliteConnection,
        content: ContentId,
    ) -> Result<Vec<StoredPassage>> {
        let rows = sqlx::query_as!(
            PassageRow,
            r#"SELECT p.id AS "id!: PassageId", p.content AS "content!: ContentId",
                p.id - c.first_passage AS "ordinal!: u32", p.body AS "body!"
            FROM passage p JOIN content c ON c.id = p.content WHERE p.content = ? ORDER BY p.id"#,
            content
        );
        let rows = rows.fetch_all(connection).await.context(self)?;
        rows.into_iter().map(|row| row.passage(self)).collect()
    }

    /// A passage of a document.
    ///
    /// # Errors
    /// [`Error::NoPassage`] if the document has no such passage; as [`Library::content_of`].
    pub async fn passage_of(&self, document: DocumentId, id: PassageId) -> Result<StoredPassage> {
        let content = self.content_of(document).await?;
        let found = self.passages_by_id(&[id]).await?.pop();
        found.filter(|found| found.content == content).ok_or(Error::NoPassage(id))
    }

    /// Passages with these ids, in the same order. Unknown ids are left out.
    pub async fn passages_by_id(&self, ids: &[PassageId]) -> Result<Vec<StoredPassage>> {
        let wanted = json(ids);
        let rows = sqlx::query_as!(
            PassageRow,
            r#"SELECT p.id AS "id!: PassageId", p.content AS "content!: ContentId",
                p.id - c.first_passage AS "ordinal!: u32", p.body AS "body!"
            FROM passage p JOIN content c ON c.id = p.content WHERE p.id IN (SELECT value FROM json_each(?))"#,
            wanted
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
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
    content: ContentId,
    ordinal: u32,
    body: Vec<u8>,
}

impl PassageRow {
    fn passage(&self, library: &Library) -> Result<StoredPassage> {
        let passage = codec::decode(self.ordinal, &self.body).map_err(|error| Error::damaged(library, &error))?;
        Ok(StoredPassage { id: self.id, content: self.content, passage })
    }
}
