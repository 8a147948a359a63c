//! The window of Pincite. It holds no behaviour of its own: a command calls the engine and returns.

fn main() {
    let _ = tauri::Builder::default().plugin(tauri_plugin_dialog::init()).run(tauri::generate_context!());
}
