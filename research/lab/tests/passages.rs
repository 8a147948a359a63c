//! The passages that training data are made of carry the names of their files.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

/// The name of an agreement stood there, so that no question found its document.
#[test]
fn a_passage_carries_the_name_of_its_file() {
    let home = tempfile::tempdir().unwrap();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/services-agreement.pdf");
    let mut lab = Command::new(env!("CARGO_BIN_EXE_pincite-lab"));
    let output = lab.env("PINCITE_HOME", home.path()).args(["passages", sample]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 20, "{}", String::from_utf8_lossy(&output.stderr));
    assert!(lines.iter().all(|line| line["document"] == "services-agreement.pdf"), "{}", lines[0]);
}
