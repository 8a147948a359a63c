//! Commands that carry results out: citations, files, links. Not for asking.

use super::{Reply, told};
use crate::links::OpenedLink;
use crate::window::Opened;
use pincite_api::{Answer, CitationStyle, Cited, CollectionId, DocumentId, LinkedPlace, PassageId, Written};
use pincite_engine::Output;
use std::path::PathBuf;
use tauri::State;

/// The dialog that names a file has asked whether it may be replaced.
fn output(file: PathBuf) -> Output {
    Output { path: file, force: true }
}

#[tauri::command]
pub(super) fn write_citation(cited: Cited, style: CitationStyle, quoted: bool) -> Written {
    if quoted { cited.quote(style) } else { cited.cite(style) }
}

#[tauri::command]
pub(super) async fn export_results(
    opened: State<'_, Opened>,
    answer: Answer,
    style: CitationStyle,
    file: PathBuf,
) -> Reply<()> {
    told(opened.engine()?.export_results(&answer, style, &output(file)).await)
}

#[tauri::command]
pub(super) async fn export_marks(opened: State<'_, Opened>, collection: CollectionId, file: PathBuf) -> Reply<u32> {
    told(opened.engine()?.export_marks(collection, &output(file)).await)
}

#[tauri::command]
pub(super) async fn highlighted_copy(
    opened: State<'_, Opened>,
    document: DocumentId,
    answer: Answer,
    file: PathBuf,
) -> Reply<u32> {
    told(opened.engine()?.highlighted_copy(document, &answer, &output(file)).await)
}

#[tauri::command]
pub(super) async fn link(
    opened: State<'_, Opened>,
    document: DocumentId,
    page: u32,
    passage: Option<PassageId>,
) -> Reply<String> {
    told(opened.engine()?.link(document, page, passage).await.map(|link| link.to_string()))
}

#[tauri::command]
pub(super) async fn follow_link(opened: State<'_, Opened>, link: String) -> Reply<LinkedPlace> {
    told(opened.engine()?.linked_place(&link).await)
}

/// The link that the program was started with, once.
#[tauri::command]
pub(super) fn opened_link(link: State<'_, OpenedLink>) -> Option<String> {
    link.take()
}
