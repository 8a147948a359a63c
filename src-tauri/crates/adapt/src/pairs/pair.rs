//! Questions with the passages that answer them, and the files they are read from. Not for finding the passages in a
//! corpus.

use crate::{Error, Result};
use crate::{Origin, QuestionLine, QuestionLines};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A question and what answers it, in a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The question.
    pub question: String,
    /// The document asked.
    pub document: usize,
    /// All passages known to answer it, at least one; the first is the one trained on where there can be only one.
    pub passages: Vec<usize>,
}

/// One line of a file of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairLine {
    /// Line, counted from 1.
    pub line: usize,
    /// The question.
    pub question: String,
    /// Text of the passage that answers it, or a part of that text.
    pub passage: String,
    /// Name of the document, to look in no other.
    pub document: Option<String>,
    /// A generator wrote the question, as an exported file says.
    pub generated: bool,
}

impl From<QuestionLine> for PairLine {
    fn from(line: QuestionLine) -> Self {
        let generated = line.origin == Some(Origin::Generator);
        Self { line: line.line, question: line.question, passage: line.passage, document: line.document, generated }
    }
}

/// Reads a file of pairs: one JSON object a line, with `question`, `passage` and perhaps `document`. Blank lines and
/// other fields are passed over, and so are questions that an export of ours says are not good, and passages that it says do
/// not answer.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Line`] at the first line that is wrong, [`Error::NoPairs`].
pub fn read_pairs(path: &Path) -> Result<Vec<PairLine>> {
    let lines = QuestionLines::open(path)?
        .filter(|line| line.as_ref().map_or(true, |line| line.rejected.is_none() && line.is_answered()));
    let pairs = lines.map(|line| Ok(line?.into())).collect::<Result<Vec<PairLine>>>()?;
    if pairs.is_empty() { Err(Error::NoPairs { path: path.to_owned() }) } else { Ok(pairs) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, Rejection, write_lines};

    fn read(text: impl AsRef<[u8]>) -> Result<Vec<PairLine>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pairs.jsonl");
        std::fs::write(&path, text).unwrap();
        read_pairs(&path)
    }

    #[test]
    fn lines_become_pairs() {
        let text = "{\"question\": \"Who pays?\", \"passage\": \"The tenant.\", \"page\": 3}\n\n\
                    {\"question\": \"When?\", \"passage\": \"In May.\", \"document\": \"Lease\"}";
        let pairs = read(text).unwrap();
        let one = PairLine {
            line: 1,
            question: "Who pays?".into(),
            passage: "The tenant.".into(),
            document: None,
            generated: false,
        };
        assert_eq!(pairs[0], one, "unknown fields are no problem");
        assert_eq!((pairs[1].line, pairs[1].document.as_deref()), (3, Some("Lease")), "lines are those of the file");
    }

    #[test]
    fn exported_questions_are_pairs_unless_they_were_rejected() {
        let good = QuestionLine {
            question: "Who pays?".into(),
            passage: "The tenant.".into(),
            document: Some("Lease".into()),
            origin: Some(Origin::Generator),
            rank: Some(1),
            ..QuestionLine::default()
        };
        let bad = QuestionLine { rejected: Some(Rejection::Vague), ..good.clone() };
        let mut file = Vec::new();
        write_lines([&bad, &good], &mut file).unwrap();
        let lines: Vec<usize> = read(file).unwrap().iter().map(|pair| pair.line).collect();
        assert_eq!(lines, [2], "an encoder must not learn what was found to be no good");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let error = read("{\"question\": \"Who?\", \"passage\": \"We.\"}\n[").unwrap_err();
        assert_eq!(error.code(), "adapt.line", "the code is stable");
        assert!(error.to_string().contains("pairs.jsonl, line 2:"), "file and line: {error}");
        assert!(error.to_string().contains("Correct the line or leave it out"), "and the remedy: {error}");
    }

    #[test]
    fn a_missing_or_empty_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pairs.jsonl");
        assert_eq!(read_pairs(&path).unwrap_err().code(), "adapt.unreadable", "there is no file");
        assert_eq!(read("\n\n").unwrap_err().code(), "adapt.no_pairs", "there is nothing in it");
    }
}
