//! One module per command. Each opens the engine, calls it and prints. Not for decisions, which the engine makes.

mod adapting;
mod add;
mod annotate;
mod ask;
mod collections;
mod documents;
mod eval_adapting;
mod eval_pdf;
mod eval_squad;
mod grid;
mod links;
mod marks;
mod measured;
mod models;
mod notes;
mod pick;
mod reading;
mod remove;
mod rename;
mod show;
mod status;
mod tag;
mod watch;

use crate::Outcome;
use crate::arguments::{Arguments, Command, Device, EvalSet};
use crate::error::Error;
use crate::interrupt;
use pincite_engine::{Engine, Home, Options, start_log};
use pincite_pdf::Reader;

/// Shared state of all commands.
pub(crate) struct Context {
    pub(crate) engine: Engine,
    pub(crate) json: bool,
}

/// Runs the command.
pub(crate) async fn run(arguments: Arguments) -> Result<Outcome, Error> {
    let Arguments { home, device, json, command } = arguments;
    let home = home.map_or_else(Home::of_this_user, Home::from);
    let options = options(home, device)?;
    start_log(&options.home);
    let scratch = scratch_for(&command)?;
    let library = scratch.as_ref().map(|folder| folder.path().join("library.db"));
    let context = Context { engine: Engine::open(Options { library, ..options.clone() }).await?, json };
    let interrupted = interrupt::listen();
    let outcome = tokio::select! {
        outcome = perform(&context, options, command) => outcome,
        Ok(()) = interrupted => Ok(Outcome::Interrupted),
    };
    context.engine.close().await;
    outcome
}

async fn perform(context: &Context, options: Options, command: Command) -> Result<Outcome, Error> {
    match command {
        Command::Add(add) => add::run(context, add).await,
        Command::Ask(ask) => ask::run(context, ask).await,
        Command::Collections(collections) => collections::run(context, collections.action).await,
        Command::Documents(documents) => documents::run(context, documents).await,
        Command::Show(show) => show::run(context, show).await,
        Command::Find(find) => reading::find(context, find).await,
        Command::Outline(of) => reading::outline(context, of).await,
        Command::Links(of) => reading::links(context, of).await,
        Command::Cite(words) => notes::cite(context, &words).await,
        Command::Notes(given) => notes::run(context, given).await,
        Command::Annotate(given) => annotate::run(context, given).await,
        Command::Link(given) => links::make(context, given).await,
        Command::Open(given) => links::open(context, given).await,
        Command::Watch(watch) => watch::run(context, watch).await,
        Command::Unwatch(watch) => watch::stop(context, watch).await,
        Command::Remove(remove) => remove::run(context, remove).await,
        Command::Rename(rename) => rename::run(context, rename).await,
        Command::Tag(tag) => tag::run(context, tag).await,
        Command::Mark(mark) => adapting::mark::run(context, mark).await,
        Command::Marks(given) => marks::run(context, given).await,
        Command::Questions(given) => adapting::questions::run(context, given.action).await,
        Command::Grid(given) => grid::run(context, given.action).await,
        Command::Tune(given) => adapting::tune::run(context, given).await,
        Command::Models(models) => models::run(context, models.action).await,
        Command::Status(given) => status::run(context, given.report).await,
        Command::Eval(eval) => match eval.set {
            EvalSet::Squad(given) => eval_squad::run(context, &given).await,
            EvalSet::Pdf(eval) => eval_pdf::run(context, options, eval).await,
        },
    }
}

/// A folder for a library that is thrown away. Commands about models, and evaluations, need nothing of the user's library:
/// they work where it is locked, damaged or of another version.
fn scratch_for(command: &Command) -> Result<Option<tempfile::TempDir>, Error> {
    let needs_none = matches!(command, Command::Models(_) | Command::Eval(_));
    needs_none.then(tempfile::tempdir).transpose().map_err(Error::Scratch)
}

/// The engine's options for a data folder.
pub(crate) fn options(home: Home, device: Device) -> Result<Options, Error> {
    let device = match device {
        Device::Auto => pincite_models::Device::Auto,
        Device::Cpu => pincite_models::Device::Cpu,
        Device::Gpu => pincite_models::Device::Gpu,
    };
    let reader = Reader::of_this_program().map_err(pincite_engine::Error::from)?;
    Ok(Options { home, library: None, device, reader, splitting: None })
}
