//! What people marked in a collection as a report. Not for storing marks.

use crate::results::Occasion;
use crate::{Cell, Column, Fact, Report, Role, Table};
use pincite_api::{CitationStyle, Cited};

/// A passage that was marked for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPassage {
    /// The question.
    pub question: String,
    /// Whether it answers the question.
    pub relevant: bool,
    /// File name of the document.
    pub document_name: String,
    /// Where it stands, and its best sentence.
    pub cited: Cited,
}

/// A row for each mark.
pub fn marks(marks: &[MarkedPassage], occasion: &Occasion) -> Report {
    let Occasion { date, scope } = occasion;
    Report {
        title: format!("Relevance marks in {scope}"),
        facts: vec![Fact { name: "Date", value: date.clone() }, Fact { name: "Collection", value: scope.clone() }],
        table: Table { columns: columns(), rows: marks.iter().map(row).collect() },
    }
}

fn columns() -> Vec<Column> {
    let columns = [
        ("Mark", Role::Lead),
        ("Question", Role::Lead),
        ("Quote", Role::Quote),
        ("Citation", Role::Source),
        ("Document", Role::Detail),
        ("Page", Role::Detail),
        ("PDF page", Role::Detail),
        ("Clause", Role::Detail),
    ];
    columns.map(|(name, role)| Column::new(name, role)).to_vec()
}

fn row(mark: &MarkedPassage) -> Vec<Cell> {
    let cited = &mark.cited;
    vec![
        Cell::of(if mark.relevant { "Relevant" } else { "Not relevant" }),
        Cell::of(&mark.question),
        Cell::of(&cited.sentence),
        Cell::of(cited.cite(CitationStyle::Plain).text),
        Cell::of(&mark.document_name),
        Cell::of(&cited.label),
        Cell::Number(cited.page + 1),
        Cell::of(cited.clause.clone().unwrap_or_default()),
    ]
}
