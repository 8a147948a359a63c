//! Where Pincite's files are on this machine: its data in a home, and what is shipped beside the program, where its package
//! installs it, or in the checkout. Not for users' files: those stay where they are and are never written.

use std::path::{Path, PathBuf};

/// The folder with the library, the models, the tuned encoders and the ONNX Runtime library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    folder: PathBuf,
    /// Below it lies what belongs to one library: tuned encoders, and runs under way.
    of_library: PathBuf,
}

impl Home {
    /// `$PINCITE_HOME` if set, else the platform's data folder (`~/.local/share/pincite` on Linux), else `./pincite-home`
    /// for a user without a home folder.
    pub fn of_this_user() -> Self {
        let given = std::env::var_os("PINCITE_HOME").filter(|value| !value.is_empty()).map(PathBuf::from);
        let platform = || directories::ProjectDirs::from("", "", "pincite").map(|dirs| dirs.data_dir().to_owned());
        Self::from(given.or_else(platform).unwrap_or_else(|| PathBuf::from("pincite-home")))
    }

    /// The same folder for a shared library: tuned encoders and runs have a place of their own, because their numbers are those
    /// of that library.
    #[must_use]
    pub fn of_shared(&self, address: &Path) -> Self {
        let name: String =
            address.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        Self { folder: self.folder.clone(), of_library: self.folder.join("shared").join(name) }
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The SQLite file.
    pub fn library(&self) -> PathBuf {
        self.folder.join("library.db")
    }

    /// The note of the shared library or the bundle that is used in place of that file. Missing: there is none.
    pub fn chosen_library(&self) -> PathBuf {
        self.folder.join("shared-library")
    }

    /// The key that signs bundles.
    pub fn signing_key(&self) -> PathBuf {
        self.folder.join("signing.key")
    }

    /// The copy of a bundle that an older version wrote, brought to this version.
    pub fn updated_bundle(&self) -> PathBuf {
        self.of_library.join("bundle.pincite")
    }

    /// The folder of the log.
    pub fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// The folder of the model of this name.
    pub fn model(&self, name: &str) -> PathBuf {
        self.folder.join("models").join(name)
    }

    /// The folder of the encoder of this name that was tuned to a collection, laid out as models are.
    pub fn tuned(&self, name: &str) -> PathBuf {
        self.tuned_all().join(name)
    }

    /// The folder of all tuned encoders.
    pub fn tuned_all(&self) -> PathBuf {
        self.of_library.join("tuned")
    }

    /// The folder with copies of the PDFs of shared libraries. It can be emptied at any time.
    pub fn originals(&self) -> PathBuf {
        self.folder.join("originals")
    }

    /// The folder of all runs under way.
    pub fn runs(&self) -> PathBuf {
        self.of_library.join("tuning")
    }
}

impl From<PathBuf> for Home {
    fn from(folder: PathBuf) -> Self {
        Self { of_library: folder.clone(), folder }
    }
}

/// The product's name, which packages use for its folder (`productName` in `tauri.conf.json`).
const PRODUCT: &str = "Pincite";

/// The location of this program.
pub(crate) struct Installation {
    executable: Option<PathBuf>,
    /// Folder of the crate that Cargo runs, if Cargo runs it.
    running_crate: Option<PathBuf>,
}

impl Installation {
    pub(crate) fn of_this_program() -> Self {
        let running_crate = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        Self { executable: std::env::current_exe().ok(), running_crate }
    }

    /// The executable's folder.
    pub(crate) fn beside(&self) -> Option<&Path> {
        self.executable.as_deref()?.parent()
    }

    /// All parent folders. One of them is the checkout, if there is one.
    pub(crate) fn above(&self) -> impl Iterator<Item = &Path> {
        let starts = [self.executable.as_deref(), self.running_crate.as_deref()];
        starts.into_iter().flatten().flat_map(|path| path.ancestors().skip(1))
    }

    /// Possible folders of shipped models, best first.
    pub(crate) fn models(&self) -> Vec<PathBuf> {
        self.shipped("models")
    }

    /// Folders of a shipped runtime library: beside the executable, or where this platform's packages put it.
    pub(crate) fn runtime(&self) -> impl Iterator<Item = PathBuf> {
        let folders = self.beside().map(Path::to_path_buf).into_iter().chain(self.beside().and_then(packaged));
        let runtimes: Vec<PathBuf> = folders.map(|folder| folder.join("runtime")).collect();
        self.beside().map(Path::to_path_buf).into_iter().chain(runtimes)
    }

    /// Possible places of a folder that is shipped, best first.
    fn shipped(&self, name: &str) -> Vec<PathBuf> {
        let packaged = self.beside().and_then(packaged);
        let above = self.above().filter(|folder| Some(*folder) != self.beside());
        let places = self.beside().into_iter().chain(packaged.as_deref()).chain(above);
        places.map(|folder| folder.join(name)).collect()
    }
}

/// Sample documents, inside the folder `assets`.
const SAMPLES: [&str; 3] = ["services-agreement.pdf", "annual-report.pdf", "lists/supply-agreement.pdf"];

/// The sample documents that come with this program; none if one of them is missing.
pub fn sample_documents() -> Vec<PathBuf> {
    let all = |folder: PathBuf| SAMPLES.map(|file| folder.join(file));
    let places = Installation::of_this_program().shipped("assets").into_iter().map(all);
    let found = places.into_iter().find(|files| files.iter().all(|file| file.is_file()));
    found.map(Vec::from).unwrap_or_default()
}

/// The folder where this platform's packages install the files of an executable, if it is another one.
fn packaged(beside: &Path) -> Option<PathBuf> {
    match std::env::consts::OS {
        "linux" => Some(beside.parent()?.join("lib").join(PRODUCT)),
        "macos" => Some(beside.parent()?.join("Resources")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(executable: &str) -> Vec<PathBuf> {
        Installation { executable: Some(executable.into()), running_crate: None }.models()
    }

    #[test]
    fn models_are_looked_for_where_packages_and_checkouts_have_them() {
        let found = at("/usr/bin/pincite");
        assert_eq!(found[0], Path::new("/usr/bin/models"), "beside comes first");
        if cfg!(target_os = "linux") {
            assert_eq!(found[1], Path::new("/usr/lib/Pincite/models"), "deb and rpm");
            let installed = Installation { executable: Some("/usr/bin/pincite".into()), running_crate: None };
            let runtimes: Vec<PathBuf> = installed.runtime().collect();
            assert_eq!(runtimes, ["/usr/bin", "/usr/bin/runtime", "/usr/lib/Pincite/runtime"].map(PathBuf::from));
        }
        let built = at("/source/src-tauri/target/debug/deps/test-1234");
        assert!(built.contains(&"/source/models".into()), "a test of a checkout finds the checkout's: {built:?}");
        let elsewhere = Installation { executable: None, running_crate: Some("/source/src-tauri/crates/cli".into()) };
        assert!(elsewhere.models().contains(&"/source/models".into()), "wherever Cargo builds to");
    }

    #[test]
    fn packages_carry_the_samples_and_this_checkout_has_them() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tauri.conf.json");
        let settings: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        for sample in SAMPLES {
            let packaged = &settings["bundle"]["resources"][format!("../assets/{sample}")];
            assert_eq!(packaged, &format!("assets/{sample}"), "packages carry it to where it is looked for");
        }
        assert_eq!(sample_documents().len(), SAMPLES.len());
    }

    #[test]
    fn packages_call_the_product_by_this_name() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tauri.conf.json");
        let settings: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        assert_eq!(settings["productName"], PRODUCT, "its folder would not be found under another name");
    }
}
