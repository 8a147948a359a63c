//! Highlights that people make on pages, with notes. Not for painting them, nor for what a search highlights.

use crate::error::Context;
use crate::store::{query, query_as, query_scalar};
use crate::{AnnotationId, ContentId, DocumentId, Error, Library, Result};
use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};

/// How long a removed annotation can be restored, in seconds.
const KEPT_REMOVED: i64 = 86_400;

/// A highlight with a note on the pages of a content.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// Its id.
    pub id: AnnotationId,
    /// The content it belongs to; after a change of its file, the new one.
    pub content: ContentId,
    /// Page on which it starts, counted from 0.
    pub page: u32,
    /// Its lines in reading order. Empty if the file has changed since.
    pub boxes: Vec<AnnotationBox>,
    /// The highlighted words.
    pub text: String,
    /// What a person wrote about them; empty if nothing.
    pub note: String,
    /// Its colour.
    pub colour: Colour,
    /// Unix time in seconds when it was made.
    pub created_at: i64,
}

/// A line of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnnotationBox {
    /// Page, counted from 0.
    pub page: u32,
    /// Box on that page, in points.
    pub rect: Rect,
}

/// Colour of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Colour {
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Pink.
    Pink,
}

/// An annotation to store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewAnnotation<'a> {
    /// Its lines in reading order, at least one.
    pub boxes: &'a [AnnotationBox],
    /// The highlighted words, not empty.
    pub text: &'a str,
    /// A note; may be empty.
    pub note: &'a str,
    /// Its colour.
    pub colour: Colour,
}

impl Library {
    /// Stores an annotation of a document's content.
    ///
    /// # Errors
    /// [`Error::NoDocument`], [`Error::NotSearchable`]; [`Error::Database`] without a box or a text.
    pub async fn add_annotation(&self, document: DocumentId, new: &NewAnnotation<'_>) -> Result<AnnotationId> {
        let content = self.content_of(document).await?;
        let page = new.boxes.first().map(|first| i64::from(first.page));
        let boxes = json(new.boxes);
        let mut tx = self.write().await?;
        let insert = query_scalar!(
            r#"INSERT INTO annotation (content, page, boxes, text, note, colour) VALUES ($1, $2, $3, $4, $5, $6)
            RETURNING id AS "id!: AnnotationId""#,
            content,
            page,
            boxes,
            new.text,
            new.note,
            new.colour
        );
        let id = insert.fetch_one(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// The annotations of a content, by page and age. Empty if it is not stored.
    pub async fn annotations(&self, content: ContentId) -> Result<Vec<Annotation>> {
        let rows = query_as!(
            Row,
            r#"SELECT id AS "id!: AnnotationId", content AS "content!: ContentId", page AS "page!: u32", boxes, text, note,
                colour AS "colour!: Colour", created_at
            FROM annotation WHERE content = $1 AND removed_at IS NULL ORDER BY page, id"#,
            content
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        rows.into_iter().map(|row| row.annotation(self)).collect()
    }

    /// One annotation.
    ///
    /// # Errors
    /// [`Error::NoAnnotation`], also if it was removed.
    pub async fn annotation(&self, id: AnnotationId) -> Result<Annotation> {
        let row = query_as!(
            Row,
            r#"SELECT id AS "id!: AnnotationId", content AS "content!: ContentId", page AS "page!: u32", boxes, text, note,
                colour AS "colour!: Colour", created_at
            FROM annotation WHERE id = $1 AND removed_at IS NULL"#,
            id
        );
        row.fetch_optional(self.reader()).await.context(self)?.ok_or(Error::NoAnnotation(id))?.annotation(self)
    }

    /// Gives an annotation another note and colour.
    ///
    /// # Errors
    /// [`Error::NoAnnotation`].
    pub async fn edit_annotation(&self, id: AnnotationId, note: &str, colour: Colour) -> Result<()> {
        let update = query!(
            "UPDATE annotation SET note = $1, colour = $2 WHERE id = $3 AND removed_at IS NULL",
            note,
            colour,
            id
        );
        self.change_some(update, Error::NoAnnotation(id)).await
    }

    /// Removes an annotation. It can be restored for a day; those removed earlier are deleted.
    ///
    /// # Errors
    /// [`Error::NoAnnotation`].
    pub async fn remove_annotation(&self, id: AnnotationId) -> Result<()> {
        let mut tx = self.write().await?;
        query!("DELETE FROM annotation WHERE removed_at < unixepoch() - $1", KEPT_REMOVED)
            .execute(&mut tx)
            .await
            .context(self)?;
        let update = query!("UPDATE annotation SET removed_at = unixepoch() WHERE id = $1 AND removed_at IS NULL", id);
        let changed = update.execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        if changed > 0 { Ok(()) } else { Err(Error::NoAnnotation(id)) }
    }

    /// Brings a removed annotation back.
    ///
    /// # Errors
    /// [`Error::NoAnnotation`] if it is deleted for good.
    pub async fn restore_annotation(&self, id: AnnotationId) -> Result<()> {
        let update = query!("UPDATE annotation SET removed_at = NULL WHERE id = $1", id);
        self.change_some(update, Error::NoAnnotation(id)).await
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: AnnotationId,
    content: ContentId,
    #[sqlx(try_from = "i64")]
    page: u32,
    boxes: String,
    text: String,
    note: String,
    colour: Colour,
    created_at: i64,
}

impl Row {
    fn annotation(self, library: &Library) -> Result<Annotation> {
        let Self { id, content, page, boxes, text, note, colour, created_at } = self;
        let boxes = serde_json::from_str(&boxes).map_err(|error| Error::Corrupt {
            library: library.path().to_owned(),
            detail: format!("a highlight: {error}"),
        })?;
        Ok(Annotation { id, content, page, boxes, text, note, colour, created_at })
    }
}

fn json(boxes: &[AnnotationBox]) -> String {
    serde_json::json!(boxes).to_string()
}
