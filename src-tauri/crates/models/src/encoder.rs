//! The encoder: computes vectors and token states of texts. Not for training.

use std::ops::Range;
use std::path::Path;

use pincite_graph::bert;

use crate::device::{Device, Side};
use crate::encode::{Encode, OnTexts};
use crate::error::Error;
use crate::file_names::{CONFIG, DELTA};
use crate::model_folder::ModelFolder;
use crate::network::{Network, NetworkSource};
use crate::session::{AfterRun, initialisers};
use crate::settings::Settings;
use crate::states::OnText;
use crate::tokens::Tokens;
use crate::{batch, fingerprint};

/// Texts tokenized at a time: enough to sort by length, few enough for early progress.
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
    /// Opens the encoder in `folder`. Required are `config.json`, `tokenizer.json` and `model.safetensors`;
    /// Sentence-Transformers' files are optional. A tuned encoder names the folder of its base instead.
    ///
    /// # Errors
    /// When a file is missing or damaged, the architecture is not supported, or the runtime was not started. For
    /// [`Device::Gpu`] also when there is no usable graphics processor.
    pub fn open(folder: &Path, device: Device) -> Result<Self, Error> {
        let mut model = ModelFolder::read(folder)?;
        let settings = &model.settings;
        let graph = bert::encoder(&settings.config, settings.pooling, settings.normalise)
            .map_err(|source| Error::Graph { file: model.base.join(CONFIG), source })?;
        let weights = initialisers(&graph, &model.weights()?)?;
        let ModelFolder { name, base, settings, tokens, .. } = model;
        let source = NetworkSource {
            model: &name,
            graph: &graph,
            weights: &weights,
            vocabulary: usize::try_from(settings.config.vocab_size).unwrap_or(0),
            width: usize::try_from(settings.config.hidden_size).unwrap_or(0),
            max_length: settings.max_length,
        };
        let network = source.open(device)?;
        let fingerprint = match base == folder {
            true => fingerprint::compute(folder, &settings)?,
            false => fingerprint::compute_tuned(&base, &settings, &folder.join(DELTA))?,
        };
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

    fn question_spans(&self, texts: &[&str]) -> Result<Vec<Vec<Range<usize>>>, Error> {
        self.tokens.spans(self.settings.prefix(Side::Question), texts)
    }

    fn for_each_text(
        &self,
        texts: &[&str],
        side: Side,
        on_text: OnText<'_>,
        on_texts: OnTexts<'_>,
    ) -> Result<(), Error> {
        let mut done = 0;
        for (number, window) in texts.chunks(WINDOW).enumerate() {
            let ids = self.tokens.ids(self.settings.prefix(side), window)?;
            let lengths: Vec<usize> = ids.iter().map(Vec::len).collect();
            let batches = batch::plan(&lengths, batch::BUDGET);
            for (run, batch) in batches.iter().enumerate() {
                let inputs: Vec<&[u32]> = batch.iter().map(|index| ids[*index].as_slice()).collect();
                let after = AfterRun::of(run, batches.len());
                let output = self.network.run(|session| session.run(&inputs, after))?;
                batch
                    .iter()
                    .zip(output.texts(&inputs, self.width()))
                    .for_each(|(index, text)| on_text(number * WINDOW + index, text));
                done += batch.len();
                if on_texts(done).is_break() {
                    return Err(Error::Cancelled);
                }
            }
        }
        Ok(())
    }
}
