//! Questions as a field of the search: whether a collection uses them, which ones, and when they changed. Not for ranking.
//!
//! Kept questions are used, but for keyword questions: they only repeat words of their passage.

use crate::error::At;
use crate::{CollectionId, DocumentId, Error, Library, PassageId, Result};
use std::collections::BTreeMap;

/// What of the questions a passage answers helps to find it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub enum Expansion {
    /// Nothing.
    #[default]
    None,
    /// Their words.
    Words,
}

impl Library {
    /// What a collection's search uses of questions.
    ///
    /// # Errors
    /// [`Error::NoCollection`].
    pub async fn expansion(&self, collection: CollectionId) -> Result<Expansion> {
        let row = sqlx::query_scalar!(
            r#"SELECT expansion AS "expansion!: Expansion" FROM collection WHERE id = ?"#,
            collection
        );
        row.fetch_optional(self.reader()).await.at(self)?.ok_or(Error::NoCollection(collection))
    }

    /// Says what a collection's search is to use of questions.
    ///
    /// # Errors
    /// [`Error::NoCollection`].
    pub async fn set_expansion(&self, collection: CollectionId, expansion: Expansion) -> Result<()> {
        let mut tx = self.write().await?;
        let update = sqlx::query!("UPDATE collection SET expansion = ? WHERE id = ?", expansion, collection);
        let changed = update.execute(&mut *tx).await.at(self)?.rows_affected();
        tx.commit().await.at(self)?;
        if changed == 0 { Err(Error::NoCollection(collection)) } else { Ok(()) }
    }

    /// A number for each document of a collection that has or had questions to be used: another one whenever they change.
    pub async fn question_revisions(&self, collection: CollectionId) -> Result<BTreeMap<DocumentId, i64>> {
        let rows = sqlx::query!(
            r#"SELECT document AS "document!: DocumentId", revision FROM question_revision WHERE collection = ?"#,
            collection
        );
        let rows = rows.fetch_all(self.reader()).await.at(self)?;
        Ok(rows.into_iter().map(|row| (row.document, row.revision)).collect())
    }

    /// Questions to be used about documents from the first to the last number, by passage, ascending.
    pub async fn questions_for_search(
        &self,
        collection: CollectionId,
        (first, last): (DocumentId, DocumentId),
    ) -> Result<Vec<(PassageId, String)>> {
        let rows = sqlx::query!(
            r#"SELECT passage AS "passage!: PassageId", text FROM question
            WHERE collection = ? AND document BETWEEN ? AND ? AND passage IS NOT NULL AND reason IS NULL
               
            ORDER BY passage, id"#,
            collection,
            first,
            last
        );
        let rows = rows.fetch_all(self.reader()).await.at(self)?;
        Ok(rows.into_iter().map(|row| (row.passage, row.text)).collect())
    }

    /// The same about one passage.
    pub async fn questions_about(&self, collection: CollectionId, passage: PassageId) -> Result<Vec<String>> {
        let texts = sqlx::query_scalar!(
            "SELECT text FROM question
            WHERE passage = ? AND collection = ? AND reason IS NULL ORDER BY id",
            passage,
            collection
        );
        texts.fetch_all(self.reader()).await.at(self)
    }
}
