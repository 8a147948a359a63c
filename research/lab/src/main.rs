//! `pincite-lab`: one command for each study. Reports are JSON on standard output; progress goes to standard error.

mod arguments;
mod commands;

use arguments::Arguments;
use clap::Parser;
use pincite_engine::Home;
use pincite_engine::{Options, Salvage};
use pincite_lab::Result;
use pincite_models::Device;
use pincite_pdf::Reader;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    pincite_pdf::serve_if_asked();
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
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let home = arguments.home.map_or_else(Home::of_this_user, Home::from);
    let reader = Reader::of_this_program()?;
    let options =
        Options { home, library: None, device: Device::Auto, reader, splitting: None, salvage: Salvage::Never };
    let done = runtime.block_on(commands::run(options, &arguments.study));
    pincite_engine::end(runtime);
    done
}
