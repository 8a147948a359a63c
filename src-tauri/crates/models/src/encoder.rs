//! The encoder: computes vectors of texts. What it has in common with one in training is [`Encode`]. Not for training.

use std::ops::ControlFlow;
use std::path::Path;

use pincite_graph::bert;

use crate::device::WithFallback;
use crate::files::{CONFIG, DELTA, Fingerprint};
use crate::session::{AfterRun, BUDGET, Session, initialisers, plan};
use crate::settings::Settings;
use crate::tokens::Tokens;
use crate::weights::ModelFolder;
use crate::{Device, Embeddings, Error, Result, Side, cosine};

/// Texts tokenized at a time: enough to sort by length, few enough for early progress.
const WINDOW: usize = 1024;

/// Least cosine of the vectors of both devices.
const AGREEMENT: f32 = 0.9999;
/// The batch that compares both devices: texts of these lengths, long enough to use a GPU.
const LENGTHS: [usize; 16] = [128, 3, 17, 64, 128, 90, 2, 33, 128, 128, 51, 100, 7, 128, 80, 128];

/// Called with the number of texts done; may end the work.
pub type OnTexts<'p> = &'p mut dyn FnMut(usize) -> ControlFlow<()>;

/// An encoder: one in use, or one in training by its weights of this moment.
pub trait Encode {
    /// Length of a vector.
    fn width(&self) -> usize;

    /// One vector per text, in the order of the texts. `on_texts` may stop the work.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Session`] when the runtime fails; [`Error::BadFile`] when the tokenizer
    /// fails.
    fn embed(&self, texts: &[&str], side: Side, on_texts: OnTexts<'_>) -> Result<Embeddings>;
}

/// A text encoder, opened and ready.
pub struct Encoder {
    name: String,
    fingerprint: String,
    settings: Settings,
    tokens: Tokens,
    network: WithFallback<Session>,
}

impl Encoder {
    /// Opens the encoder in `folder`. Required are `config.json`, `tokenizer.json` and `model.safetensors`;
    /// Sentence-Transformers' files are optional. A tuned encoder names the folder of its base instead.
    ///
    /// # Errors
    /// When a file is missing or damaged, the architecture is not supported, or the runtime was not started. For
    /// [`Device::Gpu`] also when there is no usable graphics processor.
    pub fn open(folder: &Path, device: Device) -> Result<Self> {
        let mut model = ModelFolder::read(folder)?;
        let settings = &model.settings;
        let graph = bert::encoder(&settings.config, settings.pooling, settings.normalise)
            .map_err(|source| Error::Graph { file: model.base.join(CONFIG), source })?;
        let weights = initialisers(&graph, &model.weights()?)?;
        let ModelFolder { name, base, settings, tokens, .. } = model;
        let texts = known_texts(&settings);
        let texts: Vec<&[u32]> = texts.iter().map(Vec::as_slice).collect();
        let width = usize::try_from(settings.config.hidden_size).unwrap_or(0);
        let network = WithFallback::open(
            device,
            |processor| Session::open(&name, &graph, &weights, processor),
            |session| session.run(&texts, AfterRun::Free),
            |gpu, cpu| difference(gpu, cpu, width),
        )?;
        let mut fingerprint = settings.fingerprint(&base)?;
        if base != folder {
            let mut tuned = Fingerprint::new(&fingerprint);
            tuned.add_bytes_of(&folder.join(DELTA))?;
            fingerprint = tuned.finish();
        }
        Ok(Self { name, fingerprint, settings, tokens, network })
    }

    /// Name of the model, which is that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Identifies everything that affects the vectors. Two encoders with the same fingerprint are interchangeable.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Length of a vector.
    pub fn width(&self) -> usize {
        usize::try_from(self.settings.config.hidden_size).unwrap_or(0)
    }

    /// Token limit of a passage, as [`Encoder::count_tokens`] counts. Longer texts are truncated.
    pub fn max_tokens(&self) -> usize {
        let prefix = self.tokens.count(&self.settings.passage_prefix);
        self.settings.max_length.saturating_sub(self.tokens.special() + prefix)
    }

