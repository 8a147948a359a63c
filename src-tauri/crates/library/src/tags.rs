//! Tags: words that people put on documents to find them again. Not for searching by them, which the window and the
//! command line do.

use crate::error::Context;
use crate::naming::single_spaced;
use crate::{DocumentId, Error, Library, Result};

impl Library {
    /// Puts a tag on a document. One that differs only in capitals is the same tag, and stays as it was first written.
    ///
    /// # Errors
    /// [`Error::TagEmpty`], [`Error::NoDocument`].
    pub async fn add_tag(&self, document: DocumentId, tag: &str) -> Result<()> {
        let tag = Some(single_spaced(tag)).filter(|tag| !tag.is_empty()).ok_or(Error::TagEmpty)?;
        let mut tx = self.write().await?;
        let insert =
            sqlx::query!("INSERT INTO tag (document, name) VALUES (?, ?) ON CONFLICT DO NOTHING", document, tag);
        insert.execute(&mut *tx).await.context_or(self, Error::NoDocument(document))?;
        tx.commit().await.context(self)
    }

    /// Takes a tag off a document, if it is there.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub async fn remove_tag(&self, document: DocumentId, tag: &str) -> Result<()> {
        let tag = single_spaced(tag);
        let mut tx = self.write().await?;
        let delete = sqlx::query!("DELETE FROM tag WHERE document = ? AND name = ?", document, tag);
        delete.execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)
    }
}

/// The tags of a row, where they stand one in a line. A tag has no line breaks.
pub(crate) fn of_column(lines: Option<String>) -> Vec<String> {
    lines.iter().flat_map(|lines| lines.lines()).map(str::to_owned).collect()
}
