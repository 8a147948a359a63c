//! `models/manifest.toml` as data. Not for fetching.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::catalogue::kind::Kind;
use crate::catalogue::status::{ModelStatus, State};
use crate::cross_encoder::CrossEncoder;
use crate::device::Device;
use crate::error::Error;
use crate::installation::Installation;
use crate::overrides::Overrides;
use crate::runtime;

const BUILTIN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../models/manifest.toml"));

/// The catalogue of models.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    pub(crate) hub: String,
    /// A local folder, the first source.
    #[serde(skip)]
    pub(crate) local: Option<PathBuf>,
    /// Folders that can hold shipped models, best first.
    #[serde(skip)]
    pub(crate) shipped: Vec<PathBuf>,
    #[serde(rename = "model")]
    entries: Vec<Entry>,
}

/// One model of the catalogue.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name, which is also the name of its folder.
    pub name: String,
    /// Its purpose.
    pub kind: Kind,
    /// The default of its kind.
    #[serde(default)]
    pub default: bool,
    /// Description for people, one sentence.
    pub description: String,
    /// SPDX identifier.
    pub licence: String,
    /// Its files.
    pub files: Vec<ModelFile>,
    /// Its sources in order. The local folder comes before them.
    pub sources: Vec<Source>,
    /// The encoder that a pretrained checkpoint belongs to.
    #[serde(default)]
    pub of: Option<String>,
    /// Settings that its own files leave open.
    #[serde(default)]
    pub(crate) settings: Overrides,
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

/// A source of a model's files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Source {
    /// A Python package that contains the files.
    Package {
        /// Its name.
        package: String,
        /// Its version.
        version: String,
        /// Folder of the files inside the package.
        folder: String,
    },
    /// A Python package whose compiled library has the files inside it.
    Embedded {
        /// Its name.
        package: String,
        /// Its version.
        version: String,
        /// Path of the library inside the package, without what differs between systems.
        library: String,
        /// The first bytes of each file, in hexadecimal. They find it; its size and hash must then agree.
        starts: BTreeMap<String, String>,
    },
    /// A repository of the model hub.
    Hub {
        /// "owner/name".
        hub: String,
        /// Branch, tag or commit.
        revision: String,
    },
    /// A folder shipped with this program.
    Shipped {
        /// Its name inside a folder `models`.
        shipped: String,
    },
}

impl Catalogue {
    /// The built-in catalogue with the folders of shipped models. `$PINCITE_MODELS` is its local folder.
    ///
    /// # Errors
    /// [`Error::Manifest`] if `models/manifest.toml` is damaged; a test makes sure it is not.
    pub fn builtin() -> Result<Self, Error> {
        let local = std::env::var_os("PINCITE_MODELS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let shipped = Installation::of_this_program().models();
        Ok(Self { local, shipped, ..Self::parse(BUILTIN)? })
    }

    /// A catalogue in the form of `models/manifest.toml`.
    ///
    /// # Errors
    /// [`Error::Manifest`] for another form, and for anything but exactly one default encoder and at most one default
    /// of each other kind.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let catalogue: Self = toml::from_str(text).map_err(|error| Error::Manifest { reason: error.to_string() })?;
        let wrong = |reason: String| Err(Error::Manifest { reason });
        let defaults =
            |kind: Kind| catalogue.entries.iter().filter(|entry| entry.default && entry.kind == kind).count();
        if defaults(Kind::Encoder) != 1
            || [Kind::Generator, Kind::Reranker, Kind::Recogniser].iter().any(|kind| defaults(*kind) > 1)
        {
            return wrong("exactly one encoder must be the default, and at most one model of another kind".to_owned());
        }
        if let Some(entry) = catalogue.entries.iter().find(|entry| !entry.stays_inside()) {
            return wrong(format!("`{}` has a name or a path that leaves its folder", entry.name));
        }
        match catalogue.entries.iter().find(|entry| !catalogue.names_its_encoder(entry)) {
            Some(entry) => {
                wrong(format!("`{}` must name its encoder if it is a checkpoint, and only then", entry.name))
            }
            None => Ok(catalogue),
        }
    }

    /// The same catalogue with another local folder, which is the first source.
    #[must_use]
    pub fn with_local(self, folder: PathBuf) -> Self {
        Self { local: Some(folder), ..self }
    }

    /// The same catalogue with other folders for shipped models.
    #[must_use]
    pub fn with_shipped(self, folders: Vec<PathBuf>) -> Self {
        Self { shipped: folders, ..self }
    }

    /// All models, in the order of the manifest.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The default encoder.
    pub fn default_encoder(&self) -> &Entry {
        let is_it = |entry: &Entry| entry.default && entry.kind == Kind::Encoder;
        let default = self.entries.iter().position(is_it).unwrap_or(0);
        &self.entries[default]
    }

