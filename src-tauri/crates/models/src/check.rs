//! Checks a model in a separate process with limits on memory and time. A malicious folder can only harm that process. The
//! process limits itself, opens the model, runs it once, and prints a verdict.

use std::ffi::OsString;
use std::io::Read;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio, exit};
use std::sync::mpsc;
use std::time::Duration;

use pincite_sandbox as sandbox;
use serde::{Deserialize, Serialize};

use crate::files::WEIGHTS;
use crate::{CrossEncoder, Decoding, Device, Encode, Encoder, Error, Generator, Kind, Result, Search, Side, runtime};

/// First argument that makes this program check a model.
pub const CHECK_ARGUMENT: &str = "__check-model";

/// The text to encode. Several scripts exercise more rules of a tokenizer.
const SENTENCE: &str = "A lease, § 12.3(b): “$1,577” ½ ﬁnal ﷺ naïve Straße\u{a0}— аренда 租約 \u{3000}임대 إيجار किराया\r\n\tÅ e\u{301} \u{200b}";
/// Repetitions of the text: one or two pages, so that quadratic time shows.
const TIMES: usize = 64;

/// Longest answer in bytes.
const ANSWER: u64 = 1 << 20;

/// Limits of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckLimits {
    /// Memory in bytes, in addition to five times the size of the model's files. Weights are read, converted, and
    /// copied by ONNX Runtime.
    pub memory_bytes: u64,
    /// CPU time of all threads in seconds.
    pub cpu_seconds: u64,
    /// Real time.
    pub wall: Duration,
}

impl Default for CheckLimits {
    /// Generous: the default encoder of 88 MB needs 0.7 CPU-seconds and 280 MiB in all.
    fn default() -> Self {
        Self { memory_bytes: 2 << 30, cpu_seconds: 240, wall: Duration::from_secs(300) }
    }
}

/// Checks models in separate processes.
#[derive(Clone, Debug)]
pub struct Checker {
    program: PathBuf,
    libraries: Vec<PathBuf>,
    limits: CheckLimits,
}

impl Checker {
    /// A checker that runs `program` with [`CHECK_ARGUMENT`]; its `main` must call [`check_if_asked`]. `libraries` are
    /// the candidates for ONNX Runtime, as for [`crate::runtime::start`].
    pub fn new(program: PathBuf, libraries: Vec<PathBuf>, limits: CheckLimits) -> Self {
        Self { program, libraries, limits }
    }

    /// A checker that runs this program again, with the default limits.
    ///
    /// # Errors
    /// [`Error::File`] if the path of this program is unknown.
    pub fn of_this_program(libraries: Vec<PathBuf>) -> Result<Self> {
        let unknown = |source| Error::File { file: PathBuf::from("pincite"), doing: "found", source };
        Ok(Self::new(std::env::current_exe().map_err(unknown)?, libraries, CheckLimits::default()))
    }

    /// Opens and runs the model in `folder`. Its files have `bytes` in all.
    ///
    /// # Errors
    /// The error of the model, or [`Error::Unchecked`] if the process crashed or took too long.
    pub(crate) fn check(&self, folder: &Path, bytes: u64) -> Result<()> {
        let unchecked = |how: String| Error::Unchecked { folder: folder.to_path_buf(), how };
        let mut child = self.start(folder, bytes).map_err(|error| unchecked(format!("cannot be started ({error})")))?;
        let answer = answer(&mut child, self.limits.wall);
        if answer.is_none() {
            // It may have ended already; in both cases it is gone.
            let _ = child.kill();
        }
        let ended = child.wait().map_err(|error| unchecked(error.to_string()))?;
        let answer = answer.ok_or_else(|| unchecked(format!("took over {} s", self.limits.wall.as_secs())))?;
        match serde_json::from_slice::<Verdict>(&answer) {
            Ok(verdict) => verdict.into_result(folder),
            Err(_) => Err(unchecked(format!("died ({ended})"))),
        }
    }

    fn start(&self, folder: &Path, bytes: u64) -> std::io::Result<Child> {
        let memory = bytes.saturating_mul(5).saturating_add(self.limits.memory_bytes);
        Command::new(&self.program)
            .arg(CHECK_ARGUMENT)
            .arg(folder)
            .args([memory, self.limits.cpu_seconds].map(|limit| limit.to_string()))
            .args(&self.libraries)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

/// The output of the process, or nothing if it took too long.
fn answer(child: &mut Child, wall: Duration) -> Option<Vec<u8>> {
    let output = child.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut answer = Vec::new();
        let _ = output.take(ANSWER).read_to_end(&mut answer);
        // The receiver is gone if it took too long.
        let _ = sender.send(answer);
    });
    receiver.recv_timeout(wall).ok()
}

