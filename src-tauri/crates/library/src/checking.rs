//! Compares a library with what was stored in it: the file by SQLite's own means, each row with its seal, and what is stored of
//! a document with the numbers stored beside it. And it prepares what can be made again from the documents.

use crate::error::Context;
use crate::migrating::{expected_schema, schema};
use crate::sealing::{Rows, Seal, SealedTable, Seals};
use crate::{CollectionId, ContentId, DocumentId, Error, GenerationId, GridId, GridQuestionId, Library, Result};
use sqlx::SqliteConnection;
use std::collections::{BTreeMap, BTreeSet};

/// Something in a library that is not as it was stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// SQLite cannot read all of the file, or its parts contradict each other. [`Library::salvage`] makes a new file.
    File {
        /// What SQLite says.
        detail: String,
    },
    /// The stored text of a document: its pages, passages or terms.
    Text(ContentId),
    /// Text that was recognised in the pictures of pages.
    Recognised(ContentId),
    /// The vectors of a document in a generation.
    Vectors(GenerationId, ContentId),
    /// An answer in a review table.
    Cell(GridCellPlace),
    /// A collection with generations of which none is active.
    NoneActive(CollectionId),
    /// Something that cannot be made again.
    Rows(Kept, RowFaults),
}

/// A cell of a grid, and whether a person said something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GridCellPlace {
    /// Its grid.
    pub grid: GridId,
    /// Its column.
    pub question: GridQuestionId,
    /// Its document.
    pub document: DocumentId,
    /// Whether a person judged it.
    pub is_judged: bool,
}

/// How many rows are not as they were stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowFaults {
    /// They are there, but changed.
    pub changed: u32,
    /// They are missing.
    pub lost: u32,
}

/// Kinds of what is stored beside text, vectors and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// Marks on passages.
    Marks,
    /// Highlights and notes.
    Notes,
    /// Review tables: their names, columns, documents and confirmations.
    Tables,
    /// Questions about passages, and those that people asked.
    Questions,
    /// Names, tags and places of documents, collections and watched folders.
    Documents,
    /// Generations and runs.
    Encoders,
    /// What people chose.
    Settings,
    /// What is to be done.
    Work,
}

impl Kept {
    /// What a table keeps.
    fn of(table: &str) -> Self {
        match table {
            "feedback" => Self::Marks,
            "annotation" => Self::Notes,
            "question" | "questioned" | "asked_question" => Self::Questions,
            "grid" | "grid_document" | "grid_signature" | "grid_file" | "grid_question" | "grid_cell"
            | "grid_answer" => Self::Tables,
            "generation" | "activation" | "run" => Self::Encoders,
            "setting" => Self::Settings,
            "job" | "sqlite_sequence" => Self::Work,
            _ => Self::Documents,
        }
    }
}

/// What is wrong with the rows of one seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Broken {
    owner: i64,
    is_lost: bool,
}

impl Library {
    /// Everything in the library that is not as it was stored, as of one moment. Who reads and writes meanwhile is not disturbed.
    /// All of the library is read.
    pub async fn check(&self) -> Result<Vec<Fault>> {
        match self.faults().await {
            Err(Error::Corrupt { detail, .. }) => Ok(vec![Fault::File { detail }]),
            faults => faults,
        }
    }

    async fn faults(&self) -> Result<Vec<Fault>> {
        let mut snapshot = self.reader().begin().await.context(self)?;
        let details = file_faults(&mut snapshot).await.context(self)?;
        if !details.is_empty() {
            return Ok(details.into_iter().map(|detail| Fault::File { detail }).collect());
        }
        let mut faults = BTreeSet::new();
        self.check_rows(&mut snapshot, &mut faults).await?;
        self.check_numbers(&mut snapshot, &mut faults).await?;
        Ok(faults.into_iter().collect())
    }

    async fn check_rows(&self, connection: &mut SqliteConnection, faults: &mut BTreeSet<Fault>) -> Result<()> {
        let mut kept = BTreeMap::<Kept, RowFaults>::new();
        for table in Seals::of(&mut *connection).await.context(self)?.tables() {
            let mut broken = broken(&mut *connection, table).await.context(self)?;
            if table.name == "vectors" && broken.iter().any(|broken| broken.is_lost) {
                // A row that is gone does not say whose it was.
                faults.extend(self.without_vectors(&mut *connection).await?);
                broken.retain(|broken| !broken.is_lost);
            }
            for broken in broken {
                match self.place_of(&mut *connection, &table.name, broken).await? {
                    Some(fault) => _ = faults.insert(fault),
                    None => kept.entry(Kept::of(&table.name)).or_default().add(broken),
                }
            }
        }
        faults.extend(kept.into_iter().map(|(kept, rows)| Fault::Rows(kept, rows)));
        Ok(())
    }

