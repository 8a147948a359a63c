//! Opens an encoder's network on the best device. Not for tokens.

use std::thread::available_parallelism;

use ort::ep::WebGPU;
use pincite_graph::Graph;

use crate::device::Device;
use crate::embeddings::cosine;
use crate::error::Error;
use crate::fallback::{Comparison, WithFallback};
use crate::session::{AfterRun, Initialisers, Session};

/// Least cosine of the vectors of both devices.
const AGREEMENT: f32 = 0.9999;
/// The batch that compares both devices: texts of these lengths, long enough to use a GPU.
const LENGTHS: [usize; 16] = [128, 3, 17, 64, 128, 90, 2, 33, 128, 128, 51, 100, 7, 128, 80, 128];

/// An opened network with its device.
pub(crate) type Network = WithFallback<Session>;

/// A network's graph and weights, from which sessions are opened.
pub(crate) struct NetworkSource<'r> {
    pub(crate) model: &'r str,
    pub(crate) graph: &'r Graph,
    pub(crate) weights: &'r Initialisers,
    /// Size of the vocabulary.
    pub(crate) vocabulary: usize,
    pub(crate) width: usize,
    /// Longest input in tokens.
    pub(crate) max_length: usize,
}

impl NetworkSource<'_> {
    /// Opens the network on the chosen device.
    pub(crate) fn open(&self, device: Device) -> Result<Network, Error> {
        let threads = available_parallelism().map_or(1, usize::from);
        let cpu = Session::open(self.model, self.graph, self.weights, None, threads)?;
        WithFallback::open(device, cpu, self)
    }

    /// Arbitrary but fixed token ids.
    fn known_batch(&self) -> Vec<Vec<u32>> {
        let id = |row: usize, column: usize| ((row * 7919 + column * 104_729 + 1) % self.vocabulary.max(1)) as u32;
        let text = |(row, length): (usize, &usize)| (0..*length.min(&self.max_length)).map(|i| id(row, i)).collect();
        LENGTHS.iter().enumerate().map(text).collect()
    }
}

impl Comparison<Session> for NetworkSource<'_> {
    type Outcome = Vec<f32>;

    fn on_gpu(&self) -> Result<Session, Error> {
        Session::open(self.model, self.graph, self.weights, Some(WebGPU::default().build()), 1)
    }

    fn run(&self, session: &Session) -> Result<Vec<f32>, Error> {
        let texts = self.known_batch();
        let texts: Vec<&[u32]> = texts.iter().map(Vec::as_slice).collect();
        Ok(session.run(&texts, AfterRun::Free)?.vectors)
    }

    fn difference(&self, gpu: &Vec<f32>, cpu: &Vec<f32>) -> Option<String> {
        let rows = gpu.chunks_exact(self.width).zip(cpu.chunks_exact(self.width));
        let agreement = rows.map(|(a, b)| cosine(a, b)).fold(1.0, f32::min);
        let differs = agreement.is_nan() || agreement < AGREEMENT;
        differs.then(|| format!("computes other vectors than the CPU (cosine {agreement})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime;
    use crate::session::initialisers;
    use crate::settings::Settings;
    use crate::weights::Weights;
    use pincite_graph::{Element, Op, Shape, bert};
    use std::path::Path;

    /// A network as it is when the GPU is lost: the session in its place fails at every run, because its graph wants an
    /// input that is not given.
    #[test]
    fn a_lost_gpu_costs_nothing_but_speed() {
        let home = std::env::var_os("PINCITE_HOME").map(std::path::PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-mean");
        let settings = Settings::read(&folder).unwrap();
        let graph = bert::encoder(&settings.config, settings.pooling, settings.normalise).unwrap();
        let weights = initialisers(&graph, &Weights::read(&folder).unwrap()).unwrap();
        let open = |graph: &Graph| Session::open("tiny", graph, &weights, None, 1).unwrap();
        let mut failing = graph.clone();
        let never_given = failing.input("never given", Element::F32, Shape::fixed(&[1]));
        let wants_it = failing.unary(Op::Neg, never_given);
        failing.output("extra", wants_it);
        let network = Network::new(Some(open(&failing)), open(&graph), None);
        assert_eq!(network.device(), "gpu", "as long as nothing happened");
        let texts: [&[u32]; 2] = [&[2, 7, 3], &[2, 9, 11, 3]];
        let rows = network.run(|session| session.run(&texts, AfterRun::Keep)).expect("the CPU takes over");
        assert_eq!(rows, open(&graph).run(&texts, AfterRun::Free).unwrap(), "with the CPU's rows");
        assert_eq!(network.device(), "cpu", "and says so");
        assert!(network.notice().is_some_and(|notice| notice.starts_with("it failed")), "with the reason");
    }
}
