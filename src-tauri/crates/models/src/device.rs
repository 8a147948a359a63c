//! The device of a model: work runs on the graphics processor if it is present, correct and faster, else on the CPU. Not for
//! the work itself.

use std::path::Path;
use std::sync::OnceLock;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The user's choice of device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// The graphics processor if there is one that computes the same as the CPU, else the CPU.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// The graphics processor, or an error.
    Gpu,
}

/// Where a session runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// The CPU with this number of threads.
    Cpu(usize),
    /// The graphics processor.
    Gpu,
}

impl Processor {
    /// The graphics processor, or all threads of the CPU.
    pub(crate) fn of(gpu: bool) -> Self {
        if gpu { Self::Gpu } else { Self::Cpu(available_parallelism().map_or(1, usize::from)) }
    }
}

/// Whether there may be a GPU. On Linux it has a device file; other systems always count.
pub fn may_have_gpu() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    let rendering = nodes.map(|node| node.file_name()).any(|name| name.to_string_lossy().starts_with("renderD"));
    rendering || Path::new("/dev/nvidia0").exists()
}

/// Something opened on the CPU, and on the GPU if possible.
pub(crate) struct WithFallback<S> {
    gpu: Option<S>,
    cpu: S,
    /// Why the GPU is not used, if there is one.
    notice: OnceLock<String>,
}

impl<S> WithFallback<S> {
    pub(crate) fn new(gpu: Option<S>, cpu: S, notice: Option<String>) -> Self {
        Self { gpu, cpu, notice: notice.map_or_else(OnceLock::new, OnceLock::from) }
    }

    /// Opens it on the CPU, and on the chosen device too. Known `work` compares both: `difference` says how the result of
    /// the first, the GPU's, differs from that of the second, as a phrase after "it".
    pub(crate) fn open<T>(
        device: Device,
        open: impl Fn(Processor) -> Result<S>,
        work: impl Fn(&S) -> Result<T>,
        difference: impl Fn(&T, &T) -> Option<String>,
    ) -> Result<Self> {
        let cpu = open(Processor::of(false))?;
        if device == Device::Cpu || (device == Device::Auto && !may_have_gpu()) {
            return Ok(Self::new(None, cpu, None));
        }
        let gpu = open(Processor::Gpu).map_err(reason).and_then(|gpu| {
            compare(&gpu, &cpu, work, difference, device == Device::Auto)?;
            Ok(gpu)
        });
        match (gpu, device) {
            (Ok(gpu), _) => Ok(Self::new(Some(gpu), cpu, None)),
            (Err(reason), Device::Gpu) => Err(Error::NoGpu { reason }),
            (Err(reason), _) => Ok(Self::new(None, cpu, Some(reason))),
        }
    }

    /// Runs a piece of work. A GPU that fails (removed, reset, out of memory) is not used again. The CPU gives the same
    /// result, and unfinished work is repeated there.
    pub(crate) fn run<T>(&self, mut work: impl FnMut(&S) -> Result<T>) -> Result<T> {
        if let Some(gpu) = self.on_gpu() {
            match work(gpu) {
                Err(error) if !matches!(error, Error::Cancelled) => {
                    drop(self.notice.set(format!("it failed: {}", reason(error))));
                }
                done => return done,
            }
        }
        work(&self.cpu)
    }

    /// The one on the CPU, which always exists.
    pub(crate) fn cpu(&self) -> &S {
        &self.cpu
    }

    fn on_gpu(&self) -> Option<&S> {
        self.gpu.as_ref().filter(|_| self.notice.get().is_none())
    }

    /// "cpu" or "gpu".
    pub(crate) fn device(&self) -> &'static str {
        if self.on_gpu().is_some() { "gpu" } else { "cpu" }
    }

    /// Why it is not on the GPU, if there is one.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.get().map(String::as_str)
    }
}

/// Compares both devices. Returns the reason if the GPU is wrong or, where required, not faster.
fn compare<S, T>(
    gpu: &S,
    cpu: &S,
    work: impl Fn(&S) -> Result<T>,
    difference: impl Fn(&T, &T) -> Option<String>,
    must_be_faster: bool,
) -> Result<(), String> {
    // The first run compiles shaders, so the second one is timed.
    timed(&work, gpu)?;
    let (gpu_time, from_gpu) = timed(&work, gpu)?;
    let (cpu_time, from_cpu) = timed(&work, cpu)?;
    match difference(&from_gpu, &from_cpu) {
        Some(difference) => Err(format!("it {difference}")),
        None if must_be_faster && gpu_time > cpu_time => {
            Err(format!("it is slower than the CPU ({gpu_time:?} against {cpu_time:?} for the same work)"))
        }
        None => Ok(()),
    }
}

fn timed<S, T>(work: impl Fn(&S) -> Result<T>, opened: &S) -> Result<(Duration, T), String> {
    let start = Instant::now();
    let outcome = work(opened).map_err(reason)?;
    Ok((start.elapsed(), outcome))
}

/// ONNX Runtime's message without its source location, and without remedies that do not apply to a GPU.
fn reason(error: Error) -> String {
    match error {
        Error::Session { reason, .. } => reason.rsplit(" was false. ").next().unwrap_or_default().trim().to_owned(),
        other => other.to_string(),
    }
}
