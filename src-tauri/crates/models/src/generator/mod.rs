//! The generator: produces texts from texts, with an encoder-decoder such as Flan-T5.
//!
//! It runs the files of Hugging Face's exporter (optimum) unchanged: an encoder, and a decoder with key/value cache.
//! The output equals that of transformers' `generate()` with the same settings, token for token. Not for prompts, nor
//! for judging texts: the crate `adapt` does both.

mod decoding;
mod logits;
mod networks;
mod rows;
mod search;
mod searches;
mod settings;

use std::ops::ControlFlow;
use std::path::Path;

pub use decoding::{Decoding, Generated, Search};
use networks::Networks;
use search::SearchBatch;
use searches::FoundText;
pub(crate) use settings::Files;
use settings::Settings;

use crate::device::WithFallback;
use crate::files::name_of;
use crate::session::plan;
use crate::tokens::Tokens;
use crate::{Device, Result, Stop};

/// Memory limit of cached keys and values in bytes, if every text reaches its maximum length. The total is about four
/// times as much. Measured on two cores: four times the limit is no faster. Half of it makes nine beams of a small
/// Flan-T5 a fifth slower. A single text may exceed it.
const MEMORY: usize = 1 << 28;

/// A generator of texts, opened and ready.
pub struct Generator {
    name: String,
    fingerprint: String,
    settings: Settings,
    tokens: Tokens,
    networks: WithFallback<Networks>,
    stop: Stop,
}

/// The fingerprint of the generator in `folder`. It is not opened.
pub(crate) fn fingerprint_of(folder: &Path) -> Result<String> {
    Files::find(folder)?.fingerprint(&Settings::read(folder)?)
}

impl Generator {
    /// Opens the generator in `folder`. The networks are `encoder_model.onnx` and `decoder_model_merged.onnx`, or their
    /// `_quantized` forms, there or in the folder `onnx`. `config.json` and `tokenizer.json` are required.
    /// `generation_config.json`, `tokenizer_config.json` and our own `pincite.json` are optional.
    ///
    /// # Errors
    /// When a file is missing, damaged or needs something unsupported, or the runtime was not started. For
    /// [`Device::Gpu`] also when there is no usable graphics processor.
    pub fn open(folder: &Path, device: Device) -> Result<Self> {
        let name = name_of(folder);
        let files = Files::find(folder)?;
        let settings = Settings::read(folder)?;
        let tokens = Tokens::read(folder, settings.max_input, false)?;
        let networks = WithFallback::open(
            device,
            |processor| Networks::open(&name, &files, processor),
            |networks| known_work(networks, &settings),
            |gpu, cpu| difference(gpu, cpu),
        )?;
        let fingerprint = files.fingerprint(&settings)?;
        Ok(Self { name, fingerprint, settings, tokens, networks, stop: Stop::new()? })
    }

    /// Name of the model, which is that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Identifies everything that affects the output. Two generators with the same fingerprint are interchangeable.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The device, for people: "cpu" or "gpu".
    pub fn device(&self) -> &str {
        self.networks.device()
    }

    /// Why it runs on the CPU although there is a graphics processor.
    pub fn notice(&self) -> Option<&str> {
        self.networks.notice()
    }

    /// The prompt template of this generator, if its folder has one (`prompt` in `pincite.json`).
    pub fn prompt(&self) -> Option<&str> {
        self.settings.prompt.as_deref()
    }

    /// Whether it writes lower case only, with spaces around punctuation (`uncased` in `pincite.json`).
    pub fn is_uncased(&self) -> bool {
        self.settings.uncased
    }

    /// The recommended decoding: with the beams that its maker recommends (`beams` in `pincite.json`), else the
    /// default.
    pub fn decoding(&self) -> Decoding {
        self.settings.decoding()
    }

