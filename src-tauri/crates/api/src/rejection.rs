//! Why a question is not used, why a passage is not asked about, and how many of each there were. Not for finding out.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Why a question is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "code", rename_all = "snake_case")]
#[ts(export)]
pub enum Rejection {
    /// There is no text.
    Empty,
    /// It has no word, hardly a letter, or the form of a statement.
    NotAQuestion,
    /// Too few words.
    TooShort,
    /// Too many words.
    TooLong,
    /// A piece of the passage.
    Copied,
    /// It says the same again.
    Repetitive,
    /// The same question was there before, about this passage or another of the document.
    Duplicate,
    /// It asks for nothing in particular.
    Vague,
    /// The search does not find its passage near the top of its document.
    NotFound {
        /// Where it finds it, counted from 1; none if it does not.
        rank: Option<usize>,
    },
    /// The user does not want it.
    Person,
}

impl Rejection {
    /// Stable code to store and to branch on; the same as in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::NotAQuestion => "not_a_question",
            Self::TooShort => "too_short",
            Self::TooLong => "too_long",
            Self::Copied => "copied",
            Self::Repetitive => "repetitive",
            Self::Duplicate => "duplicate",
            Self::Vague => "vague",
            Self::NotFound { .. } => "not_found",
            Self::Person => "person",
        }
    }

    /// The reason with this code, as it was stored, with the question's rank; none if there is no such reason.
    pub fn of_code(code: &str, rank: Option<usize>) -> Option<Self> {
        let all = [
            Self::Empty,
            Self::NotAQuestion,
            Self::TooShort,
            Self::TooLong,
            Self::Copied,
            Self::Repetitive,
            Self::Duplicate,
            Self::Vague,
            Self::NotFound { rank },
            Self::Person,
        ];
        all.into_iter().find(|reason| reason.code() == code)
    }
}

/// Why a passage is not asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Skip {
    /// Headings alone.
    Heading,
    /// A table of contents.
    Contents,
    /// Where a contract is signed.
    Signature,
    /// Lines that stand on pages whatever they are about.
    Boilerplate,
    /// Numbers and marks that nothing names.
    Numbers,
    /// Too few words.
    Short,
}

impl Skip {
    /// All reasons.
    pub const ALL: [Self; 6] =
        [Self::Heading, Self::Contents, Self::Signature, Self::Boilerplate, Self::Numbers, Self::Short];

    /// Stable code to store and to branch on; the same as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Contents => "contents",
            Self::Signature => "signature",
            Self::Boilerplate => "boilerplate",
            Self::Numbers => "numbers",
            Self::Short => "short",
        }
    }
}

/// Counts of questions and passages. Kept and rejected together are all that were asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export)]
pub struct Tally {
    /// Questions written.
    pub asked: usize,
    /// Questions that are good.
    pub kept: usize,
    /// Questions that are not, by the code of the reason.
    pub rejected: BTreeMap<String, usize>,
    /// Passages that were not asked about, by the code of the reason.
    pub skipped: BTreeMap<String, usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lead_back_and_are_those_of_json() {
        let codes = [
            "empty", "not_a_question", "too_short", "too_long", "copied", "repetitive", "duplicate", "vague",
            "not_found", "person",
        ];
        for code in codes {
            let reason = Rejection::of_code(code, Some(12)).expect("every code has a reason");
            assert_eq!(reason.code(), code, "what is stored is read back");
            assert_eq!(serde_json::to_value(reason).unwrap()["code"], code, "one name everywhere");
            assert!(reason.to_string().ends_with('.'), "people read a sentence: {reason}");
        }
        assert_eq!(Rejection::of_code("other", None), None, "an unknown code is none of ours");
        let found = Rejection::of_code("not_found", Some(12)).map(|it| it.to_string());
        assert_eq!(found.as_deref(), Some("The search finds its passage only in place 12."), "the rank comes along");
    }
}
