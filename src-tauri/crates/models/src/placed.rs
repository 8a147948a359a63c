//! Which device something runs on: the graphics processor where it is there, right and faster, else the CPU. Not what runs.

use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::device::Device;
use crate::error::Error;

/// How both devices are tried: the same known work on each.
pub(crate) trait Trial<S> {
    /// What the work gives.
    type Outcome;

    /// Opens it on the graphics processor.
    fn on_gpu(&self) -> Result<S, Error>;

    /// Does the work.
    fn run(&self, opened: &S) -> Result<Self::Outcome, Error>;

    /// In what way the GPU's outcome is not the CPU's, in words behind "it"; nothing if it is.
    fn difference(&self, gpu: &Self::Outcome, cpu: &Self::Outcome) -> Option<String>;
}

/// Something opened, and where it is.
pub(crate) struct Placed<S> {
    gpu: Option<S>,
    cpu: S,
    /// Why it is not, or no longer, on the GPU, if there is one.
    notice: OnceLock<String>,
}

impl<S> Placed<S> {
    pub(crate) fn new(gpu: Option<S>, cpu: S, notice: Option<String>) -> Self {
        Self { gpu, cpu, notice: notice.map_or_else(OnceLock::new, OnceLock::from) }
    }

    /// Puts it on the device chosen; `cpu` is it on the CPU.
    pub(crate) fn open(device: Device, cpu: S, trial: &impl Trial<S>) -> Result<Self, Error> {
        if device == Device::Cpu || (device == Device::Auto && !gpu_in_sight()) {
            return Ok(Self::new(None, cpu, None));
        }
        match (tried(&cpu, trial, device == Device::Auto), device) {
            (Ok(gpu), _) => Ok(Self::new(Some(gpu), cpu, None)),
            (Err(reason), Device::Gpu) => Err(Error::NoGpu { reason }),
            (Err(reason), _) => Ok(Self::new(None, cpu, Some(reason))),
        }
    }

    /// Runs a piece of work. A GPU that fails in its midst (pulled out, reset, out of memory) is left alone from then on:
    /// the CPU gives the same, and a piece half done is done again.
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

    /// It on the CPU, where it always is as well.
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

/// Opens it on the GPU and compares it with the CPU; the reason if it is not there, not right or, where it matters, not
/// faster.
fn tried<S, T: Trial<S>>(cpu: &S, trial: &T, must_be_faster: bool) -> Result<S, String> {
    let gpu = trial.on_gpu().map_err(reason)?;
    // The first run compiles shaders; it is the second whose time counts.
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

fn timed<S, T: Trial<S>>(trial: &T, opened: &S) -> Result<(Duration, T::Outcome), String> {
    let start = Instant::now();
    let outcome = trial.run(opened).map_err(reason)?;
    Ok((start.elapsed(), outcome))
}

/// What ONNX Runtime said, without the remedies that are not for a GPU; its messages begin with a place in its source.
fn reason(error: Error) -> String {
    match error {
        Error::Session { reason, .. } => reason.rsplit(" was false. ").next().unwrap_or_default().trim().to_owned(),
        other => other.to_string(),
    }
}

/// Whether it is worth asking: on Linux a GPU shows as a device file, elsewhere every machine has one.
fn gpu_in_sight() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    let rendering = nodes.map(|node| node.file_name()).any(|name| name.to_string_lossy().starts_with("renderD"));
    rendering || Path::new("/dev/nvidia0").exists()
}