    /// Stops the current work within a step, and all later work of this generator at its start.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// `decoding.returned` continuations of each text, best first, in the given order. `on_progress` gets the number of
    /// finished texts after every step and may stop the work. The result of a text does not depend on the others.
    ///
    /// # Errors
    /// [`crate::Error::Decoding`] when the settings contradict each other, [`crate::Error::Cancelled`] when stopped,
    /// [`crate::Error::Session`] when the runtime fails.
    pub fn generate(
        &self,
        texts: &[&str],
        decoding: &Decoding,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<Generated>>> {
        decoding.check()?;
        let ids = self.tokens.ids("", texts)?;
        let mut generated = vec![Vec::new(); texts.len()];
        let mut done = 0;
        for batch in self.batches(&ids, decoding) {
            let inputs: Vec<&[u32]> = batch.iter().map(|index| ids[*index].as_slice()).collect();
            let batched = SearchBatch { inputs: &inputs, settings: &self.settings, decoding, stop: &self.stop };
            let found = self.networks.run(|networks| batched.run(networks, &mut |count| on_progress(done + count)))?;
            done += batch.len();
            for (index, found) in batch.into_iter().zip(found) {
                generated[index] = found.into_iter().map(|one| self.decoded(one)).collect::<Result<_, _>>()?;
            }
        }
        Ok(generated)
    }

    /// Batches of texts with similar length that fit into memory.
    fn batches(&self, ids: &[Vec<u32>], decoding: &Decoding) -> Vec<Vec<usize>> {
        let lengths: Vec<usize> = ids.iter().map(|ids| ids.len().saturating_add(decoding.max_new_tokens)).collect();
        let bytes = self.networks.cpu().bytes_per_token().saturating_mul(decoding.rows());
        plan(&lengths, MEMORY / bytes.max(1))
    }

    fn decoded(&self, found: FoundText) -> Result<Generated> {
        let text = self.tokens.text(&found.tokens)?;
        Ok(Generated { text, score: found.score, tokens: found.tokens })
    }
}

/// Lengths of the fixed inputs that compare the devices, and the tokens generated from each.
const LENGTHS: [usize; 4] = [128, 31, 96, 5];
const TOKENS: usize = 8;
/// Token ids that every vocabulary has.
const VOCABULARY: usize = 100;

/// Generates from fixed inputs. A greedy search must give the same tokens on both devices; a search with nine beams measures
/// realistic speed.
fn known_work(networks: &Networks, settings: &Settings) -> Result<Vec<Vec<FoundText>>> {
    let id = |row: usize, column: usize| ((row * 7919 + column * 104_729 + 3) % VOCABULARY) as u32;
    let input = |(row, length): (usize, &usize)| (0..*length.min(&settings.max_input)).map(|at| id(row, at)).collect();
    let inputs: Vec<Vec<u32>> = LENGTHS.iter().enumerate().map(input).collect();
    let inputs: Vec<&[u32]> = inputs.iter().map(Vec::as_slice).collect();
    let search = |search| {
        let decoding = Decoding { search, max_new_tokens: TOKENS, ..Decoding::default() };
        let batched = SearchBatch { inputs: &inputs, settings, decoding: &decoding, stop: &Stop::new()? };
        batched.run(networks, &mut |_| ControlFlow::Continue(()))
    };
    search(Decoding::default().search)?;
    search(Search::Greedy)
}

fn difference(gpu: &[Vec<FoundText>], cpu: &[Vec<FoundText>]) -> Option<String> {
    let tokens = |found: &[Vec<FoundText>]| found.iter().flatten().map(|one| one.tokens.clone()).collect::<Vec<_>>();
    (tokens(gpu) != tokens(cpu)).then(|| "generates other tokens than the CPU".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;
    use crate::device::Processor;
    use crate::runtime;

    fn networks(folder: &Path) -> Networks {
        Networks::open("tiny", &Files::find(folder).unwrap(), Processor::of(false)).unwrap()
    }

    /// A generator as it is when the GPU is lost: the decoder in its place fails once it is given keys and values, because
    /// they are given under other names.
    #[test]
    fn a_lost_gpu_costs_nothing_but_speed() {
        let home = std::env::var_os("PINCITE_HOME").map(std::path::PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/generator/tiny-flan");
        let mut broken = networks(&folder);
        broken.own[0].present.push_str("never there");
        let whole = Generator::open(&folder, Device::Cpu).unwrap();
        let mut lost = Generator::open(&folder, Device::Cpu).unwrap();
        lost.networks = WithFallback::new(Some(broken), networks(&folder), None);
        assert_eq!(lost.device(), "gpu", "as long as nothing happened");
        let generate = |generator: &Generator| {
            generator.generate(&["The lease.", "Rent"], &Decoding::default(), &mut |_| ControlFlow::Continue(()))
        };
        assert_eq!(generate(&lost).expect("the CPU takes over"), generate(&whole).unwrap(), "with the same texts");
        assert_eq!(lost.device(), "cpu", "and says so");
        assert!(lost.notice().is_some_and(|notice| notice.starts_with("it failed")), "with the reason");
    }

    #[test]
    fn a_stop_is_not_mistaken_for_a_lost_gpu() {
        let home = std::env::var_os("PINCITE_HOME").map(std::path::PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/generator/tiny-flan");
        let mut generator = Generator::open(&folder, Device::Cpu).unwrap();
        generator.networks = WithFallback::new(Some(networks(&folder)), networks(&folder), None);
        let stopped = generator.generate(&["Rent"], &Decoding::default(), &mut |_| ControlFlow::Break(()));
        assert!(matches!(stopped, Err(Error::Cancelled)));
        assert_eq!(generator.device(), "gpu", "the GPU goes on being used");
    }
}
