//! What the interface is told of tuning: runs, their course, generations, and what the user marked.

use super::{AskingPlan, Problem, QuestionWish};
use pincite_question::Tally;
use pincite_tune::{Examined, Verdict};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use ts_rs::TS;

/// What an encoder is to learn from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export)]
pub struct Sources {
    /// A file of pairs. Without one, and wherever questions are used, what was marked.
    pub pairs: Option<PathBuf>,
    /// The collection's questions, too; passages that nobody asked about are asked about first, in this way.
    pub questions: Option<QuestionWish>,
}

impl From<Option<PathBuf>> for Sources {
    fn from(pairs: Option<PathBuf>) -> Self {
        Self { pairs, questions: None }
    }
}

/// What a run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum RunKind {
    /// An encoder adapted to the collection.
    Tuning,
    /// Questions about its passages, and no more.
    Questions,
}

/// What a tuning would do here, told before it starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct TuningPlan {
    /// The questions that would be written first, if any are to be.
    pub asking: Option<AskingPlan>,
    /// Pairs of a question and its passage that would be learned from and judged by.
    pub pairs: u32,
    /// Lines of the file that fit no passage.
    pub unmatched: u32,
    /// Documents they are about.
    pub documents: u32,
    /// Passages that would get new vectors if the tuned encoder is put to use.
    pub passages: u32,
    /// Steps at most.
    pub steps: u32,
    /// Seconds it would take, the writing of questions included, by two steps tried out; none if that cannot be told yet.
    pub seconds: Option<f32>,
    /// What it would run on: "cpu" or "gpu".
    pub device: String,
    /// Why it cannot start, if it cannot.
    pub problem: Option<Problem>,
}

/// Where a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum TuningState {
    /// It waits for its turn.
    Queued,
    /// It is at work.
    Running,
    /// It came to a verdict.
    Done,
    /// It failed; everything is as before.
    Failed,
    /// It was cancelled; everything is as before.
    Cancelled,
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum TuningPhase {
    /// Questions are written.
    Asking,
    /// Passages are loaded and pairs found in them.
    Preparing,
    /// The encoder learns.
    Training,
    /// The questions held out are asked with and without it.
    Judging,
    /// Passages get new vectors, while the old ones still answer.
    Embedding,
}

/// News of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct TuningProgress {
    /// The run.
    #[ts(type = "number")]
    pub run: i64,
    /// Its collection.
    #[ts(type = "number")]
    pub collection: i64,
    /// What it is doing.
    pub phase: TuningPhase,
    /// Units done in this phase (steps, passages or texts).
    pub done: u32,
    /// Units in all, at most.
    pub total: u32,
    /// Units a second in this phase, once it can be told.
    pub rate: Option<f32>,
    /// Seconds left in this phase, once it can be told.
    pub seconds_left: Option<f32>,
    /// What it runs on: "cpu" or "gpu".
    pub device: String,
    /// The loss, where a step was made.
    pub loss: Option<f32>,
    /// The figures, where the questions held out were asked.
    pub examined: Option<Examined>,
}

/// A run, with all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct TuningView {
    /// Its number.
    #[ts(type = "number")]
    pub id: i64,
    /// Its collection.
    #[ts(type = "number")]
    pub collection: i64,
    /// What it comes to.
    pub kind: RunKind,
    /// Whether questions are written in it.
    pub asks: bool,
    /// Where it is.
    pub state: TuningState,
    /// Unix time in seconds when it was asked for.
    #[ts(type = "number")]
    pub created_at: i64,
    /// Unix time in seconds when it ended.
    #[ts(type = "number | null")]
    pub ended_at: Option<i64>,
    /// Its course and outcome so far.
    pub course: TuningCourse,
    /// The generation it made.
    #[ts(type = "number | null")]
    pub generation: Option<i64>,
    /// Whether the gate put that generation to use.
    pub activated: bool,
    /// Why it failed or was cancelled.
    pub problem: Option<Problem>,
}

/// Course and outcome of a run, kept in the library as its report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export)]
pub struct TuningCourse {
    /// What wrote questions, if any were to be written.
    pub writer: Option<String>,
    /// Why that one, if another would have written if it could.
    pub writer_note: Option<Problem>,
    /// The questions it wrote, and what became of them.
    pub questions: Tally,
    /// What it ran on: "cpu" or "gpu".
    pub device: String,
    /// Pairs learned from.
    pub training: u32,
    /// Pairs judged by.
    pub held_out: u32,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// Figures on the questions held out, the base first.
    pub examined: Vec<Examined>,
    /// What the gate said, at the end.
    pub verdict: Option<Verdict>,
    /// Why the base stays, in words, if it does.
    pub reason: Option<String>,
    /// Bytes the tuned encoder takes on the disk.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Seconds it worked.
    pub seconds: f32,
}

/// A generation: the vectors of a collection by one encoder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GenerationView {
    /// Its number.
    #[ts(type = "number")]
    pub id: i64,
    /// Its encoder.
    pub encoder: String,
    /// The encoder that one was tuned from; none for one of the catalogue.
    pub base: Option<String>,
    /// How much its vectors count in the search, if that was fitted.
    pub dense_weight: Option<f32>,
    /// How much late interaction counts, if that was fitted.
    #[serde(default)]
    pub late_weight: Option<f32>,
    /// It answers.
    pub active: bool,
    /// It answered before the active one: what undo goes back to.
    pub former: bool,
    /// Documents with vectors in it.
    pub documents: u32,
    /// Documents that lack them.
    pub missing: u32,
    /// Bytes of its vectors.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Unix time in seconds when it was made.
    #[ts(type = "number")]
    pub created_at: i64,
}

/// A passage the user marked as answering a question, or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Mark {
    /// Its number.
    #[ts(type = "number")]
    pub id: i64,
    /// The question.
    pub question: String,
    /// The document the passage is in.
    #[ts(type = "number")]
    pub document: i64,
    /// Number of the passage, as hits have it.
    #[ts(type = "number")]
    pub passage: i64,
    /// "This answers it", or "this does not".
    pub answers: bool,
}