/// Checks a model if this process was started for that, and ends the process. Call it early in every `main` of a
/// program that a [`Checker`] runs, after [`crate::set_environment`].
pub fn check_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == CHECK_ARGUMENT) {
        exit(if serve(arguments).is_some() { 0 } else { 1 });
    }
}

fn serve(mut arguments: impl Iterator<Item = OsString>) -> Option<()> {
    let folder = PathBuf::from(arguments.next()?);
    let mut limit = || arguments.next()?.to_str()?.parse().ok();
    let memory = limit()?;
    let cpu = limit()?;
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
fn open_and_run(folder: &Path, libraries: &[PathBuf]) -> Result<()> {
    runtime::start(libraries)?;
    match Kind::of(folder) {
        Kind::Generator => try_generator(folder),
        Kind::Reranker => try_cross_encoder(folder),
        Kind::Encoder | Kind::Recogniser | Kind::Checkpoint => try_encoder(folder),
    }
}

fn try_encoder(folder: &Path) -> Result<()> {
    let encoder = Encoder::open(folder, Device::Cpu)?;
    encoder.count_tokens(&SENTENCE.repeat(TIMES));
    let texts = ["A sentence.", SENTENCE];
    let vectors = encoder.embed(&texts, Side::Passage, &mut |_| ControlFlow::Continue(()))?.values;
    match vectors.iter().all(|value| value.is_finite()) && vectors.iter().any(|value| *value != 0.0) {
        true => Ok(()),
        false => Err(Error::bad(&folder.join(WEIGHTS), "the vectors it makes are not numbers")),
    }
}

fn try_cross_encoder(folder: &Path) -> Result<()> {
    let cross_encoder = CrossEncoder::open(folder, Device::Cpu)?;
    let long = SENTENCE.repeat(TIMES);
    let scores = cross_encoder.score(SENTENCE, &["A sentence.", &long], &mut |_| ControlFlow::Continue(()))?;
    match scores.iter().all(|score| score.rank.is_finite() && score.presence.is_finite()) {
        true => Ok(()),
        false => Err(Error::bad(&folder.join(WEIGHTS), "the scores it computes are not numbers")),
    }
}

fn try_generator(folder: &Path) -> Result<()> {
    let generator = Generator::open(folder, Device::Cpu)?;
    let decoding = Decoding { search: Search::Greedy, max_new_tokens: 2, ..Decoding::default() };
    let texts = ["A sentence.", SENTENCE];
    let generated = generator.generate(&texts, &decoding, &mut |_| ControlFlow::Continue(()))?;
    match generated.iter().flatten().all(|one| one.score.is_finite()) {
        true => Ok(()),
        false => Err(Error::bad(folder, "what its networks compute are not numbers")),
    }
}

/// The answer, as JSON on standard output.
#[derive(Debug, Serialize, Deserialize)]
enum Verdict {
    /// The model opens, and its outputs are finite numbers.
    Sound,
    /// A file is missing.
    MissingFile { file: PathBuf },
    /// A file is invalid.
    BadFile { file: PathBuf, reason: String },
    /// The weights do not fit the configuration.
    Weight { file: PathBuf, name: String, reason: String },
    /// Anything else.
    Unsound { reason: String },
}

impl From<Result<()>> for Verdict {
    fn from(tried: Result<()>) -> Self {
        match tried {
            Ok(()) => Self::Sound,
            Err(Error::MissingFile { file }) => Self::MissingFile { file },
            Err(Error::BadFile { file, reason }) => Self::BadFile { file, reason },
            Err(Error::Weight { file, name, reason }) => Self::Weight { file, name, reason },
            Err(other) => Self::Unsound { reason: other.to_string() },
        }
    }
}

impl Verdict {
    /// Converts the verdict to a result in the caller's process.
    fn into_result(self, folder: &Path) -> Result<()> {
        match self {
            Self::Sound => Ok(()),
            Self::MissingFile { file } => Err(Error::MissingFile { file }),
            Self::BadFile { file, reason } => Err(Error::BadFile { file, reason }),
            Self::Weight { file, name, reason } => Err(Error::Weight { file, name, reason }),
            Self::Unsound { reason } => Err(Error::bad(folder, reason)),
        }
    }
}
