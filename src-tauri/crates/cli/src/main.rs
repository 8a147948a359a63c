//! The `pincite` command: all functions of the window in a terminal. Not for behaviour: it parses arguments, calls the
//! engine and prints.

mod commands;
mod context;
mod error;
mod output;
mod progress;

use clap::Parser;
use commands::{Arguments, Command, Device};
use context::{Context, INTERRUPTED, Outcome};
use error::Error;
use pincite_engine::{Engine, Home, Options, Salvage, interrupted, start_log};
use pincite_pdf::Reader;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;
use tempfile::TempDir;
use tokio::sync::oneshot::{self, Receiver};

fn main() -> ExitCode {
    pincite_pdf::serve_if_asked();
    pincite_models::set_environment();
    pincite_models::check_if_asked();
    let arguments = Arguments::parse();
    let json = arguments.json;
    match run(arguments) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            output::failure(&error, json);
            ExitCode::from(1)
        }
    }
}

fn run(arguments: Arguments) -> Result<Outcome, Error> {
    let runtime = tokio::runtime::Runtime::new().map_err(Error::Runtime)?;
    let outcome = runtime.block_on(open_and_perform(arguments));
    pincite_engine::end(runtime);
    outcome
}

async fn open_and_perform(arguments: Arguments) -> Result<Outcome, Error> {
    let Arguments { home, library, device, json, command } = arguments;
    let home = home.map_or_else(Home::of_this_user, Home::from);
    let options = options(home, library, device)?;
    start_log(&options.home);
    let scratch = scratch_for(&command)?;
    let library = scratch.as_ref().map(|folder| folder.path().join("library.db")).or_else(|| options.library.clone());
    let salvage = if let Command::Doctor(given) = &command { given.salvage() } else { Salvage::Never };
    let engine = Engine::open(Options { library, salvage, ..options.clone() }).await?;
    let context = Context { engine, json, queued: OnceLock::new() };
    let interrupted = listen();
    let outcome = tokio::select! {
        outcome = command.perform(&context, options) => outcome,
        Ok(()) = interrupted => context.withdraw().await.map(|()| Outcome::Interrupted),
    };
    context.engine.close().await;
    outcome
}

/// The engine's options for a data folder.
fn options(home: Home, library: Option<PathBuf>, device: Device) -> Result<Options, Error> {
    let device = match device {
        Device::Auto => pincite_models::Device::Auto,
        Device::Cpu => pincite_models::Device::Cpu,
        Device::Gpu => pincite_models::Device::Gpu,
    };
    let reader = Reader::of_this_program().map_err(pincite_engine::Error::from)?;
    Ok(Options { home, library, device, reader, splitting: None, salvage: Salvage::Never })
}

/// A folder for a library that is thrown away. Commands about models, evaluations and the restoring of a backup need nothing of
/// the user's library: they work where it is locked, damaged or of another version.
fn scratch_for(command: &Command) -> Result<Option<TempDir>, Error> {
    let needs_none = match command {
        Command::Models(given) => !given.needs_library(),
        Command::Eval(_) | Command::Restore(_) => true,
        Command::Library(given) => given.chooses(),
        _ => false,
    };
    needs_none.then(tempfile::tempdir).transpose().map_err(Error::Scratch)
}

/// Listens for Ctrl-C and SIGTERM. The receiver gets a value at the first interruption: the command is closed like a finished
/// one. A second one ends the process at once, whatever it does.
fn listen() -> Receiver<()> {
    let (tell, first) = oneshot::channel();
    tokio::spawn(async move {
        interrupted().await;
        // A finished command does not wait for the value.
        let _ = tell.send(());
        interrupted().await;
        std::process::exit(INTERRUPTED.into());
    });
    first
}
