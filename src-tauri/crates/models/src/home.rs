//! Where Pincite keeps its data on this machine. Not for users' files: those stay where they are and are never written.

use std::path::{Path, PathBuf};

/// The folder with the library, the models, the tuned encoders and the ONNX Runtime library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home(PathBuf);

impl Home {
    /// `$PINCITE_HOME` if set, else the platform's data folder (`~/.local/share/pincite` on Linux), else `./pincite-home`
    /// for a user without a home folder.
    pub fn of_this_user() -> Self {
        let given = std::env::var_os("PINCITE_HOME").filter(|value| !value.is_empty()).map(PathBuf::from);
        let platform = || directories::ProjectDirs::from("", "", "pincite").map(|dirs| dirs.data_dir().to_owned());
        Self(given.or_else(platform).unwrap_or_else(|| PathBuf::from("pincite-home")))
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The SQLite file.
    pub fn library(&self) -> PathBuf {
        self.0.join("library.db")
    }

    /// The folder of the log.
    pub fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// The folder of the model of this name.
    pub fn model(&self, name: &str) -> PathBuf {
        self.0.join("models").join(name)
    }

    /// The folder of the encoder of this name that was tuned to a collection, laid out as models are.
    pub fn tuned(&self, name: &str) -> PathBuf {
        self.tuned_all().join(name)
    }

    /// The folder of all tuned encoders.
    pub fn tuned_all(&self) -> PathBuf {
        self.0.join("tuned")
    }

    /// The folder of all runs under way.
    pub fn runs(&self) -> PathBuf {
        self.0.join("tuning")
    }
}

impl From<PathBuf> for Home {
    fn from(folder: PathBuf) -> Self {
        Self(folder)
    }
}
