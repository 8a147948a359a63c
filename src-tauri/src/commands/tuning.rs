//! Commands about adapting: what was marked, runs, and what they made. Not for questions (`questions`).

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{
    CollectionId, DocumentId, FeedbackId, GenerationId, GenerationView, Mark, PassageId, QuestionRequest, TuningPlan,
    TuningRequest, TuningRunId, TuningStage, TuningView,
};
use std::path::PathBuf;
use tauri::State;

#[tauri::command]
pub(super) async fn marks(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<Mark>> {
    told(opened.engine()?.marks(collection).await)
}

#[tauri::command]
pub(super) async fn mark(
    opened: State<'_, Opened>,
    collection: CollectionId,
    question: String,
    document: DocumentId,
    passage: PassageId,
    answers: bool,
) -> Reply<Mark> {
    told(opened.engine()?.mark(collection, &question, document, passage, answers).await)
}

#[tauri::command]
pub(super) async fn unmark(opened: State<'_, Opened>, mark: FeedbackId) -> Reply<()> {
    told(opened.engine()?.unmark(mark).await)
}

#[tauri::command]
pub(super) async fn plan_tuning(
    opened: State<'_, Opened>,
    collection: CollectionId,
    stage: TuningStage,
    pairs: Option<PathBuf>,
    questions: bool,
) -> Reply<TuningPlan> {
    told(opened.engine()?.plan_tuning(collection, &request(stage, pairs, questions)).await)
}

#[tauri::command]
pub(super) async fn start_tuning(
    opened: State<'_, Opened>,
    collection: CollectionId,
    stage: TuningStage,
    pairs: Option<PathBuf>,
    questions: bool,
) -> Reply<TuningView> {
    told(opened.engine()?.start_tuning(collection, request(stage, pairs, questions)).await)
}

/// Questions are generated in the one usual way.
fn request(stage: TuningStage, pairs: Option<PathBuf>, questions: bool) -> TuningRequest {
    TuningRequest { stage, pairs, questions: questions.then(QuestionRequest::default) }
}

#[tauri::command]
pub(super) async fn tunings(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<TuningView>> {
    told(opened.engine()?.tunings(collection).await)
}

#[tauri::command]
pub(super) async fn cancel_tuning(opened: State<'_, Opened>, run: TuningRunId) -> Reply<()> {
    told(opened.engine()?.cancel_tuning(run).await)
}

#[tauri::command]
pub(super) async fn generations(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<GenerationView>> {
    told(opened.engine()?.generations(collection).await)
}

#[tauri::command]
pub(super) async fn activate(
    opened: State<'_, Opened>,
    collection: CollectionId,
    generation: GenerationId,
) -> Reply<()> {
    told(opened.engine()?.activate(collection, generation).await)
}

#[tauri::command]
pub(super) async fn undo_activation(opened: State<'_, Opened>, collection: CollectionId) -> Reply<()> {
    told(opened.engine()?.undo_activation(collection).await)
}

#[tauri::command]
pub(super) async fn delete_generation(
    opened: State<'_, Opened>,
    collection: CollectionId,
    generation: GenerationId,
) -> Reply<()> {
    told(opened.engine()?.delete_generation(collection, generation).await)
}
