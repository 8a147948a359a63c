//! How a shared library serves a large collection, and a library in a file beside it.
//!
//! `fill` makes a collection of as many passages as wanted from a library of real documents. `ask` asks questions of it, by one
//! client and by many at once, and says how long they wait. `miss` compares what the server's index finds with what an exact
//! comparison finds. Reports are lines of JSON. `docs/sharing.md` has the figures.

mod asking;
mod filling;
mod missing;

use clap::{Parser, Subcommand};
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Studies a shared library.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    /// Fills a library with as many passages as wanted, made of those of another one.
    Fill(filling::Fill),
    /// Asks questions of a library, and says how long they wait.
    Ask(asking::Ask),
    /// Says what the server's index misses. The file has the same passages.
    Miss(missing::Miss),
}

/// The library to study.
#[derive(clap::Args)]
struct Place {
    /// A file, or `postgres://name@server/database`.
    library: PathBuf,
}

/// The questions, and the encoder that makes vectors of them.
#[derive(clap::Args)]
struct Questions {
    /// Files with an object on each line, of which `question` is asked.
    #[arg(long, required = true, num_args = 1..)]
    questions: Vec<PathBuf>,
    /// The data folder with models and runtime.
    #[arg(long)]
    home: PathBuf,
    /// Ask so many of them, evenly chosen.
    #[arg(long, default_value_t = 200)]
    count: usize,
}

fn main() -> ExitCode {
    pincite_models::set_environment();
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(8).enable_all().build()?;
    runtime.block_on(async {
        match arguments.study {
            Study::Fill(study) => study.run().await,
            Study::Ask(study) => study.run().await,
            Study::Miss(study) => study.run().await,
        }
    })
}

/// Prints a line of a report.
fn report(line: &impl serde::Serialize) -> Result<()> {
    writeln!(std::io::stdout(), "{}", serde_json::to_string(line)?)?;
    Ok(())
}
