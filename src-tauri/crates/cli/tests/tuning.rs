//! Tuning with the real command: a run that is cut off goes on with the next command. With a tiny encoder in the place of the
//! default one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn with_agreement() -> Pincite {
    let pincite = Pincite::new();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-mean");
    let folder = pincite.path("home/models/all-MiniLM-L6-v2");
    fs::create_dir_all(&folder).unwrap();
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        fs::copy(fixture.join(file), folder.join(file)).unwrap();
    }
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    pincite
}

/// A file of pairs: each passage with a question of its first words.
fn pairs(pincite: &Pincite) -> String {
    let (_, answer) =
        pincite.run(&["ask", "services customer supplier agreement fees", "-k", "80", "--mode", "lexical"]);
    let line = |hit: &Value| {
        let pieces = hit["pieces"].as_array().unwrap().iter();
        let passage: String = pieces.map(|piece| piece["text"].as_str().unwrap()).collect();
        let words: Vec<&str> = passage.split_whitespace().take(8).collect();
        format!("{}\n", json!({ "question": words.join(" "), "passage": passage }))
    };
    let file = pincite.path("pairs.jsonl");
    fs::write(&file, answer["hits"].as_array().unwrap().iter().map(line).collect::<String>()).unwrap();
    file.display().to_string()
}

#[test]
fn a_tune_cut_off_by_a_kill_goes_on_with_the_next_one() {
    let pincite = with_agreement();
    let pairs = pairs(&pincite);
    let history = || pincite.run(&["tune", "history"]).1["tunings"].clone();
    let mut child = pincite.command(&["tune", "--pairs", &pairs, "--json"]).stdout(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while history().as_array().unwrap().is_empty() {
        assert!(began.elapsed() < Duration::from_secs(120), "it starts a run");
    }
    child.kill().unwrap(); // SIGKILL
    child.wait().unwrap();
    let cut_off = &history()[0];
    assert_eq!(cut_off["state"], "queued", "the kill met it at work, and nobody is at it now: {cut_off}");
    let text = pincite.command(&["tune"]).output().unwrap();
    let told = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.status.success(), "{told}{}", String::from_utf8_lossy(&text.stderr));
    assert!(told.contains("it goes on where it was"), "{told}");
    let runs = history();
    assert_eq!((runs.as_array().unwrap().len(), &runs[0]["state"]), (1, &"done".into()), "the same run: {runs}");
}

/// Another encoder is imported, given to the collection and taken back; what cannot be used is told with a remedy.
#[test]
fn a_collection_is_searched_by_another_encoder() {
    let pincite = with_agreement();
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-dpr");
    pincite.run(&["models", "import", &tiny.display().to_string()]);
    let encoder = || pincite.run(&["collections"]).1[0]["encoder"].clone();
    assert_eq!(encoder(), "all-MiniLM-L6-v2");
    let (code, done) = pincite.run(&["models", "use", "tiny-dpr"]);
    assert_eq!((code, &done["state"], &done["kind"]), (0, &"done".into(), &"encoder".into()), "{done}");
    assert_eq!(encoder(), "tiny-dpr");
    let (code, answer) = pincite.run(&["ask", "Who may terminate the agreement?", "--mode", "dense"]);
    assert!(code == 0 && answer["notes"] == json!([]), "it answers: {answer}");
    pincite.run(&["tune", "undo"]);
    assert_eq!(encoder(), "all-MiniLM-L6-v2");
    for (name, expected) in [
        ("all-MiniLM-L6-v2", "adapt.encoder_in_use"),
        ("multilingual-e5-small", "adapt.encoder_not_installed"),
        ("pp-ocrv6-tiny", "adapt.not_an_encoder"),
    ] {
        let (code, told) = pincite.run(&["models", "use", name]);
        assert_eq!((code, &told["error"]["code"]), (1, &expected.into()), "{told}");
    }
    let (code, told) = pincite.run(&["models", "fetch", "multilingual-e5-small"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"models.no_source".into()), "{told}");
    assert!(told["error"]["message"].as_str().unwrap().contains("pincite models import"), "with the way to it: {told}");
}
