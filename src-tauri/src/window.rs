//! Opens the engine and the window, suits the web view to this computer, and forwards the engine's events to the page. What
//! the page asks goes to `commands` and `pages`.

use crate::commands::{self, Opened};
use crate::links::{self, Links};
use crate::pages;
use pincite_api::{Event, Problem};
use pincite_engine::{Engine, Error, Home, Options, Salvage, start_log};
use pincite_models::{Device, Variable};
use pincite_pdf::Reader;
use std::process::ExitCode;
use tauri::{App, AppHandle, Emitter, Manager, RunEvent, WebviewWindow, WebviewWindowBuilder, async_runtime};
use tokio::runtime::Runtime;
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Name under which the page hears the engine's events.
const ENGINE_EVENT: &str = "engine";

/// The program that reads files for this one: it comes in the same package.
const COMMAND: &str = "pincite";

/// The memory that WebKit's script engine plans with, in bytes: 64 MB, not that of the computer. With much memory it lets
/// garbage grow to five times what is in use before it collects it: 20 MB became 98 after five minutes. Now it is 28, and
/// the longest pause is 30 ms.
pub(crate) const SCRIPT_MEMORY: Variable = Variable { name: "JSC_forceRAMSize", value: "67108864" };

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
        suit(&WebviewWindowBuilder::from_config(app, window)?.build()?)?;
    }
    Ok(())
}

/// Suits the web view to this computer and to documents. Measured in a tour of 20 documents:
///
/// - Without a graphics processor WebKit imitates one. Then results appear half as fast, and the page's process needs
///   540 MB, not 250.
/// - WebKit keeps what pages of the web may need again. Here every page picture has its own place, so that is 60 MB of
///   nothing.
#[cfg(target_os = "linux")]
fn suit(window: &WebviewWindow) -> tauri::Result<()> {
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
fn suit(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

async fn start(home: Home) -> Result<Engine, Error> {
    let options = Options {
        home,
        library: None,
        device: Device::Auto,
        reader: Reader::of_program_beside(COMMAND)?,
        splitting: None,
        salvage: Salvage::IfNeeded,
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
