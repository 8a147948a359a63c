//! Commands about the engine itself: its status, its models, the sample documents, and messages outside of the window.

use super::{Opened, Reply, output, reply};
use pincite_api::{Added, CheckUp, CollectionId, EncoderPlan, ModelView, StatusView, TuningView};
use pincite_engine::{Home, choose_library as choose_library_at, choose_own_library, keep_password as keep};
use std::path::PathBuf;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State, WebviewWindow};
use tauri_plugin_notification::NotificationExt;

/// What the engine works with, and what keeps it from working.
#[tauri::command]
pub(super) async fn status(opened: State<'_, Opened>) -> Reply<StatusView> {
    reply(opened.engine()?.status().await)
}

/// Details for a bug report, to paste: no text of documents or questions.
#[tauri::command]
pub(super) async fn bug_report(opened: State<'_, Opened>) -> Reply<String> {
    reply(opened.engine()?.bug_report().await)
}

/// Compares all that is stored with what was stored, and the files of documents and models. Takes a while.
#[tauri::command]
pub(super) async fn check_up(opened: State<'_, Opened>) -> Reply<CheckUp> {
    reply(opened.engine()?.check_up().await)
}

/// Makes again what was found damaged, in the background.
#[tauri::command]
pub(super) async fn repair(opened: State<'_, Opened>) -> Reply<()> {
    reply(opened.engine()?.repair().await)
}

/// Writes the library to a file.
#[tauri::command]
pub(super) async fn back_up(opened: State<'_, Opened>, file: PathBuf) -> Reply<()> {
    reply(opened.engine()?.back_up(&output(file)).await.map(drop))
}

/// Writes a collection with its PDFs to a signed file. Returns the key.
#[tauri::command]
pub(super) async fn bundle(opened: State<'_, Opened>, collection: CollectionId, file: PathBuf) -> Reply<String> {
    reply(opened.engine()?.bundle(collection, &output(file)).await.map(|bundled| bundled.key))
}

/// Keeps the password for a shared library in the key store of this computer.
#[tauri::command]
pub(super) async fn keep_password(address: String, password: String) -> Reply<()> {
    reply(keep(&address, &password).await)
}

/// Starts Pincite again with a shared library or a bundle, or with the library of this computer.
#[tauri::command]
pub(super) async fn choose_library(app: AppHandle, place: Option<String>) -> Reply<()> {
    let home = Home::of_this_user();
    reply(match place {
        Some(place) => choose_library_at(&home, &place, None).await,
        None => choose_own_library(&home).await,
    })?;
    app.restart()
}

/// Downloads the default encoder. It is the only command that uses a network. Progress is bytes done and bytes in all.
#[tauri::command]
pub(super) async fn fetch_model(opened: State<'_, Opened>, on_progress: Channel<(u64, u64)>) -> Reply<()> {
    let tell = move |done, total| {
        // A window that was closed meanwhile does not stop the fetching.
        let _ = on_progress.send((done, total));
    };
    reply(opened.engine()?.fetch_model(None, tell).await)
}

/// Copies a model from a folder.
#[tauri::command]
pub(super) async fn import_model(opened: State<'_, Opened>, folder: PathBuf) -> Reply<()> {
    reply(opened.engine()?.import_model(&folder).await)
}

/// Models of the catalogue, and imported ones.
#[tauri::command]
pub(super) async fn models(opened: State<'_, Opened>) -> Reply<Vec<ModelView>> {
    reply(opened.engine()?.models().await)
}

/// What it takes to search a collection by another search model.
#[tauri::command]
pub(super) async fn plan_encoder(
    opened: State<'_, Opened>,
    collection: CollectionId,
    name: String,
) -> Reply<EncoderPlan> {
    reply(opened.engine()?.plan_encoder(collection, &name).await)
}

/// Starts a run after which another search model is used.
#[tauri::command]
pub(super) async fn use_encoder(
    opened: State<'_, Opened>,
    collection: CollectionId,
    name: String,
) -> Reply<TuningView> {
    reply(opened.engine()?.use_encoder(collection, &name).await)
}

/// Adds the documents that come with Pincite.
#[tauri::command]
pub(super) async fn add_samples(opened: State<'_, Opened>, collection: CollectionId) -> Reply<Added> {
    reply(opened.engine()?.add_samples(collection).await)
}

/// Shows a sentence outside of the window, unless the window is in front. It comes from the page's own texts and says
/// nothing about documents or questions: a locked screen shows it, too.
#[tauri::command]
pub(super) async fn notify(app: AppHandle, title: String) -> Reply<()> {
    if app.webview_windows().values().any(in_front) {
        return Ok(());
    }
    if let Err(error) = app.notification().builder().title(title).show() {
        tracing::warn!("the system took no notification: {error}");
    }
    Ok(())
}

fn in_front(window: &WebviewWindow) -> bool {
    window.is_focused().unwrap_or(true)
}
