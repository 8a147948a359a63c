//! The process that checks a model: it limits itself, opens the model, runs it once, and prints a verdict. Not for
//! starting the process.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::exit;

use pincite_sandbox as sandbox;

use super::verdict::Verdict;
use crate::catalogue::Kind;
use crate::cross_encoder::CrossEncoder;
use crate::device::{Device, Side};
use crate::encode::Encode;
use crate::encoder::Encoder;
use crate::error::Error;
use crate::file_names::WEIGHTS;
use crate::generator::{Decoding, Generator, Search};
use crate::runtime;

/// First argument that makes this program check a model.
pub const CHECK_ARGUMENT: &str = "__check-model";

/// The text to encode. Several scripts exercise more rules of a tokenizer.
const SENTENCE: &str = "A lease, § 12.3(b): “$1,577” ½ ﬁnal ﷺ naïve Straße\u{a0}— аренда 租約 \u{3000}임대 إيجار किराया\r\n\tÅ e\u{301} \u{200b}";
/// Repetitions of the text: one or two pages, so that quadratic time shows.
const TIMES: usize = 64;

/// Checks a model if this process was started for that, and ends the process. Call it early in every `main` of a
/// program that a [`super::Checker`] runs, after [`crate::set_environment`].
pub fn check_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == CHECK_ARGUMENT) {
        exit(if serve(arguments).is_some() { 0 } else { 1 });
    }
}

fn serve(mut arguments: impl Iterator<Item = OsString>) -> Option<()> {
    let folder = PathBuf::from(arguments.next()?);
    let mut limit = || arguments.next()?.to_str()?.parse().ok();
    let (memory, cpu) = (limit()?, limit()?);
    sandbox::forbid_writing();
    sandbox::forbid_connections();
    sandbox::limit_data(memory);
    sandbox::allow_cpu(cpu);
    std::panic::set_hook(Box::new(|_| {}));
    let libraries: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let tried = catch_unwind(AssertUnwindSafe(|| open_and_run(&folder, &libraries)));
    let panicked = |_| Err(Error::bad(&folder, "the program met something it cannot handle"));
    let verdict = Verdict::from(tried.unwrap_or_else(panicked));
    serde_json::to_writer(std::io::stdout(), &verdict).ok()
}

/// Opens the model and runs it once.
fn open_and_run(folder: &Path, libraries: &[PathBuf]) -> Result<(), Error> {
    runtime::start(libraries)?;
    match Kind::of(folder) {
        Kind::Generator => try_generator(folder),
        Kind::Reranker => try_cross_encoder(folder),
        Kind::Encoder | Kind::Recogniser | Kind::Checkpoint => try_encoder(folder),
    }
}

fn try_encoder(folder: &Path) -> Result<(), Error> {
    let encoder = Encoder::open(folder, Device::Cpu)?;
    encoder.count_tokens(&SENTENCE.repeat(TIMES));
    let texts = ["A sentence.", SENTENCE];
    let vectors = encoder.embed(&texts, Side::Passage, &mut |_| ControlFlow::Continue(()))?.values;
    match vectors.iter().all(|value| value.is_finite()) && vectors.iter().any(|value| *value != 0.0) {
        true => Ok(()),
        false => Err(Error::bad(&folder.join(WEIGHTS), "the vectors it makes are not numbers")),
    }
}

fn try_cross_encoder(folder: &Path) -> Result<(), Error> {
    let cross_encoder = CrossEncoder::open(folder, Device::Cpu)?;
    let long = SENTENCE.repeat(TIMES);
    let scores = cross_encoder.score(SENTENCE, &["A sentence.", &long], &mut |_| ControlFlow::Continue(()))?;
    match scores.iter().all(|score| score.is_finite()) {
        true => Ok(()),
        false => Err(Error::bad(&folder.join(WEIGHTS), "the scores it computes are not numbers")),
    }
}

fn try_generator(folder: &Path) -> Result<(), Error> {
    let generator = Generator::open(folder, Device::Cpu)?;
    let decoding = Decoding { search: Search::Greedy, max_new_tokens: 2, ..Decoding::default() };
    let texts = ["A sentence.", SENTENCE];
    let generated = generator.generate(&texts, &decoding, &mut |_| ControlFlow::Continue(()))?;
    match generated.iter().flatten().all(|one| one.score.is_finite()) {
        true => Ok(()),
        false => Err(Error::bad(folder, "what its networks compute are not numbers")),
    }
}
