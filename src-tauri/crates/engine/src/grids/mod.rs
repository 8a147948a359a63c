//! Grids: a list of questions is asked of each document of a collection, as a durable job.
//!
//! A grid's way: its questions come from a list that comes with Pincite, a text or a file (`lists`). [`Engine::run_grid`]
//! queues it. A process that works fills it column by column (`fill`, `asking`), so that the first column is complete in seconds.
//! Only cells that are missing or not up to date are filled (`cells`). People judge cells, and what they say is kept with
//! the cell and counts as marks, which adapting learns from; the other cells of the column learn from it at once (`learning`).
//! A person confirms its rows by name (`signing`), and it is handed on with what it rests on (`exported`).

mod asking;
mod cells;
mod exported;
mod fill;
mod learning;
mod lists;
mod signing;

pub(crate) use fill::fill;
pub use lists::question_lists;

use crate::error::{blocking, computing};
use crate::{Engine, Error};
use cells::{answer_of_found, cell_of, shown, state_shown};
use pincite_api::{Event, GridPlace, GridSummary, GridView, Judged, Judgement, Judging, NewGrid};
use pincite_library::{
    self as library, CellPlace, CollectionId, Grid, GridId, GridQuestion, GridQuestionId, JobState, PassageId,
    StoredPassage,
};
use pincite_search::{ChosenPassage, PairScorer, hit_of_chosen};
use std::collections::HashMap;

impl Engine {
    /// Makes a grid. Nothing is asked before [`Engine::run_grid`].
    ///
    /// # Errors
    /// [`Error::UnknownList`], [`Error::NoQuestionColumn`]; [`Error::Adapt`] for a file that cannot be read;
    /// [`Error::Library`], also for a name that is empty or taken, and for no question, too many or too long ones.
    pub async fn create_grid(&self, new: NewGrid) -> Result<GridView, Error> {
        let NewGrid { collection, name, source, documents } = new;
        let questions = blocking("Reading the questions", move || lists::questions_of(&source)).await??;
        let chosen = Some(documents.as_slice()).filter(|documents| !documents.is_empty());
        let id = self.0.library.create_grid(collection, &name, &questions, chosen).await?;
        self.0.events.emit(Event::Grids { collection });
        self.grid(id).await
    }

