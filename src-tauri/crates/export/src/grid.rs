//! A review table as a report. Not for filling it.

use crate::results::{Occasion, strength};
use crate::{Cell, Column, Fact, Report, Role, Table};
use pincite_api::{GridAnswer, GridCell, GridDocument, GridQuestion, GridView, Judgement};

/// A row for each answer, and one for each cell without an answer: document by document, as people read it.
pub fn grid(view: &GridView, Occasion { date, scope }: &Occasion) -> Report {
    let rows = view.documents.iter().flat_map(|document| {
        let places = view.questions.iter().map(move |question| Place { document, question });
        places.flat_map(|place| rows_of(&place, view))
    });
    Report {
        title: view.name.clone(),
        facts: vec![Fact::new("Review table", &view.name), Fact::new("Date", date), Fact::new("Collection", scope)],
        table: Table { columns: columns(), rows: rows.collect() },
    }
}

/// Where a cell is.
struct Place<'v> {
    document: &'v GridDocument,
    question: &'v GridQuestion,
}

fn columns() -> Vec<Column> {
    let columns = [
        ("Document", Role::Lead),
        ("Name", Role::Detail),
        ("Question", Role::Lead),
        ("Result", Role::Lead),
        ("Answer", Role::Quote),
        ("Citation", Role::Source),
        ("Page", Role::Detail),
        ("Clause", Role::Detail),
        ("Strength", Role::Detail),
        ("Checked", Role::Detail),
    ];
    columns.map(|(name, role)| Column::new(name, role)).to_vec()
}

/// The rows of one cell. The nearest passage of a cell without an answer is not written: it answers nothing.
fn rows_of(place: &Place<'_>, view: &GridView) -> Vec<Vec<Cell>> {
    let here = |cell: &&GridCell| cell.document == place.document.id && cell.question == place.question.id;
    match view.cells.iter().find(here) {
        None => vec![row(place, "Not asked", None, None)],
        Some(cell) if !cell.found => vec![row(place, "Not found", None, cell.judged)],
        Some(cell) => cell.answers.iter().map(|answer| row(place, "", Some(answer), cell.judged)).collect(),
    }
}

fn row(place: &Place<'_>, result: &str, answer: Option<&GridAnswer>, judged: Option<Judgement>) -> Vec<Cell> {
    let text = |of: fn(&GridAnswer) -> String| Cell::of(answer.map(of).unwrap_or_default());
    vec![
        Cell::of(&place.document.name),
        Cell::of(&place.question.name),
        Cell::of(&place.question.text),
        Cell::of(result),
        text(|answer| answer.sentence.clone()),
        text(|answer| answer.citation.clone()),
        text(page),
        text(|answer| answer.clause.clone().unwrap_or_default()),
        text(|answer| answer.strength.map(strength).unwrap_or_default().to_owned()),
        Cell::of(judged.map(checked).unwrap_or_default()),
    ]
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
