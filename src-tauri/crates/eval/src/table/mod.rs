//! Measures review tables: is what a contract says found, is what it does not say "not found", and is the right place shown?
//! Cells with the annotators' answers are read here. Filling the table is the caller's.
//!
//! A cell's *presence* is the probability that its document answers its question. The rules of the official figures are those
//! of CUAD's own evaluation (Hendrycks et al. 2021).

mod marks;
mod official;
mod report;
mod values;

pub use marks::{Marks, MarksOfColumn, drawn, is_wrong, place_of};
pub use official::Official;
pub use report::{Bounds, Peer, PeerCell, Place, Presence, Report, read_peers, report};
pub use values::Values;

use crate::{Result, json_lines};
use pincite_api::Match;
use serde::Deserialize;
use std::path::Path;

/// Categories that ask for a value of the whole contract. All others ask whether it has a clause.
pub const VALUE_CATEGORIES: [&str; 6] =
    ["Document Name", "Parties", "Agreement Date", "Effective Date", "Expiration Date", "Governing Law"];

/// A cell with the annotators' answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Cell {
    /// Path of its PDF, relative to the folder of the cells.
    pub document: String,
    /// What is asked, such as "Audit Rights".
    pub category: String,
    /// The annotators' question.
    pub question: String,
    /// The question in a few words.
    pub question_short: String,
    /// Whether the document answers.
    pub present: bool,
    /// The answer as the annotators normalised it; none of a clause.
    #[serde(default)]
    pub answer: String,
    /// The texts that answer.
    pub spans: Vec<String>,
    /// The pages of each of these texts, counted from 0. `None` where nobody found the text on a page.
    #[serde(rename = "pages0")]
    pub pages: Vec<Option<Vec<u32>>>,
}

impl Cell {
    /// Whether it asks for a clause.
    pub fn asks_for_clause(&self) -> bool {
        !VALUE_CATEGORIES.contains(&self.category.as_str())
    }
}

/// What a table says in a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prediction {
    /// What the table says.
    pub state: Match,
    /// The probability that the document answers, 0 to 1.
    pub presence: f32,
    /// The texts that are shown, best first.
    pub texts: Vec<PredictedText>,
}

/// At this probability an unsure cell counts as present.
const HALF: f32 = 0.5;

impl Prediction {
    /// Whether it counts as present: it is found, or unsure with a probability of at least one half.
    fn is_positive(&self) -> bool {
        match self.state {
            Match::Found => true,
            Match::Unsure => self.presence >= HALF,
            Match::NotFound => false,
        }
    }
}

/// A text that is shown in a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictedText {
    /// The text.
    pub text: String,
    /// Its page, counted from 0.
    pub page: u32,
    /// The probability that it answers, 0 to 1.
    pub probability: f32,
    /// The value that it gives, normalised.
    pub value: Option<String>,
}

/// Reads cells, one JSON object a line. Blank lines are skipped.
///
/// # Errors
/// [`crate::Error::Unreadable`], [`crate::Error::Malformed`] with the line, [`crate::Error::NoQuestions`].
pub fn read(path: &Path) -> Result<Vec<Cell>> {
    const FORMAT: &str =
        "one JSON object a line with document, category, question, question_short, present, spans and pages0";
    json_lines::read_some(path, FORMAT)
}

/// Numbers that look drawn by chance, the same in every run: a linear congruential generator (Knuth's MMIX).
struct Draws(u64);

impl Draws {
    /// The next number below this one.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// The share of a part, 0 to 1; 0 of nothing.
fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    /// A cell with these answers on page 0.
    pub(super) fn cell(category: &str, spans: &[&str]) -> Cell {
        Cell {
            document: "a.pdf".to_owned(),
            category: category.to_owned(),
            question: "Q?".to_owned(),
            question_short: "Q".to_owned(),
            present: !spans.is_empty(),
            answer: String::new(),
            spans: spans.iter().map(|span| (*span).to_owned()).collect(),
            pages: spans.iter().map(|_| Some(vec![0])).collect(),
        }
    }

    /// A prediction of these texts on page 0; it is found, with the first one's probability.
    pub(super) fn shown(texts: &[(&str, f32)]) -> Prediction {
        let mut predicted = Prediction { state: Match::Found, presence: 0.0, texts: Vec::new() };
        for (text, probability) in texts {
            predicted.presence = predicted.presence.max(*probability);
            let text = (*text).to_owned();
            predicted.texts.push(PredictedText { text, page: 0, probability: *probability, value: None });
        }
        predicted
    }

    #[test]
    fn cells_are_read_and_bad_lines_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.jsonl");
        let good = r#"{"document": "a.pdf", "category": "Insurance", "kind": "yes/no", "question": "Q?",
            "question_short": "Q", "present": true, "answer": "Yes", "spans": ["E", "F"], "pages0": [[3], null]}"#;
        let good = good.replace('\n', " ");
        std::fs::write(&path, format!("{good}\n\n")).unwrap();
        let cells = read(&path).unwrap();
        assert_eq!((cells.len(), &cells[0].pages, cells[0].asks_for_clause()), (1, &vec![Some(vec![3]), None], true));
        std::fs::write(&path, format!("{good}\n{{}}\n")).unwrap();
        assert!(matches!(read(&path), Err(Error::Malformed { line: 2, .. })));
        std::fs::write(&path, "").unwrap();
        assert_eq!(read(&path).unwrap_err().code(), "eval.no_questions");
    }
}
