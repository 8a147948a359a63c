//! Stores content: pages, passages, terms and vectors in one transaction. Not for making them.
//!
//! A library in a file has each content once, for all collections. A shared one has it once in each collection, because not all
//! people may see all of them.

use crate::error::Context;
use crate::passages::normalized_terms;
use crate::rows::{NewContentRow, NewPageRow, NewPassageRow};
use crate::store::{Writing, query, query_as};
use crate::{
    CollectionId, ContentHash, ContentId, DocumentId, Error, FileVersion, Library, NewVectors, PageMeta, PassageId,
    Placement, Problem, Result, StoredTable, codec,
};
use pincite_language::Language;
use pincite_passage::Passage;
use std::collections::HashMap;

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
    /// The language that its terms are analysed in.
    pub language: Language,
    /// Its pages in order.
    pub pages: &'a [PageMeta],
    /// Its passages in order of their ordinals, which count from 0.
    pub passages: &'a [NewPassage],
    /// Its tables of figures, in reading order.
    pub tables: &'a [StoredTable],
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

#[derive(sqlx::FromRow)]
struct Stored {
    id: ContentId,
    recipe: String,
}

impl Library {
    /// Stores content and assigns it to its document (see [`Placement`]). After a failure or a crash the library is
    /// unchanged. Stored content with the same bytes and recipe is shared; its vectors are added.
    ///
    /// # Errors
    /// [`crate::Error::NoDocument`] (removed meanwhile), [`crate::Error::NoGeneration`], [`crate::Error::Shape`],
    /// [`crate::Error::DiskFull`].
    pub async fn store_content(&self, new: &NewContent<'_>) -> Result<Placement> {
        self.store(new, false).await
    }

    /// Stores content as [`Library::store_content`], also if its bytes are stored with the same recipe: more of it can be
    /// read now. Its former passages go in all collections, and all their vectors.
    ///
    /// # Errors
    /// As [`Library::store_content`].
    pub async fn replace_content(&self, new: &NewContent<'_>) -> Result<Placement> {
        self.store(new, true).await
    }

    async fn store(&self, new: &NewContent<'_>, anew: bool) -> Result<Placement> {
        let mut tx = self.write().await?;
        let collection = self.assignment(&mut tx, new.document).await?.collection;
        let content = self.content_for(&mut tx, collection, new, anew).await?;
        let placed = self.place(&mut tx, new.document, &new.seen, content).await?;
        if let Some(vectors) = new.vectors {
            self.put_vectors(&mut tx, content, vectors).await?;
        }
        tx.commit().await.context(self)?;
        Ok(placed)
    }

    /// The stored content with this hash. It is written if it is missing, damaged, has another recipe, or is to be written
    /// anew.
    async fn content_for(
        &self,
        tx: &mut Writing,
        collection: CollectionId,
        new: &NewContent<'_>,
        anew: bool,
    ) -> Result<ContentId> {
        let hash = new.hash.to_string();
        let is_shared = self.is_shared();
        let stored = query_as!(
            Stored,
            r#"SELECT id AS "id!: ContentId", recipe FROM content WHERE hash = $1
                AND (NOT $2 OR id IN (SELECT content FROM document WHERE collection = $3))"#,
            hash,
            is_shared,
            collection
        );
        let stored = stored.fetch_optional(&mut *tx).await.context(self)?;
        let former = match stored {
            Some(row) if row.recipe == new.recipe && !anew && self.is_whole(&mut *tx, row.id).await? => {
                return Ok(row.id);
            }
            Some(row) => Some(row.id),
            None => None,
        };
        if let Some(former) = former {
            self.clear(tx, former).await?;
        }
        let first = tx.take_passages().await.context(self)?;
        let row = NewContentRow {
            collection,
            hash,
            title: new.title,
            recipe: new.recipe,
            page_count: count(new.pages),
            passage_count: count(new.passages),
            first_passage: first,
            problem_code: new.problem.map(|problem| problem.code.as_str()),
            problem_message: new.problem.map(|problem| problem.message.as_str()),
        };
        let content = self.write_content(tx, &row, former).await?;
        self.write_pages(tx, content, new).await?;
        let lines = self.write_passages(tx, content, first, new.passages).await?;
        self.write_tables(tx, content, new.tables).await?;
        self.write_language(tx, content, new.language).await?;
        tx.index_terms(collection, content, &lines).await.context(self)?;
        Ok(content)
    }

