//! The tables of figures of a content, and where their rows stand in its passages. Not for reading tables from pages (`table`).

use crate::error::Context;
use crate::store::{Writing, query, query_scalar};
use crate::{CollectionId, ContentId, Error, Library, Result};
use pincite_table::{Row, Table};
use serde::{Deserialize, Serialize};

/// Format of stored tables: this number, then postcard.
const FORMAT: u8 = 1;

/// A table of a content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoredTable {
    /// The table.
    pub table: Table,
    /// Where each of its rows stands, in their order. `None`: in no passage.
    pub places: Vec<Option<RowPlace>>,
}

/// Where a row stands in the passages of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowPlace {
    /// Number of the passage, counted from 0.
    pub passage: u32,
    /// Number of the sentence in it, counted from 0.
    pub sentence: u32,
}

impl StoredTable {
    /// The rows that stand in a passage.
    pub fn placed_rows(&self) -> impl Iterator<Item = (&Row, RowPlace)> {
        self.table.rows.iter().zip(&self.places).filter_map(|(row, place)| Some((row, (*place)?)))
    }
}

impl Library {
    /// The tables of a content, in reading order. Empty if it has none, if it was read before there were tables, or if they cannot
    /// be read: they only help the search, and the passages have all text.
    pub async fn tables(&self, content: ContentId) -> Result<Vec<StoredTable>> {
        let body = query_scalar!("SELECT body FROM content_tables WHERE content = $1", content);
        let body: Option<Vec<u8>> = body.fetch_optional(self.reader()).await.context(self)?;
        Ok(body.as_deref().and_then(decode).unwrap_or_default())
    }

    /// Whether the tables of a content were looked for, though it may have none. Those of a content that was stored before tables
    /// were are still to be read.
    pub async fn has_tables(&self, content: ContentId) -> Result<bool> {
        let known = query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM content_tables WHERE content = $1) AS "known!: bool""#,
            content
        );
        known.fetch_one(self.reader()).await.context(self)
    }

    /// Contents of a collection that have passages, but were stored before tables were.
    pub async fn contents_without_tables(&self, collection: CollectionId) -> Result<Vec<ContentId>> {
        let rows = query_scalar!(
            r#"SELECT c.id AS "id!: ContentId" FROM document d JOIN content c ON c.id = d.content
            WHERE d.collection = $1 AND c.passage_count > 0
                AND NOT EXISTS (SELECT 1 FROM content_tables t WHERE t.content = c.id)
            ORDER BY c.id"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Stores the tables of a content that has none yet.
    ///
    /// # Errors
    /// [`Error::NoContent`] if it was removed meanwhile.
    pub async fn store_tables(&self, content: ContentId, tables: &[StoredTable]) -> Result<()> {
        let mut tx = self.write().await?;
        query!("DELETE FROM content_tables WHERE content = $1", content).execute(&mut tx).await.context(self)?;
        self.write_tables(&mut tx, content, tables).await?;
        tx.commit().await.context(self)
    }

    pub(crate) async fn write_tables(
        &self,
        tx: &mut Writing,
        content: ContentId,
        tables: &[StoredTable],
    ) -> Result<()> {
        let body =
            postcard::to_extend(tables, vec![FORMAT]).map_err(|error| Error::unencodable(self.path(), &error))?;
        let insert = query!("INSERT INTO content_tables (content, body) VALUES ($1, $2)", content, body);
        insert.execute(tx).await.context_or(self, Error::NoContent(content))?;
        Ok(())
    }
}

fn decode(body: &[u8]) -> Option<Vec<StoredTable>> {
    postcard::from_bytes(body.strip_prefix(&[FORMAT])?).ok()
}