    /// Whose text, vectors or answer broken rows are. `None`: they are something else, or it cannot be known any more.
    async fn place_of(
        &self,
        connection: &mut SqliteConnection,
        table: &str,
        Broken { owner, is_lost }: Broken,
    ) -> Result<Option<Fault>> {
        Ok(match table {
            "content" if is_lost => None,
            "content" | "page" | "content_terms" => Some(Fault::Text(ContentId(owner))),
            "recognised_page" => Some(Fault::Recognised(ContentId(owner))),
            "passage" => self.content_with(connection, owner).await?.map(Fault::Text),
            "vectors" => self.vectors_with(connection, owner).await?,
            "grid_cell" | "grid_answer" => self.cell_with(connection, owner).await?.map(Fault::Cell),
            _ => None,
        })
    }

    async fn content_with(&self, connection: &mut SqliteConnection, passage: i64) -> Result<Option<ContentId>> {
        let content = sqlx::query_scalar!(
            r#"SELECT id AS "id!: ContentId" FROM content
            WHERE ? BETWEEN first_passage AND first_passage + passage_count - 1"#,
            passage
        );
        content.fetch_optional(connection).await.context(self)
    }

    async fn vectors_with(&self, connection: &mut SqliteConnection, id: i64) -> Result<Option<Fault>> {
        let row = sqlx::query!(
            r#"SELECT generation AS "generation!: GenerationId", content AS "content!: ContentId" FROM vectors WHERE id = ?"#,
            id
        );
        let row = row.fetch_optional(connection).await.context(self)?;
        Ok(row.map(|row| Fault::Vectors(row.generation, row.content)))
    }

