//! Commands about words selected on pages: their citation, and highlights with notes. Not for hits.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{AnnotationId, AnnotationView, CitedText, Colour, DocumentId, TextMargins, WordRange};
use tauri::State;

/// Narrowest margins of a document's pages.
#[tauri::command]
pub(super) async fn text_margins(opened: State<'_, Opened>, document: DocumentId) -> Reply<TextMargins> {
    told(opened.engine()?.text_margins(document).await)
}

#[tauri::command]
pub(super) async fn cite(opened: State<'_, Opened>, document: DocumentId, ranges: Vec<WordRange>) -> Reply<CitedText> {
    told(opened.engine()?.cite(document, &ranges).await)
}

/// The sentence of a word, for a triple click.
#[tauri::command]
pub(super) async fn sentence(
    opened: State<'_, Opened>,
    document: DocumentId,
    page: u32,
    word: u32,
) -> Reply<Vec<WordRange>> {
    told(opened.engine()?.sentence(document, page, word).await)
}

#[tauri::command]
pub(super) async fn annotations(opened: State<'_, Opened>, document: DocumentId) -> Reply<Vec<AnnotationView>> {
    told(opened.engine()?.annotations(document).await)
}

#[tauri::command]
pub(super) async fn annotate(
    opened: State<'_, Opened>,
    document: DocumentId,
    ranges: Vec<WordRange>,
    note: String,
    colour: Colour,
) -> Reply<AnnotationView> {
    told(opened.engine()?.annotate(document, &ranges, &note, colour).await)
}

#[tauri::command]
pub(super) async fn edit_annotation(
    opened: State<'_, Opened>,
    document: DocumentId,
    annotation: AnnotationId,
    note: String,
    colour: Colour,
) -> Reply<AnnotationView> {
    told(opened.engine()?.edit_annotation(document, annotation, &note, colour).await)
}

#[tauri::command]
pub(super) async fn remove_annotation(opened: State<'_, Opened>, annotation: AnnotationId) -> Reply<()> {
    told(opened.engine()?.remove_annotation(annotation).await)
}

/// Undoes a removal.
#[tauri::command]
pub(super) async fn restore_annotation(
    opened: State<'_, Opened>,
    document: DocumentId,
    annotation: AnnotationId,
) -> Reply<AnnotationView> {
    told(opened.engine()?.restore_annotation(document, annotation).await)
}
