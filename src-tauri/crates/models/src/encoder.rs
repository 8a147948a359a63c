//! The encoder: texts to vectors.

use std::ops::ControlFlow;
use std::path::Path;

use pincite_graph::bert;

use crate::device::{Device, Side};
use crate::embeddings::Embeddings;
use crate::error::Error;
use crate::network::{Network, Recipe};
use crate::session::initialisers;
use crate::settings::Settings;
use crate::states::{EncodedPassages, Read, Take, Text};
use crate::tokens::Tokens;
use crate::tuned::Tuned;
use crate::weights::Weights;
use crate::{batch, fingerprint, tuned};

/// Texts cut into tokens at a time: enough to sort by length, few enough to show progress soon.
const WINDOW: usize = 1024;

/// A text encoder, opened and ready.
pub struct Encoder {
    name: String,
    fingerprint: String,
    settings: Settings,
    tokens: Tokens,
    network: Network,
}

impl Encoder {
    /// Opens the encoder in `folder`: `config.json`, `tokenizer.json`, `model.safetensors` and, where they are,
    /// Sentence-Transformers' files; or a tuned one, which names the folder of its base.
    ///
    /// # Errors
    /// When a file is missing or damaged, when the network is of another kind, when the runtime was not started, and,
    /// for [`Device::Gpu`], when there is no usable graphics processor.
    pub fn open(folder: &Path, device: Device) -> Result<Self, Error> {
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let tuned = Tuned::read(folder)?;
        let base = tuned.as_ref().map_or(folder, |tuned| tuned.base.as_path()).to_path_buf();
        let settings = Settings::read(&base)?;
        let tokens = Tokens::read(&base, settings.max_length, settings.lower_case)?;
        let graph = bert::encoder(&settings.config, settings.pooling, settings.normalise)
            .map_err(|source| Error::Graph { file: base.join("config.json"), source })?;
        let weights = initialisers(&name, &graph, &Weights::read(&base)?.tuned_by(tuned))?;
        let recipe = Recipe {
            model: &name,
            graph: &graph,
            weights: &weights,
            vocabulary: usize::try_from(settings.config.vocab_size).unwrap_or(0),
            width: usize::try_from(settings.config.hidden_size).unwrap_or(0),
            max_length: settings.max_length,
        };
        let network = recipe.open(device)?;
        let fingerprint = match base == folder {
            true => fingerprint::of(folder, &settings)?,
            false => fingerprint::of_tuned(&base, &settings, &folder.join(tuned::FILE))?,
        };
        Ok(Self { name, fingerprint, settings, tokens, network })
    }

    /// Name of the model: that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Identifies all that changes the vectors: two encoders with the same fingerprint are interchangeable.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Length of a vector.
    pub fn width(&self) -> usize {
        usize::try_from(self.settings.config.hidden_size).unwrap_or(0)
    }

    /// Longest passage in tokens as [`Encoder::count_tokens`] counts them; what is longer is cut off.
    pub fn max_tokens(&self) -> usize {
        let prefix = self.tokens.count(&self.settings.passage_prefix);
        self.settings.max_length.saturating_sub(self.tokens.special() + prefix)
    }

    /// Number of tokens of a text, without prefix and special tokens.
    pub fn count_tokens(&self, text: &str) -> usize {
        self.tokens.count(text)
    }

    /// Where it runs, for people: "cpu" or "gpu".
    pub fn device(&self) -> &str {
        self.network.device()
    }

    /// Why it runs on the CPU although there is a graphics processor.
    pub fn notice(&self) -> Option<&str> {
        self.network.notice()
    }

    /// One row per text, in the order given. `on_progress` hears how many are done and may stop the work.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Session`] when the runtime fails.
    pub fn embed(
        &self,
        texts: &[&str],
        side: Side,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Embeddings, Error> {
        let mut embeddings = Embeddings::zeros(texts.len(), self.width());
        self.each(texts, side, &mut |at, text| embeddings.set(at, text.vector), on_progress)?;
        Ok(embeddings)
    }

    /// The same of questions, with the states of their tokens.
    ///
    /// # Errors
    /// As [`Encoder::embed`].
    pub fn read(&self, texts: &[&str], on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>) -> Result<Read, Error> {
        let spans = self.tokens.spans(self.settings.prefix(Side::Question), texts)?;
        Read::by(spans, self.width(), |take| self.each(texts, Side::Question, take, on_progress))
    }

    /// The same for passages, with their quantized token embeddings.
    ///
    /// # Errors
    /// As [`Encoder::embed`].
    pub fn encode_passages(
        &self,
        texts: &[&str],
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<EncodedPassages, Error> {
        EncodedPassages::by(texts.len(), self.width(), |take| self.each(texts, Side::Passage, take, on_progress))
    }

    /// Hands over what becomes of each text, in any order.
    fn each(
        &self,
        texts: &[&str],
        side: Side,
        take: Take<'_>,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut done = 0;
        for (number, window) in texts.chunks(WINDOW).enumerate() {
            let ids = self.tokens.ids(self.settings.prefix(side), window)?;
            let lengths: Vec<usize> = ids.iter().map(Vec::len).collect();
            for batch in batch::plan(&lengths, batch::BUDGET) {
                let inputs: Vec<&[u32]> = batch.iter().map(|index| ids[*index].as_slice()).collect();
                let ran = self.network.run(|session| session.run(&inputs))?;
                let texts = Text::each((&ran.vectors, &ran.states), &inputs, self.width());
                batch.iter().zip(texts).for_each(|(index, text)| take(number * WINDOW + index, text));
                done += batch.len();
                if on_progress(done).is_break() {
                    return Err(Error::Cancelled);
                }
            }
        }
        Ok(())
    }
}