    /// The pretrained checkpoint of an encoder, if there is one. Without one, tuning starts at the encoder's own
    /// weights.
    pub fn checkpoint_of(&self, encoder: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.of.as_deref() == Some(encoder))
    }

    /// Whether exactly the checkpoints name an encoder of the catalogue.
    fn names_its_encoder(&self, entry: &Entry) -> bool {
        let encoder = |name: &str| self.entries.iter().any(|entry| entry.kind == Kind::Encoder && entry.name == name);
        entry.of.as_deref().is_some_and(encoder) == (entry.kind == Kind::Checkpoint)
    }

    /// The default generator, if there is one.
    pub fn default_generator(&self) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.default && entry.kind == Kind::Generator)
    }

    /// Opens the cross-encoder in use: an imported one, else the default, which is shipped. Starts the runtime.
    ///
    /// # Errors
    /// [`Error::NotInstalled`] without any, those of [`Self::installed_or_shipped`], [`runtime::start`] and
    /// [`CrossEncoder::open`].
    pub fn open_reranker(&self, home: &Path, device: Device) -> Result<CrossEncoder, Error> {
        runtime::start(&runtime::candidates(home))?;
        CrossEncoder::open(&self.reranker(home)?, device)
    }

    fn reranker(&self, home: &Path) -> Result<PathBuf, Error> {
        let mut rerankers = self.status(home).into_iter().filter(|status| status.kind == Kind::Reranker);
        let imported = rerankers.find(|status| self.entry(&status.name).is_err());
        if let Some(imported) = imported {
            return Ok(imported.folder);
        }
        let default = self.entries.iter().find(|entry| entry.default && entry.kind == Kind::Reranker);
        let name = default.map_or("", |entry| entry.name.as_str());
        self.installed_or_shipped(name, home)
    }

    /// The folder of the default recogniser, if it is installed.
    pub fn recogniser(&self, home: &Path) -> Option<PathBuf> {
        let wanted = |status: &ModelStatus| status.kind == Kind::Recogniser && status.default;
        let status = self.status(home).into_iter().find(wanted)?;
        (status.state == State::Installed).then_some(status.folder)
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

    /// Whether it is shipped with this program.
    pub(crate) fn is_shipped(&self) -> bool {
        self.sources.iter().any(Source::is_shipped)
    }

    /// Whether its name and paths stay inside its folder.
    fn stays_inside(&self) -> bool {
        let inside = |source: &Source| match source {
            Source::Shipped { shipped } => is_safe_name(shipped),
            Source::Package { .. } | Source::Embedded { .. } | Source::Hub { .. } => true,
        };
        is_safe_name(&self.name) && self.files.iter().all(ModelFile::inside) && self.sources.iter().all(inside)
    }
}

impl Source {
    pub(crate) fn is_shipped(&self) -> bool {
        matches!(self, Self::Shipped { .. })
    }
}

impl ModelFile {
    /// Whether the path stays inside the model's folder.
    fn inside(&self) -> bool {
        self.path.split('/').all(is_safe_name)
    }
}

/// Whether a name is a valid file name on every system and stays inside its folder.
pub(crate) fn is_safe_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_pinned(file: &ModelFile) -> bool {
        file.size.is_some() && file.sha256.as_ref().is_some_and(|hash| hash.len() == 64)
    }

    #[test]
    fn the_builtin_catalogue_pins_its_default() {
        let catalogue = Catalogue::builtin().expect("the manifest is well-formed");
        let default = catalogue.default_encoder();
        assert_eq!(default.name, "all-MiniLM-L6-v2");
        assert!(default.files.iter().all(is_pinned), "nothing of the default encoder is taken on trust");
        assert!(default.sources.len() >= 2, "one source being away must not matter");
    }

    #[test]
    fn what_comes_along_is_pinned_and_packaged() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let settings = |name: &str| -> serde_json::Value {
            let file = std::fs::read(root.join(name)).expect("the window has settings");
            serde_json::from_slice(&file).expect("in JSON")
        };
        let (always, packages) = (settings("tauri.conf.json"), settings("tauri.package.json"));
        let catalogue = Catalogue::builtin().expect("well-formed");
        let shipped: Vec<&Entry> = catalogue.entries().iter().filter(|entry| entry.is_shipped()).collect();
        assert!(
            shipped.iter().any(|entry| Some(*entry) == catalogue.default_generator()),
            "a generator is there always"
        );
        for entry in shipped {
            assert!(entry.files.iter().all(is_pinned), "nothing of {} is taken on trust", entry.name);
            let folder = format!("models/{}/", entry.name);
            let carried = |settings: &serde_json::Value, from: String| settings["bundle"]["resources"][from] == *folder;
            // The default encoder and the recogniser are not in the checkout: the build of a package stages them.
            let is_fetched = matches!(entry.kind, Kind::Encoder | Kind::Recogniser);
            let staged = entry.default && is_fetched && carried(&packages, format!("packaged/{folder}"));
            assert!(
                staged || carried(&always, format!("../{folder}")),
                "packages carry {folder} to where it is looked for"
            );
        }
    }

    #[test]
    fn a_checkpoint_belongs_to_an_encoder() {
        let of = |kind: &str, more: &str| {
            let entry = |name: &str, kind: &str, more: &str| {
                format!(
                    "[[model]]\nname = \"{name}\"\nkind = \"{kind}\"\n{more}\ndescription = \"\"\nlicence = \"MIT\"\n\
                     files = []\nsources = []\n"
                )
            };
            let encoder = entry("base", "encoder", "default = true");
            Catalogue::parse(&format!("hub = \"http://127.0.0.1:1\"\n{encoder}{}", entry("begin", kind, more)))
        };
        let catalogue = of("checkpoint", "of = \"base\"").expect("well-formed");
        assert_eq!(catalogue.checkpoint_of("base").map(|entry| entry.name.as_str()), Some("begin"));
        assert!(catalogue.checkpoint_of("begin").is_none(), "other encoders begin at their own weights");
        for (kind, more) in [("checkpoint", ""), ("checkpoint", "of = \"nobody\""), ("encoder", "of = \"base\"")] {
            let refused = of(kind, more).expect_err("it says nothing that can be followed");
            assert!(refused.to_string().contains("begin"), "{refused}");
        }
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
