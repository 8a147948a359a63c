//! What can go wrong with models, and what to do about it.

use std::path::{Path, PathBuf};

/// Why a model could not be opened, used or fetched.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No ONNX Runtime library was found.
    #[error(
        "The ONNX Runtime library was not found. Looked at: {}. Run `npm install` in a checkout, or put the library into \
         one of these folders, or set ORT_DYLIB_PATH to it.",
        list(looked)
    )]
    NoRuntime {
        /// The places looked at.
        looked: Vec<PathBuf>,
    },
    /// The library is there and cannot be used.
    #[error(
        "The ONNX Runtime library {} cannot be used: {reason}. Version 1.24 or later for this system is needed.",
        library.display()
    )]
    Runtime {
        /// The library.
        library: PathBuf,
        /// What the loader said.
        reason: String,
    },
    /// A model was opened before the library was loaded.
    #[error("The ONNX Runtime library is not loaded yet: call runtime::start first.")]
    NotStarted,
    /// A folder lacks a file every encoder has.
    #[error("{} is missing. Fetch the model again with `pincite models fetch`, or import a complete folder.", file.display())]
    MissingFile {
        /// The file.
        file: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("{} cannot be {doing}: {source}. Check the rights and the free space of its disk.", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// "read" or "written".
        doing: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file of the model does not say what it should.
    #[error("{} is damaged or not of a supported kind: {reason}. Fetch the model again, or import another one.", file.display())]
    BadFile {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The weights do not fit the configuration.
    #[error("{}: the weight `{name}` {reason}. The folder mixes files of two models; fetch it again.", file.display())]
    Weight {
        /// The weights file.
        file: PathBuf,
        /// Key of the weight.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The graph cannot be built from the configuration.
    #[error("{}: {source}", file.display())]
    Graph {
        /// The configuration.
        file: PathBuf,
        /// Why.
        source: pincite_graph::Error,
    },
    /// ONNX Runtime refused the graph or failed while running it.
    #[error(
        "The model {model} failed while {doing}: {reason}. If memory is short, close other programs and try again."
    )]
    Session {
        /// Name of the model.
        model: String,
        /// "loading" or "running".
        doing: &'static str,
        /// What ONNX Runtime said.
        reason: String,
    },
    /// The graphics processor was asked for and cannot be used.
    #[error("The graphics processor cannot be used: {reason}. Choose the device `auto` or `cpu`.")]
    NoGpu {
        /// Why not.
        reason: String,
    },
    /// The caller stopped the work.
    #[error("Stopped.")]
    Cancelled,
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

impl Error {
    /// Stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoRuntime { .. } => "models.no_runtime",
            Self::Runtime { .. } => "models.runtime",
            Self::NotStarted => "models.not_started",
            Self::MissingFile { .. } => "models.missing_file",
            Self::File { .. } => "models.file",
            Self::BadFile { .. } => "models.bad_file",
            Self::Weight { .. } => "models.weight",
            Self::Graph { source, .. } => source.code(),
            Self::Session { .. } => "models.session",
            Self::NoGpu { .. } => "models.no_gpu",
            Self::Cancelled => "models.cancelled",
        }
    }

    pub(crate) fn reading(file: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let file = file.to_path_buf();
        move |source| match source.kind() {
            std::io::ErrorKind::NotFound => Self::MissingFile { file },
            _ => Self::File { file, doing: "read", source },
        }
    }

    pub(crate) fn bad(file: &Path, reason: impl ToString) -> Self {
        Self::BadFile { file: file.to_path_buf(), reason: reason.to_string() }
    }
}
