//! The results of a question as a report. Not for choosing them.

use crate::{Cell, Fact, Report, Table, quoted};
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
        table: Table { columns: quoted::columns(["Rank", "Match"]), rows },
    }
}

pub(crate) fn facts(question: &str, Occasion { date, scope }: &Occasion) -> Vec<Fact> {
    vec![Fact::new("Question", question), Fact::new("Date", date), Fact::new("Searched", scope)]
}

fn row(rank: u32, hit: &Hit, style: CitationStyle) -> Vec<Cell> {
    let lead = [Cell::Number(rank), Cell::of(hit.strength.map(strength).unwrap_or_default())];
    quoted::row(lead, &hit.document_name, &hit.cited, as_text(style))
}

/// The style of a citation as text. In Markdown the writer escapes it, so it has no markup yet.
fn as_text(style: CitationStyle) -> CitationStyle {
    if style == CitationStyle::Markdown { CitationStyle::Plain } else { style }
}

pub(crate) fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Strong => "Strong match",
        Strength::Possible => "Possible match",
        Strength::Weak => "Weak match",
    }
}
