//! Commands for reading a document: its pages and their words, what is marked there, find, outline, links.

use super::{Opened, Reply, output, reply};
use pincite_api::{
    DocumentId, Found, Highlight, Outline, PageLink, PageSize, PageView, PassageId, PrintedTable, TextMargins,
};
use std::path::PathBuf;
use tauri::State;

#[tauri::command]
pub(super) async fn page_sizes(opened: State<'_, Opened>, document: DocumentId) -> Reply<Vec<PageSize>> {
    reply(opened.engine()?.page_sizes(document).await)
}

/// A page with its words; pages count from 0.
#[tauri::command]
pub(super) async fn page(opened: State<'_, Opened>, document: DocumentId, page: u32) -> Reply<PageView> {
    reply(opened.engine()?.page(document, page).await)
}

/// The narrowest margins of a document's pages.
#[tauri::command]
pub(super) async fn text_margins(opened: State<'_, Opened>, document: DocumentId) -> Reply<TextMargins> {
    reply(opened.engine()?.text_margins(document).await)
}

/// Boxes of a passage: its lines, the sentence that answers the question best, and the question's words.
#[tauri::command]
pub(super) async fn highlights(
    opened: State<'_, Opened>,
    document: DocumentId,
    passage: PassageId,
    question: Option<String>,
) -> Reply<Vec<Highlight>> {
    reply(opened.engine()?.highlights(document, passage, question.as_deref()).await)
}

/// Where words stand in a document, exactly as written.
#[tauri::command]
pub(super) async fn find_in(opened: State<'_, Opened>, document: DocumentId, words: String) -> Reply<Found> {
    reply(opened.engine()?.find_in(document, &words).await)
}

/// The outline of a document, or the headings of its text.
#[tauri::command]
pub(super) async fn outline(opened: State<'_, Opened>, document: DocumentId) -> Reply<Outline> {
    reply(opened.engine()?.outline(document).await)
}

/// The tables of figures on a page.
#[tauri::command]
pub(super) async fn tables(opened: State<'_, Opened>, document: DocumentId, page: u32) -> Reply<Vec<PrintedTable>> {
    reply(opened.engine()?.tables(document, page).await)
}

/// Writes the tables of figures on a page to a workbook; how many.
#[tauri::command]
pub(super) async fn export_tables(
    opened: State<'_, Opened>,
    document: DocumentId,
    page: u32,
    file: PathBuf,
) -> Reply<u32> {
    reply(opened.engine()?.export_tables(document, page, &output(file)).await)
}

#[tauri::command]
pub(super) async fn links(opened: State<'_, Opened>, document: DocumentId, page: u32) -> Reply<Vec<PageLink>> {
    reply(opened.engine()?.links(document, page).await)
}
