//! Letters with accents on a scanned page, with the real model: the one that the set-up fetched.
//! `tests/peers/accents/drawing.py` drew the page, and `tests/peers/ocr_accents.py` measures other languages.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

use pincite_models::{Catalogue, Home, Stop, runtime};
use pincite_ocr::{Picture, Recogniser};
use std::fs;
use std::path::{Path, PathBuf};

/// The signs that plain English letters could replace.
const SIGNS: &str = "äöüÄÖÜß€";

#[test]
fn umlauts_on_a_german_page_are_read() {
    let mut read = words_of_the_picture();
    let mut right = 0;
    let mut all = 0;
    for word in written().split_whitespace() {
        let signs = word.chars().filter(|letter| SIGNS.contains(*letter)).count();
        all += signs;
        // Each word that was read stands for one of the text.
        if let Some(at) = read.iter().position(|found| found == word) {
            read.swap_remove(at);
            right += signs;
        }
    }
    assert!(right >= 70, "{right} of {all} signs are in words that were read whole; left over: {read:?}");
}

/// What the page says.
fn written() -> String {
    fs::read_to_string(folder().join("../../../tests/peers/accents/de.txt")).unwrap()
}

/// The words that are recognised in the picture of the page.
fn words_of_the_picture() -> Vec<String> {
    let home = Home::of_this_user();
    runtime::start(&runtime::candidates(home.folder())).expect("set-up put the runtime there");
    let model = Catalogue::builtin().unwrap().recogniser(home.folder()).expect("the set-up fetches it: npm run setup");
    let picture = Picture::from_png(&fs::read(folder().join("tests/german.png")).unwrap()).unwrap();
    let page = Recogniser::open(&model, 1).unwrap().recognise(&picture, &Stop::new().unwrap()).unwrap();
    page.lines.into_iter().flat_map(|line| line.words).map(|word| word.text).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}
