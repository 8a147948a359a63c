//! A model is tried out in a process of its own, with limits on memory and time: a folder that was made to do harm costs
//! that process and nothing else. This module starts the process and says what became of it. Not for trying out (`serve`).

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

/// How much the process may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckLimits {
    /// Memory in bytes, besides five times the size of the model's files: weights are read, converted, and copied by
    /// ONNX Runtime.
    pub memory_bytes: u64,
    /// CPU time in seconds, of all threads together.
    pub cpu_seconds: u64,
    /// Real time.
    pub wall: Duration,
}

impl Default for CheckLimits {
    /// Generous: the default encoder, of 88 MB, needs 0.7 CPU-seconds and 280 MiB in all.
    fn default() -> Self {
        Self { memory_bytes: 2 << 30, cpu_seconds: 240, wall: Duration::from_secs(300) }
    }
}

/// Tries models out in processes of their own.
#[derive(Clone, Debug)]
pub struct Checker {
    program: PathBuf,
    libraries: Vec<PathBuf>,
    limits: CheckLimits,
}

impl Checker {
    /// Runs `program` with [`CHECK_ARGUMENT`]; its `main` must call [`check_if_asked`]. `libraries` are the places of ONNX
    /// Runtime, as for [`crate::runtime::start`].
    pub fn new(program: PathBuf, libraries: Vec<PathBuf>, limits: CheckLimits) -> Self {
        Self { program, libraries, limits }
    }

    /// Runs this very program again, with the default limits.
    ///
    /// # Errors
    /// [`Error::File`] if the system does not say where this program is.
    pub fn of_this_program(libraries: Vec<PathBuf>) -> Result<Self, Error> {
        let unknown = |source| Error::File { file: PathBuf::from("pincite"), doing: "found", source };
        Ok(Self::new(std::env::current_exe().map_err(unknown)?, libraries, CheckLimits::default()))
    }

    /// Opens and runs the model in `folder`, whose files have `bytes` in all.
    ///
    /// # Errors
    /// What is wrong with the model, or [`Error::Unchecked`] if the process died or took too long.
    pub(crate) fn check(&self, folder: &Path, bytes: u64) -> Result<(), Error> {
        let unchecked = |how: String| Error::Unchecked { folder: folder.to_path_buf(), how };
        let mut child = self.start(folder, bytes).map_err(|error| unchecked(format!("cannot be started ({error})")))?;
        let answer = answer(&mut child, self.limits.wall);
        if answer.is_none() {
            // It may have ended by itself meanwhile; either way it is gone.
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

/// What the process printed before it closed its output; nothing if it took too long.
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
