//! Collections and their documents. Not for pages.

use crate::Problem;
use pincite_library::{CollectionId, DocumentId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A set of documents searched together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct CollectionView {
    /// Number that names it inside the library.
    #[ts(type = "number")]
    pub id: CollectionId,
    /// Name given by the user; unique.
    pub name: String,
    /// How many documents it holds, failed ones included.
    pub documents: u32,
    /// How many passages can be searched.
    pub passages: u32,
    /// Folders watched for it.
    pub watched: Vec<String>,
    /// The encoder that answers, or that it was tuned from; none before there is one.
    pub encoder: Option<String>,
}

/// Who may see a collection of a shared library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct MemberView {
    /// The name of a person, or of a group, on the server.
    pub name: String,
    /// Whether they made it. They stay.
    pub made_it: bool,
}

/// One PDF in a collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct DocumentView {
    /// Number that names it inside the library.
    #[ts(type = "number")]
    pub id: DocumentId,
    /// The collection it is listed in.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// What people call it: the name they gave it, else its title, else its file name.
    pub name: String,
    /// File name.
    pub file: String,
    /// Where the file was when it was added or last seen.
    pub path: String,
    /// SHA-256 of the file's bytes, in hexadecimal; empty while the file has not been read.
    pub hash: String,
    /// Title from the file's own metadata, or else from its first page.
    pub title: Option<String>,
    /// The language it is searched in, as a code of ISO 639 ("de"); absent if it is not known. A person can change it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub language: Option<String>,
    /// Tags that people put on it, by name.
    pub tags: Vec<String>,
    /// Number of pages.
    pub pages: u32,
    /// Number of passages.
    pub passages: u32,
    /// How far it is.
    pub status: Status,
    /// Why it failed, or is only partly searchable.
    pub problem: Option<Problem>,
    /// Pages that could not be searched.
    pub skipped: Vec<SkippedPage>,
    /// Its pages whose text was recognised in pictures; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub recognition: Option<Recognition>,
    /// Unix time in seconds when it was added.
    #[ts(type = "number")]
    pub added_at: i64,
}

/// How far a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Status {
    /// Queued, or being read or embedded; events tell which.
    Waiting,
    /// Every page can be searched.
    Ready,
    /// Some pages cannot be searched; they are listed.
    Partly,
    /// Nothing of it can be searched; the problem says why.
    Failed,
}

/// The pages of a document whose text was recognised in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Recognition {
    /// Number of pages recognised.
    pub pages: u32,
    /// Their mean confidence, from 0 to 1.
    pub confidence: f32,
    /// Whether pages are still to be recognised.
    pub unfinished: bool,
}

/// A page that could not be searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct SkippedPage {
    /// Page, counted from 0.
    pub page: u32,
    /// Its printed label.
    pub label: String,
    /// Why.
    pub problem: Problem,
}

/// What `add` did with the paths it was given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Added {
    /// Documents queued, each once. Those that are read again are among them.
    pub queued: Vec<DocumentView>,
    /// Files that the collection had already. What is found out while they are read comes as an event.
    pub here: Vec<Duplicate>,
    /// Paths not queued, each with the reason.
    pub refused: Vec<Refused>,
}

/// A file whose bytes a document of the collection has already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Duplicate {
    /// Where the file is.
    pub path: String,
    /// Its file name.
    pub file: String,
    /// The document with the same bytes.
    pub document: DocumentView,
}

/// A path that was not queued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Refused {
    /// The path.
    pub path: String,
    /// Its last part.
    pub file: String,
    /// Why.
    pub problem: Problem,
}
