//! Moving in a document with the command: find, outline, links.

mod common;
mod pdf;

use common::{Pincite, sample};
use pdf::line;
use std::fs;

#[test]
fn words_are_found_with_their_page_and_boxes() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (code, found) = pincite.run(&["find", "services", "TERMINATION  for convénience."]);
    assert_eq!((code, &found["count"]), (0, &1.into()), "case, accents and spaces do not matter: {found}");
    let first = &found["occurrences"][0];
    assert_eq!(first["text"], "Termination for convenience.");
    assert!(first["boxes"][0]["rect"]["x1"].as_f64() > first["boxes"][0]["rect"]["x0"].as_f64(), "{first}");
    let (code, found) = pincite.run(&["find", "services", "purple", "zebra", "covenant"]);
    assert_eq!((code, &found["count"]), (4, &0.into()), "nothing found is told by the exit code");
}

#[test]
fn a_phrase_is_found_wherever_a_line_or_a_page_ends() {
    let pincite = Pincite::new();
    let first = [line(700, "This agreement may be ended at any time, and the Customer must give prompt")];
    let second = [line(700, "notice to the Supplier. The notice must be in writ-"), line(688, "ing and signed.")];
    let file = pincite.path("notice.pdf");
    fs::write(&file, pdf::bytes(&[Vec::from(first), Vec::from(second)])).unwrap();
    pincite.run(&["add", &file.display().to_string()]);
    let pages = |words: &str| -> Vec<u64> {
        let (_, found) = pincite.run(&["find", "notice", words]);
        let boxes = found["occurrences"][0]["boxes"].as_array().cloned().unwrap_or_default();
        boxes.iter().filter_map(|one| one["page"].as_u64()).collect()
    };
    assert_eq!(pages("prompt notice"), [0, 1], "over a page break");
    assert_eq!(pages("in writing and"), [1, 1], "over a hyphen at the end of a line");
}

#[test]
fn the_outline_and_the_links_of_a_document_are_listed() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (code, outline) = pincite.run(&["outline", "services"]);
    assert_eq!((code, &outline["from_headings"]), (0, &false.into()), "it is that of the file");
    let titles: Vec<_> = outline["entries"].as_array().unwrap().iter().map(|entry| &entry["title"]).collect();
    assert!(titles.iter().any(|title| **title == "17. TERMINATION"), "{titles:?}");
    let (code, links) = pincite.run(&["links", "services"]);
    assert_eq!((code, links), (0, serde_json::json!([])));
}
