//! What marks bring to a review table: documents of each column are marked as the annotators say, and the others are compared
//! before and after. Not for filling the table.

use super::filled::{Filled, prediction};
use crate::error::Error;
use pincite_api::{DocumentId, GridCell, GridId, Judgement, Judging, Match, PassageId};
use pincite_engine::Engine;
use pincite_eval::table::{Cell, Marks, MarksOfColumn, drawn, is_wrong, place_of};
use std::collections::BTreeMap;
use std::time::Instant;

/// How often documents are drawn.
const DRAWS: u64 = 5;

/// The cells with the annotators' answers, and where they are in the table.
pub(super) struct Asked<'a> {
    pub(super) cells: &'a [Cell],
    /// The question of each category.
    pub(super) columns: &'a BTreeMap<String, String>,
    pub(super) documents: &'a BTreeMap<String, DocumentId>,
}

/// Marks so many documents of each column, and says what that changes in the others.
pub(super) async fn measured(engine: &Engine, grid: GridId, asked: &Asked<'_>, count: usize) -> Result<Marks, Error> {
    let mut columns = Vec::new();
    let mut slowest = 0.0f64;
    for category in asked.columns.keys() {
        let cells: Vec<&Cell> = asked.cells.iter().filter(|cell| cell.category == *category).collect();
        if cells.len() <= count {
            continue;
        }
        let mut column = MarksOfColumn { category: category.clone(), ..MarksOfColumn::default() };
        for draw in 0..DRAWS {
            let marked = drawn(cells.len(), count, draw);
            let seconds = marked_as_annotated(engine, grid, asked, &cells, &marked, &mut column).await?;
            slowest = slowest.max(seconds);
        }
        columns.push(column);
    }
    Ok(Marks::of(count, columns, slowest))
}

/// Marks these cells, counts what is wrong in the others before and after, and takes the marks back. Returns how many seconds the
/// last mark took.
async fn marked_as_annotated(
    engine: &Engine,
    grid: GridId,
    asked: &Asked<'_>,
    cells: &[&Cell],
    marked: &[usize],
    column: &mut MarksOfColumn,
) -> Result<f64, Error> {
    let before = engine.grid(grid).await?;
    let filled = Filled::of(&before);
    let question = |cell: &Cell| asked.columns[&cell.category].clone();
    let mut judgings = Vec::with_capacity(marked.len());
    for at in marked {
        let cell = cells[*at];
        let document = asked.documents[&cell.document];
        let Some(shown) = filled.cell(&question(cell), document) else { continue };
        judgings.push(judging(engine, shown, cell).await?);
    }
    let (last, first) = judgings.split_at(judgings.len().saturating_sub(1));
    engine.judge_cells(grid, first).await?;
    let started = Instant::now();
    engine.judge_cells(grid, last).await?;
    let seconds = started.elapsed().as_secs_f64();
    let after = engine.grid(grid).await?;
    let learned = Filled::of(&after);
    let others = (0..cells.len()).filter(|at| !marked.contains(at));
    for cell in others.map(|at| cells[at]) {
        let document = asked.documents[&cell.document];
        let both = filled.cell(&question(cell), document).zip(learned.cell(&question(cell), document));
        let Some((one, other)) = both else { continue };
        let wrong_before = is_wrong(cell, &prediction(one));
        let wrong_after = is_wrong(cell, &prediction(other));
        column.count(&cell.document, wrong_before, wrong_after, [one.state, other.state]);
    }
    for judging in &mut judgings {
        *judging = Judging { judged: None, passage: None, ..*judging };
    }
    engine.judge_cells(grid, &judgings).await?;
    Ok(seconds)
}

/// What a person who knows the annotators' answer says of a cell.
async fn judging(engine: &Engine, shown: &GridCell, cell: &Cell) -> Result<Judging, Error> {
    if !cell.present {
        return Ok(said(shown, Some(Judgement::Absent), None));
    }
    if shown.state != Match::NotFound && place_of(cell, &prediction(shown)) {
        return Ok(said(shown, Some(Judgement::Right), None));
    }
    let passages = engine.passages(shown.document).await?;
    let right = passages.iter().find(|one| cell.is_in(&one.passage.text)).map(|one| one.id);
    let judgement = if right.is_some() { Judgement::Pointed } else { Judgement::Wrong };
    Ok(said(shown, Some(judgement), right))
}

fn said(cell: &GridCell, judged: Option<Judgement>, passage: Option<PassageId>) -> Judging {
    Judging { question: cell.question, document: cell.document, judged, passage }
}
