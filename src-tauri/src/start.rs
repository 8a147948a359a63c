//! Opens the engine and the window, and forwards the engine's events to the page. Not for answering the page: that is
//! the commands' work.

use crate::{commands, pages};
use pincite_engine::{Engine, Options, view::Event};
use std::process::ExitCode;
use tauri::{AppHandle, Emitter, Manager, async_runtime};
use tauri_plugin_dialog::{DialogExt, MessageDialogKind};
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Name under which the page hears the engine's events.
const ENGINE_EVENT: &str = "engine";

/// Runs the window until it is closed.
pub(crate) fn run() -> ExitCode {
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .register_asynchronous_uri_scheme_protocol(pages::SCHEME, pages::serve)
        .invoke_handler(commands::handler())
        .setup(|app| Ok(open(app.handle())?))
        .build(tauri::generate_context!());
    match app {
        Ok(app) => ExitCode::from(u8::try_from(app.run_return(|_, _| ())).unwrap_or(u8::MAX)),
        Err(error) => {
            tracing::error!("Pincite's window could not be opened: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Opens the library, then the window's work can begin.
fn open(app: &AppHandle) -> Result<(), pincite_engine::Error> {
    let engine = async_runtime::block_on(async { Engine::open(Options::of_this_program()?).await })?;
    async_runtime::spawn(forward(engine.events(), app.clone()));
    app.manage(engine);
    Ok(())
}

/// Hands each event to the page, in order. One that is missed is no loss: the page asks again when the engine is idle.
async fn forward(mut events: Receiver<Event>, app: AppHandle) {
    loop {
        match events.recv().await {
            Ok(event) => drop(app.emit(ENGINE_EVENT, event)),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}
