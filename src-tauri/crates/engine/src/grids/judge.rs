//! What people say of cells: it is kept with the cell, and counts as marks, which the tuning learns from. Not for learning.

use super::view::{answer_of_found, cell_of};
use crate::{Engine, Error};
use pincite_api::{GridAnswer, GridCell, Judgement, Judging};
use pincite_library::{self as library, CellPlace, DocumentId, Grid, GridId, Mark, PassageId};
use pincite_search::{ChosenPassage, hit_of_chosen};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

/// A passage that a judgement marks.
struct Marked {
    passage: PassageId,
    mark: Mark,
}

/// A cell and the question it answers.
struct Judged {
    cell: library::GridCell,
    question: String,
}

impl Engine {
    /// Stores what a person says of a cell, in place of what was said before, and marks its passages accordingly.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such cell, or the passage is not in its document.
    pub async fn judge_cell(&self, grid: GridId, judging: Judging) -> Result<GridCell, Error> {
        let library = &self.0.library;
        let (grid, place) =
            (library.grid(grid).await?, CellPlace { question: judging.question, document: judging.document });
        let before = self.judged_cell(&grid, place).await?;
        let pointed = match (judging.judged, judging.passage) {
            (Some(Judgement::Pointed), Some(passage)) => Some(self.chosen(&grid, &before, passage).await?),
            (Some(Judgement::Pointed), None) => return Err(library::Error::NoGridCell.into()),
            _ => None,
        };
        let written = pointed.as_ref().and_then(|pointed| serde_json::to_string(pointed).ok());
        library.judge_grid_cell(place, judging.judged.map(stored), written.as_deref()).await?;
        self.unmark(&grid, &before).await?;
        let after = self.judged_cell(&grid, place).await?;
        for Marked { passage, mark } in marks_of(&after.cell) {
            library.add_feedback(grid.collection, &after.question, passage, mark).await?;
        }
        Ok(cell_of(&after.cell, true))
    }

    async fn judged_cell(&self, grid: &Grid, place: CellPlace) -> Result<Judged, Error> {
        let library = &self.0.library;
        let cell = library.grid_cells(grid.id).await?.into_iter().find(|cell| cell.place == place);
        let question = library.grid_questions(grid.id).await?.into_iter().find(|it| it.id == place.question);
        let found = cell.zip(question).map(|(cell, question)| Judged { cell, question: question.text });
        found.ok_or_else(|| library::Error::NoGridCell.into())
    }

    /// Takes back the marks that the former judgement made.
    async fn unmark(&self, grid: &Grid, before: &Judged) -> Result<(), Error> {
        let library = &self.0.library;
        let former = marks_of(&before.cell);
        if former.is_empty() {
            return Ok(());
        }
        for said in library.feedback(grid.collection).await? {
            let same = |it: &Marked| Some(it.passage) == said.passage && it.mark == said.mark;
            if said.question == before.question && former.iter().any(same) {
                library.remove_feedback(said.id).await?;
            }
        }
        Ok(())
    }

    /// The passage that a person chose, as an answer.
    async fn chosen(&self, grid: &Grid, judged: &Judged, passage: PassageId) -> Result<GridAnswer, Error> {
        let document: DocumentId = judged.cell.place.document;
        let stored = self.0.library.passage_of(document, passage).await?;
        let (engine, runtime) = (self.clone(), Handle::current());
        let (collection, question) = (grid.collection, judged.question.clone());
        let presenting = spawn_blocking(move || {
            runtime.block_on(async {
                let reranker = engine.0.rerankers.current().await.ok();
                let model = reranker.as_ref().map(|reranker| reranker.model());
                let chosen = ChosenPassage { collection, passage: stored, question: &question };
                hit_of_chosen(&engine.0.library, chosen, model.as_deref()).await
            })
        });
        let hit = presenting.await.map_err(|_| Error::Stopped { what: "Marking the passage".to_owned() })??;
        Ok(answer_of_found(hit.ok_or(library::Error::NoPassage(passage))?))
    }
}

/// The marks that the judgement of a cell makes. Of a cell that is rightly empty, the nearest passage does not answer.
fn marks_of(cell: &library::GridCell) -> Vec<Marked> {
    let mark = match (cell.judged, cell.found) {
        (Some(library::Judgement::Pointed), _) | (Some(library::Judgement::Right), true) => Mark::Answers,
        (Some(library::Judgement::Right), false) | (Some(library::Judgement::Wrong), true) => Mark::DoesNot,
        (Some(library::Judgement::Wrong), false) | (None, _) => return Vec::new(),
    };
    cell_of(cell, true).answers.iter().map(|answer| Marked { passage: answer.passage, mark }).collect()
}

fn stored(judged: Judgement) -> library::Judgement {
    match judged {
        Judgement::Right => library::Judgement::Right,
        Judgement::Wrong => library::Judgement::Wrong,
        Judgement::Pointed => library::Judgement::Pointed,
    }
}
