//! Commands for the first minutes with Pincite. Not for the user's own documents.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{Added, CollectionId};
use tauri::State;

#[tauri::command]
pub(super) async fn add_samples(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Added> {
    told(opened.engine()?.add_samples(collection).await)
}
