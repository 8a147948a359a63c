//! Commands about grids: lists of questions, asked of each document.

use super::{Opened, Reply, output, reply};
use pincite_api::{
    CollectionId, DocumentId, GridFile, GridId, GridPlace, GridQuestionId, GridSummary, GridView, Judged, Judging,
    NewGrid, QuestionList,
};
use std::path::PathBuf;
use tauri::State;

/// The lists of questions that come with Pincite.
#[tauri::command]
pub(super) async fn question_lists() -> Vec<QuestionList> {
    pincite_engine::question_lists()
}

#[tauri::command]
pub(super) async fn grids(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<GridSummary>> {
    reply(opened.engine()?.grids(collection).await)
}

#[tauri::command]
pub(super) async fn grid(opened: State<'_, Opened>, grid: GridId) -> Reply<GridView> {
    reply(opened.engine()?.grid(grid).await)
}

#[tauri::command]
pub(super) async fn create_grid(opened: State<'_, Opened>, wanted: NewGrid) -> Reply<GridView> {
    reply(opened.engine()?.create_grid(wanted).await)
}

/// Puts the questions in another order.
#[tauri::command]
pub(super) async fn order_grid_questions(
    opened: State<'_, Opened>,
    grid: GridId,
    order: Vec<GridQuestionId>,
) -> Reply<GridView> {
    reply(opened.engine()?.order_grid_questions(grid, &order).await)
}

/// A person confirms what the table says of these documents, of all if none is given.
#[tauri::command]
pub(super) async fn sign_grid(
    opened: State<'_, Opened>,
    grid: GridId,
    name: String,
    documents: Vec<DocumentId>,
) -> Reply<GridView> {
    reply(opened.engine()?.sign_grid(grid, &name, &documents).await)
}

/// Takes that back.
#[tauri::command]
pub(super) async fn unsign_grid(
    opened: State<'_, Opened>,
    grid: GridId,
    documents: Vec<DocumentId>,
) -> Reply<GridView> {
    reply(opened.engine()?.unsign_grid(grid, &documents).await)
}

/// Whether a file with a table was changed since it was written.
#[tauri::command]
pub(super) async fn verify_grid(opened: State<'_, Opened>, file: PathBuf) -> Reply<GridFile> {
    reply(opened.engine()?.verify_grid(&file).await)
}

#[tauri::command]
pub(super) async fn rename_grid(opened: State<'_, Opened>, grid: GridId, name: String) -> Reply<()> {
    reply(opened.engine()?.rename_grid(grid, &name).await)
}

#[tauri::command]
pub(super) async fn delete_grid(opened: State<'_, Opened>, grid: GridId) -> Reply<()> {
    reply(opened.engine()?.delete_grid(grid).await)
}

/// Fills the cells that are missing or not up to date.
#[tauri::command]
pub(super) async fn run_grid(opened: State<'_, Opened>, grid: GridId) -> Reply<()> {
    reply(opened.engine()?.run_grid(grid).await.map(drop))
}

#[tauri::command]
pub(super) async fn cancel_grid(opened: State<'_, Opened>, grid: GridId) -> Reply<()> {
    reply(opened.engine()?.cancel_grid(grid).await)
}

/// Keeps what a person says of a cell, and marks its passages accordingly.
#[tauri::command]
pub(super) async fn judge_cell(opened: State<'_, Opened>, grid: GridId, judging: Judging) -> Reply<Judged> {
    reply(opened.engine()?.judge_cell(grid, judging).await)
}

/// The cell whose mark helps most.
#[tauri::command]
pub(super) async fn next_cell(opened: State<'_, Opened>, grid: GridId) -> Reply<Option<GridPlace>> {
    reply(opened.engine()?.next_cell(grid).await)
}

/// Writes the questions of a table to a CSV file, perhaps with marked answers; how many.
#[tauri::command]
pub(super) async fn export_grid_questions(
    opened: State<'_, Opened>,
    grid: GridId,
    answers: bool,
    file: PathBuf,
) -> Reply<u32> {
    reply(opened.engine()?.export_grid_questions(grid, answers, &output(file)).await)
}

/// Writes a table to a file to hand on; how many rows.
#[tauri::command]
pub(super) async fn export_grid(opened: State<'_, Opened>, grid: GridId, file: PathBuf) -> Reply<u32> {
    reply(opened.engine()?.export_grid(grid, &output(file)).await)
}
