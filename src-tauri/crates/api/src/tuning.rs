//! Views of tuning: requests, plans, runs and their reports, generations, and marks. Not for doing any of it.

use crate::{Examined, Problem, QuestionPlan, QuestionRequest, Tally, Verdict};
use pincite_library::{CollectionId, DocumentId, FeedbackId, GenerationId, PassageId, RunId};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use ts_rs::TS;

/// What a tuning is asked to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct TuningRequest {
    /// A file of pairs to adapt to. Without one, and wherever questions are used: what people marked and wrote.
    pub pairs: Option<PathBuf>,
    /// Adapt to generated questions too. Passages without questions get them first, in this way. Without them and without a file
    /// the documents teach by themselves: headings, terms and sentences ask for their passages.
    pub questions: Option<QuestionRequest>,
}

/// Whose questions a verdict rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Evidence {
    /// Questions and marks of people; those in a file that people supplied count as theirs unless it says otherwise.
    pub people: u32,
    /// Questions that a generator wrote.
    pub generated: u32,
    /// Headings, terms and sentences of the documents themselves.
    #[serde(default)]
    pub natural: u32,
}

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum RunKind {
    /// To adapt the search to the collection.
    Tuning,
    /// To generate questions about its passages, and no more.
    Questions,
    /// To answer by another encoder, which a person chose.
    Encoder,
}

/// What a tuning would do here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct TuningPlan {
    /// The questions that would be generated first, if any.
    pub questions: Option<QuestionPlan>,
    /// Pairs of a question and its passage to adapt to.
    pub pairs: u32,
    /// Supplied pairs that fit no passage.
    pub unmatched: u32,
    /// Documents they are about.
    pub documents: u32,
    /// Documents in a language that the encoder does not know: nothing is gained for them.
    pub unknown_language: u32,
    /// Passages that would get new vectors if the result passes its test.
    pub passages: u32,
    /// Steps of training, at most.
    pub steps: u32,
    /// Seconds it would take, generating included, estimated from a few steps or texts; none if that is not known yet.
    pub seconds: Option<f32>,
    /// What it would run on: "cpu" or "gpu".
    pub device: String,
    /// Why it cannot start, if it cannot.
    pub problem: Option<Problem>,
}

/// Whether a run waits, runs, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum TuningState {
    /// It waits for a process that works.
    Queued,
    /// It runs.
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
    /// Questions are generated.
    Generating,
    /// Passages are loaded and pairs found in them.
    Preparing,
    /// The encoder is trained.
    Training,
    /// Questions are asked of the search with and without the change.
    Judging,
    /// Passages get new vectors, while the old ones still answer.
    Embedding,
}

/// Where a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct TuningProgress {
    /// The run.
    #[ts(type = "number")]
    pub run: RunId,
    /// Its collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// What it is doing.
    pub phase: TuningPhase,
    /// Units done in this phase (steps, passages or texts).
    pub done: u32,
    /// Units in all, at most.
    pub total: u32,
    /// Units a second in this phase, once it is known.
    pub rate: Option<f32>,
    /// Seconds left in this phase, once it is known.
    pub seconds_left: Option<f32>,
    /// What it runs on: "cpu" or "gpu".
    pub device: String,
    /// The loss, where a step was made.
    pub loss: Option<f32>,
    /// The metrics, where the questions held out were asked.
    pub examined: Option<Examined>,
}

/// A run, with all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct TuningView {
    /// Its number.
    #[ts(type = "number")]
    pub id: RunId,
    /// Its collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// What it is for.
    pub kind: RunKind,
    /// Whether it generates questions.
    pub generates: bool,
    /// The encoder that a person chose.
    pub encoder: Option<String>,
    /// Whether it waits, runs, or how it ended.
    pub state: TuningState,
    /// Unix time in seconds when it was requested.
    #[ts(type = "number")]
    pub created_at: i64,
    /// Unix time in seconds when it ended.
    #[ts(type = "number | null")]
    pub ended_at: Option<i64>,
    /// Its progress and outcome so far.
    pub report: TuningReport,
    /// The generation it made.
    #[ts(type = "number | null")]
    pub generation: Option<GenerationId>,
    /// Whether that generation was activated, by the test or by a person.
    pub activated: bool,
    /// The generation passed its test and waits for a person to activate it: see the report's evidence.
    pub offered: bool,
    /// Why it failed, was cancelled, or cannot be read.
    pub problem: Option<Problem>,
}

/// Progress and outcome of a run, as the library keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct TuningReport {
    /// The generator, if questions were to be generated.
    pub writer: Option<String>,
    /// The questions it wrote, and what became of them.
    pub questions: Tally,
    /// What it ran on: "cpu" or "gpu".
    pub device: String,
    /// Pairs trained on.
    pub training: u32,
    /// Pairs that the verdict is by.
    pub held_out: u32,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// Metrics on the questions held out, the base first.
    pub examined: Vec<Examined>,
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// Whose questions the verdict rests on. Without any of people nothing is activated by itself.
    pub evidence: Evidence,
    /// Why nothing changes, in words, if nothing does.
    pub reason: Option<String>,
    /// Bytes the tuned encoder takes on the disk.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Seconds it took.
    pub seconds: f32,
}

/// A generation: the vectors of a collection by one encoder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GenerationView {
    /// Its number.
    #[ts(type = "number")]
    pub id: GenerationId,
    /// Its encoder.
    pub encoder: String,
    /// The encoder that one was tuned from; none for one of the catalogue.
    pub base: Option<String>,
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
    pub id: FeedbackId,
    /// The question.
    pub question: String,
    /// The document the passage is in.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Number of the passage, as hits have it.
    #[ts(type = "number")]
    pub passage: PassageId,
    /// "This answers it", or "this does not".
    pub answers: bool,
}
