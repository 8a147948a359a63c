//! What a check of the library can find, in words.

use pincite_api::{FindingView, Problem, Repair};
use pincite_library::{Kept, RowFaults, escaped_path};
use std::path::PathBuf;

/// One thing that is not as it was stored, or not where it was.
#[derive(Debug, thiserror::Error)]
pub(super) enum Finding {
    #[error(
        "The library file is damaged ({detail}). A repair makes a new one of what can be read when Pincite starts next, and keeps this one."
    )]
    File { detail: String },
    #[error("The stored text of {document} is damaged. A repair reads {} again.", escaped_path(original))]
    Text { document: String, original: PathBuf },
    #[error(
        "The stored text of {document} is damaged, and its file is not at {} any more. Put the file back there, then repair.",
        escaped_path(place)
    )]
    TextAndOriginal { document: String, place: PathBuf },
    #[error("The index of {document} is damaged. A repair computes it again.")]
    Index { document: String },
    #[error(
        "The answer to {column} for {document} in the review table {table} is not as it was stored. {}",
        if *is_judged { "A person judged it: compare it with the page." } else { "A repair answers again." }
    )]
    Answer { table: String, column: String, document: String, is_judged: bool },
    #[error("{collection} does not know its search model any more. A repair takes the last one.")]
    NoModelActive { collection: String },
    #[error("{} are not as they were stored: {}. Restore a backup to get them back. A repair keeps them as they are now.", named(*kept), counted(*rows))]
    Rows { kept: Kept, rows: RowFaults },
    #[error("A file of the model {name} is damaged or missing. Import or download the model again.")]
    Model { name: String },
    #[error(
        "The file of {document} is not at {} any more. Its text can be searched, but its pages cannot be shown.",
        escaped_path(place)
    )]
    OriginalMissing { document: String, place: PathBuf },
    #[error("{} has changed since it was read. Add it again to search what is in it now.", escaped_path(place))]
    OriginalChanged { place: PathBuf },
}

impl Finding {
    /// As people see it.
    pub(super) fn view(&self) -> FindingView {
        FindingView { problem: Problem::new(self.code(), self.to_string()), repair: self.repair() }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::File { .. } => "doctor.file",
            Self::Text { .. } => "doctor.text",
            Self::TextAndOriginal { .. } => "doctor.text_and_original",
            Self::Index { .. } => "doctor.index",
            Self::Answer { .. } => "doctor.answer",
            Self::NoModelActive { .. } => "doctor.no_model_active",
            Self::Rows { .. } => "doctor.rows",
            Self::Model { .. } => "doctor.model",
            Self::OriginalMissing { .. } => "doctor.original_missing",
            Self::OriginalChanged { .. } => "doctor.original_changed",
        }
    }

    fn repair(&self) -> Repair {
        match self {
            Self::File { .. } => Repair::AtStart,
            Self::Text { .. }
            | Self::Index { .. }
            | Self::Answer { .. }
            | Self::NoModelActive { .. }
            | Self::Rows { .. } => Repair::Here,
            Self::TextAndOriginal { .. }
            | Self::Model { .. }
            | Self::OriginalMissing { .. }
            | Self::OriginalChanged { .. } => Repair::None,
        }
    }
}

fn named(kept: Kept) -> &'static str {
    match kept {
        Kept::Marks => "Relevance marks",
        Kept::Notes => "Highlights and notes",
        Kept::Tables => "Review tables",
        Kept::Questions => "Questions",
        Kept::Documents => "Names, tags or places of documents",
        Kept::Encoders => "Search models of collections",
        Kept::Settings => "Settings",
        Kept::Work => "Waiting tasks",
    }
}

fn counted(RowFaults { changed, lost }: RowFaults) -> String {
    match (changed, lost) {
        (changed, 0) => format!("{changed} changed"),
        (0, lost) => format!("{lost} missing"),
        (changed, lost) => format!("{changed} changed, {lost} missing"),
    }
}
