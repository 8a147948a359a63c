//! What the page may do to documents of the library: name, tag, remove, bring back, show in the file browser. Not for adding
//! them, nor for decisions.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{DocumentId, DocumentView};
use pincite_engine::Error;
use std::path::PathBuf;
use tauri::State;
use tauri::async_runtime::spawn_blocking;
use tauri_plugin_opener::reveal_item_in_dir;

#[tauri::command]
pub(super) async fn rename_document(
    opened: State<'_, Opened>,
    document: DocumentId,
    name: String,
) -> Reply<DocumentView> {
    told(opened.engine()?.rename(document, &name).await)
}

#[tauri::command]
pub(super) async fn tag_document(opened: State<'_, Opened>, document: DocumentId, tag: String) -> Reply<DocumentView> {
    told(opened.engine()?.tag(document, &tag).await)
}

#[tauri::command]
pub(super) async fn untag_document(
    opened: State<'_, Opened>,
    document: DocumentId,
    tag: String,
) -> Reply<DocumentView> {
    told(opened.engine()?.untag(document, &tag).await)
}

/// Removes documents; they can be brought back for a while.
#[tauri::command]
pub(super) async fn remove_documents(opened: State<'_, Opened>, documents: Vec<DocumentId>) -> Reply<()> {
    told(opened.engine()?.remove_soon(&documents).await)
}

/// Those that could be brought back.
#[tauri::command]
pub(super) async fn restore_documents(
    opened: State<'_, Opened>,
    documents: Vec<DocumentId>,
) -> Reply<Vec<DocumentView>> {
    told(opened.engine()?.restore(&documents).await)
}

/// Opens the file browser at a document's file.
#[tauri::command]
pub(super) async fn reveal_document(opened: State<'_, Opened>, document: DocumentId) -> Reply<()> {
    let path = told(opened.engine()?.file_of(document).await)?;
    told(
        spawn_blocking(move || reveal(path)).await.unwrap_or_else(|_| Err(Error::Stopped { what: STOPPED.to_owned() })),
    )
}

/// What stopped if the file browser's thread did.
const STOPPED: &str = "Showing the file";

/// It waits for the desktop's answer.
fn reveal(path: PathBuf) -> Result<(), Error> {
    reveal_item_in_dir(&path).map_err(|error| Error::NotRevealed { path, reason: error.to_string() })
}
