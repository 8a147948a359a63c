//! Storing content: pages, passages, terms and vectors in one transaction. Not for making them.

use crate::error::At;
use crate::terms::normal;
use crate::{ContentHash, ContentId, DocumentId, Error, GenerationId, Library, PageMeta, PassageId, Placed, Problem};
use crate::{Result, Seen, Vectors, codec};
use pincite_passage::Passage;
use sqlx::SqliteConnection;

/// All there is to store of one PDF.
#[derive(Clone, Copy, Debug)]
pub struct NewContent<'a> {
    /// The document it was read for.
    pub document: DocumentId,
    /// The file it was read from.
    pub seen: Seen<'a>,
    /// SHA-256 of its bytes.
    pub hash: ContentHash,
    /// Title from the file's own metadata.
    pub title: Option<&'a str>,
    /// How passages were cut and analysed; any text that changes when they would come out differently. Content stored
    /// under another recipe is replaced, for all collections, and its vectors of all generations are dropped.
    pub recipe: &'a str,
    /// Why the content is only partly searchable or not at all, in one sentence, if so.
    pub problem: Option<&'a Problem>,
    /// Its pages in order.
    pub pages: &'a [PageMeta],
    /// Its passages in order of their ordinals, which count from 0.
    pub passages: &'a [NewPassage],
    /// Its vectors, if an encoder made some.
    pub vectors: Option<&'a NewVectors>,
}

/// A passage to store.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPassage {
    /// The passage.
    pub passage: Passage,
    /// What a search by words matches: terms already analysed, parted by spaces.
    pub terms: String,
}

/// Vectors to store with a content.
#[derive(Clone, Debug, PartialEq)]
pub struct NewVectors {
    /// The generation they belong to, one of the document's collection.
    pub generation: GenerationId,
    /// The vectors.
    pub vectors: Vectors,
    /// Quantized token embeddings of each passage, in order, if the generation has a weight for late interaction. Otherwise
    /// empty.
    pub token_embeddings: Vec<Vec<u8>>,
}

impl Library {
    /// Stores content and links its document to it (see [`Placed`]). All or nothing: after a failure or a kill the
    /// library is as it was. Content that is stored already (same bytes, same recipe) is shared; its vectors are added.
    ///
    /// # Errors
    /// [`crate::Error::NoDocument`] (removed meanwhile), [`crate::Error::NoGeneration`], [`crate::Error::Shape`],
    /// [`crate::Error::DiskFull`].
    pub async fn store_content(&self, new: &NewContent<'_>) -> Result<Placed> {
        let mut tx = self.write().await?;
        let content = self.content_for(&mut tx, new).await?;
        let placed = self.place(&mut tx, new.document, &new.seen, content).await?;
        if let Some(vectors) = new.vectors {
            self.put_vectors(&mut tx, content, vectors).await?;
        }
        tx.commit().await.at(self)?;
        Ok(placed)
    }

    /// The stored content with this hash, written now if it is not there or was split by another recipe.
    async fn content_for(&self, tx: &mut SqliteConnection, new: &NewContent<'_>) -> Result<ContentId> {
        let hash = new.hash.to_string();
        let stored = sqlx::query!(r#"SELECT id AS "id!: ContentId", recipe FROM content WHERE hash = ?"#, hash);
        match stored.fetch_optional(&mut *tx).await.at(self)? {
            Some(row) if row.recipe == new.recipe => return Ok(row.id),
            Some(row) => self.clear(tx, row.id).await?,
            None => {}
        }
        let first = self.next_passage(tx).await?;
        let content = self.write_content(tx, new, first).await?;
        self.write_pages(tx, content, new.pages).await?;
        self.write_passages(tx, content, first, new.passages).await?;
        Ok(content)
    }

    /// Deletes the pages, passages and vectors of a content that is about to be written again.
    async fn clear(&self, tx: &mut SqliteConnection, content: ContentId) -> Result<()> {
        self.lift_questions(tx, content).await?;
        sqlx::query!("DELETE FROM page WHERE content = ?", content).execute(&mut *tx).await.at(self)?;
        sqlx::query!("DELETE FROM passage WHERE content = ?", content).execute(&mut *tx).await.at(self)?;
        sqlx::query!("DELETE FROM content_terms WHERE content = ?", content).execute(&mut *tx).await.at(self)?;
        sqlx::query!("DELETE FROM vectors WHERE content = ?", content).execute(&mut *tx).await.at(self)?;
        Ok(())
    }

    /// Passage numbers are never used twice, and those of one content follow each other: nobody else writes meanwhile.
    async fn next_passage(&self, tx: &mut SqliteConnection) -> Result<PassageId> {
        let last = sqlx::query_scalar!(
            r#"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'passage'), 0) AS "last!: i64""#
        );
        Ok(PassageId(last.fetch_one(&mut *tx).await.at(self)? + 1))
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
        upsert.fetch_one(&mut *tx).await.at(self)
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
            insert.execute(&mut *tx).await.at(self)?;
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
            insert.execute(&mut *tx).await.at(self)?;
        }
        let lines = passages.iter().map(|new| normal(&new.terms)).collect::<Vec<_>>().join("\n");
        let insert = sqlx::query!("INSERT INTO content_terms (content, lines) VALUES (?, ?)", content, lines);
        insert.execute(&mut *tx).await.at(self)?;
        Ok(())
    }
}

/// A number of things as SQLite counts.
fn count<T>(things: &[T]) -> i64 {
    i64::try_from(things.len()).unwrap_or(i64::MAX)
}
