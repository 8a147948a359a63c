//! Commands that carry results out: citations, files, links.

use super::{Opened, Reply, output, reply};
use crate::links::OpenedLink;
use pincite_api::{Answer, CitationStyle, Cited, CollectionId, DocumentId, Imported, LinkedPlace, PassageId, Written};
use pincite_engine::{citation_in, quote_in};
use std::path::PathBuf;
use tauri::State;

/// A citation in a style, or the sentence with it.
#[tauri::command]
pub(super) fn write_citation(cited: Cited, style: CitationStyle, quoted: bool) -> Written {
    if quoted { quote_in(style, &cited) } else { citation_in(style, &cited) }
}

#[tauri::command]
pub(super) async fn export_results(
    opened: State<'_, Opened>,
    answer: Answer,
    style: CitationStyle,
    file: PathBuf,
) -> Reply<()> {
    reply(opened.engine()?.export_results(&answer, style, &output(file)).await)
}

/// How many marks were written.
#[tauri::command]
pub(super) async fn export_marks(opened: State<'_, Opened>, collection: CollectionId, file: PathBuf) -> Reply<u32> {
    reply(opened.engine()?.export_marks(collection, &output(file)).await)
}

/// Takes marks from a file that `export_marks` wrote.
#[tauri::command]
pub(super) async fn import_marks(
    opened: State<'_, Opened>,
    collection: CollectionId,
    file: PathBuf,
) -> Reply<Imported> {
    reply(opened.engine()?.adapt().marks().import(collection, &file).await)
}

/// Writes a copy of a document with the hits in it highlighted; how many.
#[tauri::command]
pub(super) async fn highlighted_copy(
    opened: State<'_, Opened>,
    document: DocumentId,
    answer: Answer,
    file: PathBuf,
) -> Reply<u32> {
    reply(opened.engine()?.highlighted_copy(document, &answer, &output(file)).await)
}

/// A link that reopens a page.
#[tauri::command]
pub(super) async fn link(
    opened: State<'_, Opened>,
    document: DocumentId,
    page: u32,
    passage: Option<PassageId>,
) -> Reply<String> {
    reply(opened.engine()?.link(document, page, passage).await.map(|link| link.to_string()))
}

#[tauri::command]
pub(super) async fn follow_link(opened: State<'_, Opened>, link: String) -> Reply<LinkedPlace> {
    reply(opened.engine()?.linked_place(&link).await)
}

/// The link that the program was started with, once.
#[tauri::command]
pub(super) fn opened_link(link: State<'_, OpenedLink>) -> Option<String> {
    link.take()
}
