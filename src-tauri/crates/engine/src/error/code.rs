//! What programs read of an error: its code, and the file that its message names.

use super::Error;
use std::io;
use std::path::Path;

impl Error {
    /// Stable code to branch on; those of other crates start with the crate's name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "engine.unreadable",
            Self::Unwritable { .. } => "engine.unwritable",
            Self::NotAFile { .. } => "engine.not_a_file",
            Self::Exists { .. } => "engine.exists",
            Self::IsOurs { .. } => "engine.is_ours",
            Self::HiddenSkipped { .. } => "engine.hidden_skipped",
            Self::NothingToAdd { .. } => "engine.nothing_to_add",
            Self::NoSamples => "engine.no_samples",
            Self::NoLanguage { .. } => "engine.no_language",
            Self::NoOriginals => "engine.no_originals",
            Self::Originals { .. } => "engine.originals",
            Self::KeyStore { .. } => "engine.key_store",
            Self::SharedFolder { .. } => "engine.shared_folder",
            Self::Unwatchable { .. } => "engine.unwatchable",
            Self::NotRevealed { .. } => "engine.not_revealed",
            Self::Home { .. } => "engine.home",
            Self::UnknownCollection { .. } => "engine.unknown_collection",
            Self::UnknownDocument { .. } => "engine.unknown_document",
            Self::UnknownGrid { .. } => "engine.unknown_grid",
            Self::UnknownList { .. } => "engine.unknown_list",
            Self::NoQuestionColumn { .. } => "engine.no_question_column",
            Self::UnknownValueKind { .. } => "engine.unknown_value_kind",
            Self::NotABackup { .. } => "engine.not_a_backup",
            Self::BackupDamaged { .. } => "engine.backup_damaged",
            Self::NoBundle { .. } => "engine.no_bundle",
            Self::NotSigned { .. } => "engine.not_signed",
            Self::BundleChanged { .. } => "engine.bundle_changed",
            Self::OtherKey { .. } => "engine.other_key",
            Self::SigningKey { .. } => "engine.signing_key",
            Self::DocumentMissing { .. } => "engine.document_missing",
            Self::DocumentChanged { .. } => "engine.document_changed",
            Self::NoText { .. } => "engine.no_text",
            Self::NothingSelected => "engine.nothing_selected",
            Self::WordsNotFound { .. } => "engine.words_not_found",
            Self::NoRecogniser => "engine.no_recogniser",
            Self::RowNotFilled { .. } => "engine.row_not_filled",
            Self::FillingStopped => "engine.filling_stopped",
            Self::Cancelled { .. } => "engine.cancelled",
            Self::WaitingForSpace { .. } => "engine.waiting_for_room",
            Self::Stopped { .. } => "engine.stopped",
            Self::UnknownPlace { .. } => "engine.unknown_place",
            Self::Claim(error) => error.code(),
            Self::Export(error) => error.code(),
            Self::Adapt(error) => error.code(),
            Self::Pdf(error) => error.code(),
            Self::Models(error) => error.code(),
            Self::Ocr(error) => error.code(),
            Self::Library(error) => error.code(),
            Self::Search(error) => error.code(),
        }
    }

    /// The file or folder that the message names.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Self::Unreadable { path, .. }
            | Self::Unwritable { path, .. }
            | Self::NotAFile { path }
            | Self::Exists { path }
            | Self::IsOurs { path }
            | Self::HiddenSkipped { path, .. }
            | Self::NotRevealed { path, .. }
            | Self::NoQuestionColumn { path }
            | Self::UnknownValueKind { path, .. }
            | Self::NotABackup { path, .. }
            | Self::BackupDamaged { path, .. }
            | Self::NoBundle { path }
            | Self::NotSigned { path }
            | Self::BundleChanged { path }
            | Self::OtherKey { path, .. }
            | Self::SigningKey { path, .. }
            | Self::DocumentMissing { path }
            | Self::DocumentChanged { path }
            | Self::NoText { path }
            | Self::Cancelled { path } => Some(path),
            Self::Unwatchable { folder, .. } | Self::SharedFolder { folder } | Self::Home { folder, .. } => {
                Some(folder)
            }
            Self::WaitingForSpace { library } => Some(library),
            Self::Claim(error) => Some(error.path()),
            Self::Pdf(error) => Some(error.file()),
            Self::Models(error) => error.file(),
            Self::Library(error) => error.file(),
            _ => None,
        }
    }

    /// What the system or the database said, for the log. Unlike the message it names no file.
    pub(crate) fn cause(&self) -> Option<String> {
        match self {
            Self::Library(error) => error.cause(),
            Self::Adapt(error) => error.cause(),
            _ => std::error::Error::source(self)?.downcast_ref::<io::Error>().map(|error| error.kind().to_string()),
        }
    }
}
