//! What can go wrong on the command line besides the engine's own errors.

use pincite_api::Problem;
use std::io;
use std::path::PathBuf;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// From the engine or a room below it.
    #[error(transparent)]
    Engine(#[from] pincite_engine::Error),
    /// From the evaluation.
    #[error(transparent)]
    Eval(#[from] pincite_eval::Error),
    /// A file cannot be written.
    #[error("{path} cannot be written: {source}. Choose another place with --out.", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// More than one document fits a name.
    #[error("{name:?} fits several documents: {matches}. Give the number or more of the name.")]
    Ambiguous {
        /// The name given.
        name: String,
        /// Those it fits.
        matches: String,
    },
    /// A page that the document does not have.
    #[error("{document} has no page {page:?}; it has {pages} pages.")]
    UnknownPage {
        /// File name.
        document: String,
        /// The page asked for.
        page: String,
        /// Number of pages.
        pages: u32,
    },
    /// A tuning, or the writing of questions, cannot start or did not come to its end.
    #[error("{}", .0.message)]
    Run(Problem),
    /// No temporary folder could be made.
    #[error("A temporary folder cannot be made: {0}. Free some space, or name a place with --library.")]
    Scratch(io::Error),
    /// The runtime could not start.
    #[error("Pincite could not start its threads: {0}. Close other programs and try again.")]
    Runtime(io::Error),
}

impl Error {
    /// Stable code to branch on.
    pub(crate) fn code(&self) -> &str {
        match self {
            Self::Engine(error) => error.code(),
            Self::Eval(error) => error.code(),
            Self::Write { .. } => "cli.write",
            Self::Ambiguous { .. } => "cli.ambiguous",
            Self::UnknownPage { .. } => "cli.unknown_page",
            Self::Run(problem) => &problem.code,
            Self::Scratch(_) => "cli.scratch",
            Self::Runtime(_) => "cli.runtime",
        }
    }
}
