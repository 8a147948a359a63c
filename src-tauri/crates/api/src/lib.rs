//! What crosses from the engine to the window and the command line, and the sentences that people read in place of a code.
//!
//! The window's TypeScript types are made from these; `--json` prints them. Not for behaviour: nothing here reads, stores,
//! computes or decides.

mod annotations;
mod answer;
mod citation;
mod claims;
mod doctor;
mod documents;
mod events;
mod grids;
mod highlight;
mod metrics;
mod models;
mod pages;
mod problem;
mod questions;
mod rejection;
mod row;
mod sentences;
mod tables;
mod tuning;
mod verdict;

pub use annotations::{AnnotationView, Colour, WordRange};
pub use answer::{
    Answer, Gather, Gathered, Hit, JudgedDocument, LinkedPlace, Match, Mode, Piece, Question, Score, Twin,
};
pub use citation::{CitationStyle, Cited, CitedText, Written};
pub use claims::{CheckedClaim, CheckedMemo, ClaimKind, ClaimSource, Doubt, MemoPiece, Support};
pub use doctor::{CheckUp, FindingView, Repair};
pub use documents::{
    Added, CollectionView, DocumentView, Duplicate, MemberView, Recognition, Refused, SkippedPage, Status,
};
pub use events::{Event, Phase, Progress};
pub use grids::{
    FileCondition, GridAnswer, GridCell, GridDocument, GridFile, GridFileDocument, GridPlace, GridProgress,
    GridQuestion, GridSignature, GridState, GridSummary, GridView, Judged, Judgement, Judging, ListedQuestion, NewGrid,
    OtherJudgement, QuestionList, QuestionSource,
};
pub use highlight::{Highlight, HighlightKind};
pub use metrics::Metrics;
pub use models::{BundleView, EncoderPlan, ModelKind, ModelLanguages, ModelView, StatusView};
pub use pages::{
    Found, LineRole, LineView, LinkTarget, Occurrence, Outline, OutlineEntry, PageBox, PageLink, PageSize, PageView,
    Rect, TextMargins, WordView,
};
pub use pincite_library::{
    AnnotationId, CollectionId, DocumentId, FeedbackId, GenerationId, GridId, GridQuestionId, JobId, PassageId,
    QuestionId, RunId,
};
pub use pincite_value::{AnswerValue, ValueKind};
pub use problem::{Problem, without_numbers};
pub use questions::{
    AskedView, Filter, Imported, Origin, QuestionCount, QuestionMemory, QuestionPage, QuestionPlan, QuestionRequest,
    QuestionView, SEED, WhichQuestions, WriterChoice,
};
pub use rejection::{Rejection, Skip, Tally};
pub use row::{ComputedAnswer, ComputedPart, ComputedValue, Figure, FigureRow};
pub use tables::{PrintedCell, PrintedColumn, PrintedRow, PrintedTable};
pub use tuning::{
    Evidence, GenerationView, Mark, RunKind, TuningPhase, TuningPlan, TuningProgress, TuningReport, TuningRequest,
    TuningState, TuningView,
};
pub use verdict::{Decision, Examined, Moved, OnPeoples, Reason, Verdict};
