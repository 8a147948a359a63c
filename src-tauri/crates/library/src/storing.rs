//! Stores content: pages, passages, terms and vectors in one transaction. Not for making them.

use crate::error::Context;
use crate::terms::normalized_terms;
use crate::{
    ContentHash, ContentId, DocumentId, Error, GenerationId, Library, PageMeta, PassageId, Placement, Problem,
};
use crate::{FileVersion, Result, Vectors, codec};
use pincite_passage::Passage;
use sqlx::SqliteConnection;

/// The data of one PDF.
#[derive(Clone, Copy, Debug)]
pub struct NewContent<'a> {
    /// Its document.
    pub document: DocumentId,
    /// Its file.
    pub seen: FileVersion<'a>,
    /// SHA-256 of its bytes.
    pub hash: ContentHash,
    /// Title from the file's metadata, or else from its first page.
    pub title: Option<&'a str>,
    /// Version of splitting and analysis: any text that changes when passages would differ. Content with another recipe
    /// is replaced in all collections, and all its vectors are deleted.
    pub recipe: &'a str,
    /// Why the content is only partly searchable or not at all, in one sentence.
    pub problem: Option<&'a Problem>,
    /// Its pages in order.
    pub pages: &'a [PageMeta],
    /// Its passages in order of their ordinals, which count from 0.
    pub passages: &'a [NewPassage],
    /// Its vectors, if there are any.
    pub vectors: Option<&'a NewVectors>,
}

/// A passage to store.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPassage {
    /// The passage.
    pub passage: Passage,
    /// Its analysed terms for lexical search, separated by spaces.
    pub terms: String,
}

/// Vectors to store with a content.
#[derive(Clone, Debug, PartialEq)]
pub struct NewVectors {
    /// Their generation, one of the document's collection.
    pub generation: GenerationId,
    /// The vectors.
    pub vectors: Vectors,
    /// Quantized token embeddings of each passage, in order. Empty unless the generation has a weight for late
    /// interaction.
    pub token_embeddings: Vec<Vec<u8>>,
}

impl Library {
    /// Stores content and assigns it to its document (see [`Placement`]). After a failure or a crash the library is
    /// unchanged. Stored content with the same bytes and recipe is shared; its vectors are added.
    ///
    /// # Errors
    /// [`crate::Error::NoDocument`] (removed meanwhile), [`crate::Error::NoGeneration`], [`crate::Error::Shape`],
    /// [`crate::Error::DiskFull`].
    pub async fn store_content(&self, new: &NewContent<'_>) -> Result<Placement> {
        let mut tx = self.write().await?;
        let content = self.content_for(&mut tx, new, false).await?;
        let placed = self.place_new(&mut tx, new, content).await?;
        tx.commit().await.context(self)?;
        Ok(placed)
    }

    /// Stores content as [`Library::store_content`], also if its bytes are stored with the same recipe: more of it can be
    /// read now. Its former passages go in all collections, and all their vectors.
    ///
    /// # Errors
    /// As [`Library::store_content`].
    pub async fn replace_content(&self, new: &NewContent<'_>) -> Result<Placement> {
        let mut tx = self.write().await?;
        let content = self.content_for(&mut tx, new, true).await?;
        let placed = self.place_new(&mut tx, new, content).await?;
        tx.commit().await.context(self)?;
        Ok(placed)
    }

    /// Assigns the content to its document, and stores the vectors.
    async fn place_new(
        &self,
        tx: &mut SqliteConnection,
        new: &NewContent<'_>,
        content: ContentId,
    ) -> Result<Placement> {
        let placed = self.place(&mut *tx, new.document, &new.seen, content).await?;
        if let Some(vectors) = new.vectors {
            self.put_vectors(&mut *tx, content, vectors).await?;
        }
        Ok(placed)
    }

