//! Writes a tuned encoder to disk. Not for reading one (`weights`), nor for training (`training`).

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use half::f16;
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, serialize_to_file};

use crate::files::DELTA;
use crate::settings::Settings;
use crate::weights::{BASE, BASE_FINGERPRINT, WantedWeight, Weights};
use crate::{Error, Result, Snapshot};

/// Key of the file's metadata with the name of the encoder.
const NAME: &str = "name";

/// Writes a tuned encoder to the folder `to`. Its weights interpolate between the encoder in `base` (coefficient 0) and
/// `snapshot` (coefficient 1). Returns the bytes written.
///
/// # Errors
/// [`Error::File`], [`Error::NoSpace`], or the errors of reading the base.
pub fn write_tuned(to: &Path, base: &Path, snapshot: &Snapshot, coefficient: f32) -> Result<u64> {
    std::fs::create_dir_all(to).map_err(Error::writing(to))?;
    let deltas = deltas(&Weights::read(base)?, snapshot, coefficient)?;
    let file = to.join(DELTA);
    let views: Result<Vec<_>, _> = deltas.iter().map(Delta::view).collect();
    let fingerprint = Settings::read(base)?.fingerprint(base)?;
    let metadata = HashMap::from([
        (BASE.to_owned(), relative(to, base).to_string_lossy().into_owned()),
        (BASE_FINGERPRINT.to_owned(), fingerprint),
        // The name makes fingerprints differ: even two encoders without differences have their own vectors.
        (NAME.to_owned(), to.file_name().unwrap_or_default().to_string_lossy().into_owned()),
    ]);
    let views = views.map_err(|error| Error::bad(&file, error))?;
    serialize_to_file(views, Some(metadata), &file).map_err(|error| match error {
        SafeTensorError::IoError(error) => Error::writing(&file)(error),
        other => Error::bad(&file, other),
    })?;
    Ok(std::fs::metadata(&file).map_err(Error::reading(&file))?.len())
}

/// The difference of one weight, as 16-bit floats in little-endian bytes.
struct Delta {
    name: String,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Delta {
    fn view(&self) -> Result<(&str, TensorView<'_>), SafeTensorError> {
        Ok((&self.name, TensorView::new(Dtype::F16, self.shape.clone(), &self.bytes)?))
    }
}

fn deltas(base: &Weights, snapshot: &Snapshot, coefficient: f32) -> Result<Vec<Delta>> {
    let weights = snapshot.encoder_weights();
    let wanted = weights.clone().map(|weight| WantedWeight { name: &weight.name, shape: weight.lengths() });
    let mut tuned = weights;
    let mut deltas = Vec::new();
    base.each(wanted, |WantedWeight { name, .. }, values| {
        let Some(weight) = tuned.next() else { return Ok(()) };
        let difference = |(after, before): (&f32, &f32)| f16::from_f32(coefficient * (after - before));
        let halves: Vec<f16> = weight.values.iter().zip(&values).map(difference).collect();
        // Zero differences are not stored.
        if halves.iter().any(|half| *half != f16::ZERO) {
            let bytes = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
            deltas.push(Delta { name: name.to_owned(), shape: weight.shape.clone(), bytes });
        }
        Ok(())
    })?;
    Ok(deltas)
}

/// The relative path from one folder to another, so that both can be moved together. It is absolute if they share no
/// folder.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let [from, to] = [from, to].map(|path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf()));
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return to;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}
