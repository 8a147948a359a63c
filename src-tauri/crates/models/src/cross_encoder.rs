//! The cross-encoder: scores how well a passage answers a question, reading both together. Not for ranking (the
//! crate `search`).

use std::ops::ControlFlow;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ort::ep::WebGPU;
use pincite_graph::Graph;
use pincite_graph::cross_encoder::{self, CLASSIFIER, Labels};

use crate::batch;
use crate::device::Device;
use crate::error::Error;
use crate::fallback::{Comparison, WithFallback};
use crate::file_names::{CONFIG, OVERRIDES};
use crate::model_folder::ModelFolder;
use crate::overrides::{Calibration, Overrides};
use crate::session::{AfterRun, Initialisers, Session, initialisers};
use crate::settings::json;
use crate::tokens::{PairTokens, Tokens};
use crate::weights::Weights;

/// Greatest difference between the scores of both devices.
const TOLERANCE: f32 = 0.02;
/// Texts of the pairs that are timed, and that compare both devices.
const KNOWN: [&str; 3] =
    ["Rent is due on the first day of every month.", "A notice", "Section 12.3 survives termination."];

/// A cross-encoder, opened and ready.
pub struct CrossEncoder {
    name: String,
    tokens: Tokens,
    calibration: Calibration,
    network: WithFallback<Session>,
}

impl CrossEncoder {
    /// Opens the model in `folder`: a Hugging Face sequence classifier of the BERT family with one label, or with the two
    /// labels "no" and "yes". A folder with differences from an encoder's weights names that encoder's folder.
    ///
    /// # Errors
    /// When a file is missing or damaged, the architecture or the number of labels is not supported, or the runtime was
    /// not started. For [`Device::Gpu`] also when there is no usable graphics processor.
    pub fn open(folder: &Path, device: Device) -> Result<Self, Error> {
        let mut model = ModelFolder::read(folder)?;
        let stored = model.weights()?;
        let ModelFolder { name, base, settings, tokens, .. } = model;
        let labels = labels(&base, &stored, settings.config.hidden_size)?;
        let graph = cross_encoder::cross_encoder(&settings.config, labels)
            .map_err(|source| Error::Graph { file: base.join(CONFIG), source })?;
        let weights = initialisers(&graph, &stored)?;
        drop(stored);
        let source = PairNetwork { model: &name, graph: &graph, weights: &weights, tokens: &tokens };
        let network = source.open(device)?;
        let own: Overrides = json(&folder.join(OVERRIDES))?.unwrap_or_default();
        Ok(Self { name, tokens, calibration: own.calibration.unwrap_or_default(), network })
    }

    /// Name of the model, which is that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The device, for people: "cpu" or "gpu".
    pub fn device(&self) -> &str {
        self.network.device()
    }

    /// The probability that a passage with this score answers the question, 0 to 1. A model without calibration in its
    /// folder (`pincite.json`) is taken at its word: the logistic function of the score.
    pub fn probability(&self, score: f32) -> f32 {
        let Calibration { slope, offset } = self.calibration;
        1.0 / (1.0 + (-(slope * score + offset)).exp())
    }

    /// How many pairs of usual length it scores in this time, measured with a run of its own.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails.
    pub fn pairs_within(&self, time: Duration) -> Result<usize, Error> {
        let pairs = known_pairs(&self.tokens)?;
        let inputs: Vec<&PairTokens> = pairs.iter().collect();
        // The first run allocates memory, so the second one is timed.
        self.network.run(|session| session.score(&inputs, AfterRun::Keep))?;
        let start = Instant::now();
        self.network.run(|session| session.score(&inputs, AfterRun::Free))?;
        let share = time.as_secs_f64() / start.elapsed().as_secs_f64().max(1e-6);
        Ok((share * inputs.len() as f64) as usize)
    }

    /// One score per passage, in the given order: a logit, higher for better answers. `on_progress` gets the number of
    /// finished passages and may stop the work.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Session`] when the runtime fails.
    pub fn score(
        &self,
        question: &str,
        passages: &[&str],
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<f32>, Error> {
        let pairs = self.tokens.pairs(question, passages)?;
        let lengths: Vec<usize> = pairs.iter().map(|pair| pair.ids.len()).collect();
        let (mut scores, mut done) = (vec![0.0; pairs.len()], 0);
        let batches = batch::plan(&lengths, batch::BUDGET);
        for (run, batch) in batches.iter().enumerate() {
            let inputs: Vec<&PairTokens> = batch.iter().map(|index| &pairs[*index]).collect();
            let after = AfterRun::of(run, batches.len());
            let found = self.network.run(|session| session.score(&inputs, after))?;
            batch.iter().zip(found).for_each(|(index, score)| scores[*index] = score);
            done += batch.len();
            if on_progress(done).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(scores)
    }
}

/// Arbitrary but fixed pairs of usual length.
fn known_pairs(tokens: &Tokens) -> Result<Vec<PairTokens>, Error> {
    let passages = KNOWN.map(|text| text.repeat(12));
    let passages: Vec<&str> = passages.iter().map(String::as_str).cycle().take(16).collect();
    tokens.pairs("When is the rent due?", &passages)
}

/// The meaning of the outputs, by the size of the classifier.
pub(crate) fn labels(base: &Path, weights: &Weights, width: i64) -> Result<Labels, Error> {
    match weights.rows(CLASSIFIER, usize::try_from(width).unwrap_or(0))? {
        1 => Ok(Labels::One),
        2 => Ok(Labels::NoAndYes),
        other => Err(Error::bad(
            &base.join(CONFIG),
            format!("it has {other} labels; a cross-encoder with 1 or 2 is supported"),
        )),
    }
}

/// A cross-encoder's graph and weights, from which sessions are opened.
struct PairNetwork<'r> {
    model: &'r str,
    graph: &'r Graph,
    weights: &'r Initialisers,
    tokens: &'r Tokens,
}

impl PairNetwork<'_> {
    fn open(&self, device: Device) -> Result<WithFallback<Session>, Error> {
        let threads = available_parallelism().map_or(1, usize::from);
        WithFallback::open(device, Session::open(self.model, self.graph, self.weights, None, threads)?, self)
    }
}

impl Comparison<Session> for PairNetwork<'_> {
    type Outcome = Vec<f32>;

    fn on_gpu(&self) -> Result<Session, Error> {
        Session::open(self.model, self.graph, self.weights, Some(WebGPU::default().build()), 1)
    }

    fn run(&self, session: &Session) -> Result<Vec<f32>, Error> {
        let pairs = known_pairs(self.tokens)?;
        session.score(&pairs.iter().collect::<Vec<_>>(), AfterRun::Free)
    }

    fn difference(&self, gpu: &Vec<f32>, cpu: &Vec<f32>) -> Option<String> {
        let difference = gpu.iter().zip(cpu).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let differs = difference.is_nan() || difference > TOLERANCE;
        differs.then(|| format!("computes other scores than the CPU (by {difference})"))
    }
}
