//! What only a file is checked for: the file by SQLite's own means, and each row with its seal.

use super::migrating::{expected_schema, schema};
use super::sealing::{Rows, Seal, SealedTable, Seals};
use crate::checking::{Fault, GridCellPlace, Kept, RowFaults};
use crate::error::Context;
use crate::{ContentId, DocumentId, GenerationId, GridId, GridQuestionId, Library, Result};
use sqlx::SqliteConnection;
use std::collections::{BTreeMap, BTreeSet};

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
    /// Adds what is wrong with the file.
    pub(crate) async fn check_file(&self, faults: &mut BTreeSet<Fault>) -> Result<()> {
        let mut snapshot = self.file()?.reader().begin().await.context(self)?;
        let details = file_faults(&mut snapshot).await.context(self)?;
        if !details.is_empty() {
            faults.extend(details.into_iter().map(|detail| Fault::File { detail }));
            return Ok(());
        }
        self.check_rows(&mut snapshot, faults).await?;
        self.check_numbers((&mut *snapshot).into(), faults).await
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
            "content" | "page" | "content_terms" | "content_tables" | "content_language" => {
                Some(Fault::Text(ContentId(owner)))
            }
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
