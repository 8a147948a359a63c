//! Commands about the questions that passages answer. Not for asking one: that is `ask`.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{
    Imported, QuestionCount, QuestionPage, QuestionPlan, QuestionRequest, QuestionView, TuningView, WhichQuestions,
};
use pincite_engine::Output;
use std::path::PathBuf;
use tauri::State;

#[tauri::command]
pub(super) async fn suggested_questions(
    opened: State<'_, Opened>,
    collection: i64,
    count: usize,
    seed: u64,
) -> Reply<Vec<QuestionView>> {
    told(opened.engine()?.suggested_questions(collection, count, seed).await)
}

#[tauri::command]
pub(super) async fn questions(
    opened: State<'_, Opened>,
    collection: i64,
    which: WhichQuestions,
    offset: u32,
    limit: u32,
) -> Reply<QuestionPage> {
    told(opened.engine()?.questions(collection, &which, offset, limit).await)
}

#[tauri::command]
pub(super) async fn question_tally(opened: State<'_, Opened>, collection: i64) -> Reply<Vec<QuestionCount>> {
    told(opened.engine()?.question_tally(collection).await)
}

#[tauri::command]
pub(super) async fn add_question(
    opened: State<'_, Opened>,
    collection: i64,
    document: i64,
    passage: i64,
    text: String,
) -> Reply<QuestionView> {
    told(opened.engine()?.add_question(collection, document, passage, &text).await)
}

#[tauri::command]
pub(super) async fn edit_question(opened: State<'_, Opened>, question: i64, text: String) -> Reply<QuestionView> {
    told(opened.engine()?.edit_question(question, &text).await)
}

#[tauri::command]
pub(super) async fn keep_question(opened: State<'_, Opened>, question: i64, kept: bool) -> Reply<QuestionView> {
    told(opened.engine()?.keep_question(question, kept).await)
}

#[tauri::command]
pub(super) async fn delete_question(opened: State<'_, Opened>, question: i64) -> Reply<()> {
    told(opened.engine()?.delete_question(question).await)
}

#[tauri::command]
pub(super) async fn delete_questions(opened: State<'_, Opened>, collection: i64, which: WhichQuestions) -> Reply<u32> {
    told(opened.engine()?.delete_questions(collection, &which).await)
}

#[tauri::command]
pub(super) async fn export_questions(
    opened: State<'_, Opened>,
    collection: i64,
    which: WhichQuestions,
    file: PathBuf,
) -> Reply<u32> {
    // The dialog that names the file has asked whether it may be replaced.
    let output = Output { path: file, force: true };
    told(opened.engine()?.export_questions(collection, &which, &output).await)
}

#[tauri::command]
pub(super) async fn import_questions(opened: State<'_, Opened>, collection: i64, file: PathBuf) -> Reply<Imported> {
    told(opened.engine()?.import_questions(collection, &file).await)
}

#[tauri::command]
pub(super) async fn plan_questions(
    opened: State<'_, Opened>,
    collection: i64,
    request: QuestionRequest,
) -> Reply<QuestionPlan> {
    told(opened.engine()?.plan_questions(collection, &request).await)
}

#[tauri::command]
pub(super) async fn generate_questions(
    opened: State<'_, Opened>,
    collection: i64,
    request: QuestionRequest,
) -> Reply<TuningView> {
    told(opened.engine()?.generate_questions(collection, request).await)
}
