//! Grids: a list of questions is asked of each document of a collection, as a durable job. Not for answering one question
//! (`ask`).
//!
//! A grid's way: its questions come from a list that comes with Pincite, a text or a file (`lists`). [`Engine::run_grid`]
//! queues it. A process that works fills it cell by cell (`fill`), column by column, so that the first column is complete in
//! seconds. Only cells that are missing or not up to date are filled (`missing`). People judge cells (`judge`), and what
//! they say counts as marks. `view` and `csv` show and write what is there.

mod fill;
mod judge;
mod lists;
mod missing;
mod view;

pub use lists::question_lists;

use crate::{Engine, Error};
use pincite_api::{Event, GridState, GridSummary, GridView, QuestionSource};
use pincite_library::{CollectionId, GridId, JobState};
use std::time::Duration;

/// How often a grid is looked at while waiting for it: another process may be filling it.
const LOOK: Duration = Duration::from_millis(100);

impl Engine {
    /// Makes a grid. Nothing is asked before [`Engine::run_grid`].
    ///
    /// # Errors
    /// [`Error::UnknownList`], [`Error::Unreadable`], [`Error::NoQuestionColumn`]; [`Error::Library`], also for a name that
    /// is empty or taken, and where there is no question.
    pub async fn create_grid(
        &self,
        collection: CollectionId,
        name: &str,
        source: QuestionSource,
    ) -> Result<GridView, Error> {
        let reading = tokio::task::spawn_blocking(move || lists::questions_of(&source)).await;
        let questions = reading.map_err(|_| Error::Stopped { what: "Reading the questions".to_owned() })??;
        let id = self.0.library.create_grid(collection, name, &questions).await?;
        self.0.emit(Event::Grids { collection });
        self.grid(id).await
    }

    /// Renames a grid.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there, or the name is empty or taken.
    pub async fn rename_grid(&self, grid: GridId, name: &str) -> Result<(), Error> {
        let collection = self.0.library.grid(grid).await?.collection;
        self.0.library.rename_grid(grid, name).await?;
        self.0.emit(Event::Grids { collection });
        Ok(())
    }

    /// Deletes a grid. Marks that came from it stay.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn delete_grid(&self, grid: GridId) -> Result<(), Error> {
        let collection = self.0.library.grid(grid).await?.collection;
        self.0.library.delete_grid(grid).await?;
        self.0.emit(Event::Grids { collection });
        Ok(())
    }

    /// Queues a grid: cells that are missing or not up to date will be filled by a process that works.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn run_grid(&self, grid: GridId) -> Result<(), Error> {
        self.0.library.queue_grid(grid).await?;
        self.0.queue.wake();
        self.0.emit(Event::Grids { collection: self.0.library.grid(grid).await?.collection });
        Ok(())
    }

    /// Stops the filling of a grid. What was filled stays, and [`Engine::run_grid`] goes on.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn cancel_grid(&self, grid: GridId) -> Result<(), Error> {
        let collection = self.0.library.grid(grid).await?.collection;
        self.0.library.end_grid(grid, JobState::Cancelled, None).await?;
        self.0.emit(Event::Grids { collection });
        Ok(())
    }

    /// Waits until the filling of a grid has ended, whichever process does it.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn wait_for_grid(&self, grid: GridId) -> Result<(), Error> {
        let active = |state| matches!(state, GridState::Queued | GridState::Running);
        while active(view::state_of(self.0.library.grid(grid).await?.state)) {
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// Grids of a collection, in the order they were made.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn grids(&self, collection: CollectionId) -> Result<Vec<GridSummary>, Error> {
        let mut summaries = Vec::new();
        for grid in self.0.library.grids(collection).await? {
            summaries.push(view::summary(self, grid).await?);
        }
        Ok(summaries)
    }

    /// A grid with its cells.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn grid(&self, grid: GridId) -> Result<GridView, Error> {
        view::whole(self, grid).await
    }
}
