//! A review table as a report.

use crate::{Cell, Column, ColumnRole, Fact, Occasion, Report, Table};
use pincite_api::{GridAnswer, GridDocument, GridQuestion, GridView, Judgement, Match};
use std::collections::HashMap;

/// A row for each answer, and one for each cell without an answer: document by document, as people read it. The nearest
/// passage of a cell without an answer is not written: it answers nothing.
pub fn grid(view: &GridView, occasion: &Occasion) -> Report {
    let mut cells = HashMap::new();
    for cell in &view.cells {
        cells.insert((cell.document, cell.question), cell);
    }
    let mut rows = Vec::new();
    for document in &view.documents {
        for question in &view.questions {
            match cells.get(&(document.id, question.id)) {
                None => rows.push(row(document, question, "Not asked", None, None)),
                Some(cell) if cell.problem.is_some() => rows.push(row(document, question, "Failed", None, None)),
                Some(cell) => {
                    let result = cell.state.to_string();
                    let shown = if cell.state == Match::NotFound { &[] } else { cell.answers.as_slice() };
                    if shown.is_empty() {
                        rows.push(row(document, question, &result, None, cell.judged));
                    }
                    rows.extend(shown.iter().map(|answer| row(document, question, &result, Some(answer), cell.judged)));
                }
            }
        }
    }
    let facts = vec![
        Fact::new("Review table", &view.name),
        Fact::new("Date", &occasion.date),
        Fact::new("Collection", &occasion.scope),
    ];
    Report { title: view.name.clone(), facts, table: Table { columns: columns(), rows } }
}

fn columns() -> Vec<Column> {
    vec![
        Column::new("Document", ColumnRole::Lead),
        Column::new("Name", ColumnRole::Detail),
        Column::new("Question", ColumnRole::Lead),
        Column::new("Result", ColumnRole::Lead),
        Column::new("Value", ColumnRole::Detail),
        Column::new("Answer", ColumnRole::Quote),
        Column::new("Citation", ColumnRole::Source),
        Column::new("Page", ColumnRole::Detail),
        Column::new("Clause", ColumnRole::Detail),
        Column::new("Checked", ColumnRole::Detail),
    ]
}

fn row(
    document: &GridDocument,
    question: &GridQuestion,
    result: &str,
    answer: Option<&GridAnswer>,
    judged: Option<Judgement>,
) -> Vec<Cell> {
    let mut cells =
        vec![Cell::of(&document.name), Cell::of(&question.name), Cell::of(&question.text), Cell::of(result)];
    match answer {
        Some(answer) => cells.extend([
            Cell::of(answer.value.as_ref().map(|value| value.normalised.clone()).unwrap_or_default()),
            Cell::of(&answer.sentence),
            Cell::of(&answer.citation),
            Cell::of(page(answer)),
            Cell::of(answer.clause.clone().unwrap_or_default()),
        ]),
        None => cells.extend([const { Cell::Empty }; 5]),
    }
    cells.push(Cell::of(judged.map(checked).unwrap_or_default()));
    cells
}

/// The printed label, or else the number of the page.
fn page(answer: &GridAnswer) -> String {
    if answer.page_label.is_empty() { (answer.page + 1).to_string() } else { answer.page_label.clone() }
}

fn checked(judged: Judgement) -> &'static str {
    match judged {
        Judgement::Right => "Right",
        Judgement::Wrong => "Wrong",
        Judgement::Pointed => "Chosen by hand",
    }
}
