//! The results of a question as a report. Not for choosing them.

use crate::{Cell, Column, Fact, Report, Role, Table};
use pincite_api::{Answer, CitationStyle, Hit, Strength};

/// When and of what a question was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The day, as people write it.
    pub date: String,
    /// What was searched, as people say it.
    pub scope: String,
}

/// A row for each hit, best first, with citations in a style.
pub fn results(answer: &Answer, occasion: &Occasion, style: CitationStyle) -> Report {
    let rows = (1..).zip(&answer.hits).map(|(rank, hit)| row(rank, hit, style)).collect();
    Report {
        title: answer.question.text.clone(),
        facts: facts(&answer.question.text, occasion),
        table: Table { columns: columns(), rows },
    }
}

pub(crate) fn facts(question: &str, Occasion { date, scope }: &Occasion) -> Vec<Fact> {
    let fact = |name, value: &str| Fact { name, value: value.to_owned() };
    vec![fact("Question", question), fact("Date", date), fact("Searched", scope)]
}

fn columns() -> Vec<Column> {
    let columns = [
        ("Rank", Role::Lead),
        ("Match", Role::Lead),
        ("Quote", Role::Quote),
        ("Citation", Role::Source),
        ("Document", Role::Detail),
        ("Page", Role::Detail),
        ("PDF page", Role::Detail),
        ("Clause", Role::Detail),
    ];
    columns.map(|(name, role)| Column::new(name, role)).to_vec()
}

fn row(rank: u32, hit: &Hit, style: CitationStyle) -> Vec<Cell> {
    vec![
        Cell::Number(rank),
        Cell::of(hit.strength.map(strength).unwrap_or_default()),
        Cell::of(&hit.cited.sentence),
        Cell::of(source(hit, style)),
        Cell::of(&hit.document_name),
        Cell::of(&hit.page_label),
        Cell::Number(hit.page + 1),
        Cell::of(hit.clause.clone().unwrap_or_default()),
    ]
}

/// The citation as text. In Markdown the writer escapes it, so it has no markup yet.
fn source(hit: &Hit, style: CitationStyle) -> String {
    let style = if style == CitationStyle::Markdown { CitationStyle::Plain } else { style };
    hit.cited.cite(style).text
}

pub(crate) fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Strong => "Strong match",
        Strength::Possible => "Possible match",
        Strength::Weak => "Weak match",
    }
}
