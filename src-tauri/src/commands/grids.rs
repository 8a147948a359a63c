//! Commands about grids: lists of questions, asked of each document.

use super::{Opened, Reply, output, reply};
use pincite_api::{
    CollectionId, GridId, GridPlace, GridSummary, GridView, Judged, Judging, QuestionList, QuestionSource,
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
pub(super) async fn create_grid(
    opened: State<'_, Opened>,
    collection: CollectionId,
    name: String,
    source: QuestionSource,
) -> Reply<GridView> {
    reply(opened.engine()?.create_grid(collection, &name, source).await)
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

/// Writes a table as CSV; how many rows.
#[tauri::command]
pub(super) async fn export_grid(opened: State<'_, Opened>, grid: GridId, file: PathBuf) -> Reply<u32> {
    reply(opened.engine()?.export_grid(grid, &output(file)).await)
}
