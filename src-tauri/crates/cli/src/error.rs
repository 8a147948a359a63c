//! Errors of the command line, besides the engine's own.

use pincite_api::Problem;
use std::io;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// From the engine or a crate below it.
    #[error(transparent)]
    Engine(#[from] pincite_engine::Error),
    /// From adapting.
    #[error(transparent)]
    Adapt(#[from] pincite_adapt::Error),
    /// From the evaluation.
    #[error(transparent)]
    Eval(#[from] pincite_eval::Error),
    /// A name matches more than one document.
    #[error("{name:?} fits several documents: {matches}. Give the number or more of the name.")]
    Ambiguous {
        /// The name.
        name: String,
        /// The matching documents.
        matches: String,
    },
    /// The document has no such page.
    #[error("{document} has no page {page:?}; it has {pages} pages.")]
    UnknownPage {
        /// File name.
        document: String,
        /// The requested page.
        page: String,
        /// Number of pages.
        pages: u32,
    },
    /// The grid has no such question.
    #[error("The grid has no question {name:?}. Print it with `pincite grid show`.")]
    UnknownQuestion {
        /// The name or number.
        name: String,
    },
    /// A tuning run, or writing questions, could not start or failed.
    #[error("{}", .0.technical())]
    Run(Problem),
    /// No temporary folder could be created.
    #[error("A temporary folder cannot be made: {0}. Free some space, or name a place with --library.")]
    Scratch(io::Error),
    /// The password could not be read.
    #[error("The password could not be read: {0}. Type it in a terminal, or give it as a line of the input.")]
    Input(io::Error),
    /// The runtime could not start.
    #[error("Pincite could not start its threads: {0}. Close other programs and try again.")]
    Runtime(io::Error),
}

impl Error {
    /// Stable code to branch on.
    pub(crate) fn code(&self) -> &str {
        match self {
            Self::Engine(error) => error.code(),
            Self::Adapt(error) => error.code(),
            Self::Eval(error) => error.code(),
            Self::Ambiguous { .. } => "cli.ambiguous",
            Self::UnknownPage { .. } => "cli.unknown_page",
            Self::UnknownQuestion { .. } => "cli.unknown_question",
            Self::Run(problem) => &problem.code,
            Self::Scratch(_) => "cli.scratch",
            Self::Input(_) => "cli.input",
            Self::Runtime(_) => "cli.runtime",
        }
    }
}
