//! Stored contents and their pages. Not for documents (`documents`), nor for passages (`passages`).

use crate::error::Context;
use crate::{CollectionId, ContentId, Error, Library, PassageId, Problem, Result};

/// The content of a PDF, identified by the hash of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Its id.
    pub id: ContentId,
    /// SHA-256 of its bytes, in hexadecimal.
    pub hash: String,
    /// Title from the file's metadata.
    pub title: Option<String>,
    /// How its passages were made, see [`crate::NewContent::recipe`].
    pub recipe: String,
    /// Number of pages.
    pub pages: u32,
    /// Number of passages.
    pub passages: u32,
    /// Id of its passage 0. The id of passage `n` is greater by `n`.
    pub first_passage: PassageId,
}

/// Stored data of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageMeta {
    /// Printed label ("iv", "F-12").
    pub label: String,
    /// Width as displayed, in points.
    pub width: f32,
    /// Height as displayed, in points.
    pub height: f32,
    /// Why it cannot be searched, if it cannot.
    pub problem: Option<Problem>,
}

impl Library {
    /// Stored content.
    ///
    /// # Errors
    /// [`Error::NoContent`].
    pub async fn content(&self, id: ContentId) -> Result<Content> {
        let row = sqlx::query_as!(
            Content,
            r#"SELECT id AS "id!: ContentId", hash, title, recipe, page_count AS "pages!: u32",
                passage_count AS "passages!: u32", first_passage AS "first_passage!: PassageId"
            FROM content WHERE id = ?"#,
            id
        );
        row.fetch_optional(self.reader()).await.context(self)?.ok_or(Error::NoContent(id))
    }

    /// The stored contents of a collection, ordered by id.
    pub async fn contents(&self, collection: CollectionId) -> Result<Vec<Content>> {
        let rows = sqlx::query_as!(
            Content,
            r#"SELECT id AS "id!: ContentId", hash, title, recipe, page_count AS "pages!: u32",
                passage_count AS "passages!: u32", first_passage AS "first_passage!: PassageId"
            FROM content WHERE id IN (SELECT content FROM document WHERE collection = ?) ORDER BY id"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Pages of a content in order. Empty if it is not stored.
    pub async fn pages(&self, content: ContentId) -> Result<Vec<PageMeta>> {
        let rows = sqlx::query!(
            r#"SELECT label, width AS "width!: f32", height AS "height!: f32", problem_code, problem_message
            FROM page WHERE content = ? ORDER BY position"#,
            content
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?.into_iter();
        Ok(rows
            .map(|row| PageMeta {
                label: row.label,
                width: row.width,
                height: row.height,
                problem: Problem::from_columns(row.problem_code, row.problem_message),
            })
            .collect())
    }
}
