//! Copies a collection into another library, of either kind. Rows go over as they are, with the numbers of the other library; what
//! that one keeps beside them is made anew. Not for PDFs and encoders, which lie outside the database.
//!
//! Jobs, runs and watched folders belong to the computers that work, and stay.

mod numbers;
mod rows;

use crate::error::Context;
use crate::store::{Snapshot, Writing, query_as};
use crate::vectors::unpack;
use crate::{CollectionId, ContentId, Error, GenerationId, Library, NewVectors, Result};
pub use numbers::Place;

use numbers::{Numbers, Passages};
use rows::{Row, insert, insert_numbered, rows};

/// Tables of a collection, each after those that it points to, with the condition for the rows of collection `$1`. Contents come
/// after the first one.
const TABLES: [(&str, &str); 15] = [
    ("generation", "collection = $1"),
    ("document", "collection = $1 AND content IS NOT NULL"),
    ("sighting", "collection = $1"),
    ("tag", "document IN (SELECT id FROM document WHERE collection = $1)"),
    ("activation", "generation IN (SELECT id FROM generation WHERE collection = $1)"),
    ("question", "collection = $1"),
    ("questioned", "collection = $1"),
    ("asked_question", "collection = $1"),
    ("grid", "collection = $1"),
    ("grid_document", "grid IN (SELECT id FROM grid WHERE collection = $1)"),
    ("grid_signature", "grid IN (SELECT id FROM grid WHERE collection = $1)"),
    ("grid_question", "grid IN (SELECT id FROM grid WHERE collection = $1)"),
    ("grid_cell", "document IN (SELECT id FROM document WHERE collection = $1)"),
    (
        "grid_answer",
        "cell IN (SELECT c.id FROM grid_cell c JOIN document d ON d.id = c.document WHERE d.collection = $1)",
    ),
    ("feedback", "collection = $1"),
];

/// Tables of what was read from a file.
const OF_CONTENT: [&str; 6] =
    ["page", "passage", "content_terms", "content_tables", "content_language", "recognised_page"];

impl Library {
    /// Copies the documents of a collection that were read into an empty collection of another library, with their vectors, marks,
    /// notes, questions and tables, as they are at one moment. After a failure the other library is unchanged.
    ///
    /// # Errors
    /// [`Error::ReadDifferently`] if a library in a file has one of the files already, read by another recipe.
    pub async fn copy_collection(
        &self,
        from: CollectionId,
        to: &Self,
        into: CollectionId,
        place: Place<'_>,
    ) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let tx = to.write().await?;
        let mut copying = Copying { from: self, snapshot, to, into, tx, numbers: Numbers::new(into, place) };
        for (table, condition) in TABLES {
            if table == "document" {
                copying.contents(from).await?;
            }
            copying.table(table, condition, from.0).await?;
        }
        copying.tx.commit().await.context(to)
    }
}

/// A copy that is under way.
struct Copying<'c> {
    from: &'c Library,
    snapshot: Snapshot,
    to: &'c Library,
    into: CollectionId,
    tx: Writing,
    numbers: Numbers<'c>,
}

/// A content that the other library has.
#[derive(sqlx::FromRow)]
struct Stored {
    id: ContentId,
    recipe: String,
    passage_count: i64,
    first_passage: i64,
}

