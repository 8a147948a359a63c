//! Errors of the library, with what to do about them. Not for problems of PDFs, which are data here
//! ([`crate::Problem`]).

mod code;
mod databases;

pub(crate) use databases::{Context, is_constraint};

use crate::{
    AnnotationId, CollectionId, ContentId, DocumentId, GenerationId, GridId, JobId, PassageId, QuestionId, RunId,
};
use std::path::{Path, PathBuf};

/// An operation on the library failed. Stored data is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The disk is full, or the file reached its size limit.
    #[error("The disk is full: {} could not be written. Nothing stored before is lost; free some space and try again.", library.display())]
    DiskFull {
        /// The library file.
        library: PathBuf,
    },
    /// The disk was full on opening, so the library can only be read.
    #[error("The disk was full when {} was opened, so it can only be read. Free some space and start Pincite again.", library.display())]
    OpenedFull {
        /// The library file.
        library: PathBuf,
    },
    /// The library is a bundle, which can only be read.
    #[error("{} is a bundle: it can be read, and not changed. To work on it, copy its collection into the library of this computer: `pincite library copy`.", library.display())]
    Bundle {
        /// The file.
        library: PathBuf,
    },
    /// A bundle was written by an older version of this program.
    #[error("{} was written by an older version of Pincite. It must be updated first.", library.display())]
    OlderBundle {
        /// The file.
        library: PathBuf,
    },
    /// The file is empty: a library lost its content, or there never was one.
    #[error("{} is an empty file. Restore a backup, or delete it to begin with a new library.", library.display())]
    Empty {
        /// The library file.
        library: PathBuf,
    },
    /// The file is damaged or is not an SQLite database.
    #[error("{} is damaged or not a Pincite library ({detail}). Run `pincite doctor --repair`, restore a backup, or move it away and add the documents again.", library.display())]
    Corrupt {
        /// The library file.
        library: PathBuf,
        /// What was found.
        detail: String,
    },
    /// The file is a database of another program.
    #[error("{} is a database of another program. Choose another place for the library.", library.display())]
    NotALibrary {
        /// The file.
        library: PathBuf,
    },
    /// The file was written by a newer version of this program.
    #[error("{} was written by a newer version of Pincite. Update Pincite to open it.", library.display())]
    Newer {
        /// The library file.
        library: PathBuf,
    },
    /// The file or its folder cannot be created, read or written.
    #[error("{} cannot be opened for reading and writing ({detail}). Check that its folder exists and that you have the rights to write there.", library.display())]
    Access {
        /// The library file.
        library: PathBuf,
        /// The system's reason.
        detail: String,
    },
    /// Another process kept the library locked for too long.
    #[error("{} is in use by another program for too long. Close other Pincite windows or commands and try again.", library.display())]
    Busy {
        /// The library file.
        library: PathBuf,
    },
    /// The text is no address of a library on a server.
    #[error("\"{address}\" is not the address of a shared library. Write it as postgres://name@server/database.")]
    Address {
        /// The text, without a password.
        address: String,
    },
    /// The server cannot be reached, or the connection was lost.
    #[error("The shared library {} cannot be reached ({detail}). Check the network and try again; nothing stored is lost.", library.display())]
    Unreachable {
        /// The library's address.
        library: PathBuf,
        /// The system's reason.
        detail: String,
    },
    /// The server refuses this name and password, or what the name may do.
    #[error("The shared library {} does not let you in, or not do this ({detail}). Ask its administrator.", library.display())]
    SignIn {
        /// The library's address.
        library: PathBuf,
        /// The server's reason.
        detail: String,
    },
    /// The server lacks something.
    #[error("The server of {} cannot hold a library ({detail}). Its administrator must prepare PostgreSQL 15 and pgvector 0.8, or newer versions of them.", library.display())]
    Server {
        /// The library's address.
        library: PathBuf,
        /// What it is or lacks.
        detail: String,
    },
    /// Something that only a library in a file can do.
    #[error("{} is on a server, whose administrator checks it and backs it up.", library.display())]
    OnServer {
        /// The library's address.
        library: PathBuf,
    },
    /// Something that only a shared library has.
    #[error("{} is shared with nobody. Name a shared library: postgres://name@server/database.", library.display())]
    NotShared {
        /// The library file.
        library: PathBuf,
    },
    /// A file that is copied there was read by another version of this program.
    #[error("{} has \"{name}\" already, read by another version of Pincite. Update both, read it again, and copy once more.", library.display())]
    ReadDifferently {
        /// The library that has it.
        library: PathBuf,
        /// Its title, or its hash.
        name: String,
    },
    /// The server has no such person or group.
    #[error("The server of this library knows no \"{name}\". Its administrator must make that name first.")]
    NoPerson {
        /// The name.
        name: String,
    },
    /// Not a member, or the maker, who stays.
    #[error("\"{name}\" is no member of this collection, or made it and stays. List its members.")]
    NoMember {
        /// The name.
        name: String,
    },
    /// Any other failure of the database.
    #[error("{} could not be read or written: {source}. Try again; if it happens again, restart Pincite.", library.display())]
    Database {
        /// The library file.
        library: PathBuf,
        /// The database's error.
        source: sqlx::Error,
    },
    /// A collection must have a name.
    #[error("A collection needs a name. Give it one.")]
    NameEmpty,
    /// Another collection has this name.
    #[error("There is a collection named \"{name}\" already. Choose another name.")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// No such collection.
    #[error("Collection {0} is not in the library. It may have been deleted; list the collections.")]
    NoCollection(CollectionId),
    /// No such document.
    #[error("Document {0} is not in the library. It may have been removed; list the documents.")]
    NoDocument(DocumentId),
    /// No such content.
    #[error("Content {0} is not in the library. Its documents may have been removed; list the documents.")]
    NoContent(ContentId),
    /// No such generation, or it belongs to another collection.
    #[error("Generation {0} of vectors is not in this collection. Embed its documents again.")]
    NoGeneration(GenerationId),
    /// No such job.
    #[error("Job {0} is not in the library. Its document may have been removed.")]
    NoJob(JobId),
    /// A job that this version cannot read.
    #[error("Job {job} of the queue cannot be read ({detail}), so it was not done. Add its document again.")]
    JobUnreadable {
        /// The job.
        job: JobId,
        /// What cannot be read.
        detail: String,
    },
    /// The document is waiting, or could not be read.
    #[error("{} cannot be searched or shown yet. Wait until it is ready; if it failed, its line in the list says why.", path.display())]
    NotSearchable {
        /// The file.
        path: PathBuf,
    },
    /// Part of what is stored of a document is missing or cannot be read.
    #[error("Part of the stored text of {} is missing or cannot be read. Add the file again; nothing else is affected.", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// No such passage, or it belongs to another collection or document.
    #[error("Passage {0} is not in this document or collection. Ask again: its document may have been added anew.")]
    NoPassage(PassageId),
    /// No such question.
    #[error("Question {0} is not in the library. Its document may have been removed; list the questions.")]
    NoQuestion(QuestionId),
    /// No such annotation, or it was removed.
    #[error("Highlight {0} is not in the library. It may have been removed; list the highlights of its document.")]
    NoAnnotation(AnnotationId),
    /// A question must have words.
    #[error("A question needs words. Write some, or delete it.")]
    QuestionEmpty,
    /// A tag must have letters or digits.
    #[error("A tag needs a name. Write one.")]
    TagEmpty,
    /// No such run.
    #[error("Run {0} is not in the library. Its collection may have been deleted; list the runs.")]
    NoRun(RunId),
    /// No such grid.
    #[error("Review table {0} is not in the library. It may have been deleted; list them with `pincite grid list`.")]
    NoGrid(GridId),
    /// A grid must have a name.
    #[error("A review table needs a name. Give it one.")]
    GridNameEmpty,
    /// A signature must have a name.
    #[error("To confirm a review table you must give your name.")]
    SignatureEmpty,
    /// Another grid of the collection has this name.
    #[error("There is a review table named \"{name}\" in this collection already. Choose another name.")]
    GridNameTaken {
        /// The name.
        name: String,
    },
    /// A grid must have questions.
    #[error("A review table needs questions. Write one question on each line.")]
    GridEmpty,
    /// A grid has more questions than people read.
    #[error("A review table can have {most} questions, and these are {questions}. Split them into several tables.")]
    GridTooLarge {
        /// Questions given.
        questions: usize,
        /// Questions of a grid at most.
        most: usize,
    },
    /// A question of a grid is longer than an encoder reads.
    #[error("The question \"{start}…\" is longer than {most} bytes. Write one short question on each line.")]
    GridQuestionTooLong {
        /// Its first characters.
        start: String,
        /// Bytes of a question at most.
        most: usize,
    },
    /// A question of a grid has more wordings or known answers than it can use.
    #[error(
        "The question \"{start}\" has more than {wordings} wordings or more than {answers} known answers. Leave some out."
    )]
    GridQuestionTooRich {
        /// Its first characters.
        start: String,
        /// Wordings of a question at most.
        wordings: usize,
        /// Known answers of a question at most.
        answers: usize,
    },
    /// A cell that is not filled, or that is in no grid.
    #[error("This answer is not in the review table any more. Fill the table again.")]
    NoGridCell,
    /// A generation cannot become active while contents lack vectors.
    #[error("Generation {generation} lacks the vectors of {missing} documents. Embed them, then activate it.")]
    Incomplete {
        /// The generation.
        generation: GenerationId,
        /// How many contents lack vectors.
        missing: usize,
    },
    /// The active generation cannot be deleted.
    #[error("Generation {0} is the active one. Activate another one before deleting it.")]
    Active(GenerationId),
    /// No generation was active before the present one, or none of them is kept.
    #[error("Collection {0} has no former encoder to go back to. List its generations and activate one of them.")]
    NothingToUndo(CollectionId),
    /// Vectors whose shape does not fit their generation or content.
    #[error("Vectors of the wrong shape: {detail}. Embed the document again.")]
    Shape {
        /// What does not fit.
        detail: String,
    },
    /// The text is no content hash.
    #[error("\"{text}\" is not a content hash. Give 64 hexadecimal digits.")]
    NotAHash {
        /// The text.
        text: String,
    },
    /// A process has the library open that is to be replaced.
    #[error("Pincite is at work with {}. Close its windows and commands, then try again.", library.display())]
    InUse {
        /// The library file.
        library: PathBuf,
    },
    /// The path is not Unicode.
    #[error("The name of {} is not valid Unicode. Rename the file or folder and add it again.", path.display())]
    PathNotUnicode {
        /// The path.
        path: PathBuf,
    },
}

impl Error {
    /// The error for something that cannot be encoded. Lengths beyond 4 billion are the only reason.
    pub(crate) fn unencodable(library: &Path, error: &postcard::Error) -> Self {
        Self::Corrupt { library: library.to_owned(), detail: format!("something to store: {error}") }
    }

    /// This error; for a violated foreign key that of its missing parent row.
    pub(crate) fn or_missing(self, parent: Self) -> Self {
        if is_constraint(&self, |error| error.is_foreign_key_violation()) { parent } else { self }
    }
}
