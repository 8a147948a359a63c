//! The catalogue of models, `models/manifest.toml` as data. Beside it: the installed models, and how to install one. Not for
//! opening models (`Encoder`).
//!
//! A model is a folder `<home>/models/<name>`. One rename installs it completely, or not at all.

mod fetch;
mod hub;
mod import;
mod languages;
mod staging;
mod status;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{CONFIG, Fingerprint, json};
use crate::generator::Files;
use crate::home::Installation;
use crate::{Error, Result};

pub use languages::Languages;
pub use staging::Fetching;
pub use status::{CheckedModel, Hashes, ModelStatus, State};

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
    /// Its files, each with its size and hash.
    pub files: Vec<ModelFile>,
    /// Its sources in order. The local folder comes before them.
    pub sources: Vec<Source>,
    /// The encoder that a pretrained checkpoint belongs to.
    #[serde(default)]
    pub of: Option<String>,
    /// The languages that it knows.
    #[serde(default)]
    pub languages: Option<Languages>,
    /// How people get it, in a sentence or two, if it has no source.
    #[serde(default)]
    pub how: Option<String>,
}

/// A file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// Path inside the folder, with forward slashes.
    pub path: String,
    /// Bytes; unknown while a model is imported.
    #[serde(default)]
    pub size: Option<u64>,
    /// SHA-256 in hexadecimal; unknown while a model is imported.
    #[serde(default)]
    pub sha256: Option<String>,
}

/// A source of a model's files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Source {
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
    pub fn builtin() -> Result<Self> {
        let local = std::env::var_os("PINCITE_MODELS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let shipped = Installation::of_this_program().models();
        Ok(Self { local, shipped, ..Self::parse(BUILTIN)? })
    }

    /// A catalogue in the form of `models/manifest.toml`.
    ///
    /// # Errors
    /// [`Error::Manifest`] for another form, for a file without a size and a hash, and for anything but exactly one default
    /// encoder and at most one default of each other kind.
    pub fn parse(text: &str) -> Result<Self> {
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
        if let Some(entry) = catalogue.entries.iter().find(|entry| !entry.files.iter().all(ModelFile::is_pinned)) {
            return wrong(format!("`{}` has a file without a size and a SHA-256", entry.name));
        }
        if let Some(entry) = catalogue.entries.iter().find(|entry| !catalogue.names_its_encoder(entry)) {
            return wrong(format!("`{}` must name its encoder if it is a checkpoint, and only then", entry.name));
        }
        Ok(catalogue)
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

    /// The model of that name.
    ///
    /// # Errors
    /// [`Error::UnknownModel`], which lists the names known.
    pub fn entry(&self, name: &str) -> Result<&Entry> {
        let known = || self.entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>().join(", ");
        self.entries
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| Error::UnknownModel { name: name.to_owned(), known: known() })
    }
}

impl Entry {
    /// SHA-256 over the paths and hashes of its files, in hexadecimal. `None` if a hash is not known.
    pub fn sha256(&self) -> Option<String> {
        let mut hash = Fingerprint::new("");
        for file in &self.files {
            hash.add(&format!("{} {}\n", file.path, file.sha256.as_ref()?));
        }
        Some(hash.finish())
    }

    /// How people get it, for a message.
    pub fn how_to_get(&self) -> String {
        let fetch = || format!("Get it with `pincite models fetch {}`.", self.name);
        self.how.clone().unwrap_or_else(fetch)
    }

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
            Source::Hub { .. } => true,
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
    /// Whether nothing of it is taken on trust.
    fn is_pinned(&self) -> bool {
        self.size.is_some() && self.sha256.as_ref().is_some_and(|hash| hash.len() == 64)
    }

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

/// The purpose of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Maps questions and passages to vectors.
    Encoder,
    /// Scores a question and a passage together.
    Reranker,
    /// Generates texts, such as questions about passages.
    Generator,
    /// Recognises the text of page pictures: detects lines and reads them.
    Recogniser,
    /// A pretrained checkpoint from which tuning starts, stored as differences from an encoder's weights.
    Checkpoint,
}

/// The field of `config.json` that names the classes of a model.
#[derive(Default, Deserialize)]
struct Architectures {
    #[serde(default)]
    architectures: Vec<String>,
}

impl Kind {
    /// The kind of the model in a folder: a generator if it has a decoder, a reranker if it is a sequence classifier, else
    /// an encoder. A damaged `config.json` is reported when the model is opened.
    pub(crate) fn of(folder: &Path) -> Self {
        if Files::are_in(folder) {
            return Self::Generator;
        }
        let classes: Architectures = json(&folder.join(CONFIG)).ok().flatten().unwrap_or_default();
        let classifier = classes.architectures.iter().any(|class| class.ends_with("ForSequenceClassification"));
        if classifier { Self::Reranker } else { Self::Encoder }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_hash_is_refused() {
        let of = |file: &str| {
            let text = format!(
                "hub = \"http://127.0.0.1:1\"\n[[model]]\nname = \"base\"\nkind = \"encoder\"\ndefault = true\n\
                 description = \"\"\nlicence = \"MIT\"\nfiles = [{{ path = \"config.json\"{file} }}]\nsources = []\n"
            );
            Catalogue::parse(&text)
        };
        let hash = "0".repeat(64);
        of(&format!(", size = 2, sha256 = \"{hash}\"")).expect("nothing is taken on trust");
        for file in [String::new(), ", size = 2".to_owned(), format!(", sha256 = \"{hash}\"")] {
            let refused = of(&file).expect_err("what comes first would be trusted");
            assert!(refused.to_string().contains("SHA-256"), "{refused}");
        }
    }

    #[test]
    fn what_comes_along_is_pinned_and_packaged() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let settings = |name: &str| -> serde_json::Value {
            let file = std::fs::read(root.join(name)).expect("the window has settings");
            serde_json::from_slice(&file).expect("in JSON")
        };
        let always = settings("tauri.conf.json");
        let packages = settings("tauri.package.json");
        let catalogue = Catalogue::builtin().expect("well-formed");
        let shipped: Vec<&Entry> = catalogue.entries().iter().filter(|entry| entry.is_shipped()).collect();
        assert!(
            shipped.iter().any(|entry| Some(*entry) == catalogue.default_generator()),
            "a generator is there always"
        );
        for entry in shipped {
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
