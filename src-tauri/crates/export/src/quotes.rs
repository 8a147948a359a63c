//! Reports whose rows quote a sentence and say where it stands: the results of a question, and what people marked.

use crate::{Cell, Column, ColumnRole, Fact, Occasion, Report, Table};
use pincite_api::{Answer, CitationStyle, Cited, Match};
use pincite_search::citation_in;

/// A passage that was marked for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPassage {
    /// The text of the question.
    pub question: String,
    /// Whether it answers the question.
    pub relevant: bool,
    /// File name of the document.
    pub document_name: String,
    /// Where it stands, and its best sentence.
    pub cited: Cited,
}

/// A row for each hit, best first, with citations in a style.
pub fn results(answer: &Answer, occasion: &Occasion, style: CitationStyle) -> Report {
    // The writer of Markdown escapes citations, so they have no markup before.
    let style = if style == CitationStyle::Markdown { CitationStyle::Plain } else { style };
    let mut rows = Vec::with_capacity(answer.hits.len());
    for (rank, hit) in (1..).zip(&answer.hits) {
        rows.push(row([Cell::Number(rank)], &hit.document_name, &hit.cited, style));
    }
    let question = &answer.question.text;
    let mut facts = vec![
        Fact::new("Question", question),
        Fact::new("Date", &occasion.date),
        Fact::new("Searched", &occasion.scope),
    ];
    facts.extend(answer.result().map(|result| Fact::new("Result", &result)));
    for (name, state) in [("Unsure in", Match::Unsure), ("Not found in", Match::NotFound)] {
        let documents: Vec<&str> = answer.documents_with(state).map(|one| one.document_name.as_str()).collect();
        if !documents.is_empty() {
            facts.push(Fact::new(name, &documents.join(", ")));
        }
    }
    Report { title: question.clone(), facts, table: Table { columns: columns(["Rank"]), rows } }
}

/// A row for each mark.
pub fn marks(marks: &[MarkedPassage], occasion: &Occasion) -> Report {
    let mut rows = Vec::with_capacity(marks.len());
    for mark in marks {
        let judgement = if mark.relevant { "Relevant" } else { "Not relevant" };
        let lead = [Cell::of(judgement), Cell::of(&mark.question)];
        rows.push(row(lead, &mark.document_name, &mark.cited, CitationStyle::Plain));
    }
    Report {
        title: format!("Relevance marks in {}", occasion.scope),
        facts: vec![Fact::new("Date", &occasion.date), Fact::new("Collection", &occasion.scope)],
        table: Table { columns: columns(["Mark", "Question"]), rows },
    }
}

/// The columns of a quoted sentence and its place, after those named here.
fn columns<const LEAD: usize>(lead: [&str; LEAD]) -> Vec<Column> {
    let mut columns = lead.map(|name| Column::new(name, ColumnRole::Lead)).to_vec();
    columns.push(Column::new("Quote", ColumnRole::Quote));
    columns.push(Column::new("Citation", ColumnRole::Source));
    columns.extend(["Document", "Page", "PDF page", "Clause"].map(|name| Column::new(name, ColumnRole::Detail)));
    columns
}

/// The cells of a quoted sentence and its place, after those given here.
fn row<const LEAD: usize>(lead: [Cell; LEAD], document_name: &str, cited: &Cited, style: CitationStyle) -> Vec<Cell> {
    let mut cells = lead.to_vec();
    cells.extend([
        Cell::of(&cited.sentence),
        Cell::of(citation_in(style, cited).text),
        Cell::of(document_name),
        Cell::of(&cited.label),
        Cell::Number(cited.page + 1),
        Cell::of(cited.clause.clone().unwrap_or_default()),
    ]);
    cells
}
