//! Compares a library with what was stored in it, and prepares what can be made again from the documents. What only a file is
//! checked for is in `sqlite`.

use crate::error::Context;
use crate::store::{On, Writing, query, query_as, query_scalar};
use crate::{CollectionId, ContentId, DocumentId, Error, GenerationId, GridId, GridQuestionId, Library, Result};
use std::collections::BTreeSet;

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

impl Library {
    /// Everything in the library that is not as it was stored. A file is read whole, as of one moment; who reads and writes
    /// meanwhile is not disturbed. Of a library on a server the stored numbers are compared.
    pub async fn check(&self) -> Result<Vec<Fault>> {
        let mut faults = BTreeSet::new();
        let checked = match self.file() {
            Ok(_) => self.check_file(&mut faults).await,
            Err(_) => self.check_numbers(self.reader(), &mut faults).await,
        };
        match checked {
            Err(Error::Corrupt { detail, .. }) => Ok(vec![Fault::File { detail }]),
            checked => checked.map(|()| faults.into_iter().collect()),
        }
    }

    /// What the stored numbers say is missing. Seals of missing rows say the same, but not in libraries that were damaged before
    /// they had seals.
    pub(crate) async fn check_numbers(&self, mut on: On<'_>, faults: &mut BTreeSet<Fault>) -> Result<()> {
        let contents = query_scalar!(r#"SELECT id AS "id!: ContentId" FROM damaged_content"#);
        let contents = contents.fetch_all(&mut on).await.context(self)?;
        faults.extend(contents.into_iter().map(Fault::Text));
        let vectors = query_as!(
            Misshapen,
            r#"SELECT generation AS "generation!: GenerationId", content AS "content!: ContentId"
            FROM vectors v JOIN generation g ON g.id = v.generation WHERE length(elements) <> length(owners) * g.width"#
        );
        for row in vectors.fetch_all(&mut on).await.context(self)? {
            faults.insert(Fault::Vectors(row.generation, row.content));
        }
        let without = query_scalar!(
            r#"SELECT DISTINCT collection AS "collection!: CollectionId" FROM generation g
            WHERE base IS NULL AND NOT EXISTS (SELECT 1 FROM generation WHERE collection = g.collection AND active)"#
        );
        let without = without.fetch_all(on).await.context(self)?;
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
                    let delete = query!("DELETE FROM recognised_page WHERE content = $1", content);
                    delete.execute(&mut tx).await.context(self)?;
                }
                Fault::Vectors(generation, content) => {
                    let delete =
                        query!("DELETE FROM vectors WHERE generation = $1 AND content = $2", generation, content);
                    delete.execute(&mut tx).await.context(self)?;
                }
                Fault::Cell(GridCellPlace { question, document, is_judged: false, .. }) => {
                    let delete =
                        query!("DELETE FROM grid_cell WHERE question = $1 AND document = $2", question, document);
                    delete.execute(&mut tx).await.context(self)?;
                }
                Fault::NoneActive(collection) => self.activate_last(&mut tx, *collection).await?,
                Fault::Text(_) | Fault::Cell(_) | Fault::Rows(..) | Fault::File { .. } => {}
            }
        }
        tx.seal_all().await.context(self)?;
        tx.commit().await.context(self)
    }

    /// Makes that generation active that was active last, or else the first untuned one.
    async fn activate_last(&self, tx: &mut Writing, collection: CollectionId) -> Result<()> {
        let update = query!(
            "UPDATE generation SET active = TRUE WHERE id = coalesce(
                (SELECT a.generation FROM activation a JOIN generation g ON g.id = a.generation
                    WHERE g.collection = $1 ORDER BY a.id DESC LIMIT 1),
                (SELECT min(id) FROM generation WHERE collection = $1 AND base IS NULL))",
            collection
        );
        update.execute(tx).await.context(self)?;
        Ok(())
    }
}

#[derive(sqlx::FromRow)]
struct Misshapen {
    generation: GenerationId,
    content: ContentId,
}
