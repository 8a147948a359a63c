//! Errors of an evaluation. Not for printing them.

use std::path::PathBuf;

/// Why an evaluation failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The questions cannot be read from disk.
    #[error("{path} cannot be read: {source}. Check that the file is there and may be read.")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A line or a value of the question file is invalid.
    #[error("{path}, line {line}: {detail}. Check that the file is complete and of the expected format ({format}).")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// The reason.
        detail: String,
        /// The format expected.
        format: &'static str,
    },
    /// The file has no question.
    #[error("{path} holds no question. Name a file with at least one question.")]
    NoQuestions {
        /// The file.
        path: PathBuf,
    },
    /// PDFs of questions are missing.
    #[error(
        "{path} asks of files that are not there: {}. Put them in place, or take their questions out.",
        some(missing)
    )]
    MissingPdfs {
        /// The questions.
        path: PathBuf,
        /// The PDFs.
        missing: Vec<PathBuf>,
    },
    /// The document of a question has no passages.
    #[error(
        "Question {question} asks of {document}, of which no text could be read. Replace that file, or take the \
         question out."
    )]
    NoDocument {
        /// Its id.
        question: String,
        /// Name of the document in the question file.
        document: String,
    },
    /// Texts could not be embedded.
    #[error("Texts could not be embedded: {0}. See what the encoder says, or evaluate without one.")]
    Embedding(String),
    /// The progress callback stopped the evaluation.
    #[error("The evaluation was stopped before its end. Start it again for figures.")]
    Stopped,
}

/// The first few paths, and the number of the others.
fn some(paths: &[PathBuf]) -> String {
    const FEW: usize = 5;
    let named = paths.iter().take(FEW).map(|path| path.display().to_string());
    let more = (paths.len() > FEW).then(|| format!("and {} more", paths.len() - FEW));
    named.chain(more).collect::<Vec<_>>().join(", ")
}

impl Error {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "eval.unreadable",
            Self::Malformed { .. } => "eval.malformed",
            Self::NoQuestions { .. } => "eval.no_questions",
            Self::MissingPdfs { .. } => "eval.missing_pdfs",
            Self::NoDocument { .. } => "eval.no_document",
            Self::Embedding(_) => "eval.embedding",
            Self::Stopped => "eval.stopped",
        }
    }
}
