//! `pincite-lab`: studies and ablations of adapting on the evaluation's data sets, and training of the cross-encoder. Not
//! part of the product: what people use has one recipe and no switches.
//!
//! Reports are JSON on standard output; progress goes to standard error.

mod arguments;
mod candidates;
mod cross_encoder;
mod groups;
mod joint;
mod keywords;
mod passages;
mod pdf;
mod rerank;
mod squad;
mod study;
mod written;

use arguments::{Arguments, Set};
use clap::Parser;
use pincite_engine::{Engine, Home, Options};
use pincite_models::Device;
use pincite_pdf::Reader;
use std::io::Write;
use std::process::ExitCode;

/// Whatever ends a study: it is printed and nothing more.
type Error = Box<dyn std::error::Error + Send + Sync>;

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

fn run(arguments: Arguments) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let home = arguments.home.map_or_else(Home::of_this_user, Home::from);
    let reader = Reader::of_this_program()?;
    let options = Options { home, library: None, device: Device::Auto, reader, splitting: None };
    let done = runtime.block_on(async {
        match arguments.set {
            Set::Squad(squad) => squad::run(&Engine::open(options).await?, &squad).await,
            Set::Pdf(pdf) => pdf::run(options, &pdf).await,
            Set::Rerank(given) => rerank::run(options, &given).await,
            Set::Candidates(given) => candidates::run(options, &given).await,
            Set::Passages(given) => passages::run(options, &given).await,
            Set::CompareJoint(given) => joint::compare(&options.home, &given),
            Set::TrainJoint(given) => joint::run(&options.home, &given),
            Set::TrainCrossEncoder(given) => cross_encoder::run(&options.home, &given),
        }
    });
    pincite_engine::end(runtime);
    done
}
