//! What crosses from the engine to whoever shows it: the window (types generated from these) and the command line
//! (`--json` prints these). Not for storing.

mod answer;
mod questions;
mod tuning;

pub use answer::{Answer, Highlight, HighlightKind, Hit, Mode, Piece, Score};
pub use pincite_adapt::{Decision, Examined, Metrics, Moved, Reason, Tried, Verdict};
pub use questions::{
    Filter, Imported, Origin, Prompt, QuestionCount, QuestionPage, QuestionPlan, QuestionRequest, QuestionView, Tally,
    WhichQuestions, WriterChoice,
};
pub use tuning::{
    Evidence, GenerationView, Mark, RunKind, TuningPhase, TuningPlan, TuningProgress, TuningReport, TuningRequest,
    TuningStage, TuningState, TuningView,
};

use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A set of documents searched together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct CollectionView {
    /// Number that names it inside the library.
    #[ts(type = "number")]
    pub id: i64,
    /// Name given by the user; unique.
    pub name: String,
    /// How many documents it holds, failed ones included.
    pub documents: u32,
    /// How many passages can be searched.
    pub passages: u32,
    /// Folders watched for it.
    pub watched: Vec<String>,
}

/// One PDF in a collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct DocumentView {
    /// Number that names it inside the library.
    #[ts(type = "number")]
    pub id: i64,
    /// The collection it is listed in.
    #[ts(type = "number")]
    pub collection: i64,
    /// File name.
    pub name: String,
    /// Where the file was when it was added or last seen.
    pub path: String,
    /// SHA-256 of the file's bytes, in hexadecimal; empty while the file has not been read.
    pub hash: String,
    /// Title from the file's own metadata.
    pub title: Option<String>,
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

/// Something that went wrong: a code to branch on and a sentence for people (what happened, to which file, what to do).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Problem {
    /// Stable code, such as `pdf.password`.
    pub code: String,
    /// Sentence for people.
    pub message: String,
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

/// A question asked of a collection, or of one document in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Question {
    /// Words of the question; phrases in double quotes must occur.
    pub text: String,
    /// Collection asked.
    #[ts(type = "number")]
    pub collection: i64,
    /// Only this document, searched in full.
    #[ts(type = "number | null")]
    pub document: Option<i64>,
    /// How many hits at most.
    pub k: u32,
    /// What the search may use.
    pub mode: Mode,
}

/// The size of a page, known before the page itself is asked for, so that a viewer can lay out a whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PageSize {
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label.
    pub label: String,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
}

/// A page to show: its size and its selectable words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PageView {
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label.
    pub label: String,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Words in reading order.
    pub words: Vec<WordView>,
}

/// A word on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct WordView {
    /// Its text.
    pub text: String,
    /// Where it stands, in points.
    pub rect: Rect,
}

/// What `add` did with the paths it was given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Added {
    /// Documents queued.
    pub queued: Vec<DocumentView>,
    /// Paths not queued, each with the reason.
    pub refused: Vec<Refused>,
}

/// A path that was not queued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Refused {
    /// The path.
    pub path: String,
    /// Why.
    pub problem: Problem,
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Phase {
    /// Reading pages.
    Reading,
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
    pub job: i64,
    /// Document it works on.
    #[ts(type = "number")]
    pub document: i64,
    /// Collection it works for.
    #[ts(type = "number")]
    pub collection: i64,
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
    /// A document left a collection.
    DocumentRemoved {
        /// The collection.
        #[ts(type = "number")]
        collection: i64,
        /// The document.
        #[ts(type = "number")]
        document: i64,
    },
    /// The list of collections, or one of them, changed.
    Collections,
    /// A tuning run moved on.
    Tuning(TuningProgress),
    /// A tuning run of this collection began or ended, or another generation answers.
    Tunings {
        /// The collection.
        #[ts(type = "number")]
        collection: i64,
    },
    /// Something the user should know that belongs to no document (a watched folder that vanished, say).
    Notice(Problem),
    /// No job is left.
    Idle,
}

/// A model of the catalogue and whether it is here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ModelView {
    /// Name to fetch it by.
    pub name: String,
    /// What it does.
    pub kind: ModelKind,
    /// What it is for.
    pub description: String,
    /// Licence of its weights.
    pub licence: String,
    /// Size on disk in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Whether it is on this machine.
    pub installed: bool,
    /// Whether it is the encoder used for new collections.
    pub in_use: bool,
}

/// What a model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ModelKind {
    /// Maps questions and passages to vectors.
    Encoder,
    /// Scores a question and a passage together.
    Reranker,
    /// Writes questions about passages.
    Generator,
    /// Where the tuning of an encoder begins.
    Start,
}

/// What the engine works with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct StatusView {
    /// Data folder.
    pub home: String,
    /// Folder of the log.
    pub log: String,
    /// Encoder in use, if one is installed.
    pub encoder: Option<String>,
    /// What it runs on ("CPU", a GPU's name).
    pub device: String,
    /// What the user should know.
    pub notes: Vec<Problem>,
}
