//! Checks a model in a separate process with limits on memory and time. A malicious folder can only harm that process.
//! This module starts the process and reads its verdict. Not for the check itself (`serve`).

mod serve;
mod verdict;

pub use serve::{CHECK_ARGUMENT, check_if_asked};

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::error::Error;
use verdict::Verdict;

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
    pub fn of_this_program(libraries: Vec<PathBuf>) -> Result<Self, Error> {
        let unknown = |source| Error::File { file: PathBuf::from("pincite"), doing: "found", source };
        Ok(Self::new(std::env::current_exe().map_err(unknown)?, libraries, CheckLimits::default()))
    }

    /// Opens and runs the model in `folder`. Its files have `bytes` in all.
    ///
    /// # Errors
    /// The error of the model, or [`Error::Unchecked`] if the process crashed or took too long.
    pub(crate) fn check(&self, folder: &Path, bytes: u64) -> Result<(), Error> {
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
