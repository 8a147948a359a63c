//! What can go wrong in the engine. Crates below bring their own codes, which the engine passes on.

use crate::documents::problem;
use pincite_api::Problem;
use pincite_library::{PassageId, TuningRunId};
use std::io;
use std::path::PathBuf;

/// An error of the engine or of a crate below it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder cannot be read.
    #[error("{path} cannot be read: {source}. Check that it is there and that you may read it, then add it again.", path = path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{path} cannot be written: {source}. Choose another place, or free some space.", path = path.display())]
    Unwritable {
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A path leads to something other than a file: a folder, a device, a pipe.
    #[error("{path} is not a regular file. Name a file.", path = path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// A file is there already.
    #[error("{path} is there already. Choose another name, or add --force to replace it.", path = path.display())]
    Exists {
        /// The path.
        path: PathBuf,
    },
    /// A file is a document of the library, or belongs to Pincite itself.
    #[error("{path} is a document of the library, or belongs to Pincite, and is never replaced. Choose another name.", path = path.display())]
    IsOurs {
        /// The path.
        path: PathBuf,
    },
    /// A folder holds nothing to add.
    #[error("{folder} holds no PDF. Add a folder with files that end in .pdf.", folder = folder.display())]
    NothingToAdd {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder cannot be watched.
    #[error("{folder} cannot be watched: {source}. Check that the folder is there and that you may read it.", folder = folder.display())]
    Unwatchable {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: notify::Error,
    },
    /// The data folder cannot be used.
    #[error("Pincite's data folder {folder} cannot be used: {source}. Free some space, check your rights to it, or set PINCITE_HOME to another folder.", folder = folder.display())]
    Home {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A collection that is not there.
    #[error("There is no collection {name:?}. List them with `pincite collections`.")]
    UnknownCollection {
        /// Its name or number as given.
        name: String,
    },
    /// A document that is not there.
    #[error("There is no document {name:?} in this collection. List them with `pincite documents`.")]
    UnknownDocument {
        /// Its name or number as given.
        name: String,
    },
    /// A passage that is not there.
    #[error("There is no passage {id} in this document. Ask again: the document may have been added anew.")]
    UnknownPassage {
        /// Its number.
        id: PassageId,
    },
    /// The file was moved or deleted.
    #[error("{path} is no longer there. Its text can still be searched; to see its pages put the file back or add it from its new place.", path = path.display())]
    DocumentMissing {
        /// Where it was.
        path: PathBuf,
    },
    /// The file's bytes changed since it was read.
    #[error("{path} has changed since it was added, so its highlights would not fit. Add it again to search the new version.", path = path.display())]
    DocumentChanged {
        /// Where it is.
        path: PathBuf,
    },
    /// The document is waiting, or could not be read.
    #[error("{path} cannot be searched or shown yet. Wait until it is ready; if it failed, its line in the list says why.", path = path.display())]
    NotSearchable {
        /// The file.
        path: PathBuf,
    },
    /// The vectors of a collection were made by an encoder that is not here.
    #[error(
        "The passages of this collection were embedded by another version of {name} than the one installed. Import that version, or add the documents to a new collection."
    )]
    OtherEncoder {
        /// Its name.
        name: String,
    },
    /// The encoder that was tuned to a collection is gone, or is another one.
    #[error(
        "The encoder {name} that was adapted to this collection is no longer in {folder}. Go back to a former encoder of the collection, or adapt it again.", folder = folder.display()
    )]
    TunedMissing {
        /// Its name.
        name: String,
        /// Where it was.
        folder: PathBuf,
    },
    /// No page of the document has text that can be searched.
    #[error("{path} has no text that can be searched: its pages are images, or its fonts cannot be mapped to text. Run it through text recognition (OCR) and add the result.", path = path.display())]
    NoText {
        /// The file.
        path: PathBuf,
    },
    /// The user stopped the job.
    #[error("Adding {path} was cancelled. Add it again when you like.", path = path.display())]
    Cancelled {
        /// The file.
        path: PathBuf,
    },
    /// Work until the disk has space.
    #[error("The disk that holds {library} is full. Free some space: what is not done yet goes on by itself then, and nothing stored before is lost.", library = library.display())]
    WaitingForSpace {
        /// The library file.
        library: PathBuf,
    },
    /// A thread of the engine died.
    #[error("{what} stopped unexpectedly. Try again; if it happens again, report it with this file.")]
    Stopped {
        /// What it was doing, with the file's name.
        what: String,
    },
    /// There is nothing to adapt to.
    #[error(
        "No passage of this collection has been marked as answering a question. Mark some answers, generate questions, or name a file of pairs."
    )]
    NothingMarked,
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
    /// The collection has a run that has not ended.
    #[error("Run {run} of this collection has not ended. Wait until it is done, or cancel it.")]
    TuningUnderWay {
        /// The run.
        run: TuningRunId,
    },
    /// What was supplied for a run is gone, or cannot be read.
    #[error("The pairs of tuning run {run} cannot be read from {folder}. Start the tuning again.", folder = folder.display())]
    PairsLost {
        /// The run.
        run: TuningRunId,
        /// Where they were.
        folder: PathBuf,
    },
    /// The request or the report that the library keeps of a run is not what this version writes.
    #[error("Run {run} cannot be read from the library: {source}. Cancel it and start it again.")]
    RunUnreadable {
        /// The run.
        run: TuningRunId,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A run that brought the program down again and again.
    #[error(
        "Tuning run {run} was cut off again and again without progress, and is not tried any more. If memory is short, close other programs and start it again."
    )]
    TuningInterrupted {
        /// The run.
        run: TuningRunId,
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
    /// From adapting.
    #[error(transparent)]
    Adapt(#[from] pincite_adapt::Error),
    /// From `pincite_pdf`.
    #[error(transparent)]
    Pdf(#[from] pincite_pdf::Error),
    /// From `pincite_models`.
    #[error(transparent)]
    Models(#[from] pincite_models::Error),
    /// From `pincite_library`.
    #[error(transparent)]
    Library(#[from] pincite_library::Error),
    /// From `pincite_search`.
    #[error(transparent)]
    Search(#[from] pincite_search::Error),
}

impl Error {
    /// Stable code to branch on; those of other crates start with the crate's name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "engine.unreadable",
            Self::Unwritable { .. } => "engine.unwritable",
            Self::NotAFile { .. } => "engine.not_a_file",
            Self::Exists { .. } => "engine.exists",
            Self::IsOurs { .. } => "engine.is_ours",
            Self::NothingToAdd { .. } => "engine.nothing_to_add",
            Self::Unwatchable { .. } => "engine.unwatchable",
            Self::Home { .. } => "engine.home",
            Self::UnknownCollection { .. } => "engine.unknown_collection",
            Self::UnknownDocument { .. } => "engine.unknown_document",
            Self::UnknownPassage { .. } => "engine.unknown_passage",
            Self::DocumentMissing { .. } => "engine.document_missing",
            Self::DocumentChanged { .. } => "engine.document_changed",
            Self::NotSearchable { .. } => "engine.not_searchable",
            Self::OtherEncoder { .. } => "engine.other_encoder",
            Self::TunedMissing { .. } => "engine.tuned_missing",
            Self::NoText { .. } => "engine.no_text",
            Self::Cancelled { .. } => "engine.cancelled",
            Self::WaitingForSpace { .. } => "engine.waiting_for_room",
            Self::Stopped { .. } => "engine.stopped",
            Self::NothingMarked => "engine.nothing_marked",
            Self::NoGenerator { .. } => "engine.no_generator",
            Self::GeneratorUnusable { .. } => "engine.generator_unusable",
            Self::CheckpointUnusable { .. } => "engine.checkpoint_unusable",
            Self::TuningUnderWay { .. } => "engine.tuning_under_way",
            Self::PairsLost { .. } => "engine.pairs_lost",
            Self::RunUnreadable { .. } => "engine.run_unreadable",
            Self::TuningInterrupted { .. } => "engine.tuning_interrupted",
            Self::OnBattery => "engine.on_battery",
            Self::GpuLost { .. } => "engine.gpu_lost",
            Self::Adapt(error) => error.code(),
            Self::Pdf(error) => error.code(),
            Self::Models(error) => error.code(),
            Self::Library(error) => error.code(),
            Self::Search(error) => error.code(),
        }
    }

    /// What the system or the database said, for the log. Unlike the message it names no file.
    pub(crate) fn cause(&self) -> Option<String> {
        match self {
            Self::Library(pincite_library::Error::Database { source, .. }) => Some(source.to_string()),
            Self::Library(pincite_library::Error::JobUnreadable { detail, .. }) => Some(detail.clone()),
            _ => std::error::Error::source(self)?.downcast_ref::<io::Error>().map(|error| error.kind().to_string()),
        }
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        problem(error).into()
    }
}