    /// Deletes pages, passages and vectors before the content is written again.
    async fn clear(&self, tx: &mut Writing, content: ContentId) -> Result<()> {
        self.lift_questions(tx, content).await?;
        query!("DELETE FROM page WHERE content = $1", content).execute(&mut *tx).await.context(self)?;
        query!("DELETE FROM passage WHERE content = $1", content).execute(&mut *tx).await.context(self)?;
        query!("DELETE FROM content_terms WHERE content = $1", content).execute(&mut *tx).await.context(self)?;
        query!("DELETE FROM content_tables WHERE content = $1", content).execute(&mut *tx).await.context(self)?;
        query!("DELETE FROM vectors WHERE content = $1", content).execute(&mut *tx).await.context(self)?;
        Ok(())
    }

    /// Writes the content anew, or for the first time.
    async fn write_content(
        &self,
        tx: &mut Writing,
        row: &NewContentRow<'_>,
        former: Option<ContentId>,
    ) -> Result<ContentId> {
        let Some(former) = former else { return tx.insert_content(row).await.context(self) };
        let update = query!(
            "UPDATE content SET title = $1, recipe = $2, page_count = $3, passage_count = $4, first_passage = $5,
                problem_code = $6, problem_message = $7, stored_at = unixepoch() WHERE id = $8",
            row.title,
            row.recipe,
            row.page_count,
            row.passage_count,
            row.first_passage,
            row.problem_code,
            row.problem_message,
            former
        );
        update.execute(&mut *tx).await.context(self)?;
        Ok(former)
    }

    async fn write_pages(&self, tx: &mut Writing, content: ContentId, new: &NewContent<'_>) -> Result<()> {
        let edges = text_edges(new.passages);
        let mut rows = Vec::with_capacity(new.pages.len());
        for (position, page) in (0_i64..).zip(new.pages) {
            let edges = edges.get(&position);
            rows.push(NewPageRow {
                position,
                label: &page.label,
                width: page.width,
                height: page.height,
                text_left: edges.map(|edges| edges.left),
                text_right: edges.map(|edges| edges.right),
                problem_code: page.problem.as_ref().map(|problem| problem.code.as_str()),
                problem_message: page.problem.as_ref().map(|problem| problem.message.as_str()),
            });
        }
        tx.insert_pages(content, &rows).await.context(self)
    }

    /// Returns the lines of terms.
    async fn write_passages(
        &self,
        tx: &mut Writing,
        content: ContentId,
        first: PassageId,
        passages: &[NewPassage],
    ) -> Result<String> {
        let mut rows = Vec::with_capacity(passages.len());
        for (id, new) in (first.0..).zip(passages) {
            let body = codec::encode(&new.passage).map_err(|error| Error::unencodable(self.path(), &error))?;
            let pages = || new.passage.spans.iter().map(|span| i64::from(span.page));
            rows.push(NewPassageRow { id, body, first_page: pages().min(), last_page: pages().max() });
        }
        tx.insert_passages(content, &rows).await.context(self)?;
        let lines = passages.iter().map(|new| normalized_terms(&new.terms)).collect::<Vec<_>>().join("\n");
        let insert = query!("INSERT INTO content_terms (content, lines) VALUES ($1, $2)", content, lines);
        insert.execute(&mut *tx).await.context(self)?;
        Ok(lines)
    }
}

/// Where the text of a page begins and ends, in points from its left edge.
struct Edges {
    left: f32,
    right: f32,
}

/// The edges of the text of each page that has some.
fn text_edges(passages: &[NewPassage]) -> HashMap<i64, Edges> {
    let mut edges = HashMap::<i64, Edges>::new();
    for span in passages.iter().flat_map(|new| &new.passage.spans) {
        let page = edges.entry(span.page.into()).or_insert(Edges { left: span.rect.x0, right: span.rect.x1 });
        page.left = page.left.min(span.rect.x0);
        page.right = page.right.max(span.rect.x1);
    }
    edges
}

/// A number of items as the database's integer type.
fn count<T>(things: &[T]) -> i64 {
    i64::try_from(things.len()).unwrap_or(i64::MAX)
}
