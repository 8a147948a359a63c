//! Where Pincite keeps its data on this machine. Not for users' files: those stay where they are and are never written.

use pincite_library::TuningRunId;
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
    pub(crate) fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// The folder of the model of this name.
    pub(crate) fn model(&self, name: &str) -> PathBuf {
        self.0.join("models").join(name)
    }

    /// The folder of the encoder of this name that was tuned to a collection, laid out as models are.
    pub(crate) fn tuned(&self, name: &str) -> PathBuf {
        self.tuned_all().join(name)
    }

    /// The folder of all tuned encoders.
    pub(crate) fn tuned_all(&self) -> PathBuf {
        self.0.join("tuned")
    }

    /// The folder of all tuning runs under way.
    pub(crate) fn tuning_all(&self) -> PathBuf {
        self.0.join("tuning")
    }

    /// The folder a tuning run works in: its pairs, and its checkpoint.
    pub(crate) fn tuning(&self, run: TuningRunId) -> PathBuf {
        self.tuning_all().join(run.to_string())
    }
}

impl From<PathBuf> for Home {
    fn from(folder: PathBuf) -> Self {
        Self(folder)
    }
}
