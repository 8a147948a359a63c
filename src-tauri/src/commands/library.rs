//! Commands about collections and their documents: adding, naming, removing, watching folders.

use super::{Opened, Reply, reply};
use pincite_api::{Added, CollectionId, CollectionView, DocumentId, DocumentView, JobId, MemberView};
use pincite_engine::{Adding, Error};
use std::path::PathBuf;
use tauri::State;
use tauri::async_runtime::spawn_blocking;
use tauri_plugin_opener::reveal_item_in_dir;

#[tauri::command]
pub(super) async fn collections(opened: State<'_, Opened>) -> Reply<Vec<CollectionView>> {
    reply(opened.engine()?.collections().await)
}

#[tauri::command]
pub(super) async fn create_collection(opened: State<'_, Opened>, name: String) -> Reply<CollectionView> {
    reply(opened.engine()?.create_collection(&name).await)
}

#[tauri::command]
pub(super) async fn rename_collection(opened: State<'_, Opened>, collection: CollectionId, name: String) -> Reply<()> {
    reply(opened.engine()?.rename_collection(collection, &name).await)
}

#[tauri::command]
pub(super) async fn delete_collection(opened: State<'_, Opened>, collection: CollectionId) -> Reply<()> {
    reply(opened.engine()?.delete_collection(collection).await)
}

#[tauri::command]
pub(super) async fn members(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<MemberView>> {
    reply(opened.engine()?.members(collection).await)
}

#[tauri::command]
pub(super) async fn add_member(opened: State<'_, Opened>, collection: CollectionId, name: String) -> Reply<()> {
    reply(opened.engine()?.add_member(collection, &name).await)
}

#[tauri::command]
pub(super) async fn remove_member(opened: State<'_, Opened>, collection: CollectionId, name: String) -> Reply<()> {
    reply(opened.engine()?.remove_member(collection, &name).await)
}

#[tauri::command]
pub(super) async fn documents(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<DocumentView>> {
    reply(opened.engine()?.documents(collection).await)
}

/// Adds files and folders.
#[tauri::command]
pub(super) async fn add(opened: State<'_, Opened>, collection: CollectionId, paths: Vec<PathBuf>) -> Reply<Added> {
    reply(opened.engine()?.add(collection, Adding { paths, password: None }).await)
}

#[tauri::command]
pub(super) async fn cancel(opened: State<'_, Opened>, job: JobId) -> Reply<()> {
    reply(opened.engine()?.cancel(job).await)
}

/// Tries a file again, with a password where it needs one.
#[tauri::command]
pub(super) async fn retry(opened: State<'_, Opened>, document: DocumentId, password: Option<String>) -> Reply<()> {
    reply(opened.engine()?.retry(document, password).await)
}

#[tauri::command]
pub(super) async fn watch(opened: State<'_, Opened>, collection: CollectionId, folder: PathBuf) -> Reply<()> {
    reply(opened.engine()?.watch(collection, &folder).await)
}

#[tauri::command]
pub(super) async fn unwatch(opened: State<'_, Opened>, collection: CollectionId, folder: PathBuf) -> Reply<()> {
    reply(opened.engine()?.unwatch(collection, &folder).await)
}

/// An empty name takes the given name back.
#[tauri::command]
pub(super) async fn rename_document(
    opened: State<'_, Opened>,
    document: DocumentId,
    name: String,
) -> Reply<DocumentView> {
    reply(opened.engine()?.rename(document, &name).await)
}

/// The codes of the languages that documents can be in.
#[tauri::command]
pub(super) async fn languages() -> Vec<String> {
    pincite_engine::languages()
}

#[tauri::command]
pub(super) async fn set_language(
    opened: State<'_, Opened>,
    document: DocumentId,
    language: String,
) -> Reply<DocumentView> {
    reply(opened.engine()?.set_language(document, &language).await)
}

#[tauri::command]
pub(super) async fn tag_document(opened: State<'_, Opened>, document: DocumentId, tag: String) -> Reply<DocumentView> {
    reply(opened.engine()?.tag(document, &tag).await)
}

#[tauri::command]
pub(super) async fn untag_document(
    opened: State<'_, Opened>,
    document: DocumentId,
    tag: String,
) -> Reply<DocumentView> {
    reply(opened.engine()?.untag(document, &tag).await)
}

/// Removes documents. They can be brought back for 15 seconds.
#[tauri::command]
pub(super) async fn remove_documents(opened: State<'_, Opened>, documents: Vec<DocumentId>) -> Reply<()> {
    reply(opened.engine()?.remove_soon(&documents).await)
}

/// Those that could be brought back.
#[tauri::command]
pub(super) async fn restore_documents(
    opened: State<'_, Opened>,
    documents: Vec<DocumentId>,
) -> Reply<Vec<DocumentView>> {
    reply(opened.engine()?.restore(&documents).await)
}

/// Shows a document's file in the file browser.
#[tauri::command]
pub(super) async fn reveal_document(opened: State<'_, Opened>, document: DocumentId) -> Reply<()> {
    let path = reply(opened.engine()?.file_of(document).await)?;
    let stopped = |_| Err(Error::Stopped { what: "Showing the file".to_owned() });
    reply(spawn_blocking(move || reveal(path)).await.unwrap_or_else(stopped))
}

/// It waits for the desktop's answer.
fn reveal(path: PathBuf) -> Result<(), Error> {
    reveal_item_in_dir(&path).map_err(|error| Error::NotRevealed { path, reason: error.to_string() })
}
