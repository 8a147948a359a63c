//! SQuAD v2.0 as document-level retrieval: each article is a document, each paragraph one of its passages. Its questions are
//! read here and ranked in `run`. Not for extracting answers.

mod run;

pub use run::{Answerable, Probabilities, Report, rank_all, run, run_each, source};

use crate::{Error, Result};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct File {
    data: Vec<Article>,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Article {
    /// Its name.
    pub title: String,
    /// Its passages.
    pub paragraphs: Vec<Paragraph>,
}

/// A passage and the questions written for it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Paragraph {
    /// Its text.
    pub context: String,
    /// Questions for which it is the right passage.
    #[serde(rename = "qas")]
    pub questions: Vec<Question>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Question {
    /// Its text.
    #[serde(rename = "question")]
    pub text: String,
    /// Whether the paragraph is on its topic but has no answer.
    #[serde(default)]
    pub is_impossible: bool,
}

impl Article {
    /// Keeps every `step`-th question, and all paragraphs.
    pub fn keep_every(&mut self, step: usize) {
        let mut number = 0_usize;
        for paragraph in &mut self.paragraphs {
            paragraph.questions.retain(|_| {
                number += 1;
                (number - 1).is_multiple_of(step.max(1))
            });
        }
    }
}

/// All articles as one document.
pub fn pooled(articles: Vec<Article>) -> Article {
    let paragraphs = articles.into_iter().flat_map(|article| article.paragraphs).collect();
    Article { title: "All articles".to_owned(), paragraphs }
}

/// Reads all articles.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Malformed`] with the line, [`Error::NoQuestions`].
pub fn read(path: &Path) -> Result<Vec<Article>> {
    let text = std::fs::read_to_string(path).map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    let file: File = serde_json::from_str(&text).map_err(|error| Error::Malformed {
        path: path.to_owned(),
        line: error.line(),
        detail: error.to_string(),
        format: "SQuAD v2.0 JSON",
    })?;
    let some =
        file.data.iter().flat_map(|article| &article.paragraphs).any(|paragraph| !paragraph.questions.is_empty());
    if some { Ok(file.data) } else { Err(Error::NoQuestions { path: path.to_owned() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_thinned_out_evenly() {
        let question = || Question { text: "Q?".into(), is_impossible: false };
        let paragraph = |count: usize| Paragraph { context: String::new(), questions: vec![question(); count] };
        let mut article = Article { title: String::new(), paragraphs: vec![paragraph(4), paragraph(1), paragraph(3)] };
        article.keep_every(3);
        let left: Vec<usize> = article.paragraphs.iter().map(|paragraph| paragraph.questions.len()).collect();
        assert_eq!(left, [2, 0, 1], "the first, fourth and seventh; no paragraph is lost");
    }

    #[test]
    fn a_pool_has_all_paragraphs() {
        let article = |text: &str| Article {
            title: text.to_owned(),
            paragraphs: vec![Paragraph { context: text.to_owned(), questions: Vec::new() }],
        };
        let pool = pooled(vec![article("Rent."), article("Term.")]);
        let texts: Vec<&str> = pool.paragraphs.iter().map(|paragraph| paragraph.context.as_str()).collect();
        assert_eq!(texts, ["Rent.", "Term."]);
    }

    fn read_text(text: &str) -> Result<Vec<Article>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squad.json");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn reads_articles() {
        let text = r#"{"version": "v2.0", "data": [{"title": "T", "paragraphs": [{"context": "C.",
            "qas": [{"question": "Q?", "id": "1", "answers": [], "is_impossible": true}]}]}]}"#;
        let articles = read_text(text).unwrap();
        let question = Question { text: "Q?".into(), is_impossible: true };
        assert_eq!(articles[0].paragraphs, [Paragraph { context: "C.".into(), questions: vec![question] }]);
    }

    #[test]
    fn bad_files_are_named_with_the_line() {
        let error = read_text("{\"data\": [\n{\"title\": 5}]}").unwrap_err();
        assert!(matches!(error, Error::Malformed { line: 2, .. }), "{error} must name line 2");
        assert_eq!(read_text("{\"data\": []}").unwrap_err().code(), "eval.no_questions");
        assert_eq!(read(Path::new("no-such-file.json")).unwrap_err().code(), "eval.unreadable");
    }
}
