//! Commands about the questions that passages answer. Not for asking one: that is `ask`.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{
    CollectionId, DocumentId, Imported, PassageId, QuestionCount, QuestionId, QuestionPage, QuestionRequest,
    QuestionView, TuningView, WhichQuestions,
};
use pincite_engine::Output;
use std::path::PathBuf;
use tauri::State;

#[tauri::command]
pub(super) async fn suggested_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    count: usize,
    seed: u64,
) -> Reply<Vec<QuestionView>> {
    told(opened.engine()?.suggested_questions(collection, count, seed).await)
}

#[tauri::command]
pub(super) async fn questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
    offset: u32,
    limit: u32,
) -> Reply<QuestionPage> {
    told(opened.engine()?.questions(collection, &which, offset, limit).await)
}

#[tauri::command]
pub(super) async fn question_tally(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<QuestionCount>> {
    told(opened.engine()?.question_tally(collection).await)
}

#[tauri::command]
pub(super) async fn add_question(
    opened: State<'_, Opened>,
    collection: CollectionId,
    document: DocumentId,
    passage: PassageId,
    text: String,
) -> Reply<QuestionView> {
    told(opened.engine()?.add_question(collection, document, passage, &text).await)
}

#[tauri::command]
pub(super) async fn edit_question(
    opened: State<'_, Opened>,
    question: QuestionId,
    text: String,
) -> Reply<QuestionView> {
    told(opened.engine()?.edit_question(question, &text).await)
}

#[tauri::command]
pub(super) async fn keep_question(opened: State<'_, Opened>, question: QuestionId, kept: bool) -> Reply<QuestionView> {
    told(opened.engine()?.keep_question(question, kept).await)
}

#[tauri::command]
pub(super) async fn delete_question(opened: State<'_, Opened>, question: QuestionId) -> Reply<()> {
    told(opened.engine()?.delete_question(question).await)
}

#[tauri::command]
pub(super) async fn delete_questions(
    opened: State<'_, Opened>,
    collection: CollectionId,
    which: WhichQuestions,
) -> Reply<u32> {
    told(opened.engine()?.delete_questions(collection, &which).await)
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
    told(opened.engine()?.import_questions(collection, &file).await)
}

#[tauri::command]
pub(super) async fn generate_questions(opened: State<'_, Opened>, collection: CollectionId) -> Reply<TuningView> {
    told(opened.engine()?.generate_questions(collection, QuestionRequest::default()).await)
}
