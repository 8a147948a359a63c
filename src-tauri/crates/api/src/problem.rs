//! Something that went wrong, as people and programs see it. Not for raising errors: each crate has its own.

use crate::sentences;
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
        let message = without_numbers(&message);
        match sentences::of_error(&code) {
            Some(copy) => Self { code, message: copy.to_owned(), detail: Some(message) },
            None => Self { code, message, detail: None },
        }
    }

    /// The same for people, who know a file by its name. The technical message keeps the whole path.
    #[must_use]
    pub fn naming(self, path: &str, name: &str) -> Self {
        let message = self.message.replace(path, name);
        if message == self.message {
            return self;
        }
        Self { code: self.code, message, detail: self.detail.or(Some(self.message)) }
    }

    /// The technical message, for the command line, the log and bug reports.
    pub fn technical(&self) -> &str {
        self.detail.as_deref().unwrap_or(&self.message)
    }
}

/// A message without the numbers that the system puts behind its reasons, such as " (os error 13)". They tell people nothing.
pub fn without_numbers(message: &str) -> String {
    let mut plain = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once(" (os error ") {
        plain.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain + rest
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
    fn a_reason_of_the_system_has_no_number() {
        let refused = std::io::Error::from_raw_os_error(13);
        let message = format!("/a.pdf cannot be read: {refused}. Check that you may read it.");
        let problem = Problem::new("pdf.unreadable", message);
        assert!(
            !problem.message.contains("13") && problem.message.ends_with(". Check that you may read it."),
            "{problem:?}"
        );
        assert_eq!(without_numbers("It failed (twice)."), "It failed (twice).");
    }

    #[test]
    fn people_read_the_name_of_a_file_and_the_path_stays() {
        let message = "/matters/Matter 12/a.pdf is damaged. Fetch it again.";
        let problem = Problem::new("pdf.truncated", message.to_owned()).naming("/matters/Matter 12/a.pdf", "a.pdf");
        assert_eq!(problem.message, "a.pdf is damaged. Fetch it again.");
        assert_eq!(problem.technical(), message);
        let other = Problem::new("pdf.no_pages", "b.pdf has no pages.".to_owned());
        assert_eq!(other.clone().naming("/matters/a.pdf", "a.pdf"), other);
    }

    #[test]
    fn people_read_the_copy_and_the_technical_message_stays() {
        let known = Problem::new("library.vector_shape", "Vectors of the wrong shape: 3.".to_owned());
        assert!(known.message.contains("index") && !known.message.contains("Vectors"), "{known:?}");
        assert_eq!(known.technical(), "Vectors of the wrong shape: 3.");
        let other = Problem::new("pdf.no_pages", "a.pdf has no pages.".to_owned());
        assert_eq!((other.message.as_str(), other.technical()), ("a.pdf has no pages.", "a.pdf has no pages."));
    }
}
