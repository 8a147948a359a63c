//! What the page may ask for. Each command calls the engine and returns; an error crosses as a code and a sentence.
//! Not for decisions.

mod adapting;
mod annotations;
mod asked;
mod grids;
mod library;
mod reading;

use crate::window::Opened;
use pincite_api::{
    Added, Answer, CollectionId, CollectionView, DocumentId, DocumentView, Highlight, JobId, PageSize, PageView,
    PassageId, Problem, Question, QuestionMemory, StatusView,
};
use pincite_engine::{Adding, Engine};
use std::path::PathBuf;
use tauri::State;
use tauri::ipc::{Channel, Invoke};

type Reply<T> = Result<T, Problem>;

/// Every command, by name; the same names stand in `build.rs` and in the window's capabilities.
pub(crate) fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
    tauri::generate_handler![
        collections,
        create_collection,
        rename_collection,
        delete_collection,
        documents,
        add,
        cancel,
        retry,
        library::rename_document,
        library::tag_document,
        library::untag_document,
        library::remove_documents,
        library::restore_documents,
        library::reveal_document,
        watch,
        unwatch,
        ask,
        page_sizes,
        page,
        highlights,
        reading::find_in,
        reading::outline,
        reading::links,
        annotations::text_margins,
        annotations::cite,
        annotations::sentence,
        annotations::annotations,
        annotations::annotate,
        annotations::edit_annotation,
        annotations::remove_annotation,
        annotations::restore_annotation,
        question_memory,
        set_question_memory,
        forget_questions,
        asked::asked_questions,
        asked::forget_question,
        adapting::suggested_questions,
        adapting::questions,
        adapting::question_tally,
        adapting::add_question,
        adapting::edit_question,
        adapting::keep_question,
        adapting::delete_question,
        adapting::delete_questions,
        adapting::export_questions,
        adapting::import_questions,
        adapting::generate_questions,
        adapting::marks,
        adapting::mark,
        adapting::unmark,
        adapting::plan_tuning,
        adapting::start_tuning,
        adapting::tunings,
        adapting::cancel_tuning,
        adapting::generations,
        adapting::activate,
        adapting::undo_activation,
        adapting::delete_generation,
        grids::question_lists,
        grids::grids,
        grids::grid,
        grids::create_grid,
        grids::rename_grid,
        grids::delete_grid,
        grids::run_grid,
        grids::cancel_grid,
        grids::judge_cell,
        grids::export_grid,
        status,
        bug_report,
        fetch_model,
        import_model
    ]
}

impl Opened {
    fn engine(&self) -> Reply<&Engine> {
        self.0.as_ref().map_err(Clone::clone)
    }
}

fn told<T, E>(result: Result<T, E>) -> Reply<T>
where
    Problem: for<'e> From<&'e E>,
{
    result.map_err(|error| Problem::from(&error))
}

#[tauri::command]
async fn collections(opened: State<'_, Opened>) -> Reply<Vec<CollectionView>> {
    told(opened.engine()?.collections().await)
}

#[tauri::command]
async fn create_collection(opened: State<'_, Opened>, name: String) -> Reply<CollectionView> {
    told(opened.engine()?.create_collection(&name).await)
}

#[tauri::command]
async fn rename_collection(opened: State<'_, Opened>, collection: CollectionId, name: String) -> Reply<()> {
    told(opened.engine()?.rename_collection(collection, &name).await)
}

#[tauri::command]
async fn delete_collection(opened: State<'_, Opened>, collection: CollectionId) -> Reply<()> {
    told(opened.engine()?.delete_collection(collection).await)
}

#[tauri::command]
async fn documents(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<DocumentView>> {
    told(opened.engine()?.documents(collection).await)
}

#[tauri::command]
async fn add(opened: State<'_, Opened>, collection: CollectionId, paths: Vec<PathBuf>) -> Reply<Added> {
    told(opened.engine()?.add(collection, Adding { paths, password: None }).await)
}

#[tauri::command]
async fn cancel(opened: State<'_, Opened>, job: JobId) -> Reply<()> {
    told(opened.engine()?.cancel(job).await)
}

#[tauri::command]
async fn retry(opened: State<'_, Opened>, document: DocumentId, password: Option<String>) -> Reply<()> {
    told(opened.engine()?.retry(document, password).await)
}

#[tauri::command]
async fn watch(opened: State<'_, Opened>, collection: CollectionId, folder: PathBuf) -> Reply<()> {
    told(opened.engine()?.watch(collection, &folder).await)
}

#[tauri::command]
async fn unwatch(opened: State<'_, Opened>, collection: CollectionId, folder: PathBuf) -> Reply<()> {
    told(opened.engine()?.unwatch(collection, &folder).await)
}

#[tauri::command]
async fn ask(opened: State<'_, Opened>, question: Question) -> Reply<Answer> {
    told(opened.engine()?.ask(question).await)
}

#[tauri::command]
async fn page_sizes(opened: State<'_, Opened>, document: DocumentId) -> Reply<Vec<PageSize>> {
    told(opened.engine()?.page_sizes(document).await)
}

#[tauri::command]
async fn page(opened: State<'_, Opened>, document: DocumentId, page: u32) -> Reply<PageView> {
    told(opened.engine()?.page(document, page).await)
}

/// Boxes of one passage, wherever the question about it was found.
#[tauri::command]
async fn highlights(
    opened: State<'_, Opened>,
    document: DocumentId,
    passage: PassageId,
    question: Option<String>,
) -> Reply<Vec<Highlight>> {
    told(opened.engine()?.highlights(document, passage, question.as_deref()).await)
}

#[tauri::command]
async fn question_memory(opened: State<'_, Opened>) -> Reply<QuestionMemory> {
    told(opened.engine()?.question_memory().await)
}

#[tauri::command]
async fn set_question_memory(opened: State<'_, Opened>, on: bool) -> Reply<QuestionMemory> {
    told(opened.engine()?.set_question_memory(on).await)
}

/// Forgets the questions of all collections; how many.
#[tauri::command]
async fn forget_questions(opened: State<'_, Opened>) -> Reply<u32> {
    told(opened.engine()?.forget_questions(None).await)
}

#[tauri::command]
async fn status(opened: State<'_, Opened>) -> Reply<StatusView> {
    told(opened.engine()?.status().await)
}

#[tauri::command]
async fn bug_report(opened: State<'_, Opened>) -> Reply<String> {
    told(opened.engine()?.bug_report().await)
}

/// The one command that uses a network, and only because the user asked for it. Progress is bytes done and in all.
#[tauri::command]
async fn fetch_model(opened: State<'_, Opened>, on_progress: Channel<(u64, u64)>) -> Reply<()> {
    let tell = move |done, total| {
        // A window that was closed meanwhile does not stop the fetching.
        let _ = on_progress.send((done, total));
    };
    told(opened.engine()?.fetch_model(None, tell).await)
}

#[tauri::command]
async fn import_model(opened: State<'_, Opened>, folder: PathBuf) -> Reply<()> {
    told(opened.engine()?.import_model(&folder).await)
}
