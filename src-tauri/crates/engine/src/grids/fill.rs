//! Filling grids: one after another, cell by cell, until nothing is missing, or someone cancels. Not for which cells those
//! are (`missing`).

use super::missing::{Snapshot, Wanted, is_as_asked};
use super::view::{answer_of, cell_of};
use crate::documents::problem;
use crate::work::{LOOK, is_full};
use crate::{Engine, Error};
use pincite_api::{Answer, Event, Gather, GridAnswer, GridProgress, Match, Mode, Question};
use pincite_library::{self as library, Grid, JobState, NewGridCell};
use std::time::Instant;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

/// Passages that the cross-encoder reads for a cell, if the question asks for one answer. A document alone ranks its answer
/// higher than a collection does, so fewer are read than for a question of a person.
const MOST_READ: usize = 16;
/// Before this many cells a remaining time would be a guess.
const CELLS_BEFORE_ESTIMATE: usize = 3;

/// How the filling of a grid ended.
enum End {
    /// Nothing is missing.
    Complete,
    /// Someone cancelled or deleted it.
    Stopped,
    /// The program closes.
    Closing,
}

/// What became of the cells of one round.
enum Round {
    /// Something changed meanwhile: what is missing is to be found out anew.
    Again,
    Ended(End),
}

impl Engine {
    /// Fills grids until the program closes.
    pub(crate) async fn fill_grids(self) {
        let closing = self.0.queue.closing.clone();
        while !closing.is_cancelled() {
            self.wait_for_space().await;
            let changed = self.0.queue.changed();
            match self.0.library.take_grid().await {
                Ok(Some(grid)) => self.fill_grid(&grid).await,
                Ok(None) => {
                    let _ = closing.run_until_cancelled(tokio::time::timeout(LOOK, changed)).await;
                }
                Err(library::Error::OpenedFull { .. }) => return,
                Err(error) => self.cannot_write(&error).await,
            }
        }
    }

    async fn fill_grid(&self, grid: &Grid) {
        self.0.emit(Event::Grids { collection: grid.collection });
        let began = Instant::now();
        let result = self.fill(grid).await;
        tracing::info!(grid = grid.id.0, seconds = began.elapsed().as_secs_f32(), "filling ends");
        if let Err(error) = self.end_filling(grid, result).await {
            self.0.notice_of(&error);
        }
        self.0.emit(Event::Grids { collection: grid.collection });
    }

    /// Stores how it ended. What a full disk or the closing of the program stopped goes on later.
    async fn end_filling(&self, grid: &Grid, result: Result<End, Error>) -> Result<(), library::Error> {
        let library = &self.0.library;
        match result {
            Ok(End::Complete) => library.end_grid(grid.id, JobState::Done, None).await.map(drop),
            Ok(End::Stopped) => Ok(()),
            Ok(End::Closing) => library.release_grid(grid.id).await,
            Err(_) if self.0.queue.closing.is_cancelled() => library.release_grid(grid.id).await,
            Err(Error::Library(error)) if is_full(&error) => {
                self.disk_is_full();
                self.wait_for_space().await;
                library.release_grid(grid.id).await
            }
            Err(error) => library.end_grid(grid.id, JobState::Failed, Some(&problem(&error))).await.map(drop),
        }
    }

    async fn fill(&self, grid: &Grid) -> Result<End, Error> {
        loop {
            let snapshot = Snapshot::of(self, grid).await?;
            let missing = snapshot.missing();
            if missing.is_empty() {
                return Ok(End::Complete);
            }
            let pace = Pace { total: snapshot.total(), missing: missing.len(), began: Instant::now() };
            if let Round::Ended(end) = self.fill_missing(grid, missing, &pace).await? {
                return Ok(end);
            }
        }
    }

    async fn fill_missing(&self, grid: &Grid, missing: Vec<Wanted>, pace: &Pace) -> Result<Round, Error> {
        for (number, wanted) in missing.into_iter().enumerate() {
            if self.0.queue.closing.is_cancelled() {
                return Ok(Round::Ended(End::Closing));
            }
            if !self.is_filled_here(grid).await? {
                return Ok(Round::Ended(End::Stopped));
            }
            let answer = match self.ask_cell(grid, &wanted).await {
                Ok(answer) => answer,
                Err(_) if !is_as_asked(self, wanted.place.document, wanted.basis).await => return Ok(Round::Again),
                Err(error) => return Err(error),
            };
            let cell = new_cell(&wanted, &answer);
            if !self.0.library.put_grid_cell(grid.id, &cell).await? {
                return Ok(Round::Again);
            }
            self.0.emit(Event::Grid(pace.progress(grid, cell, number + 1)));
        }
        Ok(Round::Again)
    }

    /// Whether nobody cancelled or deleted the grid.
    async fn is_filled_here(&self, grid: &Grid) -> Result<bool, Error> {
        match self.0.library.grid(grid.id).await {
            Ok(now) => Ok(now.state == Some(JobState::Running)),
            Err(library::Error::NoGrid(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn ask_cell(&self, grid: &Grid, wanted: &Wanted) -> Result<Answer, Error> {
        let question = Question {
            text: wanted.question.clone(),
            collection: grid.collection,
            documents: vec![wanted.place.document],
            k: 1,
            mode: Mode::Hybrid,
            gather: Gather::Auto,
            rerank: true,
            remember: false,
        };
        let (engine, runtime) = (self.clone(), Handle::current());
        let answering = spawn_blocking(move || runtime.block_on(engine.answer(question, MOST_READ)));
        answering.await.map_err(|_| Error::Stopped { what: "Filling the review table".to_owned() })?
    }
}

/// The cell for an answer. Where no cross-encoder judged, what was found counts.
fn new_cell(wanted: &Wanted, answer: &Answer) -> NewGridCell {
    let found = !answer.hits.is_empty() && answer.answered != Some(Match::None);
    let shown = if found { answer.hits.len() } else { 1 };
    let answers: Vec<GridAnswer> = answer.hits.iter().take(shown).map(answer_of).collect();
    NewGridCell {
        place: wanted.place,
        content: wanted.basis.content,
        first_passage: wanted.basis.first_passage,
        generation: wanted.basis.generation,
        found,
        answers: serde_json::to_string(&answers).unwrap_or_else(|_| "[]".to_owned()),
    }
}

/// How fast the cells of a round are filled.
struct Pace {
    /// Cells of the grid.
    total: usize,
    /// Cells to fill when the round began.
    missing: usize,
    began: Instant,
}

impl Pace {
    fn progress(&self, grid: &Grid, cell: NewGridCell, filled: usize) -> GridProgress {
        let left = self.missing.saturating_sub(filled);
        let seconds_a_cell = self.began.elapsed().as_secs_f32() / filled as f32;
        GridProgress {
            grid: grid.id,
            collection: grid.collection,
            cell: cell_of(&stored(cell), true),
            done: (self.total - left) as u32,
            total: self.total as u32,
            seconds_left: (filled >= CELLS_BEFORE_ESTIMATE).then_some(left as f32 * seconds_a_cell),
        }
    }
}

/// The cell as the library has it now.
fn stored(cell: NewGridCell) -> library::GridCell {
    let NewGridCell { place, content, first_passage, generation, found, answers } = cell;
    library::GridCell { place, content, first_passage, generation, found, answers, judged: None, pointed: None }
}
