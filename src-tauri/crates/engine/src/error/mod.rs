//! What can go wrong in the engine. Crates below bring their own codes, which the engine passes on.

mod code;

use pincite_api::{Problem, without_numbers};
use pincite_library::{self as library, escaped, escaped_name, escaped_path};
use std::io;
use std::path::{Path, PathBuf};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

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
    /// Hidden files of a folder were not added.
    #[error("{path}{} hidden, so it was not added with its folder. Name a hidden file itself to add it.", if *others == 0 { " is".to_owned() } else { format!(" and {others} more are") }, path = path.display())]
    HiddenSkipped {
        /// The first of them.
        path: PathBuf,
        /// How many more there are in the folder.
        others: usize,
    },
    /// A folder holds nothing to add.
    #[error("{folder} holds no PDF. Add a folder with files that end in .pdf.", folder = folder.display())]
    NothingToAdd {
        /// The folder.
        folder: PathBuf,
    },
    /// The sample documents are not installed.
    #[error("The sample documents are missing. Install Pincite again, or add documents of your own.")]
    NoSamples,
    /// No language has this code.
    #[error("No language is called {code}. Give its code: de for German, zh for Chinese, und if it has none.")]
    NoLanguage {
        /// The code.
        code: String,
    },
    /// Nobody said where the PDFs of the shared library lie.
    #[error(
        "Nobody has said yet where the PDFs of this shared library lie. Its administrator does it once: `pincite library originals FOLDER`."
    )]
    NoOriginals,
    /// The place of the PDFs of a shared library cannot be used.
    #[error(
        "The PDFs of this shared library lie in {place}, which cannot be used ({detail}). Check the network and your rights, then try again."
    )]
    Originals {
        /// The place, as a URL.
        place: String,
        /// What went wrong.
        detail: String,
    },
    /// The key store of the platform did not take a password.
    #[error(
        "The key store of this computer did not take the password ({detail}). Unlock it, or put the password into PostgreSQL's own file, ~/.pgpass."
    )]
    KeyStore {
        /// What the key store said.
        detail: String,
    },
    /// Only one computer sees a folder.
    #[error("{folder} cannot be watched for a shared library, because the others do not see it. Add its files instead.", folder = folder.display())]
    SharedFolder {
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
    /// The file browser does not show a file.
    #[error("{path} cannot be shown in the file browser: {reason}. Open its folder yourself.", path = path.display())]
    NotRevealed {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
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
    /// A grid that is not there.
    #[error("There is no review table {name:?} in this collection. List them with `pincite grid list`.")]
    UnknownGrid {
        /// Its name or number as given.
        name: String,
    },
    /// A list of questions that does not come with Pincite.
    #[error("Pincite has no list of questions {name:?}. List them with `pincite grid lists`.")]
    UnknownList {
        /// Its id as given.
        name: String,
    },
    /// A CSV file without questions.
    #[error("{path} has no column \"question\", or is not a CSV file. Give it a first line with the names of its columns.", path = path.display())]
    NoQuestionColumn {
        /// The file.
        path: PathBuf,
    },
    /// A list of questions with a kind of value that does not exist.
    #[error("{path} has the value \"{kind}\". Use date, duration, amount, percentage, law, parties or sentence, or leave it empty.", path = path.display())]
    UnknownValueKind {
        /// The file.
        path: PathBuf,
        /// What it says.
        kind: String,
    },
    /// A file that is no backup.
    #[error("{path} is not a backup of Pincite ({reason}). Choose a file that Pincite wrote as a backup.", path = path.display())]
    NotABackup {
        /// The file.
        path: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// A backup that is not as it was written.
    #[error("The backup {path} is damaged: {part} is not as it was written. Nothing was changed. Use another backup.", path = path.display())]
    BackupDamaged {
        /// The file.
        path: PathBuf,
        /// Which part.
        part: String,
    },
    /// The bundle that was chosen is gone.
    #[error("The bundle {path} is not where it was. Put it back, or use the library of this computer: `pincite library own`.", path = path.display())]
    NoBundle {
        /// Where it was.
        path: PathBuf,
    },
    /// A bundle without a signature.
    #[error("{path} has no signature. Ask for the file {path}.minisig, which belongs beside it.", path = path.display())]
    NotSigned {
        /// The bundle.
        path: PathBuf,
    },
    /// A bundle that does not fit its signature.
    #[error("{path} is not what was signed: it was changed or damaged. Ask for it again.", path = path.display())]
    BundleChanged {
        /// The bundle.
        path: PathBuf,
    },
    /// A bundle that someone else signed.
    #[error("{path} was signed with the key {key}, and not with {wanted}. Ask who gave you the key.", path = path.display())]
    OtherKey {
        /// The bundle.
        path: PathBuf,
        /// The key that signed it.
        key: String,
        /// The key that was to sign it.
        wanted: String,
    },
    /// The key for signing bundles cannot be used.
    #[error("The key {path} cannot be used ({detail}). Move it away: Pincite makes a new one.", path = path.display())]
    SigningKey {
        /// The file of the key.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// A row of a review table that is not complete cannot be confirmed.
    #[error("{document} has cells that are not filled or not up to date. Fill the table first, then confirm it.")]
    RowNotFilled {
        /// The name of the document.
        document: String,
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
    /// No page of the document has text that can be searched.
    #[error("{path} has no text that can be searched. Look at it: it may be blank, drawn, or written by hand. Scanned pages are read as soon as the text recognition (pp-ocrv6-tiny) is installed.", path = path.display())]
    NoText {
        /// The file.
        path: PathBuf,
    },
    /// No words were selected.
    #[error("No words are selected on this page. Select some words, then try again.")]
    NothingSelected,
    /// The words are not on the page.
    #[error("Page {page} does not contain {text:?}. Copy the words as they are on the page.", page = page + 1)]
    WordsNotFound {
        /// What was looked for.
        text: String,
        /// Page, counted from 0.
        page: u32,
    },
    /// The model that recognises text is not installed.
    #[error(
        "The text recognition is not installed, so scanned pages stay pictures. Run `pincite models fetch pp-ocrv6-tiny`."
    )]
    NoRecogniser,
    /// Someone cancelled the filling of a grid, or the program closes.
    #[error("Filling the review table was stopped. What was filled stays; fill it again when you like.")]
    FillingStopped,
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
    /// A link leads to a document that is not in the library, or is no link.
    #[error("{link} leads to no document of this library. Add the document first, and open the link again.")]
    UnknownPlace {
        /// The link as given.
        link: String,
    },
    /// From reading a memo.
    #[error(transparent)]
    Claim(#[from] pincite_claim::Error),
    /// From `pincite_export`.
    #[error(transparent)]
    Export(#[from] pincite_export::Error),
    /// From adapting.
    #[error(transparent)]
    Adapt(#[from] pincite_adapt::Error),
    /// From `pincite_pdf`.
    #[error(transparent)]
    Pdf(#[from] pincite_pdf::Error),
    /// From `pincite_models`.
    #[error(transparent)]
    Models(#[from] pincite_models::Error),
    /// From `pincite_ocr`.
    #[error(transparent)]
    Ocr(#[from] pincite_ocr::Error),
    /// From `pincite_library`.
    #[error(transparent)]
    Library(#[from] pincite_library::Error),
    /// From `pincite_search`.
    #[error(transparent)]
    Search(pincite_search::Error),
}

/// An error of the library stays one, whichever crate met it: a full disk is waited out.
impl From<pincite_search::Error> for Error {
    fn from(error: pincite_search::Error) -> Self {
        match error {
            pincite_search::Error::Library(error) => error.into(),
            other => Self::Search(other),
        }
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        named(problem(error).into(), error.file())
    }
}

/// A problem that may be one of a file, which people know by its name.
pub(crate) fn named(problem: Problem, file: Option<&Path>) -> Problem {
    match file {
        Some(file) => problem.naming(&escaped_path(file), &escaped_name(file)),
        None => problem,
    }
}

/// An error as the library keeps it.
pub(crate) fn problem(error: &Error) -> library::Problem {
    library::Problem { code: error.code().to_owned(), message: escaped(&without_numbers(&error.to_string())) }
}

/// The error for a file that the system does not write.
pub(crate) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Error + use<> {
    let path = path.to_owned();
    move |source| Error::Unwritable { path, source }
}

/// Whether the disk has no space left: that is waited out.
pub(crate) fn is_full(error: &library::Error) -> bool {
    matches!(error, library::Error::DiskFull { .. })
}

/// Runs what computes, or waits for the file system, on a thread of its own. `what` names it if it dies.
pub(crate) async fn blocking<T: Send + 'static>(
    what: impl Into<String>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    spawn_blocking(work).await.map_err(|_| Error::Stopped { what: what.into() })
}

/// The same of what also awaits. Loading, encoding and ranking compute: on a worker of the runtime they would stop
/// whatever else it runs.
pub(crate) async fn computing<F: Future<Output: Send + 'static>>(
    what: &str,
    work: impl FnOnce() -> F + Send + 'static,
) -> Result<F::Output, Error> {
    let runtime = Handle::current();
    blocking(what, move || runtime.block_on(work())).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_the_name_of_a_file_and_neither_its_folder_nor_a_number_of_the_system() {
        let path = PathBuf::from("/matters/Matter 12/lease.pdf");
        let library = PathBuf::from("/matters/library.db");
        let errors = [
            Error::Unreadable { path: path.clone(), source: io::Error::from_raw_os_error(13) },
            Error::NoText { path: path.clone() },
            Error::Pdf(pincite_pdf::Error::Truncated { path: path.clone() }),
            Error::Library(library::Error::Damaged { path }),
            Error::WaitingForSpace { library },
        ];
        for error in &errors {
            let problem = Problem::from(error);
            assert!(!problem.message.contains("/matters") && !problem.message.contains("os error"), "{problem:?}");
            assert!(problem.technical().contains("/matters"), "the technical message keeps it: {problem:?}");
        }
    }
}
