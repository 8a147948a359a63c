//! Something that went wrong, as people and programs see it. Not for raising errors: each crate has its own.

use crate::copy;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something that went wrong: a code to branch on and a sentence for people (what happened, to which file, what to do).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Problem {
    /// Stable code, such as `pdf.password`.
    pub code: String,
    /// Sentence for people.
    pub message: String,
    /// The technical message, where `message` says it in other words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<String>,
}

impl Problem {
    /// A problem with this code and technical message. Where there is copy for the code, people read that instead.
    pub fn new(code: impl Into<String>, message: String) -> Self {
        let code = code.into();
        match copy::of_code(&code) {
            Some(copy) => Self { code, message: copy.to_owned(), detail: Some(message) },
            None => Self { code, message, detail: None },
        }
    }

    /// The technical message, for the command line, the log and bug reports.
    pub fn technical(&self) -> &str {
        self.detail.as_deref().unwrap_or(&self.message)
    }
}

impl From<pincite_library::Problem> for Problem {
    fn from(problem: pincite_library::Problem) -> Self {
        Self::new(problem.code, problem.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_the_copy_and_the_technical_message_stays() {
        let known = Problem::new("library.vector_shape", "Vectors of the wrong shape: 3.".to_owned());
        assert!(known.message.contains("index") && !known.message.contains("Vectors"), "{known:?}");
        assert_eq!(known.technical(), "Vectors of the wrong shape: 3.");
        let other = Problem::new("pdf.no_pages", "a.pdf has no pages.".to_owned());
        assert_eq!((other.message.as_str(), other.technical()), ("a.pdf has no pages.", "a.pdf has no pages."));
    }
}
