//! How the web view draws and what it keeps: as suits a window on this computer. Not for what it shows.

use pincite_models::Variable;
use tauri::WebviewWindow;

/// The memory that WebKit's script engine plans with, in bytes: 64 MB, not that of the computer. With much memory it lets
/// garbage grow to five times what is in use before it collects it: 20 MB became 98 after five minutes. Now it is 28, and
/// the longest pause is 30 ms.
pub(crate) const SCRIPT_MEMORY: Variable = Variable { name: "JSC_forceRAMSize", value: "67108864" };

/// Suits the web view to this computer and to documents. Measured in a tour of 20 documents:
///
/// - Without a graphics processor WebKit imitates one. Then results appear half as fast, and the page's process needs
///   540 MB, not 250.
/// - WebKit keeps what pages of the web may need again. Here every page picture has its own place, so that is 60 MB of
///   nothing.
#[cfg(target_os = "linux")]
pub(crate) fn suit(window: &WebviewWindow) -> tauri::Result<()> {
    use pincite_models::may_have_gpu;
    use webkit2gtk::{CacheModel, HardwareAccelerationPolicy, SettingsExt, WebContextExt, WebViewExt};
    window.with_webview(|view| {
        if let Some(context) = view.inner().context() {
            context.set_cache_model(CacheModel::DocumentViewer);
        }
        if let Some(settings) = view.inner().settings().filter(|_| !may_have_gpu()) {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Other systems have web views that decide for themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn suit(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
