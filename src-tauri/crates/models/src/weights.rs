//! Weights of a model's folder as named 32-bit floats, and the folder itself. Those of a tuned model are its base's, with its
//! differences. Not for their meaning (the graph's parameters), nor for writing them (`tuned_writer`).
//!
//! Differences are small: 16 bits keep them with an error far below training noise, in a quarter of the space of a full copy.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use half::{bf16, f16};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::files::{self, DELTA, WEIGHTS, name_of};
use crate::settings::Settings;
use crate::tokens::Tokens;
use crate::{Error, Result};

/// A weight of every BERT. The text before it in the file is the prefix of all keys.
const LANDMARK: &str = "embeddings.word_embeddings.weight";
/// The classifier of a cross-encoder. An encoder that becomes one starts with zeros.
const HEAD: [&str; 2] = ["classifier.weight", "classifier.bias"];

/// Keys of the file's metadata.
pub(crate) const BASE: &str = "base";
pub(crate) const BASE_FINGERPRINT: &str = "base_fingerprint";

/// A weight that a graph needs.
pub(crate) struct WantedWeight<'n> {
    /// Its name, without the prefix of the file.
    pub(crate) name: &'n str,
    /// The lengths of its axes.
    pub(crate) shape: Vec<i64>,
}

/// The bytes of a weights file.
pub(crate) struct Weights {
    file: PathBuf,
    bytes: Vec<u8>,
    tuned: Option<Tuned>,
}

impl Weights {
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let file = folder.join(WEIGHTS);
        let bytes = files::read(&file, files::WEIGHTS_BYTES)?;
        Ok(Self::of_bytes(file, bytes))
    }

    /// Weights whose file holds these bytes.
    pub(crate) fn of_bytes(file: PathBuf, bytes: Vec<u8>) -> Self {
        Self { file, bytes, tuned: None }
    }

    /// Calls `on_weight` with the floats of each wanted weight, in order.
    pub(crate) fn each<'n>(
        &self,
        wanted: impl Iterator<Item = WantedWeight<'n>>,
        mut on_weight: impl FnMut(WantedWeight<'n>, Vec<f32>) -> Result<()>,
    ) -> Result<()> {
        let tensors = SafeTensors::deserialize(&self.bytes).map_err(|error| Error::bad(&self.file, error))?;
        let prefix = self.prefix(&tensors)?;
        for wanted in wanted {
            let mut values = self.stored(&tensors, prefix, &wanted)?;
            if let Some(tuned) = &self.tuned {
                tuned.apply(wanted.name, &mut values);
            }
            on_weight(wanted, values)?;
        }
        Ok(())
    }

    /// Length of a weight's first axis, in the file or in the differences of a tuned model.
    pub(crate) fn rows(&self, name: &str, columns: usize) -> Result<usize> {
        if let Some(delta) = self.tuned.as_ref().and_then(|tuned| tuned.deltas.get(name)) {
            return Ok(delta.len() / columns.max(1));
        }
        let tensors = SafeTensors::deserialize(&self.bytes).map_err(|error| Error::bad(&self.file, error))?;
        let view = tensors.tensor(name).map_err(|_| self.wrong(name, "is missing"))?;
        Ok(view.shape().first().copied().unwrap_or(0))
    }

    /// Whether the file, or the differences of a tuned model, have a weight.
    pub(crate) fn has(&self, name: &str) -> Result<bool> {
        if self.tuned.as_ref().is_some_and(|tuned| tuned.deltas.contains_key(name)) {
            return Ok(true);
        }
        let tensors = SafeTensors::deserialize(&self.bytes).map_err(|error| Error::bad(&self.file, error))?;
        Ok(tensors.tensor(name).is_ok())
    }

    /// The floats of a weight before tuning. The head of a classifier has no prefix. An encoder has none: there it is zero.
    fn stored(&self, tensors: &SafeTensors<'_>, prefix: &str, wanted: &WantedWeight<'_>) -> Result<Vec<f32>> {
        let prefixed = format!("{prefix}{}", wanted.name);
        let found = [prefixed.as_str(), wanted.name].into_iter().find_map(|key| Some((key, tensors.tensor(key).ok()?)));
        if let Some((key, view)) = found {
            self.check_shape(key, &view, &wanted.shape)?;
            return self.floats(key, &view);
        }
        let length = usize::try_from(wanted.shape.iter().product::<i64>()).unwrap_or(0);
        let added = self.tuned.as_ref().and_then(|tuned| tuned.deltas.get(wanted.name));
        let headless = HEAD.contains(&wanted.name) && tensors.tensor(HEAD[0]).is_err();
        match headless || added.is_some_and(|delta| delta.len() == length) {
            true => Ok(vec![0.0; length]),
            false => Err(self.wrong(&prefixed, "is missing")),
        }
    }

    /// The prefix of all keys: "", "bert.", "question_encoder.bert_model." …
    fn prefix<'t>(&self, tensors: &'t SafeTensors<'_>) -> Result<&'t str> {
        let prefixes = tensors.names().into_iter().filter_map(|name| name.strip_suffix(LANDMARK));
        prefixes.min_by_key(|prefix| (prefix.len(), *prefix)).ok_or_else(|| self.wrong(LANDMARK, "is missing"))
    }

    fn check_shape(&self, key: &str, view: &TensorView<'_>, expected: &[i64]) -> Result<()> {
        let fits = view.shape().len() == expected.len()
            && view.shape().iter().zip(expected).all(|(have, want)| i64::try_from(*have) == Ok(*want));
        match fits {
            true => Ok(()),
            false => {
                let reason = format!("has the shape {:?} where config.json says {expected:?}", view.shape());
                Err(self.wrong(key, &reason))
            }
        }
    }

    fn floats(&self, key: &str, view: &TensorView<'_>) -> Result<Vec<f32>> {
        let data = view.data();
        match view.dtype() {
            Dtype::F32 => Ok(numbers(data, f32::from_le_bytes)),
            Dtype::F16 => Ok(numbers(data, half)),
            Dtype::BF16 => Ok(numbers(data, |bytes| bf16::from_le_bytes(bytes).to_f32())),
            other => Err(self.wrong(key, &format!("is stored as {other:?}; F32, F16 and BF16 are supported"))),
        }
    }

    fn wrong(&self, name: &str, reason: &str) -> Error {
        Error::Weight { file: self.file.clone(), name: name.to_owned(), reason: reason.to_owned() }
    }
}

