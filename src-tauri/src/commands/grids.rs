//! Commands about grids: lists of questions, asked of each document. Not for asking one question.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{CollectionId, GridCell, GridId, GridSummary, GridView, Judging, QuestionList, QuestionSource};
use pincite_engine::Output;
use std::path::PathBuf;
use tauri::State;

/// The lists of questions that come with Pincite.
#[tauri::command]
pub(super) async fn question_lists() -> Vec<QuestionList> {
    pincite_engine::question_lists()
}

#[tauri::command]
pub(super) async fn grids(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<GridSummary>> {
    told(opened.engine()?.grids(collection).await)
}

#[tauri::command]
pub(super) async fn grid(opened: State<'_, Opened>, grid: GridId) -> Reply<GridView> {
    told(opened.engine()?.grid(grid).await)
}

#[tauri::command]
pub(super) async fn create_grid(
    opened: State<'_, Opened>,
    collection: CollectionId,
    name: String,
    source: QuestionSource,
) -> Reply<GridView> {
    told(opened.engine()?.create_grid(collection, &name, source).await)
}

#[tauri::command]
pub(super) async fn rename_grid(opened: State<'_, Opened>, grid: GridId, name: String) -> Reply<()> {
    told(opened.engine()?.rename_grid(grid, &name).await)
}

#[tauri::command]
pub(super) async fn delete_grid(opened: State<'_, Opened>, grid: GridId) -> Reply<()> {
    told(opened.engine()?.delete_grid(grid).await)
}

#[tauri::command]
pub(super) async fn run_grid(opened: State<'_, Opened>, grid: GridId) -> Reply<()> {
    told(opened.engine()?.run_grid(grid).await)
}

#[tauri::command]
pub(super) async fn cancel_grid(opened: State<'_, Opened>, grid: GridId) -> Reply<()> {
    told(opened.engine()?.cancel_grid(grid).await)
}

#[tauri::command]
pub(super) async fn judge_cell(opened: State<'_, Opened>, grid: GridId, judging: Judging) -> Reply<GridCell> {
    told(opened.engine()?.judge_cell(grid, judging).await)
}

/// How many rows were written.
#[tauri::command]
pub(super) async fn export_grid(opened: State<'_, Opened>, grid: GridId, file: PathBuf) -> Reply<u32> {
    // The dialog that names the file has asked whether it may be replaced.
    let output = Output { path: file, force: true };
    told(opened.engine()?.export_grid(grid, &output).await)
}
