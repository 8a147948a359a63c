//! Runs work on the graphics processor if it is present, correct and faster, else on the CPU. Not for the work itself.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::device::{Device, may_have_gpu};
use crate::error::Error;

/// A comparison of both devices with the same known work.
pub(crate) trait Comparison<S> {
    /// The result of the work.
    type Outcome;

    /// Opens it on the graphics processor.
    fn on_gpu(&self) -> Result<S, Error>;

    /// Does the work.
    fn run(&self, opened: &S) -> Result<Self::Outcome, Error>;

    /// How the GPU's result differs from the CPU's, as a phrase after "it". Nothing if they agree.
    fn difference(&self, gpu: &Self::Outcome, cpu: &Self::Outcome) -> Option<String>;
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

    /// Opens it on the chosen device too. `cpu` is opened on the CPU.
    pub(crate) fn open(device: Device, cpu: S, trial: &impl Comparison<S>) -> Result<Self, Error> {
        if device == Device::Cpu || (device == Device::Auto && !may_have_gpu()) {
            return Ok(Self::new(None, cpu, None));
        }
        match (open_and_compare(&cpu, trial, device == Device::Auto), device) {
            (Ok(gpu), _) => Ok(Self::new(Some(gpu), cpu, None)),
            (Err(reason), Device::Gpu) => Err(Error::NoGpu { reason }),
            (Err(reason), _) => Ok(Self::new(None, cpu, Some(reason))),
        }
    }

    /// Runs a piece of work. A GPU that fails (removed, reset, out of memory) is not used again. The CPU gives the same
    /// result, and unfinished work is repeated there.
    pub(crate) fn run<T>(&self, mut work: impl FnMut(&S) -> Result<T, Error>) -> Result<T, Error> {
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

/// Opens it on the GPU and compares it with the CPU. Returns the reason if it is missing, wrong or, where required, not
/// faster.
fn open_and_compare<S, T: Comparison<S>>(cpu: &S, trial: &T, must_be_faster: bool) -> Result<S, String> {
    let gpu = trial.on_gpu().map_err(reason)?;
    // The first run compiles shaders, so the second one is timed.
    timed(trial, &gpu)?;
    let (gpu_time, from_gpu) = timed(trial, &gpu)?;
    let (cpu_time, from_cpu) = timed(trial, cpu)?;
    if let Some(difference) = trial.difference(&from_gpu, &from_cpu) {
        return Err(format!("it {difference}"));
    }
    match must_be_faster && gpu_time > cpu_time {
        true => Err(format!("it is slower than the CPU ({gpu_time:?} against {cpu_time:?} for the same work)")),
        false => Ok(gpu),
    }
}

fn timed<S, T: Comparison<S>>(trial: &T, opened: &S) -> Result<(Duration, T::Outcome), String> {
    let start = Instant::now();
    let outcome = trial.run(opened).map_err(reason)?;
    Ok((start.elapsed(), outcome))
}

/// ONNX Runtime's message without its source location, and without remedies that do not apply to a GPU.
fn reason(error: Error) -> String {
    match error {
        Error::Session { reason, .. } => reason.rsplit(" was false. ").next().unwrap_or_default().trim().to_owned(),
        other => other.to_string(),
    }
}
