//! Which device a network is opened on: the graphics processor where it is there, right and faster, else the CPU.

use std::path::Path;
use std::sync::OnceLock;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ort::ep::WebGPU;
use pincite_graph::Graph;

use crate::device::Device;
use crate::embeddings::cosine;
use crate::error::Error;
use crate::session::{Initialisers, Session};

/// How alike the vectors of both devices must be.
const AGREEMENT: f32 = 0.9999;
/// The batch both devices are given: texts of these lengths, long enough for a GPU to show what it can do.
const LENGTHS: [usize; 16] = [128, 3, 17, 64, 128, 90, 2, 33, 128, 128, 51, 100, 7, 128, 80, 128];

/// A network's graph and weights, from which sessions are opened.
pub(crate) struct Recipe<'r> {
    pub(crate) model: &'r str,
    pub(crate) graph: &'r Graph,
    pub(crate) weights: &'r Initialisers,
    /// Ids below this are tokens of the vocabulary.
    pub(crate) vocabulary: usize,
    pub(crate) width: usize,
    /// Longest input.
    pub(crate) max_length: usize,
}

/// An opened network and where it is.
pub(crate) struct Network {
    gpu: Option<Session>,
    cpu: Session,
    /// Why it is not, or no longer, on the GPU, if there is one.
    notice: OnceLock<String>,
}

impl Network {
    fn new(gpu: Option<Session>, cpu: Session, notice: Option<String>) -> Self {
        Self { gpu, cpu, notice: notice.map_or_else(OnceLock::new, OnceLock::from) }
    }

    /// Runs one batch of token ids; one row per text. A GPU that fails in its midst (pulled out, reset, out of memory) is
    /// left alone from then on: the CPU gives the same rows, and a batch half done is done again.
    pub(crate) fn run(&self, texts: &[&[u32]]) -> Result<Vec<f32>, Error> {
        if let Some(gpu) = self.on_gpu() {
            match gpu.run(texts) {
                Ok(rows) => return Ok(rows),
                Err(error) => drop(self.notice.set(format!("it failed: {}", reason(error)))),
            }
        }
        self.cpu.run(texts)
    }

    fn on_gpu(&self) -> Option<&Session> {
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

impl Recipe<'_> {
    /// Opens the network on the device chosen.
    pub(crate) fn open(&self, device: Device) -> Result<Network, Error> {
        let cpu = self.cpu()?;
        if device == Device::Cpu || (device == Device::Auto && !gpu_in_sight()) {
            return Ok(Network::new(None, cpu, None));
        }
        match (self.gpu(&cpu, device == Device::Auto), device) {
            (Ok(gpu), _) => Ok(Network::new(Some(gpu), cpu, None)),
            (Err(reason), Device::Gpu) => Err(Error::NoGpu { reason }),
            (Err(reason), _) => Ok(Network::new(None, cpu, Some(reason))),
        }
    }

    fn cpu(&self) -> Result<Session, Error> {
        let threads = available_parallelism().map_or(1, usize::from);
        Session::open(self.model, self.graph, self.weights, None, threads)
    }

    /// Opens it on the GPU and compares it with the CPU; the reason if it is not there, not right or, where it matters,
    /// not faster.
    fn gpu(&self, cpu: &Session, must_be_faster: bool) -> Result<Session, String> {
        let provider = WebGPU::default().build();
        let gpu = Session::open(self.model, self.graph, self.weights, Some(provider), 1).map_err(reason)?;
        let texts = self.known_batch();
        // The first run compiles shaders; it is the second whose time counts.
        self.timed(&gpu, &texts)?;
        let (gpu_time, from_gpu) = self.timed(&gpu, &texts)?;
        let (cpu_time, from_cpu) = self.timed(cpu, &texts)?;
        let rows = from_gpu.chunks_exact(self.width).zip(from_cpu.chunks_exact(self.width));
        let agreement = rows.map(|(a, b)| cosine(a, b)).fold(1.0, f32::min);
        if agreement.is_nan() || agreement < AGREEMENT {
            return Err(format!("it computes other vectors than the CPU (cosine {agreement})"));
        }
        match must_be_faster && gpu_time > cpu_time {
            true => Err(format!("it is slower than the CPU ({gpu_time:?} against {cpu_time:?} for the same batch)")),
            false => Ok(gpu),
        }
    }

    /// Token ids without meaning, the same every time.
    fn known_batch(&self) -> Vec<Vec<u32>> {
        let id = |row: usize, column: usize| ((row * 7919 + column * 104_729 + 1) % self.vocabulary.max(1)) as u32;
        let text = |(row, length): (usize, &usize)| (0..*length.min(&self.max_length)).map(|i| id(row, i)).collect();
        LENGTHS.iter().enumerate().map(text).collect()
    }

    fn timed(&self, session: &Session, texts: &[Vec<u32>]) -> Result<(Duration, Vec<f32>), String> {
        let texts: Vec<&[u32]> = texts.iter().map(Vec::as_slice).collect();
        let start = Instant::now();
        let vectors = session.run(&texts).map_err(reason)?;
        Ok((start.elapsed(), vectors))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime;
    use crate::session::initialisers;
    use crate::settings::Settings;
    use crate::weights::Weights;
    use pincite_graph::{Element, Op, Shape, bert};

    /// A network as it is when the GPU is lost: the session in its place fails at every run, because its graph wants an
    /// input that is not given.
    #[test]
    fn a_lost_gpu_costs_nothing_but_speed() {
        let home = std::env::var_os("PINCITE_HOME").map(std::path::PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-mean");
        let settings = Settings::read(&folder).unwrap();
        let graph = bert::encoder(&settings.config, settings.pooling, settings.normalise).unwrap();
        let weights = initialisers("tiny", &graph, &Weights::read(&folder).unwrap()).unwrap();
        let open = |graph: &Graph| Session::open("tiny", graph, &weights, None, 1).unwrap();
        let mut failing = graph.clone();
        let never_given = failing.input("never given", Element::F32, Shape::fixed(&[1]));
        let wants_it = failing.unary(Op::Neg, never_given);
        failing.output("extra", wants_it);
        let network = Network::new(Some(open(&failing)), open(&graph), None);
        assert_eq!(network.device(), "gpu", "as long as nothing happened");
        let texts: [&[u32]; 2] = [&[2, 7, 3], &[2, 9, 11, 3]];
        let rows = network.run(&texts).expect("the CPU takes over");
        assert_eq!(rows, open(&graph).run(&texts).unwrap(), "with the CPU's rows");
        assert_eq!(network.device(), "cpu", "and says so");
        assert!(network.notice().is_some_and(|notice| notice.starts_with("it failed")), "with the reason");
    }
}
