//! Reads a `questions.jsonl`, and finds its PDFs. Not for ranking.

use crate::{Error, Result};
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
    let text = std::fs::read_to_string(path).map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let questions = lines.map(|(line, number)| parse(path, line, number)).collect::<Result<Vec<_>>>()?;
    if questions.is_empty() { Err(Error::NoQuestions { path: path.to_owned() }) } else { Ok(questions) }
}

/// The absolute path of every PDF, by its name in the questions. `path` is the question file; names are relative to its
/// folder. Nothing is read yet.
///
/// # Errors
/// [`Error::MissingPdfs`], [`Error::Unreadable`].
pub fn files(path: &Path, questions: &[Question]) -> Result<BTreeMap<String, PathBuf>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let named = |question: &Question| {
        let file = std::path::absolute(folder.join(&question.pdf));
        let file = file.map_err(|source| Error::Unreadable { path: question.pdf.clone().into(), source })?;
        Ok((question.pdf.clone(), file))
    };
    let files = questions.iter().map(named).collect::<Result<BTreeMap<_, _>>>()?;
    let missing: Vec<PathBuf> = files.values().filter(|file| !file.is_file()).cloned().collect();
    match missing.is_empty() {
        true => Ok(files),
        false => Err(Error::MissingPdfs { path: path.to_owned(), missing }),
    }
}

fn parse(path: &Path, line: &str, number: usize) -> Result<Question> {
    serde_json::from_str(line).map_err(|error| Error::Malformed {
        path: path.to_owned(),
        line: number,
        detail: error.to_string(),
        format: "one JSON object a line with id, pdf, question and evidence; evidence has pages0, counted from 0, and text",
    })
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

    #[test]
    fn missing_pdfs_are_named_before_anything_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("questions.jsonl");
        let questions = read_text(&format!("{GOOD}\n{}", GOOD.replace("a.pdf", "b.pdf"))).unwrap();
        std::fs::write(folder.path().join("a.pdf"), "not even a PDF").unwrap();
        let error = files(&path, &questions).unwrap_err();
        assert_eq!(error.code(), "eval.missing_pdfs");
        assert!(error.to_string().contains("b.pdf") && !error.to_string().contains("a.pdf"), "{error}");
        std::fs::write(folder.path().join("b.pdf"), "").unwrap();
        let found = files(&path, &questions).unwrap();
        assert_eq!(found["b.pdf"], folder.path().join("b.pdf"));
    }

    #[test]
    fn bad_lines_are_named() {
        let error = read_text(&format!("{GOOD}\n{{\"id\": 4}}")).unwrap_err();
        assert!(matches!(error, Error::Malformed { line: 2, .. }), "{error} must name line 2");
        assert_eq!(read_text("\n").unwrap_err().code(), "eval.no_questions");
    }
}
