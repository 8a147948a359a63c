//! Grids: lists of questions that are asked of each document of a collection. Made, listed, renamed, deleted here. Not for
//! their cells (`cells`), nor for who fills them (`queue`).

mod cells;
mod queue;

pub use cells::{CellPlace, GridCell, Judgement, NewGridCell};

use crate::error::{Context, is_constraint};
use crate::locks::Worker;
use crate::questions::tidy;
use crate::{CollectionId, Error, GridId, GridQuestionId, JobState, Library, Problem, Result};
use sqlx::SqliteConnection;

/// A grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Its number.
    pub id: GridId,
    /// Its collection.
    pub collection: CollectionId,
    /// Its name, unique in the collection.
    pub name: String,
    /// How far its filling is; `None`: it was never started. One whose process died is queued.
    pub state: Option<JobState>,
    /// Why its filling failed.
    pub problem: Option<Problem>,
    /// Unix time in seconds when it was made.
    pub created_at: i64,
}

/// A question of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridQuestion {
    /// Its number.
    pub id: GridQuestionId,
    /// The short name of its column.
    pub name: String,
    /// The question.
    pub text: String,
}

/// A question for a new grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGridQuestion {
    /// The short name of its column.
    pub name: String,
    /// The question.
    pub text: String,
}

impl Library {
    /// Makes a grid with these questions. White space counts as one space. Questions without words are left out.
    ///
    /// # Errors
    /// [`Error::GridNameEmpty`], [`Error::GridNameTaken`], [`Error::GridEmpty`], [`Error::NoCollection`].
    pub async fn create_grid(
        &self,
        collection: CollectionId,
        name: &str,
        questions: &[NewGridQuestion],
    ) -> Result<GridId> {
        let name = tidy(name).ok_or(Error::GridNameEmpty)?;
        let mut tx = self.write().await?;
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO grid (collection, name) VALUES (?, ?) RETURNING id AS "id!: GridId""#,
            collection,
            name
        );
        let made = insert.fetch_one(&mut *tx).await.context_or(self, Error::NoCollection(collection));
        let id = made.map_err(|error| name_taken(error, &name))?;
        if self.add_grid_questions(&mut tx, id, questions).await? == 0 {
            return Err(Error::GridEmpty);
        }
        tx.commit().await.context(self)?;
        Ok(id)
    }

    async fn add_grid_questions(
        &self,
        tx: &mut SqliteConnection,
        grid: GridId,
        questions: &[NewGridQuestion],
    ) -> Result<u32> {
        let mut position = 0;
        for question in questions {
            let Some(text) = tidy(&question.text) else { continue };
            let name = tidy(&question.name).unwrap_or_else(|| text.clone());
            let insert = sqlx::query!(
                "INSERT INTO grid_question (grid, position, name, text) VALUES (?, ?, ?, ?)",
                grid,
                position,
                name,
                text
            );
            insert.execute(&mut *tx).await.context(self)?;
            position += 1;
        }
        Ok(position)
    }

    /// Grids of a collection, in the order they were made.
    pub async fn grids(&self, collection: CollectionId) -> Result<Vec<Grid>> {
        self.which_grids(None, Some(collection)).await
    }

    /// A grid.
    ///
    /// # Errors
    /// [`Error::NoGrid`].
    pub async fn grid(&self, id: GridId) -> Result<Grid> {
        self.which_grids(Some(id), None).await?.pop().ok_or(Error::NoGrid(id))
    }

    /// Questions of a grid, in order.
    pub async fn grid_questions(&self, grid: GridId) -> Result<Vec<GridQuestion>> {
        let rows = sqlx::query_as!(
            GridQuestion,
            r#"SELECT id AS "id!: GridQuestionId", name, text FROM grid_question WHERE grid = ? ORDER BY position"#,
            grid
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Renames a grid.
    ///
    /// # Errors
    /// [`Error::GridNameEmpty`], [`Error::GridNameTaken`], [`Error::NoGrid`].
    pub async fn rename_grid(&self, id: GridId, name: &str) -> Result<()> {
        let name = tidy(name).ok_or(Error::GridNameEmpty)?;
        let mut tx = self.write().await?;
        let update = sqlx::query!("UPDATE grid SET name = ? WHERE id = ?", name, id).execute(&mut *tx).await;
        let changed = update.context(self).map_err(|error| name_taken(error, &name))?.rows_affected();
        tx.commit().await.context(self)?;
        if changed == 0 { Err(Error::NoGrid(id)) } else { Ok(()) }
    }

    /// Deletes a grid with its cells. A process that fills it notices with its next cell.
    ///
    /// # Errors
    /// [`Error::NoGrid`].
    pub async fn delete_grid(&self, id: GridId) -> Result<()> {
        let mut tx = self.write().await?;
        let deleted = sqlx::query!("DELETE FROM grid WHERE id = ?", id).execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)?;
        if deleted.rows_affected() == 0 { Err(Error::NoGrid(id)) } else { Ok(()) }
    }

    async fn which_grids(&self, id: Option<GridId>, collection: Option<CollectionId>) -> Result<Vec<Grid>> {
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT id AS "id!: GridId", collection AS "collection!: CollectionId", name, state AS "state: JobState",
                worker, error_code, error_message, created_at
            FROM grid WHERE id = ?1 OR collection = ?2 ORDER BY id"#,
            id,
            collection
        );
        Ok(rows.fetch_all(self.reader()).await.context(self)?.into_iter().map(|row| row.grid(self)).collect())
    }
}

struct Row {
    id: GridId,
    collection: CollectionId,
    name: String,
    state: Option<JobState>,
    worker: Option<String>,
    error_code: Option<String>,
    error_message: Option<String>,
    created_at: i64,
}

impl Row {
    fn grid(self, library: &Library) -> Grid {
        let dead = self.worker.is_some_and(|worker| !Worker::is_alive(library.path(), &worker));
        Grid {
            id: self.id,
            collection: self.collection,
            name: self.name,
            state: if dead { Some(JobState::Queued) } else { self.state },
            problem: Problem::from_columns(self.error_code, self.error_message),
            created_at: self.created_at,
        }
    }
}

fn name_taken(error: Error, name: &str) -> Error {
    let name = name.to_owned();
    if is_constraint(&error, |e| e.is_unique_violation()) { Error::GridNameTaken { name } } else { error }
}
