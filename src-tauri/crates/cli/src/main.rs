//! The `pincite` command: all functions of the window in a terminal. Not for behaviour: it parses arguments, calls the
//! engine and prints.

mod arguments;
mod commands;
mod error;
mod grid_text;
mod interrupt;
mod output;
mod progress;
mod question_text;
mod verdict;

use arguments::Arguments;
use clap::Parser;
use error::Error;
use std::process::ExitCode;

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
    let outcome = runtime.block_on(commands::run(arguments));
    pincite_engine::end(runtime);
    outcome
}

/// The result of a command without error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was done.
    Done,
    /// Done, but some files were not added, or only in part.
    Partly,
    /// No passage answers the question.
    NothingFound,
    /// It failed, and the printed result says so.
    Failed,
    /// Ctrl-C or SIGTERM ended it.
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Done => 0,
            Outcome::Failed => 1,
            Outcome::Partly => 3,
            Outcome::NothingFound => 4,
            Outcome::Interrupted => interrupt::CODE,
        })
    }
}
