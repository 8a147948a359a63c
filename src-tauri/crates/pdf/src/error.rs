//! Errors of reading one file.

use std::path::{Path, PathBuf};

/// Why a file, or a page of it, could not be read. The message names the file and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file is no PDF.
    #[error("{} is not a PDF. Convert it to PDF and add it again.", path.display())]
    NotAPdf {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// It starts as a PDF, but too much of it is missing or damaged.
    #[error("{} is damaged or cut short. Fetch the file again from where it came.", path.display())]
    Truncated {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// It needs a password, and none or a wrong one was given.
    #[error("{} {}. {}.", if *given { "Wrong password for" } else { "A password protects" }, path.display(), if *given { "Try again" } else { "Enter its password to read it" })]
    Password {
        /// The file that was to be read.
        path: PathBuf,
        /// Whether a password had been given.
        given: bool,
    },
    /// Its encryption is not supported.
    #[error("{} is encrypted in a way that cannot be read. Save a copy without encryption and add that.", path.display())]
    Encryption {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// It holds no page.
    #[error("{} has no pages. Export it again from the program that made it.", path.display())]
    NoPages {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// It has fewer pages than that.
    #[error("{} has no page {}. It may have changed: add it again.", path.display(), page + 1)]
    NoPage {
        /// The file that was to be read.
        path: PathBuf,
        /// The page asked for, counted from 0.
        page: u32,
    },
    /// No annotation can be added to it.
    #[error("Highlights cannot be added to a copy of {}: the file is damaged, or encrypted in an unusual way. Print it to a new PDF and add that.", path.display())]
    Unmarkable {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// The system cannot read the file.
    #[error("{} cannot be opened: {source}. Check that it exists and that you may read it.", path.display())]
    Unreadable {
        /// The file that was to be read.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The reader process crashed. Nothing else was harmed.
    #[error("{} could not be read: it made the PDF reader stop ({how}). Print it to a new PDF and add that.", path.display())]
    Crashed {
        /// The file that was to be read.
        path: PathBuf,
        /// How the process ended.
        how: String,
    },
    /// The reader process exceeded a limit.
    #[error("{} could not be read: it needs more than the allowed {limit}. Print it to a new PDF and add that.", path.display())]
    Limit {
        /// The file that was to be read.
        path: PathBuf,
        /// The limit.
        limit: Limit,
    },
    /// The caller stopped the reading.
    #[error("reading {} was cancelled. Add it again to go on.", path.display())]
    Cancelled {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// The reader process could not be started at all.
    #[error("the PDF reader {} cannot be started: {source}. Install Pincite again.", program.display())]
    Reader {
        /// The program.
        program: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
}

/// A resource that is limited for a reader process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// CPU time of one page.
    CpuTime,
    /// Real time of one page.
    Time,
    /// Bytes that the process sends back.
    Output,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::CpuTime => "computing time",
            Self::Time => "time",
            Self::Output => "amount of text",
        })
    }
}

impl Error {
    /// The file that the message names.
    pub fn file(&self) -> &Path {
        match self {
            Self::NotAPdf { path }
            | Self::Truncated { path }
            | Self::Password { path, .. }
            | Self::Encryption { path }
            | Self::NoPages { path }
            | Self::NoPage { path, .. }
            | Self::Unmarkable { path }
            | Self::Unreadable { path, .. }
            | Self::Crashed { path, .. }
            | Self::Limit { path, .. }
            | Self::Cancelled { path } => path,
            Self::Reader { program, .. } => program,
        }
    }

    /// A stable name to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAPdf { .. } => "pdf.not_a_pdf",
            Self::Truncated { .. } => "pdf.truncated",
            Self::Password { .. } => "pdf.password",
            Self::Encryption { .. } => "pdf.encryption",
            Self::NoPages { .. } => "pdf.no_pages",
            Self::NoPage { .. } => "pdf.no_page",
            Self::Unmarkable { .. } => "pdf.unmarkable",
            Self::Unreadable { .. } => "pdf.unreadable",
            Self::Crashed { .. } => "pdf.crashed",
            Self::Limit { .. } => "pdf.limit",
            Self::Cancelled { .. } => "pdf.cancelled",
            Self::Reader { .. } => "pdf.reader",
        }
    }
}
