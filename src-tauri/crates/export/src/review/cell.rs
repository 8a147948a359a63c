//! What a cell of a review table says to its readers, in words.

use super::manifest::{Answer, Cell, Outcome};
use pincite_api::{AnswerValue, Judgement, ValueKind};

impl Outcome {
    /// The result in a word or two.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::NotAsked => "Not asked",
            Self::Failed => "Could not be read",
            Self::Rejected => "Marked wrong",
            Self::NotFound => "Not found",
            Self::Unsure => "Unsure",
            Self::Found => "Found",
        }
    }
}

impl Cell {
    /// What stands in the cell: the values or sentences, or why there are none. A rejected cell is empty.
    pub(super) fn text(&self) -> String {
        match self.result {
            Outcome::NotAsked | Outcome::Rejected => String::new(),
            Outcome::Failed | Outcome::NotFound => self.result.in_words().to_owned(),
            Outcome::Unsure | Outcome::Found => self.answers.iter().map(short).collect::<Vec<_>>().join("\n"),
        }
    }

    /// The same where no colour says that it is unsure.
    pub(super) fn in_words(&self) -> String {
        if self.result == Outcome::Unsure { format!("Unsure: {}", self.text()) } else { self.text() }
    }

    /// The pages of the answers.
    pub(super) fn pages(&self) -> String {
        let mut pages: Vec<&str> = self.answers.iter().map(|answer| answer.page.as_str()).collect();
        pages.dedup();
        pages.join(", ")
    }

    /// The value, if the cell has a single one.
    pub(super) fn value(&self) -> Option<&AnswerValue> {
        match self.answers.as_slice() {
            [answer] => answer.value.as_ref(),
            _ => None,
        }
    }

    /// A person's judgement in words.
    pub(super) fn checked(&self) -> &'static str {
        match self.checked {
            None => "",
            Some(Judgement::Right) => "Right",
            Some(Judgement::Wrong) => "Wrong",
            Some(Judgement::Pointed) => "Chosen by hand",
            Some(Judgement::Absent) => "Not in this document",
        }
    }
}

/// An answer as short as it can be: its value, or else its sentence.
fn short(answer: &Answer) -> String {
    match &answer.value {
        Some(value) if value.kind == ValueKind::Duration => value.written.clone(),
        Some(value) => value.normalised.clone(),
        None => answer.sentence.clone(),
    }
}
