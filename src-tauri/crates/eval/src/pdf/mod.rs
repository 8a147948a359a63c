//! Evaluates questions with evidence pages and texts on ingested PDFs. A `questions.jsonl` and its PDFs are found and read
//! here. Not for ingesting the PDFs.

mod judge;
mod run;

pub use judge::{Document, Judge};
pub(crate) use judge::{EvidenceText, reduce};
pub use run::{Figures, QuestionRanks, Ranks, Report, rank_all, run, run_each};

use crate::{Error, Result, json_lines};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A question and its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Question {
    /// Its id.
    pub id: String,
    /// Path of its PDF, relative to the folder of the question file.
    pub pdf: String,
    /// Its text.
    #[serde(rename = "question")]
    pub text: String,
    /// Where its answer is.
    pub evidence: Vec<Evidence>,
}

/// A part of a document that answers a question.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Evidence {
    /// Pages, counted from 0.
    #[serde(rename = "pages0")]
    pub pages: Vec<u32>,
    /// Its text.
    pub text: String,
    /// Its clause. All evidence of one clause is one relevant item.
    #[serde(default)]
    pub clause: Option<Clause>,
}

/// The name of a clause: a running number, or the printed number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
pub enum Clause {
    /// A running number.
    Number(i64),
    /// A printed number, such as "17.1".
    Printed(String),
}

/// Reads all questions, one JSON object per line. Blank lines are skipped.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Malformed`] with the line, [`Error::NoQuestions`].
pub fn read(path: &Path) -> Result<Vec<Question>> {
    const FORMAT: &str =
        "one JSON object a line with id, pdf, question and evidence; evidence has pages0, counted from 0, and text";
    json_lines::read_some(path, FORMAT)
}

/// The absolute path of every PDF, by its name in a file of questions. Names are relative to that file's folder. Nothing is
/// read yet.
///
/// # Errors
/// [`Error::MissingPdfs`], [`Error::Unreadable`].
pub fn files<'n>(path: &Path, names: impl IntoIterator<Item = &'n str>) -> Result<BTreeMap<String, PathBuf>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = BTreeMap::new();
    for name in names {
        let file = std::path::absolute(folder.join(name));
        let file = file.map_err(|source| Error::Unreadable { path: name.into(), source })?;
        files.insert(name.to_owned(), file);
    }
    let missing: Vec<PathBuf> = files.values().filter(|file| !file.is_file()).cloned().collect();
    match missing.is_empty() {
        true => Ok(files),
        false => Err(Error::MissingPdfs { path: path.to_owned(), missing }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Question>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("questions.jsonl");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    const GOOD: &str =
        r#"{"id": "1", "pdf": "a.pdf", "question": "Q?", "answer": "x", "evidence": [{"pages0": [3], "text": "E"}]}"#;

    #[test]
    fn reads_questions_and_passes_over_what_it_does_not_need() {
        let questions = read_text(&format!("{GOOD}\n\n{GOOD}\n")).unwrap();
        let evidence = Evidence { pages: vec![3], text: "E".into(), clause: None };
        assert_eq!((questions.len(), &questions[0].evidence), (2, &vec![evidence]));
    }

    #[test]
    fn a_clause_is_a_number_or_as_printed() {
        let clause = |text: &str| {
            let line = GOOD.replace(r#""text""#, &format!(r#""clause": {text}, "text""#));
            read_text(&line).unwrap().remove(0).evidence.remove(0).clause
        };
        assert_eq!(clause("4"), Some(Clause::Number(4)));
        assert_eq!(clause(r#""17.1""#), Some(Clause::Printed("17.1".into())));
    }

    fn names(questions: &[Question]) -> impl Iterator<Item = &str> {
        questions.iter().map(|question| question.pdf.as_str())
    }

    #[test]
    fn missing_pdfs_are_named_before_anything_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("questions.jsonl");
        let questions = read_text(&format!("{GOOD}\n{}", GOOD.replace("a.pdf", "b.pdf"))).unwrap();
        std::fs::write(folder.path().join("a.pdf"), "not even a PDF").unwrap();
        let error = files(&path, names(&questions)).unwrap_err();
        assert_eq!(error.code(), "eval.missing_pdfs");
        assert!(error.to_string().contains("b.pdf") && !error.to_string().contains("a.pdf"), "{error}");
        std::fs::write(folder.path().join("b.pdf"), "").unwrap();
        let found = files(&path, names(&questions)).unwrap();
        assert_eq!(found["b.pdf"], folder.path().join("b.pdf"));
    }

    #[test]
    fn bad_lines_are_named() {
        let error = read_text(&format!("{GOOD}\n{{\"id\": 4}}")).unwrap_err();
        assert!(matches!(error, Error::Malformed { line: 2, .. }), "{error} must name line 2");
        assert_eq!(read_text("\n").unwrap_err().code(), "eval.no_questions");
    }
}