    /// Number of tokens of a text, without prefix and special tokens.
    pub fn count_tokens(&self, text: &str) -> usize {
        self.tokens.count(text)
    }

    /// The device, for people: "cpu" or "gpu".
    pub fn device(&self) -> &str {
        self.network.device()
    }

    /// Why it runs on the CPU although there is a graphics processor.
    pub fn notice(&self) -> Option<&str> {
        self.network.notice()
    }
}

impl Encode for Encoder {
    fn width(&self) -> usize {
        self.width()
    }

    fn embed(&self, texts: &[&str], side: Side, on_texts: OnTexts<'_>) -> Result<Embeddings> {
        let mut embeddings = Embeddings::zeros(texts.len(), self.width());
        let mut done = 0;
        for (number, window) in texts.chunks(WINDOW).enumerate() {
            let ids = self.tokens.ids(self.settings.prefix(side), window)?;
            let lengths: Vec<usize> = ids.iter().map(Vec::len).collect();
            let batches = plan(&lengths, BUDGET);
            for (run, batch) in batches.iter().enumerate() {
                let inputs: Vec<&[u32]> = batch.iter().map(|index| ids[*index].as_slice()).collect();
                let after = AfterRun::of(run, batches.len());
                let vectors = self.network.run(|session| session.run(&inputs, after))?;
                let rows = vectors.chunks_exact(self.width().max(1));
                batch.iter().zip(rows).for_each(|(index, row)| embeddings.set(number * WINDOW + index, row));
                done += batch.len();
                if on_texts(done).is_break() {
                    return Err(Error::Cancelled);
                }
            }
        }
        Ok(embeddings)
    }
}

/// Arbitrary but fixed token ids.
fn known_texts(settings: &Settings) -> Vec<Vec<u32>> {
    let vocabulary = usize::try_from(settings.config.vocab_size).unwrap_or(0).max(1);
    let id = |row: usize, column: usize| ((row * 7919 + column * 104_729 + 1) % vocabulary) as u32;
    let text = |(row, length): (usize, &usize)| (0..*length.min(&settings.max_length)).map(|i| id(row, i)).collect();
    LENGTHS.iter().enumerate().map(text).collect()
}

/// How the vectors of the GPU differ from those of the CPU.
fn difference(gpu: &[f32], cpu: &[f32], width: usize) -> Option<String> {
    let rows = gpu.chunks_exact(width).zip(cpu.chunks_exact(width));
    let agreement = rows.map(|(a, b)| cosine(a, b)).fold(1.0, f32::min);
    let differs = agreement.is_nan() || agreement < AGREEMENT;
    differs.then(|| format!("computes other vectors than the CPU (cosine {agreement})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Processor;
    use crate::runtime;
    use crate::weights::Weights;
    use pincite_graph::{Element, Graph, Op, Shape};

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
        let open = |graph: &Graph| Session::open("tiny", graph, &weights, Processor::Cpu(1)).unwrap();
        let mut failing = graph.clone();
        let never_given = failing.input("never given", Element::F32, Shape::fixed(&[1]));
        let wants_it = failing.unary(Op::Neg, never_given);
        failing.output("extra", wants_it);
        let network = WithFallback::new(Some(open(&failing)), open(&graph), None);
        assert_eq!(network.device(), "gpu", "as long as nothing happened");
        let texts: [&[u32]; 2] = [&[2, 7, 3], &[2, 9, 11, 3]];
        let rows = network.run(|session| session.run(&texts, AfterRun::Keep)).expect("the CPU takes over");
        assert_eq!(rows, open(&graph).run(&texts, AfterRun::Free).unwrap(), "with the CPU's rows");
        assert_eq!(network.device(), "cpu", "and says so");
        assert!(network.notice().is_some_and(|notice| notice.starts_with("it failed")), "with the reason");
    }
}