    /// Contents that lack their vectors, in whichever generation.
    async fn without_vectors(&self, connection: &mut SqliteConnection) -> Result<Vec<Fault>> {
        let generations = sqlx::query_scalar!(r#"SELECT id AS "id!: GenerationId" FROM generation"#);
        let mut faults = Vec::new();
        for generation in generations.fetch_all(&mut *connection).await.context(self)? {
            let contents = self.lacking(&mut *connection, generation).await?;
            faults.extend(contents.into_iter().map(|content| Fault::Vectors(generation, content)));
        }
        Ok(faults)
    }

    async fn cell_with(&self, connection: &mut SqliteConnection, id: i64) -> Result<Option<GridCellPlace>> {
        let place = sqlx::query_as!(
            GridCellPlace,
            r#"SELECT q.grid AS "grid!: GridId", q.id AS "question!: GridQuestionId", c.document AS "document!: DocumentId",
                c.judged IS NOT NULL AS "is_judged!: bool"
            FROM grid_cell c JOIN grid_question q ON q.id = c.question WHERE c.id = ?"#,
            id
        );
        place.fetch_optional(connection).await.context(self)
    }

    /// What the stored numbers say is missing. Seals of missing rows say the same, but not in libraries that were damaged before
    /// they had seals.
    async fn check_numbers(&self, connection: &mut SqliteConnection, faults: &mut BTreeSet<Fault>) -> Result<()> {
        let contents = sqlx::query_scalar!(r#"SELECT id AS "id!: ContentId" FROM damaged_content"#);
        let contents = contents.fetch_all(&mut *connection).await.context(self)?;
        faults.extend(contents.into_iter().map(Fault::Text));
        let vectors = sqlx::query!(
            r#"SELECT generation AS "generation!: GenerationId", content AS "content!: ContentId"
            FROM vectors v JOIN generation g ON g.id = v.generation WHERE length(elements) <> length(owners) * g.width"#
        );
        for row in vectors.fetch_all(&mut *connection).await.context(self)? {
            faults.insert(Fault::Vectors(row.generation, row.content));
        }
        let without = sqlx::query_scalar!(
            r#"SELECT DISTINCT collection AS "collection!: CollectionId" FROM generation g
            WHERE base IS NULL AND NOT EXISTS (SELECT 1 FROM generation WHERE collection = g.collection AND active = 1)"#
        );
        let without = without.fetch_all(connection).await.context(self)?;
        faults.extend(without.into_iter().map(Fault::NoneActive));
        Ok(())
    }

    /// Makes room for what is to be made again: text is noted as unreadable, vectors and answers that nobody judged are deleted.
    /// The rest counts from now on as it is. Of [`Fault::File`] nothing is repaired.
    pub async fn give_up(&self, faults: &[Fault]) -> Result<()> {
        let texts = faults.iter().filter_map(|fault| match fault {
            Fault::Text(content) | Fault::Recognised(content) => Some(*content),
            _ => None,
        });
        self.note_damage(&texts.collect::<Vec<_>>()).await?;
        let mut tx = self.write().await?;
        for fault in faults {
            match fault {
                Fault::Recognised(content) => {
                    let delete = sqlx::query!("DELETE FROM recognised_page WHERE content = ?", content);
                    delete.execute(&mut *tx).await.context(self)?;
                }
                Fault::Vectors(generation, content) => {
                    let delete =
                        sqlx::query!("DELETE FROM vectors WHERE generation = ? AND content = ?", generation, content);
                    delete.execute(&mut *tx).await.context(self)?;
                }
                Fault::Cell(GridCellPlace { question, document, is_judged: false, .. }) => {
                    let delete =
                        sqlx::query!("DELETE FROM grid_cell WHERE question = ? AND document = ?", question, document);
                    delete.execute(&mut *tx).await.context(self)?;
                }
                Fault::NoneActive(collection) => self.activate_last(&mut tx, *collection).await?,
                Fault::Text(_) | Fault::Cell(_) | Fault::Rows(..) | Fault::File { .. } => {}
            }
        }
        tx.seal_all().await.context(self)?;
        tx.commit().await.context(self)
    }

    /// Makes that generation active that was active last, or else the first untuned one.
    async fn activate_last(&self, tx: &mut SqliteConnection, collection: CollectionId) -> Result<()> {
        let update = sqlx::query!(
            "UPDATE generation SET active = 1 WHERE id = coalesce(
                (SELECT a.generation FROM activation a JOIN generation g ON g.id = a.generation
                    WHERE g.collection = ?1 ORDER BY a.id DESC LIMIT 1),
                (SELECT min(id) FROM generation WHERE collection = ?1 AND base IS NULL))",
            collection
        );
        update.execute(tx).await.context(self)?;
        Ok(())
    }
}

impl RowFaults {
    fn add(&mut self, broken: Broken) {
        if broken.is_lost {
            self.lost += 1;
        } else {
            self.changed += 1;
        }
    }
}

/// What SQLite finds wrong with a file, and where its schema is not that of this version.
pub(crate) async fn file_faults(connection: &mut SqliteConnection) -> std::result::Result<Vec<String>, sqlx::Error> {
    let mut details: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut *connection).await?;
    details.retain(|detail| detail != "ok");
    let dangling = "SELECT format('%s without its %s', \"table\", parent) FROM pragma_foreign_key_check";
    details.extend(sqlx::query_scalar::<_, String>(dangling).fetch_all(&mut *connection).await?);
    if schema(connection).await? != expected_schema().await? {
        details.push("its tables are not those of Pincite".to_owned());
    }
    Ok(details)
}

/// Rows whose seal is broken or missing, and seals whose rows are missing.
async fn broken(
    connection: &mut SqliteConnection,
    table: &SealedTable,
) -> std::result::Result<Vec<Broken>, sqlx::Error> {
    let stored = table.stored(&mut *connection).await?;
    let computed = table.computed(connection, Rows::All).await?;
    Ok(compare(&stored, &computed))
}

/// Both are in the order of their owners.
fn compare(stored: &[Seal], computed: &[Seal]) -> Vec<Broken> {
    let mut broken = Vec::new();
    let mut stored = stored.iter().peekable();
    for seal in computed {
        while let Some(lost) = stored.next_if(|earlier| earlier.owner < seal.owner) {
            broken.push(Broken { owner: lost.owner, is_lost: true });
        }
        if stored.next_if(|same| same.owner == seal.owner) != Some(seal) {
            broken.push(Broken { owner: seal.owner, is_lost: false });
        }
    }
    broken.extend(stored.map(|lost| Broken { owner: lost.owner, is_lost: true }));
    broken
}
