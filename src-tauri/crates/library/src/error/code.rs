//! What programs read of an error: its code, and the file that its message names.

use super::Error;
use std::path::Path;

impl Error {
    /// Stable code to branch on. It stays as it is where an error comes from another crate.
    pub fn code(&self) -> &'static str {
        match self {
            Self::DiskFull { .. } => "library.disk_full",
            Self::OpenedFull { .. } => "library.opened_full",
            Self::Bundle { .. } => "library.bundle",
            Self::OlderBundle { .. } => "library.older_bundle",
            Self::Empty { .. } => "library.empty",
            Self::Corrupt { .. } => "library.corrupt",
            Self::NotALibrary { .. } => "library.not_a_library",
            Self::Newer { .. } => "library.newer",
            Self::Access { .. } => "library.access",
            Self::Busy { .. } => "library.busy",
            Self::Address { .. } => "library.address",
            Self::Unreachable { .. } => "library.unreachable",
            Self::SignIn { .. } => "library.sign_in",
            Self::Server { .. } => "library.server",
            Self::OnServer { .. } => "library.on_server",
            Self::NotShared { .. } => "library.not_shared",
            Self::ReadDifferently { .. } => "library.read_differently",
            Self::NoPerson { .. } => "library.no_person",
            Self::NoMember { .. } => "library.no_member",
            Self::Database { .. } => "library.database",
            Self::NameEmpty => "library.name_empty",
            Self::NameTaken { .. } => "library.name_taken",
            Self::NoCollection(_) => "library.no_collection",
            Self::NoDocument(_) => "library.no_document",
            Self::NoContent(_) => "library.no_content",
            Self::NoGeneration(_) => "library.no_generation",
            Self::NoJob(_) => "library.no_job",
            Self::JobUnreadable { .. } => "library.job_unreadable",
            Self::NotSearchable { .. } => "library.not_searchable",
            Self::Damaged { .. } => "library.document_damaged",
            Self::NoPassage(_) => "library.no_passage",
            Self::NoQuestion(_) => "library.no_question",
            Self::NoAnnotation(_) => "library.no_annotation",
            Self::QuestionEmpty => "library.question_empty",
            Self::TagEmpty => "library.tag_empty",
            Self::NoRun(_) => "library.no_run",
            Self::NoGrid(_) => "library.no_grid",
            Self::GridNameEmpty => "library.grid_name_empty",
            Self::SignatureEmpty => "library.signature_empty",
            Self::GridNameTaken { .. } => "library.grid_name_taken",
            Self::GridEmpty => "library.grid_empty",
            Self::GridTooLarge { .. } => "library.grid_too_large",
            Self::GridQuestionTooLong { .. } => "library.grid_question_too_long",
            Self::GridQuestionTooRich { .. } => "library.grid_question_too_rich",
            Self::NoGridCell => "library.no_grid_cell",
            Self::Incomplete { .. } => "library.generation_incomplete",
            Self::NothingToUndo(_) => "library.nothing_to_undo",
            Self::Active(_) => "library.generation_active",
            Self::Shape { .. } => "library.vector_shape",
            Self::NotAHash { .. } => "library.not_a_hash",
            Self::InUse { .. } => "library.in_use",
            Self::PathNotUnicode { .. } => "library.path_not_unicode",
        }
    }

    /// The file that the message names.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::DiskFull { library }
            | Self::OpenedFull { library }
            | Self::Bundle { library }
            | Self::OlderBundle { library }
            | Self::Empty { library }
            | Self::Corrupt { library, .. }
            | Self::NotALibrary { library }
            | Self::Newer { library, .. }
            | Self::Access { library, .. }
            | Self::Busy { library }
            | Self::Unreachable { library, .. }
            | Self::SignIn { library, .. }
            | Self::Server { library, .. }
            | Self::OnServer { library }
            | Self::NotShared { library }
            | Self::ReadDifferently { library, .. }
            | Self::Database { library, .. } => Some(library),
            Self::NotSearchable { path } | Self::Damaged { path } | Self::PathNotUnicode { path } => Some(path),
            _ => None,
        }
    }

    /// What the database said, for the log. Unlike the message it names no file.
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Database { source, .. } => Some(source.to_string()),
            Self::JobUnreadable { detail, .. } => Some(detail.clone()),
            _ => None,
        }
    }
}
