//! Commands about adapting: what was marked, runs, and what they made. Not for questions (`questions`).

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{GenerationView, Mark, TuningPlan, TuningRequest, TuningView};
use tauri::State;

#[tauri::command]
pub(super) async fn marks(opened: State<'_, Opened>, collection: i64) -> Reply<Vec<Mark>> {
    told(opened.engine()?.marks(collection).await)
}

#[tauri::command]
pub(super) async fn mark(
    opened: State<'_, Opened>,
    collection: i64,
    question: String,
    document: i64,
    passage: i64,
    answers: bool,
) -> Reply<Mark> {
    told(opened.engine()?.mark(collection, &question, document, passage, answers).await)
}

#[tauri::command]
pub(super) async fn unmark(opened: State<'_, Opened>, mark: i64) -> Reply<()> {
    told(opened.engine()?.unmark(mark).await)
}

#[tauri::command]
pub(super) async fn plan_tuning(
    opened: State<'_, Opened>,
    collection: i64,
    request: TuningRequest,
) -> Reply<TuningPlan> {
    told(opened.engine()?.plan_tuning(collection, &request).await)
}

#[tauri::command]
pub(super) async fn start_tuning(
    opened: State<'_, Opened>,
    collection: i64,
    request: TuningRequest,
) -> Reply<TuningView> {
    told(opened.engine()?.start_tuning(collection, request).await)
}

#[tauri::command]
pub(super) async fn tunings(opened: State<'_, Opened>, collection: i64) -> Reply<Vec<TuningView>> {
    told(opened.engine()?.tunings(collection).await)
}

#[tauri::command]
pub(super) async fn cancel_tuning(opened: State<'_, Opened>, run: i64) -> Reply<()> {
    told(opened.engine()?.cancel_tuning(run).await)
}

#[tauri::command]
pub(super) async fn generations(opened: State<'_, Opened>, collection: i64) -> Reply<Vec<GenerationView>> {
    told(opened.engine()?.generations(collection).await)
}

#[tauri::command]
pub(super) async fn activate(opened: State<'_, Opened>, collection: i64, generation: i64) -> Reply<()> {
    told(opened.engine()?.activate(collection, generation).await)
}

#[tauri::command]
pub(super) async fn undo_activation(opened: State<'_, Opened>, collection: i64) -> Reply<()> {
    told(opened.engine()?.undo_activation(collection).await)
}

#[tauri::command]
pub(super) async fn delete_generation(opened: State<'_, Opened>, collection: i64, generation: i64) -> Reply<()> {
    told(opened.engine()?.delete_generation(collection, generation).await)
}
