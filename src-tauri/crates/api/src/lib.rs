//! What crosses from the engine to the window and the command line, and the sentences that people read about it.
//!
//! The window's TypeScript types are made from these; `--json` prints them. Not for behaviour: nothing here reads, stores or
//! decides.

mod annotations;
mod answer;
mod asked;
mod citation;
mod copy;
mod documents;
mod events;
mod filter;
mod grids;
mod link;
mod metrics;
mod models;
mod origin;
mod pages;
mod problem;
mod questions;
mod reading;
mod rejection;
mod skip;
mod tally;
mod tuning;
mod verdict;

pub use annotations::{AnnotationView, CitedText, Colour, WordRange};
pub use answer::{
    Answer, Gather, Gathered, Highlight, HighlightKind, Hit, Match, Mode, Piece, Question, Score, Strength, Twin,
};
pub use asked::{AskedView, QuestionMemory};
pub use citation::{CitationStyle, Cited, Written, markdown, quotation};
pub use documents::{Added, CollectionView, DocumentView, Duplicate, Recognition, Refused, SkippedPage, Status};
pub use events::{Event, Phase, Progress};
pub use filter::Filter;
pub use grids::{
    GridAnswer, GridCell, GridDocument, GridProgress, GridQuestion, GridState, GridSummary, GridView, Judgement,
    Judging, ListedQuestion, QuestionList, QuestionSource,
};
pub use link::{Link, LinkedPlace};
pub use metrics::{Metrics, reciprocal};
pub use models::{ModelKind, ModelView, StatusView};
pub use origin::Origin;
pub use pages::{LineRole, LineView, PageSize, PageView, Rect, TextMargins, WordView};
pub use pincite_library::{
    AnnotationId, CollectionId, DocumentId, FeedbackId, GenerationId, GridId, GridQuestionId, JobId, PassageId,
    QuestionId, TuningRunId,
};
pub use problem::Problem;
pub use questions::{
    Imported, QuestionCount, QuestionPage, QuestionPlan, QuestionRequest, QuestionView, WhichQuestions, WriterChoice,
};
pub use reading::{Found, LinkTarget, Occurrence, Outline, OutlineEntry, PageBox, PageLink};
pub use rejection::Rejection;
pub use skip::Skip;
pub use tally::Tally;
pub use tuning::{
    Evidence, GenerationView, Mark, RunKind, SEED, TuningPhase, TuningPlan, TuningProgress, TuningReport,
    TuningRequest, TuningStage, TuningState, TuningView,
};
pub use verdict::{
    Choice, Decision, Examined, InStratum, InStyle, Moved, OnPeoples, Reason, Stratum, Style, Tried, Verdict,
};
