//! What happens in the engine, as it happens. Not for asking it.

use crate::{DocumentView, Duplicate, GridProgress, Problem, TuningProgress};
use pincite_library::{CollectionId, DocumentId, JobId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Phase {
    /// Reading pages.
    Reading,
    /// Recognising the text of pages that are pictures.
    Recognising,
    /// Cutting passages.
    Splitting,
    /// Computing passage vectors.
    Embedding,
    /// Writing to the library.
    Storing,
}

/// How far a job is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Progress {
    /// Number of the job, to cancel it by.
    #[ts(type = "number")]
    pub job: JobId,
    /// Document it works on.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Collection it works for.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// What it is doing.
    pub phase: Phase,
    /// Units done (pages or passages, as the phase says).
    pub done: u32,
    /// Units in all; 0 while unknown.
    pub total: u32,
    /// Units per second in this phase.
    pub rate: f32,
    /// Seconds left in this phase, once it can be told.
    pub seconds_left: Option<f32>,
}

/// What happened in the engine, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[ts(export)]
pub enum Event {
    /// A job moved on.
    Progress(Progress),
    /// A document is new, or its status changed.
    Document(DocumentView),
    /// A file that was added turned out to have the bytes of a document that is there.
    Duplicate(Duplicate),
    /// A document left a collection.
    DocumentRemoved {
        /// The collection.
        #[ts(type = "number")]
        collection: CollectionId,
        /// The document.
        #[ts(type = "number")]
        document: DocumentId,
    },
    /// The list of collections, or one of them, changed.
    Collections,
    /// A tuning run moved on.
    Tuning(TuningProgress),
    /// A tuning run of this collection began or ended, or another generation answers.
    Tunings {
        /// The collection.
        #[ts(type = "number")]
        collection: CollectionId,
    },
    /// A cell of a grid was filled.
    Grid(GridProgress),
    /// A grid of this collection was made, changed or deleted, or its filling began or ended.
    Grids {
        /// The collection.
        #[ts(type = "number")]
        collection: CollectionId,
    },
    /// Something the user should know that belongs to no document (a watched folder that vanished, say).
    Notice(Problem),
    /// Another program that shares the library changed something in it.
    Elsewhere,
    /// No job is left.
    Idle,
}
