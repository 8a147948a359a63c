//! A message of the system about long work that has ended. Not for messages inside the window.

use super::Reply;
use tauri::{AppHandle, Manager, WebviewWindow};
use tauri_plugin_notification::NotificationExt;

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