/// Differences by weight name, and the folder of the base.
pub(crate) struct Tuned {
    pub(crate) base: PathBuf,
    pub(crate) deltas: HashMap<String, Vec<f32>>,
}

impl Tuned {
    /// Reads the tuned encoder in `folder`; nothing if the folder holds another model.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>> {
        let file = folder.join(DELTA);
        let Some(bytes) = files::read_if_there(&file, files::WEIGHTS_BYTES)? else { return Ok(None) };
        let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(|error| Error::bad(&file, error))?;
        let field = |key: &str| {
            let value = metadata.metadata().as_ref().and_then(|map| map.get(key)).cloned();
            value.ok_or_else(|| Error::bad(&file, format!("it does not say its {key}")))
        };
        let base = folder.join(field(BASE)?);
        let expected = field(BASE_FINGERPRINT)?;
        if Settings::read(&base)?.fingerprint(&base)? != expected {
            return Err(Error::bad(&file, format!("it was made from another version of {}", base.display())));
        }
        let tensors = SafeTensors::deserialize(&bytes).map_err(|error| Error::bad(&file, error))?;
        let deltas = tensors.iter().map(|(name, view)| (name.to_owned(), numbers(view.data(), half))).collect();
        Ok(Some(Self { base, deltas }))
    }

    /// Whether its base is the encoder in this folder.
    pub(crate) fn is_of(&self, base: &Path) -> bool {
        matches!((self.base.canonicalize(), base.canonicalize()), (Ok(own), Ok(base)) if own == base)
    }

    /// Adds the difference of a weight.
    pub(crate) fn apply(&self, name: &str, values: &mut [f32]) {
        let Some(delta) = self.deltas.get(name).filter(|delta| delta.len() == values.len()) else { return };
        values.iter_mut().zip(delta).for_each(|(value, delta)| *value += delta);
    }
}

/// A model's folder, read except for its weights.
pub(crate) struct ModelFolder {
    /// Name of the model.
    pub(crate) name: String,
    /// The folder itself, or that of the base of a tuned model.
    pub(crate) base: PathBuf,
    pub(crate) settings: Settings,
    pub(crate) tokens: Tokens,
    tuned: Option<Tuned>,
}

impl ModelFolder {
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let tuned = Tuned::read(folder)?;
        let base = tuned.as_ref().map_or(folder, |tuned| tuned.base.as_path()).to_path_buf();
        let settings = Settings::read(&base)?;
        let tokens = Tokens::read(&base, settings.max_length, settings.lower_case)?;
        Ok(Self { name: name_of(folder), base, settings, tokens, tuned })
    }

    /// Reads the weights. The differences are handed on with them, so this is for one call.
    pub(crate) fn weights(&mut self) -> Result<Weights> {
        Ok(Weights { tuned: self.tuned.take(), ..Weights::read(&self.base)? })
    }
}

/// Floats as they are stored.
pub(crate) fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn numbers<const N: usize>(data: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    data.as_chunks::<N>().0.iter().map(|bytes| number(*bytes)).collect()
}

fn half(bytes: [u8; 2]) -> f32 {
    f16::from_le_bytes(bytes).to_f32()
}
