//! A tuned encoder on disk: the differences of its weights from those of its base, and the path of the base.
//!
//! Differences are small: 16 bits keep them with an error far below training noise, in a quarter of the space of a full
//! copy. Not for writing them (`tuned_writer`), training (`training`) or opening (`encoder`).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use half::f16;
use safetensors::SafeTensors;

use crate::error::Error;
use crate::file_names::DELTA;
use crate::fingerprint;
use crate::limits;
use crate::settings::Settings;

/// Keys of the file's metadata.
pub(crate) const BASE: &str = "base";
pub(crate) const BASE_FINGERPRINT: &str = "base_fingerprint";

/// Differences by weight name, and the folder of the base.
pub(crate) struct Tuned {
    pub(crate) base: PathBuf,
    pub(crate) deltas: HashMap<String, Vec<f32>>,
}

impl Tuned {
    /// Reads the tuned encoder in `folder`; nothing if the folder holds another model.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let file = folder.join(DELTA);
        let Some(bytes) = limits::read_if_there(&file, limits::WEIGHTS)? else { return Ok(None) };
        let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(|error| Error::bad(&file, error))?;
        let field = |key: &str| {
            let value = metadata.metadata().as_ref().and_then(|map| map.get(key)).cloned();
            value.ok_or_else(|| Error::bad(&file, format!("it does not say its {key}")))
        };
        let base = folder.join(field(BASE)?);
        let expected = field(BASE_FINGERPRINT)?;
        if fingerprint::compute(&base, &Settings::read(&base)?)? != expected {
            return Err(Error::bad(&file, format!("it was made from another version of {}", base.display())));
        }
        let tensors = SafeTensors::deserialize(&bytes).map_err(|error| Error::bad(&file, error))?;
        let deltas = tensors.iter().map(|(name, view)| (name.to_owned(), halves(view.data()))).collect();
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

fn halves(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<2>().0.iter().map(|bytes| f16::from_le_bytes(*bytes).to_f32()).collect()
}
