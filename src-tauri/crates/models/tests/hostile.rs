//! Models that were made to do harm: each import ends soon with an error that names the file, and nothing is taken in.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on says so")]
#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{checker, fixture};
use pincite_models::{Catalogue, CheckLimits, Error};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A copy of a sound encoder on a stick, and an empty home.
struct Stick {
    stick: TempDir,
    home: TempDir,
}

impl Stick {
    fn new() -> Self {
        let made = || tempfile::tempdir().expect("temporary folder");
        let it = Self { stick: made(), home: made() };
        fs::create_dir(it.folder()).expect("creates");
        for file in ["config.json", "tokenizer.json", "model.safetensors"] {
            fs::copy(fixture("tiny-dpr").join(file), it.folder().join(file)).expect("copies");
        }
        it
    }

    fn folder(&self) -> std::path::PathBuf {
        self.stick.path().join("model")
    }

    /// Changes a JSON file of the model.
    fn change(&self, file: &str, change: impl FnOnce(&mut Value)) {
        let path = self.folder().join(file);
        let mut json: Value = serde_json::from_slice(&fs::read(&path).expect("reads")).expect("is JSON");
        change(&mut json);
        fs::write(path, json.to_string()).expect("writes");
    }

    fn import(&self, limits: CheckLimits) -> Result<(), Error> {
        let catalogue = Catalogue::builtin().expect("well-formed");
        catalogue.import(&self.folder(), self.home.path(), &checker(limits)).map(drop)
    }

    /// The message with which the model is refused.
    fn refused(&self) -> String {
        let error = self.import(CheckLimits::default()).expect_err("refused");
        assert!(!self.home.path().join("models/model").exists(), "nothing is taken in");
        error.to_string()
    }
}

fn pipe_at(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status().expect("runs");
    assert!(made.success());
}

#[test]
fn the_model_itself_is_sound() {
    Stick::new().import(CheckLimits::default()).expect("or the tests below prove nothing");
}

#[test]
fn a_million_layers_do_not_hang_the_import() {
    let stick = Stick::new();
    stick.change("config.json", |config| config["num_hidden_layers"] = 1_000_000.into());
    let began = Instant::now();
    let said = stick.refused();
    assert!(said.contains("num_hidden_layers") && said.contains("config.json"), "{said}");
    assert!(began.elapsed() < Duration::from_secs(5), "refused before the graph is built");
}

#[test]
fn a_normalizer_that_blows_up_its_input_is_refused() {
    let stick = Stick::new();
    let double = json!({ "type": "Replace", "pattern": { "String": "a" }, "content": "aa" });
    stick.change("tokenizer.json", |it| {
        it["normalizer"] = json!({ "type": "Sequence", "normalizers": vec![double; 31] })
    });
    let said = stick.refused();
    assert!(said.contains("tokenizer.json") && said.contains("times as long"), "{said}");
}

#[test]
fn a_charsmap_that_panics_is_refused() {
    let stick = Stick::new();
    // A trie of one unit: the first letter of a text leads beyond it, where the library panics.
    let charsmap = json!({ "type": "Precompiled", "precompiled_charsmap": "BAAAAAAAAAB4AA==" });
    stick.change("tokenizer.json", |it| it["normalizer"] = charsmap);
    let said = stick.refused();
    assert!(said.contains("tokenizer.json") && said.contains("cannot handle"), "{said}");
}

#[test]
fn a_pipe_in_place_of_a_file_does_not_hang_the_import() {
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        let stick = Stick::new();
        let path = stick.folder().join(file);
        fs::remove_file(&path).expect("removes");
        pipe_at(&path);
        assert!(stick.refused().contains("not a regular file"), "{file}");
    }
}

#[test]
fn a_file_larger_than_any_model_is_refused() {
    let stick = Stick::new();
    let weights = fs::File::create(stick.folder().join("model.safetensors")).expect("creates");
    weights.set_len(1 << 40).expect("a sparse file takes no space");
    assert!(stick.refused().contains("1099511627776 bytes"));
}

#[test]
fn a_tuned_encoder_cannot_stand_in_for_the_model_that_is_copied() {
    let stick = Stick::new();
    fs::write(stick.folder().join("delta.safetensors"), b"").expect("writes");
    assert!(stick.refused().contains("delta.safetensors"), "its base would be tried out instead");
}

#[test]
fn a_model_that_needs_too_much_costs_only_the_process_that_tries_it_out() {
    let stick = Stick::new();
    let limited = |limits: CheckLimits| stick.import(limits).expect_err("not enough").code();
    let memory = limited(CheckLimits { memory_bytes: 4 << 20, ..CheckLimits::default() });
    // The process dies, or what it tried fails: without a limit there would be no error.
    assert!(["models.unchecked", "models.bad_file"].contains(&memory), "{memory}");
    assert_eq!(limited(CheckLimits { wall: Duration::ZERO, ..CheckLimits::default() }), "models.unchecked", "time");
    stick.import(CheckLimits::default()).expect("and the model is as sound as before");
}