    /// The stored content with this hash. It is written if it is missing, has another recipe, or is to be written anew.
    async fn content_for(&self, tx: &mut SqliteConnection, new: &NewContent<'_>, anew: bool) -> Result<ContentId> {
        let hash = new.hash.to_string();
        let stored = sqlx::query!(r#"SELECT id AS "id!: ContentId", recipe FROM content WHERE hash = ?"#, hash);
        match stored.fetch_optional(&mut *tx).await.context(self)? {
            Some(row) if row.recipe == new.recipe && !anew => return Ok(row.id),
            Some(row) => self.clear(tx, row.id).await?,
            None => {}
        }
        let first = self.next_passage(tx).await?;
        let content = self.write_content(tx, new, first).await?;
        self.write_pages(tx, content, new.pages).await?;
        self.write_passages(tx, content, first, new.passages).await?;
        Ok(content)
    }

    /// Deletes pages, passages and vectors before the content is written again.
    async fn clear(&self, tx: &mut SqliteConnection, content: ContentId) -> Result<()> {
        self.lift_questions(tx, content).await?;
        sqlx::query!("DELETE FROM page WHERE content = ?", content).execute(&mut *tx).await.context(self)?;
        sqlx::query!("DELETE FROM passage WHERE content = ?", content).execute(&mut *tx).await.context(self)?;
        sqlx::query!("DELETE FROM content_terms WHERE content = ?", content).execute(&mut *tx).await.context(self)?;
        sqlx::query!("DELETE FROM vectors WHERE content = ?", content).execute(&mut *tx).await.context(self)?;
        Ok(())
    }

    /// The next passage id. Ids are never reused, and those of one content are consecutive: nobody else writes
    /// meanwhile.
    async fn next_passage(&self, tx: &mut SqliteConnection) -> Result<PassageId> {
        let last = sqlx::query_scalar!(
            r#"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'passage'), 0) AS "last!: i64""#
        );
        Ok(PassageId(last.fetch_one(&mut *tx).await.context(self)? + 1))
    }

    async fn write_content(
        &self,
        tx: &mut SqliteConnection,
        new: &NewContent<'_>,
        first: PassageId,
    ) -> Result<ContentId> {
        let hash = new.hash.to_string();
        let (pages, passages) = (count(new.pages), count(new.passages));
        let (code, message) = (new.problem.map(|p| &p.code), new.problem.map(|p| &p.message));
        let upsert = sqlx::query_scalar!(
            r#"INSERT INTO content (hash, title, recipe, page_count, passage_count, first_passage, problem_code,
                problem_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET title = excluded.title, recipe = excluded.recipe,
                page_count = excluded.page_count, passage_count = excluded.passage_count,
                first_passage = excluded.first_passage, problem_code = excluded.problem_code,
                problem_message = excluded.problem_message, stored_at = unixepoch()
            RETURNING id AS "id!: ContentId""#,
            hash,
            new.title,
            new.recipe,
            pages,
            passages,
            first,
            code,
            message
        );
        upsert.fetch_one(&mut *tx).await.context(self)
    }

    async fn write_pages(&self, tx: &mut SqliteConnection, content: ContentId, pages: &[PageMeta]) -> Result<()> {
        for (position, page) in (0_i64..).zip(pages) {
            let (code, message) = (page.problem.as_ref().map(|p| &p.code), page.problem.as_ref().map(|p| &p.message));
            let insert = sqlx::query!(
                "INSERT INTO page (content, position, label, width, height, problem_code, problem_message)
                VALUES (?, ?, ?, ?, ?, ?, ?)",
                content,
                position,
                page.label,
                page.width,
                page.height,
                code,
                message
            );
            insert.execute(&mut *tx).await.context(self)?;
        }
        Ok(())
    }

    async fn write_passages(
        &self,
        tx: &mut SqliteConnection,
        content: ContentId,
        first: PassageId,
        passages: &[NewPassage],
    ) -> Result<()> {
        for (id, new) in (first.0..).zip(passages) {
            let body = codec::encode(&new.passage).map_err(|error| Error::damaged(self, &error))?;
            let insert = sqlx::query!("INSERT INTO passage (id, content, body) VALUES (?, ?, ?)", id, content, body);
            insert.execute(&mut *tx).await.context(self)?;
        }
        let lines = passages.iter().map(|new| normalized_terms(&new.terms)).collect::<Vec<_>>().join("\n");
        let insert = sqlx::query!("INSERT INTO content_terms (content, lines) VALUES (?, ?)", content, lines);
        insert.execute(&mut *tx).await.context(self)?;
        Ok(())
    }
}

/// A number of items as SQLite's integer type.
fn count<T>(things: &[T]) -> i64 {
    i64::try_from(things.len()).unwrap_or(i64::MAX)
}
