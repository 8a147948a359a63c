//! Who fills a grid: queued, taken by a process, ended. It outlives crashes as jobs do. Not for the cells (`cells`).

use super::Grid;
use crate::error::Context;
use crate::locks::Worker;
use crate::queue::MAX_ATTEMPTS;
use crate::{Error, GridId, JobState, Library, Problem, Result};
use sqlx::SqliteConnection;

impl Library {
    /// Queues a grid to be filled. Nothing changes if it is queued or being filled.
    ///
    /// # Errors
    /// [`Error::NoGrid`].
    pub async fn queue_grid(&self, grid: GridId) -> Result<()> {
        let mut tx = self.write().await?;
        let update = sqlx::query!(
            "UPDATE grid SET state = 'queued', attempts = 0, error_code = NULL, error_message = NULL
            WHERE id = ? AND state IS NOT 'running' AND state IS NOT 'queued'",
            grid
        );
        update.execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)?;
        self.grid(grid).await.map(drop)
    }

    /// This process fills the next grid that is queued, or whose process died. A grid that kills its process again and
    /// again fails.
    pub async fn take_grid(&self) -> Result<Option<Grid>> {
        let mut reader = self.reader().acquire().await.context(self)?;
        if self.waiting_grids(&mut reader).await?.is_empty() {
            return Ok(None); // the usual case does not wait for whoever writes
        }
        let mut tx = self.write().await?;
        for Waiting { id, attempts } in self.waiting_grids(&mut tx).await? {
            if attempts >= MAX_ATTEMPTS {
                self.end_grid_in(&mut tx, id, JobState::Failed, Some(&crash_problem())).await?;
                continue;
            }
            let worker = self.worker()?.name();
            let update = sqlx::query!(
                "UPDATE grid SET state = 'running', worker = ?, attempts = attempts + 1 WHERE id = ?",
                worker,
                id
            );
            update.execute(&mut *tx).await.context(self)?;
            tx.commit().await.context(self)?;
            return self.grid(id).await.map(Some);
        }
        tx.commit().await.context(self)?;
        Ok(None)
    }

    async fn waiting_grids(&self, connection: &mut SqliteConnection) -> Result<Vec<Waiting>> {
        let rows = sqlx::query!(
            r#"SELECT id AS "id!: GridId", worker, attempts AS "attempts!: u32"
            FROM grid WHERE state IN ('queued', 'running') ORDER BY id"#
        );
        let rows = rows.fetch_all(connection).await.context(self)?.into_iter();
        let waits = |worker: &Option<String>| worker.as_ref().is_none_or(|name| !Worker::is_alive(self.path(), name));
        Ok(rows.filter(|row| waits(&row.worker)).map(|row| Waiting { id: row.id, attempts: row.attempts }).collect())
    }

    /// The filling of a grid came to an end. `false` if it had ended already, or the grid is gone.
    pub async fn end_grid(&self, grid: GridId, state: JobState, problem: Option<&Problem>) -> Result<bool> {
        let mut tx = self.write().await?;
        let ended = self.end_grid_in(&mut tx, grid, state, problem).await?;
        tx.commit().await.context(self)?;
        Ok(ended)
    }

    async fn end_grid_in(
        &self,
        tx: &mut SqliteConnection,
        grid: GridId,
        state: JobState,
        problem: Option<&Problem>,
    ) -> Result<bool> {
        let (code, message) = (problem.map(|p| &p.code), problem.map(|p| &p.message));
        let update = sqlx::query!(
            "UPDATE grid SET state = ?, worker = NULL, error_code = ?, error_message = ?
            WHERE id = ? AND state IN ('queued', 'running')",
            state,
            code,
            message,
            grid
        );
        Ok(update.execute(&mut *tx).await.context(self)?.rows_affected() > 0)
    }

    /// Returns a grid to the queue without counting the attempt: the program closes, or the disk is full.
    pub async fn release_grid(&self, grid: GridId) -> Result<()> {
        let mut tx = self.write().await?;
        let update = sqlx::query!(
            "UPDATE grid SET state = 'queued', worker = NULL, attempts = max(attempts - 1, 0)
            WHERE id = ? AND state = 'running'",
            grid
        );
        update.execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)
    }
}

/// A grid that nobody fills.
struct Waiting {
    id: GridId,
    attempts: u32,
}

fn crash_problem() -> Problem {
    let message = format!(
        "Filling this review table stopped the program {MAX_ATTEMPTS} times and is not tried any more. Fill it again, or \
         remove the document at which it stops."
    );
    Problem { code: Error::GRID_INTERRUPTED.to_owned(), message }
}
