//! The doctor with the real command: damage is said, nothing wrong is quoted meanwhile, and a repair brings back the answers of
//! before.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const QUESTION: &str = "Which law governs the agreement?";
/// Words of the passage that answers.
const WORDS: &[u8] = b"governed by";
/// Bytes of a page of the library file.
const PAGE: usize = 4096;

fn with_work() -> Pincite {
    let pincite = Pincite::new();
    let file = pincite.path("agreement.pdf");
    fs::copy(sample("services-agreement.pdf"), &file).unwrap();
    pincite.work_with(file.to_str().unwrap(), QUESTION);
    pincite
}

/// What a library says, without what a second reading changes: the numbers of passages.
fn said(pincite: &Pincite) -> Value {
    let answer = pincite.run(&["ask", QUESTION]).1;
    let hits = answer["hits"].as_array().unwrap().iter();
    let hits: Vec<_> = hits
        .inspect(|hit| assert!(hit["pieces"].is_array(), "{hit}"))
        .map(|hit| json!([hit["citation"], hit["pieces"], hit["score"], hit["highlights"]]))
        .collect();
    let marks = pincite.run(&["marks"]).1;
    let marks: Vec<_> = marks.as_array().unwrap().iter().map(|mark| json!([mark["question"], mark["mark"]])).collect();
    pincite.run(&["grid", "run", "Review"]);
    let grid = pincite.run(&["grid", "show", "Review"]).1;
    assert!(grid["cells"][0].is_object(), "{grid}");
    let cells: Vec<_> =
        grid["cells"].as_array().unwrap().iter().map(|cell| cell["answers"][0]["citation"].clone()).collect();
    json!([hits, marks, cells])
}

fn library(pincite: &Pincite) -> PathBuf {
    pincite.path("home").join("library.db")
}

/// Where the stored passage has the words of the answer.
fn place_of_words(bytes: &[u8]) -> usize {
    bytes.windows(WORDS.len()).position(|window| window == WORDS).unwrap()
}

/// Codes of what the doctor finds.
fn codes(findings: &Value) -> Vec<&str> {
    findings["findings"].as_array().unwrap().iter().map(|it| it["problem"]["code"].as_str().unwrap()).collect()
}

#[test]
fn a_changed_letter_is_found_not_quoted_and_repaired() {
    let pincite = with_work();
    let before = said(&pincite);
    let (code, sound) = pincite.run(&["doctor"]);
    assert_eq!((code, codes(&sound), &sound["documents"]), (0, vec![], &1.into()), "{sound}");
    let mut bytes = fs::read(library(&pincite)).unwrap();
    let place = place_of_words(&bytes);
    bytes[place] ^= 2;
    fs::write(library(&pincite), &bytes).unwrap();
    let (code, found) = pincite.run(&["doctor"]);
    assert_eq!((code, codes(&found)), (3, vec!["doctor.text"]), "{found}");
    let (_, answer) = pincite.run(&["ask", QUESTION]);
    assert!(!answer["hits"].to_string().contains("eoverned by"), "{answer}");
    let (code, repaired) = pincite.run(&["doctor", "--repair"]);
    assert_eq!((code, codes(&repaired["left"])), (0, vec![]), "{repaired}");
    assert_eq!(repaired["aside"], Value::Null, "the file itself is whole");
    assert_eq!(said(&pincite), before);
}

#[test]
fn what_can_be_read_of_a_broken_file_is_kept_and_the_rest_read_again() {
    let pincite = with_work();
    let before = said(&pincite);
    let mut bytes = fs::read(library(&pincite)).unwrap();
    let page = place_of_words(&bytes) / PAGE;
    bytes[page * PAGE..(page + 1) * PAGE].fill(0xa5);
    fs::write(library(&pincite), &bytes).unwrap();
    let (code, repaired) = pincite.run(&["doctor", "--repair"]);
    assert_eq!((code, codes(&repaired["left"])), (0, vec![]), "{repaired}");
    let aside = repaired["aside"].as_str().unwrap();
    assert_eq!(fs::read(aside).unwrap(), bytes, "the damaged file is kept as it was");
    assert_eq!(said(&pincite), before);
}

#[test]
fn a_file_that_is_gone_is_named_and_repaired_when_it_is_back() {
    let pincite = with_work();
    let before = said(&pincite);
    let file = pincite.path("agreement.pdf");
    let away = pincite.path("away.pdf");
    fs::rename(&file, &away).unwrap();
    assert_eq!(codes(&pincite.run(&["doctor"]).1), ["doctor.original_missing"]);
    let mut bytes = fs::read(library(&pincite)).unwrap();
    let place = place_of_words(&bytes);
    bytes[place] ^= 2;
    fs::write(library(&pincite), &bytes).unwrap();
    let (code, repaired) = pincite.run(&["doctor", "--repair"]);
    assert_eq!((code, codes(&repaired["left"])), (3, vec!["doctor.text_and_original"]), "{repaired}");
    fs::rename(&away, &file).unwrap();
    let (code, repaired) = pincite.run(&["doctor", "--repair"]);
    assert_eq!((code, codes(&repaired["left"])), (0, vec![]), "{repaired}");
    assert_eq!(said(&pincite), before);
    fs::copy(sample("annual-report.pdf"), &file).unwrap();
    assert_eq!(codes(&pincite.run(&["doctor"]).1), ["doctor.original_changed"]);
}
