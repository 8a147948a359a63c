//! What can go wrong while questions are written or read, and while a search is adapted to them. Not for showing it.

use pincite_api::Problem;
use pincite_library::{self as library, RunId, escaped};
use std::io;
use std::path::PathBuf;

/// A result with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;

/// Why adapting failed, or what a run tells meanwhile.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of questions cannot be read from disk.
    #[error("{path} cannot be read: {source}. Check that the file is there and may be read.")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A path leads to something other than a file: a folder, a device, a pipe.
    #[error("{path} is not a regular file. Name a text file.", path = path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// A text file is larger than any that people write.
    #[error("{path} has {bytes} bytes, and no more than {most} are read. Name a smaller text file.", path = path.display())]
    TooLarge {
        /// The path.
        path: PathBuf,
        /// Its size in bytes.
        bytes: u64,
        /// Bytes that are read at most.
        most: u64,
    },
    /// A line of a file of questions is not as it should be.
    #[error(
        "{path}, line {line}: {detail}. Correct the line or leave it out; each line is an object like \
         {{\"question\": \"…\", \"passage\": \"…\"}}."
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// What is wrong there.
        detail: String,
    },
    /// A prompt that shows the generator nothing to ask about.
    #[error(
        "The prompt {template:?} names neither {{passage}} nor {{sentence}}. Put one of them where the text shall stand."
    )]
    Template {
        /// The prompt as given.
        template: String,
    },
    /// The file of pairs has no pairs.
    #[error("{path} holds no pairs. Name a file with a question and its passage on every line.")]
    NoPairs {
        /// The file.
        path: PathBuf,
    },
    /// There is not enough to train on and to judge by.
    #[error(
        "{found} pairs of a question and its passage are too few to tune with: some must be held out to judge by. Add \
         more pairs, or generate questions."
    )]
    TooFewPairs {
        /// Pairs there were.
        found: usize,
    },
    /// A checkpoint cannot be written or read.
    #[error("The checkpoint in {path} cannot be used: {source}. Free space on its disk, or delete the folder.")]
    Checkpoint {
        /// Its folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The loss is not a number any more.
    #[error("The training diverged at step {step}: its loss is not a number. Check the pairs, and start it again.")]
    Diverged {
        /// The step.
        step: usize,
    },
    /// The run was cancelled.
    #[error("The run was cancelled. The search is as it was before, and questions already written are kept.")]
    Cancelled,
    /// No such question generator.
    #[error("There is no question generator {name:?} here. Fetch or import one with `pincite models`, or use `auto`.")]
    NoGenerator {
        /// Its name.
        name: String,
    },
    /// The generator that comes with Pincite does not work here.
    #[error(
        "The question generator {name} cannot be used here. {reason} Import another generator with `pincite models import`, or add questions of your own with `pincite questions import`."
    )]
    GeneratorUnusable {
        /// Its name.
        name: String,
        /// Why.
        reason: Box<pincite_models::Error>,
    },
    /// The pretrained checkpoint that comes with Pincite does not work here.
    #[error(
        "Training starts from the encoder itself: the checkpoint {name}, which comes with Pincite, cannot be used. {reason}"
    )]
    CheckpointUnusable {
        /// Its name.
        name: String,
        /// Why.
        reason: pincite_models::Error,
    },
    /// A collection is to be answered by a model of another kind.
    #[error("The model {name} is no encoder and cannot search. List the models with `pincite models`.")]
    NotAnEncoder {
        /// Its name.
        name: String,
    },
    /// An encoder that the catalogue knows is not here.
    #[error("The encoder {name} is not installed. {how}")]
    EncoderNotInstalled {
        /// Its name.
        name: String,
        /// How people get it.
        how: String,
    },
    /// The encoder answers already.
    #[error("The encoder {name} is in use in this collection already. Name another one; `pincite models` lists them.")]
    EncoderInUse {
        /// Its name.
        name: String,
    },
    /// The collection has a run that has not ended.
    #[error("Run {run} of this collection has not ended. Wait until it is done, or cancel it.")]
    RunUnderWay {
        /// The run.
        run: RunId,
    },
    /// What was supplied for a run is gone, or cannot be read.
    #[error("The questions of run {run} cannot be read from {folder}. Start it again.", folder = folder.display())]
    PairsLost {
        /// The run.
        run: RunId,
        /// Where they were.
        folder: PathBuf,
    },
    /// What an encoder has learned from cannot be read.
    #[error(
        "{path} cannot be read ({source}), so nobody knows which questions this collection's search has learned from, and no change can be tested by the others. Undo to an earlier search model, then start again.", path = path.display()
    )]
    LearnedLost {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The request or the report that the library keeps of a run is not what this version writes.
    #[error("Run {run} cannot be read from the library: {source}. Cancel it and start it again.")]
    RunUnreadable {
        /// The run.
        run: RunId,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A run waits for power.
    #[error("This machine runs on its battery. The tuning waits until it is plugged in.")]
    OnBattery,
    /// The graphics processor failed in a run.
    #[error("The graphics processor failed ({reason}). The tuning goes on with the CPU, from where it was.")]
    GpuLost {
        /// What it said.
        reason: String,
    },
    /// A folder of a run, or of the encoder it made, cannot be used.
    #[error("The folder {folder} cannot be used: {source}. Free some space, or check your rights to it.", folder = folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A thread died.
    #[error("{what} stopped unexpectedly. Try again; if it happens again, report it.")]
    Stopped {
        /// What it was doing.
        what: String,
    },
    /// A network cannot be run.
    #[error("{0}")]
    Models(pincite_models::Error),
    /// The library cannot be read or written.
    #[error(transparent)]
    Library(#[from] library::Error),
    /// The encoder of a generation cannot be used.
    #[error(transparent)]
    Search(pincite_search::Error),
}

impl From<pincite_search::Error> for Error {
    fn from(error: pincite_search::Error) -> Self {
        match error {
            pincite_search::Error::Library(error) => error.into(),
            pincite_search::Error::Encoder(error) => error.into(),
            other => Self::Search(other),
        }
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        error.stored().into()
    }
}

impl From<pincite_models::Error> for Error {
    fn from(error: pincite_models::Error) -> Self {
        match error {
            pincite_models::Error::Cancelled => Self::Cancelled,
            other => Self::Models(other),
        }
    }
}

impl Error {
    /// Stable code to branch on. It stays as it is where an error comes from another crate.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "adapt.unreadable",
            Self::NotAFile { .. } => "adapt.not_a_file",
            Self::TooLarge { .. } => "adapt.too_large",
            Self::Line { .. } => "adapt.line",
            Self::Template { .. } => "adapt.template",
            Self::NoPairs { .. } => "adapt.no_pairs",
            Self::TooFewPairs { .. } => "adapt.too_few_pairs",
            Self::Checkpoint { .. } => "adapt.checkpoint",
            Self::Diverged { .. } => "adapt.diverged",
            Self::Cancelled => "adapt.cancelled",
            Self::NoGenerator { .. } => "adapt.no_generator",
            Self::GeneratorUnusable { .. } => "adapt.generator_unusable",
            Self::CheckpointUnusable { .. } => "adapt.checkpoint_unusable",
            Self::NotAnEncoder { .. } => "adapt.not_an_encoder",
            Self::EncoderNotInstalled { .. } => "adapt.encoder_not_installed",
            Self::EncoderInUse { .. } => "adapt.encoder_in_use",
            Self::RunUnderWay { .. } => "adapt.run_under_way",
            Self::PairsLost { .. } => "adapt.pairs_lost",
            Self::LearnedLost { .. } => "adapt.learned_lost",
            Self::RunUnreadable { .. } => "adapt.run_unreadable",
            Self::OnBattery => "adapt.on_battery",
            Self::GpuLost { .. } => "adapt.gpu_lost",
            Self::Folder { .. } => "adapt.folder",
            Self::Stopped { .. } => "adapt.stopped",
            Self::Models(error) => error.code(),
            Self::Library(error) => error.code(),
            Self::Search(error) => error.code(),
        }
    }

    /// As the library keeps it.
    pub(crate) fn stored(&self) -> library::Problem {
        library::Problem { code: self.code().to_owned(), message: escaped(&self.to_string()) }
    }

    /// What the system or the database said, for the log. Unlike the message it names no file.
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Library(error) => error.cause(),
            _ => std::error::Error::source(self)?.downcast_ref::<io::Error>().map(|error| error.kind().to_string()),
        }
    }
}
