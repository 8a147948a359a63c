//! Commands for questions: asking one, and the list of those that were asked. And for memos whose claims are looked up.

use super::{Opened, Reply, reply};
use pincite_api::{Answer, AskedView, CheckedMemo, CollectionId, DocumentId, Question, QuestionMemory};
use std::path::PathBuf;
use tauri::State;
use tauri::ipc::Channel;

/// Answers a question. If a closer reading follows, the channel gets the first order before it.
#[tauri::command]
pub(super) async fn ask(opened: State<'_, Opened>, question: Question, on_first: Channel<Answer>) -> Reply<Answer> {
    let show = move |first| {
        // A window that was closed meanwhile shows nothing.
        let _ = on_first.send(first);
    };
    reply(opened.engine()?.ask_in_stages(question, show).await)
}

/// Looks up the numbers, dates and quotes of a text in documents, or in all documents of the collection if none is named.
#[tauri::command]
pub(super) async fn check_text(
    opened: State<'_, Opened>,
    collection: CollectionId,
    documents: Vec<DocumentId>,
    text: String,
) -> Reply<CheckedMemo> {
    reply(opened.engine()?.check_text(collection, &documents, text).await)
}

/// The same of a file: a memo or a sheet.
#[tauri::command]
pub(super) async fn check_file(
    opened: State<'_, Opened>,
    collection: CollectionId,
    documents: Vec<DocumentId>,
    file: PathBuf,
) -> Reply<CheckedMemo> {
    reply(opened.engine()?.check_file(collection, &documents, &file).await)
}

/// Whether the questions that the user asks are kept, and how many are.
#[tauri::command]
pub(super) async fn question_memory(opened: State<'_, Opened>) -> Reply<QuestionMemory> {
    reply(opened.engine()?.question_memory().await)
}

/// Keeps them from now on, or keeps none and clears them.
#[tauri::command]
pub(super) async fn set_question_memory(opened: State<'_, Opened>, on: bool) -> Reply<QuestionMemory> {
    reply(opened.engine()?.set_question_memory(on).await)
}

/// Clears those of all collections; how many.
#[tauri::command]
pub(super) async fn forget_questions(opened: State<'_, Opened>) -> Reply<u32> {
    reply(opened.engine()?.forget_questions(None).await)
}

/// Those asked of a collection, the last one first.
#[tauri::command]
pub(super) async fn asked_questions(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<AskedView>> {
    reply(opened.engine()?.asked_questions(collection).await)
}

/// Forgets one of them, in every scope; how many entries.
#[tauri::command]
pub(super) async fn forget_question(opened: State<'_, Opened>, collection: CollectionId, text: String) -> Reply<u32> {
    reply(opened.engine()?.forget_question(collection, &text).await)
}
