//! Grids as the window and the command line get them. Not for filling them.

use super::missing::{Asked, Snapshot};
use crate::documents::view;
use crate::hits::hit_of;
use crate::{Engine, Error};
use pincite_api::{GridAnswer, GridCell, GridDocument, GridQuestion, GridState, GridSummary, GridView, Hit, Judgement};
use pincite_library::{self as library, Grid, GridId, JobState};

/// A grid with its cells.
pub(super) async fn whole(engine: &Engine, id: GridId) -> Result<GridView, Error> {
    let grid = engine.0.library.grid(id).await?;
    let snapshot = Snapshot::of(engine, &grid).await?;
    let cells = snapshot.questions.iter().flat_map(|question| {
        let cell = |asked: &Asked| snapshot.cell(question.id, asked).map(|(cell, current)| cell_of(cell, current));
        snapshot.documents.iter().filter_map(cell).collect::<Vec<_>>()
    });
    Ok(GridView {
        id,
        collection: grid.collection,
        state: state_of(grid.state),
        cells: cells.collect(),
        name: grid.name,
        problem: grid.problem.map(Into::into),
        documents: snapshot.documents.into_iter().map(document_of).collect(),
        questions: snapshot.questions.into_iter().map(question_of).collect(),
    })
}

/// A grid in a list.
pub(super) async fn summary(engine: &Engine, grid: Grid) -> Result<GridSummary, Error> {
    let snapshot = Snapshot::of(engine, &grid).await?;
    Ok(GridSummary {
        id: grid.id,
        collection: grid.collection,
        name: grid.name,
        state: state_of(grid.state),
        problem: grid.problem.map(Into::into),
        questions: snapshot.questions.len() as u32,
        documents: snapshot.documents.len() as u32,
        filled: (snapshot.total() - snapshot.missing().len()) as u32,
    })
}

pub(super) fn state_of(state: Option<JobState>) -> GridState {
    match state {
        None => GridState::New,
        Some(JobState::Queued) => GridState::Queued,
        Some(JobState::Running) => GridState::Running,
        Some(JobState::Done) => GridState::Done,
        Some(JobState::Failed) => GridState::Failed,
        Some(JobState::Cancelled) => GridState::Cancelled,
    }
}

/// A cell. Answers that cannot be read are none, and the cell is to be filled again.
pub(super) fn cell_of(cell: &library::GridCell, current: bool) -> GridCell {
    let chosen = cell.pointed.as_deref().and_then(|pointed| serde_json::from_str(pointed).ok());
    let answers = match chosen {
        Some(chosen) => Some(vec![chosen]),
        None => serde_json::from_str::<Vec<GridAnswer>>(&cell.answers).ok(),
    };
    GridCell {
        question: cell.place.question,
        document: cell.place.document,
        found: cell.found || cell.pointed.is_some(),
        current: current && answers.is_some(),
        answers: answers.unwrap_or_default(),
        judged: cell.judged.map(judgement_of),
    }
}

fn judgement_of(judged: library::Judgement) -> Judgement {
    match judged {
        library::Judgement::Right => Judgement::Right,
        library::Judgement::Wrong => Judgement::Wrong,
        library::Judgement::Pointed => Judgement::Pointed,
    }
}

/// What a cell keeps of a hit.
pub(super) fn answer_of(hit: &Hit) -> GridAnswer {
    let sentence: String = hit.pieces.iter().filter(|piece| piece.sentence).map(|piece| piece.text.as_str()).collect();
    let whole = || hit.pieces.iter().map(|piece| piece.text.as_str()).collect();
    GridAnswer {
        passage: hit.id,
        page: hit.page,
        page_label: hit.page_label.clone(),
        sentence: if sentence.trim().is_empty() { whole() } else { sentence.trim().to_owned() },
        clause: hit.clause.clone(),
        citation: hit.citation.clone(),
        strength: hit.strength,
        probability: hit.probability,
    }
}

/// The same of a hit of the search.
pub(super) fn answer_of_found(hit: pincite_search::Hit) -> GridAnswer {
    answer_of(&hit_of(hit))
}

fn document_of(asked: Asked) -> GridDocument {
    let document = view(asked.document);
    GridDocument { id: document.id, name: document.name }
}

fn question_of(question: library::GridQuestion) -> GridQuestion {
    let library::GridQuestion { id, name, text } = question;
    GridQuestion { id, name, text }
}
