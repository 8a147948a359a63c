//! Reads `model.safetensors` as named 32-bit floats. Not for their meaning (the graph's parameters).

use std::path::{Path, PathBuf};

use half::{bf16, f16};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::error::Error;
use crate::file_names::WEIGHTS;
use crate::limits;
use crate::tuned::Tuned;

/// A weight of every BERT. The text before it in the file is the prefix of all keys.
const LANDMARK: &str = "embeddings.word_embeddings.weight";
/// The classifier of a cross-encoder. An encoder that becomes one starts with zeros.
const HEAD: [&str; 2] = ["classifier.weight", "classifier.bias"];

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
    pub(crate) fn read(folder: &Path) -> Result<Self, Error> {
        let file = folder.join(WEIGHTS);
        let bytes = limits::read(&file, limits::WEIGHTS)?;
        Ok(Self::of_bytes(file, bytes))
    }

    /// Weights whose file holds these bytes.
    pub(crate) fn of_bytes(file: PathBuf, bytes: Vec<u8>) -> Self {
        Self { file, bytes, tuned: None }
    }

    /// The same weights plus the differences of a tuned encoder.
    pub(crate) fn tuned_by(self, tuned: Option<Tuned>) -> Self {
        Self { tuned, ..self }
    }

    /// Calls `on_weight` with the floats of each wanted weight, in order.
    pub(crate) fn each<'n>(
        &self,
        wanted: impl Iterator<Item = WantedWeight<'n>>,
        mut on_weight: impl FnMut(WantedWeight<'n>, Vec<f32>) -> Result<(), Error>,
    ) -> Result<(), Error> {
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
    pub(crate) fn rows(&self, name: &str, columns: usize) -> Result<usize, Error> {
        if let Some(delta) = self.tuned.as_ref().and_then(|tuned| tuned.deltas.get(name)) {
            return Ok(delta.len() / columns.max(1));
        }
        let tensors = SafeTensors::deserialize(&self.bytes).map_err(|error| Error::bad(&self.file, error))?;
        let view = tensors.tensor(name).map_err(|_| self.wrong(name, "is missing"))?;
        Ok(view.shape().first().copied().unwrap_or(0))
    }

    /// Whether there is a weight of this name, without the prefix of the file or among the differences.
    pub(crate) fn has(&self, name: &str) -> Result<bool, Error> {
        let tensors = SafeTensors::deserialize(&self.bytes).map_err(|error| Error::bad(&self.file, error))?;
        let tuned = self.tuned.as_ref().is_some_and(|tuned| tuned.deltas.contains_key(name));
        Ok(tuned || tensors.tensor(name).is_ok())
    }

    /// The floats of a weight before tuning. The head of a classifier has no prefix. An encoder has none: there it is zero.
    fn stored(&self, tensors: &SafeTensors<'_>, prefix: &str, wanted: &WantedWeight<'_>) -> Result<Vec<f32>, Error> {
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
    fn prefix<'t>(&self, tensors: &'t SafeTensors<'_>) -> Result<&'t str, Error> {
        let prefixes = tensors.names().into_iter().filter_map(|name| name.strip_suffix(LANDMARK));
        prefixes.min_by_key(|prefix| (prefix.len(), *prefix)).ok_or_else(|| self.wrong(LANDMARK, "is missing"))
    }

    fn check_shape(&self, key: &str, view: &TensorView<'_>, expected: &[i64]) -> Result<(), Error> {
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

    fn floats(&self, key: &str, view: &TensorView<'_>) -> Result<Vec<f32>, Error> {
        let data = view.data();
        match view.dtype() {
            Dtype::F32 => Ok(numbers(data, f32::from_le_bytes)),
            Dtype::F16 => Ok(numbers(data, |bytes| f16::from_le_bytes(bytes).to_f32())),
            Dtype::BF16 => Ok(numbers(data, |bytes| bf16::from_le_bytes(bytes).to_f32())),
            other => Err(self.wrong(key, &format!("is stored as {other:?}; F32, F16 and BF16 are supported"))),
        }
    }

    fn wrong(&self, name: &str, reason: &str) -> Error {
        Error::Weight { file: self.file.clone(), name: name.to_owned(), reason: reason.to_owned() }
    }
}

/// Floats as they are stored.
pub(crate) fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn numbers<const N: usize>(data: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    data.as_chunks::<N>().0.iter().map(|bytes| number(*bytes)).collect()
}