impl Copying<'_> {
    async fn read(&mut self, table: &str, condition: &str, of: i64) -> Result<Vec<Row>> {
        rows(&mut self.snapshot, table, condition, of).await.context(self.from)
    }

    /// Copies rows of a table. Those that point to what is not copied stay.
    async fn table(&mut self, table: &'static str, condition: &str, of: i64) -> Result<()> {
        let mut there = Vec::new();
        for row in self.read(table, condition, of).await? {
            let former = row.integer("id");
            let Some(row) = self.numbers.renumbered(table, row) else { continue };
            if Numbers::are_pointed_to(table) {
                let number = insert_numbered(&mut self.tx, table, &row).await.context(self.to)?;
                self.numbers.note(table, former, number);
            } else {
                there.push(row);
            }
        }
        insert(&mut self.tx, table, &there).await.context(self.to)
    }

    async fn contents(&mut self, from: CollectionId) -> Result<()> {
        let of_collection = "id IN (SELECT content FROM document WHERE collection = $1)";
        for row in self.read("content", of_collection, from.0).await? {
            let former = row.integer("id");
            let stored = self.stored(&row).await?;
            let is_new = stored.is_none();
            let content = match stored {
                Some(stored) => self.keep(&row, &stored)?,
                None => self.add(&row).await?,
            };
            if is_new {
                for table in OF_CONTENT {
                    self.table(table, "content = $1", former).await?;
                }
                self.index_terms(content, former).await?;
            }
            self.annotations(content, former).await?;
            self.vectors(content, former).await?;
        }
        Ok(())
    }

    /// The content with the same bytes. Only a library in a file has it once for all collections.
    async fn stored(&mut self, row: &Row) -> Result<Option<Stored>> {
        if self.to.is_shared() {
            return Ok(None);
        }
        let hash = row.text("hash");
        let stored = query_as!(
            Stored,
            r#"SELECT id AS "id!: ContentId", recipe, passage_count, first_passage FROM content WHERE hash = $1"#,
            hash
        );
        stored.fetch_optional(&mut self.tx).await.context(self.to)
    }

    /// What is stored has the same passages.
    fn keep(&mut self, row: &Row, stored: &Stored) -> Result<ContentId> {
        if (row.text("recipe"), row.integer("passage_count")) != (&stored.recipe, stored.passage_count) {
            let title = row.text("title");
            let name = if title.is_empty() { row.text("hash") } else { title };
            return Err(Error::ReadDifferently { library: self.to.path().to_owned(), name: name.to_owned() });
        }
        let passages = Passages { first: stored.first_passage, count: stored.passage_count };
        self.numbers.note_content(row, stored.id, passages);
        Ok(stored.id)
    }

    async fn add(&mut self, row: &Row) -> Result<ContentId> {
        let first_passage = self.tx.take_passages().await.context(self.to)?;
        let new = self.numbers.of_content(row, first_passage, self.to.is_shared());
        let content = ContentId(insert_numbered(&mut self.tx, "content", &new).await.context(self.to)?);
        let passages = Passages { first: first_passage.0, count: row.integer("passage_count") };
        self.numbers.note_content(row, content, passages);
        Ok(content)
    }

    async fn index_terms(&mut self, content: ContentId, former: i64) -> Result<()> {
        for row in self.read("content_terms", "content = $1", former).await? {
            self.tx.index_terms(self.into, content, row.text("lines")).await.context(self.to)?;
        }
        Ok(())
    }

    /// Copies notes, without those that are there.
    async fn annotations(&mut self, content: ContentId, former: i64) -> Result<()> {
        let there = rows(&mut self.tx, "annotation", "content = $1", content.0).await.context(self.to)?;
        let there: Vec<Row> = there.into_iter().map(Row::without_id).collect();
        let mut new = Vec::new();
        for row in self.read("annotation", "content = $1", former).await? {
            new.extend(self.numbers.renumbered("annotation", row).filter(|row| !there.contains(row)));
        }
        insert(&mut self.tx, "annotation", &new).await.context(self.to)
    }

    /// Copies the vectors of this collection's generations.
    async fn vectors(&mut self, content: ContentId, former: i64) -> Result<()> {
        for row in self.read("vectors", "content = $1", former).await? {
            let width = self.numbers.width(row.integer("generation"));
            let Some(row) = self.numbers.renumbered("vectors", row) else { continue };
            insert(&mut self.tx, "vectors", std::slice::from_ref(&row)).await.context(self.to)?;
            let generation = GenerationId(row.integer("generation"));
            let vectors = unpack(width, row.bytes("owners"), row.bytes("elements"));
            self.tx.index_vectors(content, &NewVectors { generation, vectors }).await.context(self.to)?;
        }
        Ok(())
    }
}
