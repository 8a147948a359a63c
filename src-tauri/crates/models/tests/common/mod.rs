//! Shared by the tests: the runtime, the fixtures and a way to embed without watching progress.
#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod multilingual;
pub(crate) mod pytorch;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pincite_models::{CheckLimits, Checker, Embeddings, Encode, Encoder, Side, runtime};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Where set-up put the models and the runtime.
pub(crate) fn home() -> PathBuf {
    let data = || directories::BaseDirs::new().expect("a home directory").data_dir().join("pincite");
    std::env::var_os("PINCITE_HOME").map_or_else(data, PathBuf::from)
}

/// Loads ONNX Runtime; without it no test here can say anything.
pub(crate) fn start() {
    if let Err(error) = runtime::start(&runtime::candidates(&home())) {
        panic!("{error}");
    }
}

/// Tries models out with this crate's own program.
pub(crate) fn checker(limits: CheckLimits) -> Checker {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_pincite-check-model"));
    Checker::new(program, runtime::candidates(&home()), limits)
}

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

pub(crate) fn embed(encoder: &Encoder, texts: &[&str], side: Side) -> Embeddings {
    encoder.embed(texts, side, &mut |_| ControlFlow::Continue(())).expect("the encoder runs")
}

/// A text and its vector by the reference implementation.
#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) vector: Vec<f32>,
}

#[derive(Deserialize)]
pub(crate) struct Reference {
    pub(crate) questions: Vec<Row>,
    pub(crate) passages: Vec<Row>,
}

pub(crate) fn reference(name: &str) -> Reference {
    let file = fixture(name).join("reference.json");
    serde_json::from_slice(&std::fs::read(file).expect("the fixture has a reference")).expect("the reference is JSON")
}
