//! Commands about adapting: marks, questions about passages, runs, and what they made. Not for asking a question.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{
    CollectionId, DocumentId, FeedbackId, GenerationId, GenerationView, Imported, Mark, PassageId, QuestionCount,
    QuestionId, QuestionPage, QuestionRequest, QuestionView, TuningPlan, TuningRequest, TuningRunId, TuningStage,
    TuningView, WhichQuestions,
};
use pincite_engine::Output;
use std::path::PathBuf;
use tauri::State;

#[tauri::command]
pub(super) async fn marks(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<Mark>> {
    told(opened.engine()?.adapt().marks().list(collection).await)
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
    told(opened.engine()?.adapt().marks().add(collection, &question, document, passage, answers).await)
}

#[tauri::command]
pub(super) async fn unmark(opened: State<'_, Opened>, mark: FeedbackId) -> Reply<()> {
    told(opened.engine()?.adapt().marks().remove(mark).await)
}

#[tauri::command]
pub(super) async fn plan_tuning(
    opened: State<'_, Opened>,
    collection: CollectionId,
    stage: TuningStage,
    pairs: Option<PathBuf>,
    questions: bool,
) -> Reply<TuningPlan> {
    told(opened.engine()?.adapt().plan(collection, &request(stage, pairs, questions)).await)
}

#[tauri::command]
pub(super) async fn start_tuning(
    opened: State<'_, Opened>,
    collection: CollectionId,
    stage: TuningStage,
    pairs: Option<PathBuf>,
    questions: bool,
) -> Reply<TuningView> {
    told(opened.engine()?.adapt().start(collection, request(stage, pairs, questions)).await)
}

/// Questions are generated in the one usual way.
fn request(stage: TuningStage, pairs: Option<PathBuf>, questions: bool) -> TuningRequest {
    TuningRequest { stage, pairs, questions: questions.then(QuestionRequest::default) }
}

#[tauri::command]
pub(super) async fn tunings(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<TuningView>> {
    told(opened.engine()?.adapt().history(collection).await)
}

#[tauri::command]
pub(super) async fn cancel_tuning(opened: State<'_, Opened>, run: TuningRunId) -> Reply<()> {
    told(opened.engine()?.adapt().cancel(run).await)
}

#[tauri::command]
pub(super) async fn generations(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<GenerationView>> {
    told(opened.engine()?.adapt().generations().list(collection).await)
}

#[tauri::command]
pub(super) async fn activate(
    opened: State<'_, Opened>,
    collection: CollectionId,
    generation: GenerationId,
) -> Reply<()> {
    told(opened.engine()?.adapt().generations().activate(collection, generation).await)
}

#[tauri::command]
pub(super) async fn undo_activation(opened: State<'_, Opened>, collection: CollectionId) -> Reply<()> {
    told(opened.engine()?.adapt().generations().undo(collection).await)
}

#[tauri::command]
pub(super) async fn delete_generation(
    opened: State<'_, Opened>,
    collection: CollectionId,
    generation: GenerationId,
) -> Reply<()> {
    told(opened.engine()?.adapt().generations().delete(collection, generation).await)
}

#[tauri::command]
pub(super) async fn suggested_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    count: usize,
    seed: u64,
) -> Reply<Vec<QuestionView>> {
    told(opened.engine()?.adapt().questions().suggest(collection, count, seed).await)
}

#[tauri::command]
pub(super) async fn questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
    offset: u32,
    limit: u32,
) -> Reply<QuestionPage> {
    told(opened.engine()?.adapt().questions().page(collection, &which, offset, limit).await)
}

#[tauri::command]
pub(super) async fn question_tally(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<QuestionCount>> {
    told(opened.engine()?.adapt().questions().tally(collection).await)
}

#[tauri::command]
pub(super) async fn add_question(
    opened: State<'_, Opened>,
    collection: CollectionId,
    document: DocumentId,
    passage: PassageId,
    text: String,
) -> Reply<QuestionView> {
    told(opened.engine()?.adapt().questions().add(collection, document, passage, &text).await)
}

#[tauri::command]
pub(super) async fn edit_question(
    opened: State<'_, Opened>,
    question: QuestionId,
    text: String,
) -> Reply<QuestionView> {
    told(opened.engine()?.adapt().questions().edit(question, &text).await)
}

#[tauri::command]
pub(super) async fn keep_question(opened: State<'_, Opened>, question: QuestionId, kept: bool) -> Reply<QuestionView> {
    told(opened.engine()?.adapt().questions().keep(question, kept).await)
}

#[tauri::command]
pub(super) async fn delete_question(opened: State<'_, Opened>, question: QuestionId) -> Reply<()> {
    told(opened.engine()?.adapt().questions().delete(question).await)
}

#[tauri::command]
pub(super) async fn delete_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
) -> Reply<u32> {
    told(opened.engine()?.adapt().questions().delete_all(collection, &which).await)
}

#[tauri::command]
pub(super) async fn export_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
    file: PathBuf,
) -> Reply<u32> {
    // The dialog that names the file has asked whether it may be replaced.
    let output = Output { path: file, force: true };
    told(opened.engine()?.export_questions(collection, &which, &output).await)
}

#[tauri::command]
pub(super) async fn import_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    file: PathBuf,
) -> Reply<Imported> {
    told(opened.engine()?.adapt().questions().import(collection, &file).await)
}

#[tauri::command]
pub(super) async fn generate_questions(opened: State<'_, Opened>, collection: CollectionId) -> Reply<TuningView> {
    told(opened.engine()?.adapt().questions().generate(collection, QuestionRequest::default()).await)
}
