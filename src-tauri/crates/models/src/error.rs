//! Errors of models, with what to do about them. Not for errors of graphs (`pincite_graph`).

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
        /// The folders and files searched.
        looked: Vec<PathBuf>,
    },
    /// The library exists but cannot be used.
    #[error(
        "The ONNX Runtime library {} cannot be used: {reason}. Version 1.24 or later for this system is needed.",
        library.display()
    )]
    Runtime {
        /// The library.
        library: PathBuf,
        /// The loader's reason.
        reason: String,
    },
    /// A model was opened before the library was loaded.
    #[error("The ONNX Runtime library is not loaded yet: call runtime::start first.")]
    NotStarted,
    /// A folder lacks a file that every model of its kind has.
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
        /// "read", "written" or "found".
        doing: &'static str,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file of the model is invalid.
    #[error("{} is damaged or not of a supported kind: {reason}. Fetch the model again, or import another one.", file.display())]
    BadFile {
        /// The file.
        file: PathBuf,
        /// The reason.
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
        /// ONNX Runtime's reason.
        reason: String,
    },
    /// The network cannot be trained.
    #[error("The model {model} cannot be tuned: {source}")]
    Untrainable {
        /// Name of the model.
        model: String,
        /// Why.
        source: pincite_graph::Error,
    },
    /// The settings of a generation are invalid.
    #[error("Texts cannot be generated so: {reason}. Correct the settings of the generation.")]
    Decoding {
        /// The reason.
        reason: String,
    },
    /// The requested graphics processor cannot be used.
    #[error("The graphics processor cannot be used: {reason}. Choose the device `auto` or `cpu`.")]
    NoGpu {
        /// Why not.
        reason: String,
    },
    /// The catalogue has no model of that name.
    #[error(
        "There is no model called `{name}`. Known are: {known}. Other encoders and generators can be imported from a folder."
    )]
    UnknownModel {
        /// The requested name.
        name: String,
        /// The names in the catalogue.
        known: String,
    },
    /// No source delivered the model.
    #[error(
        "The model {name} could not be fetched. {} Without a network, carry its folder here and run \
         `pincite models import <folder>`.",
        attempts_list(attempts)
    )]
    NotFetched {
        /// The model.
        name: String,
        /// The failed sources.
        attempts: Vec<Attempt>,
    },
    /// The model has no source.
    #[error("The model {name} cannot be fetched by Pincite. {how}")]
    NoSource {
        /// The model.
        name: String,
        /// How people get it.
        how: String,
    },
    /// A source failed.
    #[error("{source_name}: {reason}")]
    Source {
        /// The source.
        source_name: String,
        /// What went wrong.
        reason: String,
    },
    /// A file has the wrong size or hash.
    #[error("{} is not the file it should be: {reason}. It was damaged on the way or replaced at its source.", file.display())]
    WrongContent {
        /// The file.
        file: PathBuf,
        /// How it differs.
        reason: String,
    },
    /// The disk is full.
    #[error("There is no space left for {}. Free some space and try again; what has arrived is kept.", file.display())]
    NoSpace {
        /// The file being written.
        file: PathBuf,
    },
    /// The catalogue itself is damaged.
    #[error("The model catalogue is damaged: {reason}. Install Pincite again.")]
    Manifest {
        /// What is wrong with it.
        reason: String,
    },
    /// Another model has the name.
    #[error("Another model called `{name}` is in {}. Rename the folder to be imported, or remove that one.", folder.display())]
    NameTaken {
        /// The name.
        name: String,
        /// Where the other model is.
        folder: PathBuf,
    },
    /// The process that checked a model crashed, took too long, or could not be started.
    #[error(
        "The model in {} could not be checked: the process that tried it out {how}. Do not use this model. Fetch it \
         again from its makers.", folder.display()
    )]
    Unchecked {
        /// The folder.
        folder: PathBuf,
        /// How the process ended.
        how: String,
    },
    /// The caller stopped the work.
    #[error("Stopped.")]
    Cancelled,
}

/// A source that failed to deliver a model.
#[derive(Debug)]
pub struct Attempt {
    /// The source, for people.
    pub source_name: String,
    /// Why it failed.
    pub error: Error,
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn attempts_list(attempts: &[Attempt]) -> String {
    attempts
        .iter()
        .map(|attempt| format!("From {}: {}.", attempt.source_name, attempt.error))
        .collect::<Vec<_>>()
        .join(" ")
}

impl Error {
    /// The file that the message names.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Runtime { library: file, .. }
            | Self::MissingFile { file }
            | Self::File { file, .. }
            | Self::BadFile { file, .. }
            | Self::Weight { file, .. }
            | Self::Graph { file, .. }
            | Self::WrongContent { file, .. }
            | Self::NoSpace { file, .. } => Some(file),
            _ => None,
        }
    }

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
            Self::Untrainable { .. } => "models.untrainable",
            Self::Decoding { .. } => "models.decoding",
            Self::NoGpu { .. } => "models.no_gpu",
            Self::UnknownModel { .. } => "models.unknown",
            Self::NotFetched { .. } => "models.not_fetched",
            Self::NoSource { .. } => "models.no_source",
            Self::Source { .. } => "models.source",
            Self::WrongContent { .. } => "models.wrong_content",
            Self::NoSpace { .. } => "models.no_space",
            Self::Manifest { .. } => "models.manifest",
            Self::NameTaken { .. } => "models.name_taken",
            Self::Unchecked { .. } => "models.unchecked",
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

    pub(crate) fn writing(file: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let file = file.to_path_buf();
        move |source| match source.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::NoSpace { file },
            _ => Self::File { file, doing: "written", source },
        }
    }

    /// The error for a graph that returned fewer outputs than it declares.
    pub(crate) fn short() -> Self {
        let reason = "fewer outputs than declared".to_owned();
        Self::Session { model: "training".to_owned(), doing: "running", reason }
    }

    pub(crate) fn bad(file: &Path, reason: impl ToString) -> Self {
        Self::BadFile { file: file.to_path_buf(), reason: reason.to_string() }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_full_disk_is_called_that() {
        let full = Path::new("/dev/full");
        let error = std::fs::File::create(full).and_then(|mut file| file.write_all(b"x")).map_err(Error::writing(full));
        assert_eq!(error.expect_err("nothing fits there").code(), "models.no_space");
    }
}
