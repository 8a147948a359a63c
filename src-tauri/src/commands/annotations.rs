//! Commands about words selected on pages: their citation, and highlights with notes.

use super::{Opened, Reply, reply};
use pincite_api::{AnnotationId, AnnotationView, CitedText, Colour, DocumentId, WordRange};
use tauri::State;

/// Selected words with their citation.
#[tauri::command]
pub(super) async fn cite(opened: State<'_, Opened>, document: DocumentId, ranges: Vec<WordRange>) -> Reply<CitedText> {
    reply(opened.engine()?.cite(document, &ranges).await)
}

/// The sentence of a word, counted from 0, of a page: for a triple click.
#[tauri::command]
pub(super) async fn sentence(
    opened: State<'_, Opened>,
    document: DocumentId,
    page: u32,
    word: u32,
) -> Reply<Vec<WordRange>> {
    reply(opened.engine()?.sentence(document, page, word).await)
}

/// Highlights that people made in a document, in the order of its pages.
#[tauri::command]
pub(super) async fn annotations(opened: State<'_, Opened>, document: DocumentId) -> Reply<Vec<AnnotationView>> {
    reply(opened.engine()?.annotations(document).await)
}

#[tauri::command]
pub(super) async fn annotate(
    opened: State<'_, Opened>,
    document: DocumentId,
    ranges: Vec<WordRange>,
    note: String,
    colour: Colour,
) -> Reply<AnnotationView> {
    reply(opened.engine()?.annotate(document, &ranges, &note, colour).await)
}

#[tauri::command]
pub(super) async fn edit_annotation(
    opened: State<'_, Opened>,
    document: DocumentId,
    annotation: AnnotationId,
    note: String,
    colour: Colour,
) -> Reply<AnnotationView> {
    reply(opened.engine()?.edit_annotation(document, annotation, &note, colour).await)
}

#[tauri::command]
pub(super) async fn remove_annotation(opened: State<'_, Opened>, annotation: AnnotationId) -> Reply<()> {
    reply(opened.engine()?.remove_annotation(annotation).await)
}

/// Undoes a removal.
#[tauri::command]
pub(super) async fn restore_annotation(
    opened: State<'_, Opened>,
    document: DocumentId,
    annotation: AnnotationId,
) -> Reply<AnnotationView> {
    reply(opened.engine()?.restore_annotation(document, annotation).await)
}
