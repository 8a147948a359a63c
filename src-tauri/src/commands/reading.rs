//! Commands for moving in a document: find, outline, links. Not for pages and their words.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{DocumentId, Found, Outline, PageLink};
use tauri::State;

#[tauri::command]
pub(super) async fn find_in(opened: State<'_, Opened>, document: DocumentId, words: String) -> Reply<Found> {
    told(opened.engine()?.find_in(document, &words).await)
}

#[tauri::command]
pub(super) async fn outline(opened: State<'_, Opened>, document: DocumentId) -> Reply<Outline> {
    told(opened.engine()?.outline(document).await)
}

#[tauri::command]
pub(super) async fn links(opened: State<'_, Opened>, document: DocumentId, page: u32) -> Reply<Vec<PageLink>> {
    told(opened.engine()?.links(document, page).await)
}
