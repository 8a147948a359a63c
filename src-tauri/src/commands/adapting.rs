//! Commands about adapting: marks, questions about passages, runs, and what they made.

use super::{Opened, Reply, output, reply};
use pincite_api::{
    CollectionId, DocumentId, FeedbackId, GenerationId, GenerationView, Imported, Mark, PassageId, QuestionCount,
    QuestionId, QuestionPage, QuestionRequest, QuestionView, RunId, TuningPlan, TuningRequest, TuningView,
    WhichQuestions,
};
use std::path::PathBuf;
use tauri::State;

#[tauri::command]
pub(super) async fn marks(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<Mark>> {
    reply(opened.engine()?.adapt().marks().list(collection).await)
}

/// Stores that a passage is relevant to a question, or that it is not.
#[tauri::command]
pub(super) async fn mark(
    opened: State<'_, Opened>,
    collection: CollectionId,
    question: String,
    document: DocumentId,
    passage: PassageId,
    answers: bool,
) -> Reply<Mark> {
    reply(opened.engine()?.adapt().marks().add(collection, &question, document, passage, answers).await)
}

#[tauri::command]
pub(super) async fn unmark(opened: State<'_, Opened>, mark: FeedbackId) -> Reply<()> {
    reply(opened.engine()?.adapt().marks().remove(mark).await)
}

/// What a run would do, and how long it would take. It learns from a file of pairs, from questions and marks, or from marks.
#[tauri::command]
pub(super) async fn plan_tuning(
    opened: State<'_, Opened>,
    collection: CollectionId,
    pairs: Option<PathBuf>,
    questions: bool,
) -> Reply<TuningPlan> {
    reply(opened.engine()?.adapt().plan(collection, &request(pairs, questions)).await)
}

#[tauri::command]
pub(super) async fn start_tuning(
    opened: State<'_, Opened>,
    collection: CollectionId,
    pairs: Option<PathBuf>,
    questions: bool,
) -> Reply<TuningView> {
    reply(opened.engine()?.adapt().start(collection, request(pairs, questions)).await)
}

/// Questions are generated in the one usual way.
fn request(pairs: Option<PathBuf>, questions: bool) -> TuningRequest {
    TuningRequest { pairs, questions: questions.then(QuestionRequest::default) }
}

#[tauri::command]
pub(super) async fn tunings(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<TuningView>> {
    reply(opened.engine()?.adapt().history(collection).await)
}

#[tauri::command]
pub(super) async fn cancel_tuning(opened: State<'_, Opened>, run: RunId) -> Reply<()> {
    reply(opened.engine()?.adapt().cancel(run).await)
}

#[tauri::command]
pub(super) async fn generations(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<GenerationView>> {
    reply(opened.engine()?.adapt().generations().list(collection).await)
}

#[tauri::command]
pub(super) async fn activate(
    opened: State<'_, Opened>,
    collection: CollectionId,
    generation: GenerationId,
) -> Reply<()> {
    reply(opened.engine()?.adapt().generations().activate(collection, generation).await)
}

/// Goes back to the generation that was in use before.
#[tauri::command]
pub(super) async fn undo_activation(opened: State<'_, Opened>, collection: CollectionId) -> Reply<()> {
    reply(opened.engine()?.adapt().generations().undo(collection).await)
}

#[tauri::command]
pub(super) async fn delete_generation(
    opened: State<'_, Opened>,
    collection: CollectionId,
    generation: GenerationId,
) -> Reply<()> {
    reply(opened.engine()?.adapt().generations().delete(collection, generation).await)
}

/// Questions that the collection can answer; another seed, others.
#[tauri::command]
pub(super) async fn suggested_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    count: usize,
    seed: u64,
) -> Reply<Vec<QuestionView>> {
    reply(opened.engine()?.adapt().questions().suggest(collection, count, seed).await)
}

#[tauri::command]
pub(super) async fn questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
    offset: u32,
    limit: u32,
) -> Reply<QuestionPage> {
    reply(opened.engine()?.adapt().questions().page(collection, &which, offset, limit).await)
}

#[tauri::command]
pub(super) async fn question_tally(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<QuestionCount>> {
    reply(opened.engine()?.adapt().questions().tally(collection).await)
}

#[tauri::command]
pub(super) async fn add_question(
    opened: State<'_, Opened>,
    collection: CollectionId,
    document: DocumentId,
    passage: PassageId,
    text: String,
) -> Reply<QuestionView> {
    reply(opened.engine()?.adapt().questions().add(collection, document, passage, &text).await)
}

#[tauri::command]
pub(super) async fn edit_question(
    opened: State<'_, Opened>,
    question: QuestionId,
    text: String,
) -> Reply<QuestionView> {
    reply(opened.engine()?.adapt().questions().edit(question, &text).await)
}

/// Activates a question, or deactivates it.
#[tauri::command]
pub(super) async fn keep_question(opened: State<'_, Opened>, question: QuestionId, kept: bool) -> Reply<QuestionView> {
    reply(opened.engine()?.adapt().questions().keep(question, kept).await)
}

#[tauri::command]
pub(super) async fn delete_question(opened: State<'_, Opened>, question: QuestionId) -> Reply<()> {
    reply(opened.engine()?.adapt().questions().delete(question).await)
}

/// How many were deleted.
#[tauri::command]
pub(super) async fn delete_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
) -> Reply<u32> {
    reply(opened.engine()?.adapt().questions().delete_all(collection, &which).await)
}

/// How many were written to the file.
#[tauri::command]
pub(super) async fn export_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
    file: PathBuf,
) -> Reply<u32> {
    reply(opened.engine()?.export_questions(collection, &which, &output(file)).await)
}

#[tauri::command]
pub(super) async fn import_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    file: PathBuf,
) -> Reply<Imported> {
    reply(opened.engine()?.adapt().questions().import(collection, &file).await)
}

/// Starts a run that writes questions and trains nothing.
#[tauri::command]
pub(super) async fn generate_questions(opened: State<'_, Opened>, collection: CollectionId) -> Reply<TuningView> {
    reply(opened.engine()?.adapt().questions().generate(collection, QuestionRequest::default()).await)
}
