//! The real command in a data folder of its own. Without an encoder, so that no model is needed: words are enough here.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by failing")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A data folder that goes with the test.
pub(crate) struct Pincite {
    folder: tempfile::TempDir,
}

impl Pincite {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A path inside the test's folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command with these words, not yet run.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
        command.env("PINCITE_HOME", self.path("home")).args(words);
        command
    }

    /// Adds a document, asks, marks the answer, and fills a table: something of each kind that a library keeps.
    #[allow(dead_code, reason = "some tests keep nothing")]
    pub(crate) fn work_with(&self, document: &str, question: &str) {
        assert_eq!(self.run(&["add", document]).0, 0);
        let (_, answer) = self.run(&["ask", question, "-k", "1"]);
        self.run(&["mark", question, "-d", "services", "-p", &answer["hits"][0]["id"].to_string()]);
        self.run(&["grid", "new", "Review", question]);
        assert_eq!(self.run(&["grid", "run", "Review"]).0, 0);
    }

    /// Runs the command with `--json`; its exit code and what it printed.
    pub(crate) fn run(&self, words: &[&str]) -> (i32, Value) {
        let Output { status, stdout, stderr } = self.command(words).arg("--json").output().unwrap();
        let code = status.code().unwrap_or(-1);
        let json = serde_json::from_slice(&stdout);
        let told = String::from_utf8_lossy(&stderr).into_owned();
        (code, json.unwrap_or_else(|error| panic!("{words:?} printed no JSON ({error}): {told}")))
    }
}

/// A sample document of this repository.
#[allow(dead_code, reason = "some tests make their documents")]
pub(crate) fn sample(name: &str) -> String {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets");
    assets.join(name).canonicalize().unwrap().display().to_string()
}

/// The most memory a process has had, in KiB, without that of processes it started.
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "only some tests measure memory")]
pub(crate) fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
