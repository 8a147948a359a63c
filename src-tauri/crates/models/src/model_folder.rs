//! The folder of an encoder or a cross-encoder: settings, tokenizer and weights. Those of a tuned model are its base's, with
//! its differences. Not for networks.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::settings::Settings;
use crate::tokens::Tokens;
use crate::tuned::Tuned;
use crate::weights::Weights;

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
    pub(crate) fn read(folder: &Path) -> Result<Self, Error> {
        let tuned = Tuned::read(folder)?;
        let base = tuned.as_ref().map_or(folder, |tuned| tuned.base.as_path()).to_path_buf();
        let settings = Settings::read(&base)?;
        let tokens = Tokens::read(&base, settings.max_length, settings.lower_case)?;
        Ok(Self { name: name_of(folder), base, settings, tokens, tuned })
    }

    /// Reads the weights. The differences are handed on with them, so this is for one call.
    pub(crate) fn weights(&mut self) -> Result<Weights, Error> {
        Ok(Weights::read(&self.base)?.tuned_by(self.tuned.take()))
    }
}

/// The name of a model, which is that of its folder.
pub(crate) fn name_of(folder: &Path) -> String {
    folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
