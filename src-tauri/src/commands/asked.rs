//! Commands about the questions that the user asked: the list, and one of them forgotten. Not for asking.

use super::{Reply, told};
use crate::window::Opened;
use pincite_api::{AskedView, CollectionId};
use tauri::State;

#[tauri::command]
pub(super) async fn asked_questions(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Vec<AskedView>> {
    told(opened.engine()?.asked_questions(collection).await)
}

/// Forgets one question, in every scope; how many entries.
#[tauri::command]
pub(super) async fn forget_question(opened: State<'_, Opened>, collection: CollectionId, text: String) -> Reply<u32> {
    told(opened.engine()?.forget_question(collection, &text).await)
}
