//! What people marked in a collection as a report. Not for storing marks.

use crate::results::Occasion;
use crate::{Cell, Fact, Report, Table, quoted};
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
        facts: vec![Fact::new("Date", date), Fact::new("Collection", scope)],
        table: Table { columns: quoted::columns(["Mark", "Question"]), rows: marks.iter().map(row).collect() },
    }
}

fn row(mark: &MarkedPassage) -> Vec<Cell> {
    let lead = [Cell::of(if mark.relevant { "Relevant" } else { "Not relevant" }), Cell::of(&mark.question)];
    quoted::row(lead, &mark.document_name, &mark.cited, CitationStyle::Plain)
}