    /// Puts the questions of a grid in another order.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn order_grid_questions(&self, grid: GridId, order: &[GridQuestionId]) -> Result<GridView, Error> {
        self.0.library.order_grid_questions(grid, order).await?;
        self.tell_grid(grid).await;
        self.grid(grid).await
    }

    /// Renames a grid.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there, or the name is empty or taken.
    pub async fn rename_grid(&self, grid: GridId, name: &str) -> Result<(), Error> {
        let collection = self.0.library.grid(grid).await?.collection;
        self.0.library.rename_grid(grid, name).await?;
        self.0.events.emit(Event::Grids { collection });
        Ok(())
    }

    /// Deletes a grid. Marks that came from it stay.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn delete_grid(&self, grid: GridId) -> Result<(), Error> {
        let collection = self.0.library.grid(grid).await?.collection;
        self.0.library.delete_grid(grid).await?;
        self.0.events.emit(Event::Grids { collection });
        Ok(())
    }

    /// Queues a grid: cells that are missing or not up to date will be filled by a process that works. `false` if it was
    /// queued or being filled already.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn run_grid(&self, grid: GridId) -> Result<bool, Error> {
        let queued = self.0.library.queue_grid(grid).await?;
        self.tell_grid(grid).await;
        Ok(queued)
    }

    /// Tells everyone that a grid changed, if it is still there.
    pub(crate) async fn tell_grid(&self, grid: GridId) {
        if let Ok(grid) = self.0.library.grid(grid).await {
            self.0.events.emit(Event::Grids { collection: grid.collection });
        }
    }

    /// Stops the filling of a grid. What was filled stays, and [`Engine::run_grid`] goes on.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn cancel_grid(&self, grid: GridId) -> Result<(), Error> {
        let grid = self.0.library.grid(grid).await?;
        if let Some(job) = grid.job {
            self.0.library.cancel_job(job, None).await?;
        }
        self.0.events.emit(Event::Grids { collection: grid.collection });
        Ok(())
    }

    /// Waits until the filling of a grid has ended, whichever process does it.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn wait_for_grid(&self, grid: GridId) -> Result<(), Error> {
        let mut changes = self.0.library.changes();
        while self.0.library.grid(grid).await?.state.is_some_and(JobState::is_unfinished) {
            changes.next().await;
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
            summaries.push(cells::summary(self, grid).await?);
        }
        Ok(summaries)
    }

    /// A grid with its cells.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn grid(&self, grid: GridId) -> Result<GridView, Error> {
        cells::whole(self, grid).await
    }

    /// Stores what a person says of a cell, in place of what was said before, and marks its passages accordingly. Marks
    /// that the person gave elsewhere stay. The column learns from it at once.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such cell, or the passage is not in its document.
    pub async fn judge_cell(&self, grid: GridId, judging: Judging) -> Result<Judged, Error> {
        let place = CellPlace { question: judging.question, document: judging.document };
        let changed = self.judge_cells(grid, &[judging]).await?;
        let column = self.0.library.column_cells(grid, place.question).await?;
        let mut cells: HashMap<CellPlace, library::GridCell> =
            column.into_iter().map(|cell| (cell.place, cell)).collect();
        let cell = cells.remove(&place).ok_or(library::Error::NoGridCell)?;
        let changed = changed.iter().filter_map(|place| cells.get(place));
        Ok(Judged { cell: cell_of(&cell, true), changed: changed.map(|cell| cell_of(cell, true)).collect() })
    }

    /// The same of several cells. Each of their columns learns once, and the places of other cells that show something else then
    /// are returned.
    ///
    /// # Errors
    /// As [`Engine::judge_cell`]. What was judged before the error stays.
    pub async fn judge_cells(&self, grid: GridId, judgings: &[Judging]) -> Result<Vec<CellPlace>, Error> {
        let grid = self.0.library.grid(grid).await?;
        let mut changed = Vec::new();
        let mut judged = 0;
        for question in self.0.library.grid_questions(grid.id).await? {
            let of_column: Vec<&Judging> = judgings.iter().filter(|judging| judging.question == question.id).collect();
            if of_column.is_empty() {
                continue;
            }
            let cells = self.0.library.column_cells(grid.id, question.id).await?;
            for judging in &of_column {
                let cell = cells.iter().find(|cell| cell.place.document == judging.document);
                self.store_judgement(&grid, &question, cell.ok_or(library::Error::NoGridCell)?, judging).await?;
            }
            changed.extend(learning::learn(self, &grid, &question).await?);
            judged += of_column.len();
        }
        if judged < judgings.len() {
            return Err(library::Error::NoGridCell.into());
        }
        Ok(changed)
    }

    async fn store_judgement(
        &self,
        grid: &Grid,
        question: &GridQuestion,
        cell: &library::GridCell,
        judging: &Judging,
    ) -> Result<(), Error> {
        let library = &self.0.library;
        let chosen = match (judging.judged, judging.passage) {
            (Some(Judgement::Pointed), Some(passage)) => {
                let stored = library.passage_of(cell.place.document, passage).await?;
                let hit = self.presented(grid.collection, stored, question).await?;
                Some(answer_of_found(hit.ok_or(library::Error::NoPassage(passage))?))
            }
            (Some(Judgement::Pointed), None) => return Err(library::Error::NoGridCell.into()),
            _ => None,
        };
        let judged = judging.judged.map(stored);
        let rejected = rejected(cell, judging.judged);
        let said = library::Judging { judged, rejected: &rejected, chosen: chosen.as_ref() };
        Ok(library.judge_grid_cell(grid.id, cell.place, said).await?)
    }

    /// The cell whose mark helps most. `None` if all are judged.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such grid.
    pub async fn next_cell(&self, grid: GridId) -> Result<Option<GridPlace>, Error> {
        let grid = self.0.library.grid(grid).await?;
        let place = learning::next_to_check(self, &grid).await?;
        Ok(place.map(|CellPlace { question, document }| GridPlace { question, document }))
    }

    /// A passage as a hit for a question. `None` if its document is not listed.
    async fn presented(
        &self,
        collection: CollectionId,
        passage: StoredPassage,
        question: &GridQuestion,
    ) -> Result<Option<pincite_search::Hit>, Error> {
        let engine = self.clone();
        let text = question.text.clone();
        let kind = question.kind;
        let presenting = async move || {
            let reranker = engine.0.rerankers.current().await.ok();
            let model = reranker.as_ref().map(|reranker| &**reranker.model() as &dyn PairScorer);
            let chosen = ChosenPassage { collection, passage, question: &text, kind };
            hit_of_chosen(&engine.0.library, chosen, model).await
        };
        Ok(computing("Showing the passage", presenting).await??)
    }
}

/// The passages that do not answer, when this is said of a cell: those rejected before, and with [`Judgement::Wrong`] those that
/// are shown now.
fn rejected(cell: &library::GridCell, judged: Option<Judgement>) -> Vec<PassageId> {
    let mut rejected = if judged.is_some() { cell.rejected.clone() } else { Vec::new() };
    if judged == Some(Judgement::Wrong) && state_shown(cell) != library::CellState::NotFound {
        rejected.extend(shown(cell).iter().map(|answer| answer.passage));
    }
    rejected
}

fn stored(judged: Judgement) -> library::Judgement {
    match judged {
        Judgement::Right => library::Judgement::Right,
        Judgement::Wrong => library::Judgement::Wrong,
        Judgement::Pointed => library::Judgement::Pointed,
        Judgement::Absent => library::Judgement::Absent,
    }
}
