//! Opens the engine and the window, and forwards the engine's events to the page. Not for answering the page: that is
//! what `commands` and `pages` are for.

use crate::links::{self, Links};
use crate::{commands, drawing, pages};
use pincite_api::{Event, Problem};
use pincite_engine::{Engine, Error, Home, Options, start_log};
use pincite_models::Device;
use pincite_pdf::Reader;
use std::process::ExitCode;
use tauri::{App, AppHandle, Emitter, Manager, RunEvent, WebviewWindowBuilder, async_runtime};
use tokio::runtime::Runtime;
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Name under which the page hears the engine's events.
const ENGINE_EVENT: &str = "engine";

/// The program that reads files for this one: it comes in the same package.
const COMMAND: &str = "pincite";

/// The engine, or why there is none: the window opens in either case, to say so.
pub(crate) struct Opened(pub(crate) Result<Engine, Problem>);

/// Runs the window until it is closed.
pub(crate) fn run() -> ExitCode {
    let home = Home::of_this_user();
    let links = Links::claim(&home);
    if let Links::HandedOver = links {
        return ExitCode::SUCCESS;
    }
    match Runtime::new() {
        Ok(runtime) => {
            async_runtime::set(runtime.handle().clone());
            let code = run_window(home, links);
            pincite_engine::end(runtime);
            code
        }
        Err(error) => failed(&error),
    }
}

fn run_window(home: Home, links: Links) -> ExitCode {
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_notification::init())
        .register_asynchronous_uri_scheme_protocol(pages::SCHEME, pages::serve)
        .invoke_handler(commands::handler())
        .setup(|app| Ok(open(app, home, links)?))
        .build(tauri::generate_context!());
    match app {
        Ok(app) => ExitCode::from(u8::try_from(app.run_return(on_event)).unwrap_or(u8::MAX)),
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    tracing::error!("the window could not be opened: {error}");
    ExitCode::FAILURE
}

/// The jobs at hand go back into the queue before the process ends: closing the window is no crash.
fn on_event(app: &AppHandle, event: RunEvent) {
    if let RunEvent::Exit = event
        && let Some(opened) = app.try_state::<Opened>()
        && let Ok(engine) = &opened.0
    {
        async_runtime::block_on(engine.close());
    }
}

/// Ctrl-C and SIGTERM close the window as its button does.
async fn close_when_interrupted(app: AppHandle) {
    pincite_engine::interrupted().await;
    app.exit(0);
}

/// First the engine, then the window: the page may ask as soon as it is there.
fn open(app: &App, home: Home, links: Links) -> tauri::Result<()> {
    start_log(&home);
    let opened = async_runtime::block_on(start(home));
    if let Ok(engine) = &opened {
        async_runtime::spawn(forward(engine.events(), app.handle().clone()));
    }
    async_runtime::spawn(close_when_interrupted(app.handle().clone()));
    if let Links::Open { first, taker } = links {
        links::serve(app.handle(), first, taker);
    }
    app.manage(Opened(opened.map_err(|error| Problem::from(&error))));
    for window in &app.config().app.windows {
        drawing::suit(&WebviewWindowBuilder::from_config(app, window)?.build()?)?;
    }
    Ok(())
}

async fn start(home: Home) -> Result<Engine, Error> {
    let options = Options {
        home,
        library: None,
        device: Device::Auto,
        reader: Reader::of_program_beside(COMMAND)?,
        splitting: None,
    };
    let engine = Engine::open(options).await?;
    if let Err(error) = engine.work().await {
        // What is stored can be searched all the same; the engine's status says what is wrong.
        tracing::error!(code = error.code(), "not everything can be worked on");
    }
    Ok(engine)
}

/// Hands each event to the page, in order. Missed ones are no loss: the page asks anew when the engine is idle.
async fn forward(mut events: Receiver<Event>, app: AppHandle) {
    loop {
        match events.recv().await {
            Ok(event) => {
                if let Err(error) = app.emit(ENGINE_EVENT, event) {
                    tracing::warn!("the page missed an event: {error}");
                }
            }
            Err(RecvError::Lagged(missed)) => tracing::warn!("the page missed {missed} events"),
            Err(RecvError::Closed) => return,
        }
    }
}
