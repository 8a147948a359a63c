//! A tuned encoder on the disk: what its weights differ by from those of its base, and where the base lies.
//!
//! Differences are small numbers: 16 bits hold them with an error far below what training noise does, and a quarter of a
//! full copy's space is enough. Not for training (`training`) or opening (`encoder`).

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use half::f16;
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize_to_file};

use crate::error::Error;
use crate::fingerprint;
use crate::limits;
use crate::settings::Settings;
use crate::training::Snapshot;
use crate::weights::Weights;

/// File with the differences; a folder that holds it is a tuned encoder.
pub(crate) const FILE: &str = "delta.safetensors";
/// Keys of the file's metadata.
const BASE: &str = "base";
const BASE_FINGERPRINT: &str = "base_fingerprint";
const NAME: &str = "name";

/// Differences by name of weight, and the folder of the base.
pub(crate) struct Tuned {
    pub(crate) base: PathBuf,
    pub(crate) deltas: HashMap<String, Vec<f32>>,
}

impl Tuned {
    /// Reads the tuned encoder in `folder`, or nothing if it holds a model of its own.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let file = folder.join(FILE);
        let Some(bytes) = limits::read_if_there(&file, limits::WEIGHTS)? else { return Ok(None) };
        let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(|error| Error::bad(&file, error))?;
        let about = |key: &str| {
            let value = metadata.metadata().as_ref().and_then(|map| map.get(key)).cloned();
            value.ok_or_else(|| Error::bad(&file, format!("it does not say its {key}")))
        };
        let base = folder.join(about(BASE)?);
        let expected = about(BASE_FINGERPRINT)?;
        if fingerprint::of(&base, &Settings::read(&base)?)? != expected {
            return Err(Error::bad(&file, format!("it was made from another version of {}", base.display())));
        }
        let tensors = SafeTensors::deserialize(&bytes).map_err(|error| Error::bad(&file, error))?;
        let deltas = tensors.iter().map(|(name, view)| (name.to_owned(), halves(view.data()))).collect();
        Ok(Some(Self { base, deltas }))
    }

    /// Whether it was made from the encoder in this folder.
    pub(crate) fn is_of(&self, base: &Path) -> bool {
        matches!((self.base.canonicalize(), base.canonicalize()), (Ok(own), Ok(base)) if own == base)
    }

    /// Adds what a weight differs by.
    pub(crate) fn apply(&self, name: &str, values: &mut [f32]) {
        let Some(delta) = self.deltas.get(name).filter(|delta| delta.len() == values.len()) else { return };
        values.iter_mut().zip(delta).for_each(|(value, delta)| *value += delta);
    }
}

/// Writes into the folder `to` the encoder that has gone the `share` of the way from the one in `base` to the weights of
/// `snapshot`: 1 is all of it, less an interpolation. Returns the bytes it takes.
///
/// # Errors
/// [`Error::File`], [`Error::NoSpace`], or as reading the base.
pub fn write_tuned(to: &Path, base: &Path, snapshot: &Snapshot, share: f32) -> Result<u64, Error> {
    std::fs::create_dir_all(to).map_err(Error::writing(to))?;
    let deltas = deltas(&Weights::read(base)?, snapshot, share)?;
    let file = to.join(FILE);
    let views: Result<Vec<_>, _> = deltas
        .iter()
        .map(|(name, shape, bytes)| TensorView::new(Dtype::F16, shape.clone(), bytes).map(|view| (name.as_str(), view)))
        .collect();
    let fingerprint = fingerprint::of(base, &Settings::read(base)?)?;
    let metadata = HashMap::from([
        (BASE.to_owned(), relative(to, base).to_string_lossy().into_owned()),
        (BASE_FINGERPRINT.to_owned(), fingerprint),
        // Two that differ in nothing from their base are still two, each with its own vectors and weights in the search.
        (NAME.to_owned(), to.file_name().unwrap_or_default().to_string_lossy().into_owned()),
    ]);
    let views = views.map_err(|error| Error::bad(&file, error))?;
    serialize_to_file(views, Some(metadata), &file).map_err(|error| match error {
        safetensors::SafeTensorError::IoError(error) => Error::writing(&file)(error),
        other => Error::bad(&file, other),
    })?;
    Ok(std::fs::metadata(&file).map_err(Error::reading(&file))?.len())
}

/// Name, shape and bytes of each difference.
type Delta = (String, Vec<usize>, Vec<u8>);

fn deltas(base: &Weights, snapshot: &Snapshot, share: f32) -> Result<Vec<Delta>, Error> {
    let weights = snapshot.encoder_weights();
    let wanted = weights.clone().map(|weight| (weight.name.as_str(), weight.lengths()));
    let mut tuned = weights;
    let mut deltas = Vec::new();
    base.each(wanted, |name, _, values| {
        let Some(weight) = tuned.next() else { return Ok(()) };
        let difference = |(after, before): (&f32, &f32)| f16::from_f32(share * (after - before));
        let halves: Vec<f16> = weight.values.iter().zip(&values).map(difference).collect();
        // What is as it was need not be said: an encoder that differs in nothing takes no space.
        if halves.iter().any(|half| *half != f16::ZERO) {
            let bytes = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
            deltas.push((name.to_owned(), weight.shape.clone(), bytes));
        }
        Ok(())
    })?;
    Ok(deltas)
}

fn halves(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<2>().0.iter().map(|bytes| f16::from_le_bytes(*bytes).to_f32()).collect()
}

/// The way from one folder to another, so that both can move together; the full path where they share nothing.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let [from, to] = [from, to].map(|path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf()));
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return to;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}
