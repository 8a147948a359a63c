//! Stored contents and their pages. Not for documents (`documents`), nor for passages (`passages`).
//!
//! Something stored of a content can be missing or unreadable. What is missing shows in the numbers that are stored with it.
//! What is there and cannot be read shows when it is loaded ([`Library::load_passages`]); it is noted in place of the
//! content's recipe. Such a content is not shared: when its file is added again, it is read and stored anew.

use crate::error::Context;
use crate::store::{On, query, query_as, query_scalar};
use crate::{CollectionId, ContentId, Error, Library, PassageId, Problem, Result};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The content of a PDF, identified by the hash of its bytes.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
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
    #[sqlx(try_from = "i64")]
    pub pages: u32,
    /// Number of passages.
    #[sqlx(try_from = "i64")]
    pub passages: u32,
    /// Id of its passage 0. The id of passage `n` is greater by `n`.
    pub first_passage: PassageId,
}

/// SHA-256 of a file's bytes. Its text form has 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContentHash(pub [u8; 32]);

impl fmt::Display for ContentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl FromStr for ContentHash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let not_a_hash = || Error::NotAHash { text: text.to_owned() };
        let digit = |c: char| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let digits: Vec<u8> = text.chars().map(digit).collect::<Option<_>>().ok_or_else(not_a_hash)?;
        let (pairs, rest) = digits.as_chunks::<2>();
        let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
        let bytes = if rest.is_empty() { bytes.try_into().ok() } else { None };
        bytes.map(Self).ok_or_else(not_a_hash)
    }
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

/// Free space beside the text of a document's pages, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, sqlx::FromRow)]
pub struct Margins {
    /// The narrowest left of the text.
    pub left: f32,
    /// The narrowest right of the text.
    pub right: f32,
}

impl Library {
    /// The narrowest margins of a content's pages; 0 without text.
    pub async fn margins(&self, content: ContentId) -> Result<Margins> {
        let row = query_as!(
            Margins,
            r#"SELECT coalesce(min(text_left), 0) AS "left!: f32", coalesce(min(width - text_right), 0) AS "right!: f32"
            FROM page WHERE content = $1"#,
            content
        );
        let Margins { left, right } = row.fetch_one(self.reader()).await.context(self)?;
        Ok(Margins { left: left.max(0.0), right: right.max(0.0) })
    }

    /// Hashes of all files that were read, in hexadecimal.
    pub async fn file_hashes(&self) -> Result<HashSet<String>> {
        let rows = query_scalar!("SELECT hash FROM content").fetch_all(self.reader()).await;
        Ok(rows.context(self)?.into_iter().collect())
    }

    /// Stored content.
    ///
    /// # Errors
    /// [`Error::NoContent`].
    pub async fn content(&self, id: ContentId) -> Result<Content> {
        let row = query_as!(
            Content,
            r#"SELECT id AS "id!: ContentId", hash, title, recipe, page_count AS "pages!: u32",
                passage_count AS "passages!: u32", first_passage AS "first_passage!: PassageId"
            FROM content WHERE id = $1"#,
            id
        );
        row.fetch_optional(self.reader()).await.context(self)?.ok_or(Error::NoContent(id))
    }

    /// The stored contents of a collection, ordered by id.
    pub async fn contents(&self, collection: CollectionId) -> Result<Vec<Content>> {
        let rows = query_as!(
            Content,
            r#"SELECT id AS "id!: ContentId", hash, title, recipe, page_count AS "pages!: u32",
                passage_count AS "passages!: u32", first_passage AS "first_passage!: PassageId"
            FROM content WHERE id IN (SELECT content FROM document WHERE collection = $1) ORDER BY id"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Pages of a content in order. Empty if it is not stored.
    pub async fn pages(&self, content: ContentId) -> Result<Vec<PageMeta>> {
        let rows = query_as!(
            PageRow,
            r#"SELECT label, width AS "width!: f32", height AS "height!: f32", problem_code, problem_message
            FROM page WHERE content = $1 ORDER BY position"#,
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

#[derive(sqlx::FromRow)]
struct PageRow {
    label: String,
    width: f32,
    height: f32,
    problem_code: Option<String>,
    problem_message: Option<String>,
}

/// In place of the recipe of a content with something unreadable, also in the view `damaged_content`. No recipe is called so.
pub(crate) const UNREADABLE: &str = "unreadable";

impl Library {
    /// Notes that something stored of these contents cannot be read. Their documents are listed with that problem until
    /// their files are added again.
    pub async fn note_damage(&self, contents: &[ContentId]) -> Result<()> {
        let mut tx = self.write().await?;
        for content in contents {
            let update = query!("UPDATE content SET recipe = $1 WHERE id = $2", UNREADABLE, content);
            update.execute(&mut tx).await.context(self)?;
        }
        tx.commit().await.context(self)
    }

    /// Whether all passages, terms and pages of a content are there, and none was noted as unreadable.
    pub(crate) async fn is_whole(&self, on: impl Into<On<'_>>, content: ContentId) -> Result<bool> {
        let whole = query_scalar!(
            r#"SELECT NOT EXISTS (SELECT 1 FROM damaged_content WHERE id = c.id) AS "whole!: bool"
            FROM content c WHERE c.id = $1"#,
            content
        );
        Ok(whole.fetch_optional(on).await.context(self)?.unwrap_or(false))
    }
}

/// The problem of a document whose stored text is not whole.
pub(crate) fn damage_of(path: &Path) -> Problem {
    let error = Error::Damaged { path: path.to_owned() };
    Problem { code: error.code().to_owned(), message: error.to_string() }
}

/// The problem of a document without a path: the rows of its files are missing.
pub(crate) fn lost_path(name: &str) -> Problem {
    let message = format!(
        "It is not known any more where the file of {name} is. Its text can still be searched; to see its pages add the \
         file again."
    );
    Problem { code: "library.path_lost".to_owned(), message }
}
