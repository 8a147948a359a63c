//! `models/manifest.toml` as data.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::settings::Overrides;

const BUILTIN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../models/manifest.toml"));

/// The models known by name.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    pub(crate) hub: String,
    /// A folder of this machine that is asked first.
    #[serde(skip)]
    pub(crate) local: Option<PathBuf>,
    #[serde(rename = "model")]
    entries: Vec<Entry>,
}

/// One model of the catalogue.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name, also of its folder.
    pub name: String,
    /// What it is for.
    pub kind: Kind,
    /// Used unless another one is chosen.
    #[serde(default)]
    pub default: bool,
    /// One sentence for people.
    pub description: String,
    /// SPDX identifier.
    pub licence: String,
    /// Its files.
    pub files: Vec<ModelFile>,
    /// Where they come from, in the order tried, after the local folder.
    pub sources: Vec<Source>,
    /// What its own files leave open.
    #[serde(default)]
    pub(crate) settings: Overrides,
}

/// What a model is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Maps questions and passages to vectors.
    Encoder,
    /// Scores a question and a passage together.
    Reranker,
    /// Writes texts, such as questions about passages.
    Generator,
}

/// A file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// Path inside the folder, with forward slashes.
    pub path: String,
    /// Bytes, if known.
    #[serde(default)]
    pub size: Option<u64>,
    /// SHA-256 in hexadecimal, if known.
    #[serde(default)]
    pub sha256: Option<String>,
}

/// Where a model's files come from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Source {
    /// A Python package that carries them.
    Package {
        /// Its name.
        package: String,
        /// Its version.
        version: String,
        /// Folder of the files inside the package.
        folder: String,
    },
    /// A repository of the model hub.
    Hub {
        /// "owner/name".
        hub: String,
        /// Branch, tag or commit.
        revision: String,
    },
}

impl Catalogue {
    /// The catalogue this program was built with; `$PINCITE_MODELS` is its local folder.
    ///
    /// # Errors
    /// [`Error::Manifest`] if `models/manifest.toml` is damaged; a test makes sure it is not.
    pub fn builtin() -> Result<Self, Error> {
        let local = std::env::var_os("PINCITE_MODELS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        Ok(Self { local, ..Self::parse(BUILTIN)? })
    }

    /// A catalogue in the form of `models/manifest.toml`.
    ///
    /// # Errors
    /// [`Error::Manifest`] if it is not of that form, or not with exactly one default encoder.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let catalogue: Self = toml::from_str(text).map_err(|error| Error::Manifest { reason: error.to_string() })?;
        let wrong = |reason: String| Err(Error::Manifest { reason });
        if catalogue.entries.iter().filter(|entry| entry.default).count() != 1 {
            return wrong("exactly one model must be the default".to_owned());
        }
        match catalogue.entries.iter().find(|entry| !plain(&entry.name) || !entry.files.iter().all(ModelFile::inside)) {
            Some(entry) => wrong(format!("`{}` has a name or a path that leaves its folder", entry.name)),
            None => Ok(catalogue),
        }
    }

    /// The same catalogue with another local folder, which is asked before all other sources.
    #[must_use]
    pub fn with_local(self, folder: PathBuf) -> Self {
        Self { local: Some(folder), ..self }
    }

    /// All models, in the order of the manifest.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The encoder used unless another one is chosen.
    pub fn default_encoder(&self) -> &Entry {
        let default = self.entries.iter().position(|entry| entry.default).unwrap_or(0);
        &self.entries[default]
    }

    /// The model of that name.
    ///
    /// # Errors
    /// [`Error::UnknownModel`], which lists the names known.
    pub fn entry(&self, name: &str) -> Result<&Entry, Error> {
        let known = || self.entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>().join(", ");
        self.entries
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| Error::UnknownModel { name: name.to_owned(), known: known() })
    }
}

impl Entry {
    /// Bytes to fetch, if all sizes are known.
    pub fn size(&self) -> Option<u64> {
        self.files.iter().map(|file| file.size).sum()
    }
}

impl ModelFile {
    /// Whether the path stays inside the model's folder.
    fn inside(&self) -> bool {
        self.path.split('/').all(plain)
    }
}

/// Whether a name can be that of a file on every system and stays where it is put.
pub(crate) fn plain(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_builtin_catalogue_pins_its_default() {
        let catalogue = Catalogue::builtin().expect("the manifest is well-formed");
        let default = catalogue.default_encoder();
        assert_eq!(default.name, "all-MiniLM-L6-v2");
        let pinned =
            |file: &ModelFile| file.size.is_some() && file.sha256.as_ref().is_some_and(|hash| hash.len() == 64);
        assert!(default.files.iter().all(pinned), "nothing of the default encoder is taken on trust");
        assert!(default.sources.len() >= 2, "one source being away must not matter");
    }

    #[test]
    fn a_path_cannot_leave_its_folder() {
        for path in ["../config.json", "/etc/passwd", "a//b", ".hidden", "c:\\x"] {
            let file = ModelFile { path: path.to_owned(), size: None, sha256: None };
            assert!(!file.inside(), "{path} must be refused");
        }
        assert!(ModelFile { path: "1_Pooling/config.json".to_owned(), size: None, sha256: None }.inside());
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Catalogue::builtin().expect("well-formed").entry("gpt").expect_err("there is no such model");
        assert!(error.to_string().contains("all-MiniLM-L6-v2"), "the message helps: {error}");
    }
}
