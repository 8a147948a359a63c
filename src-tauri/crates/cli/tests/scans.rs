//! Scanned pages with the real command: recognised after the readable pages are searchable, cited, shown, and explained
//! where the model is absent. The model is the one that the set-up fetched.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use pincite_models::{Home, Kind};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Puts the model that recognises text into the test's data folder.
fn install_recogniser(pincite: &Pincite) {
    let catalogue = pincite_models::Catalogue::builtin().unwrap();
    let entry = catalogue.entries().iter().find(|entry| entry.kind == Kind::Recogniser).unwrap();
    let from = Home::of_this_user().model(&entry.name);
    let to = pincite.path("home/models").join(&entry.name);
    fs::create_dir_all(&to).unwrap();
    let copy = |file: &Path| fs::copy(file, to.join(file.file_name().unwrap()));
    for file in fs::read_dir(&from).expect("the set-up fetches it: npm run setup") {
        copy(&file.unwrap().path()).unwrap();
    }
}

fn skipped_codes(document: &Value) -> Vec<String> {
    let pages = document["skipped"].as_array().unwrap().iter();
    pages.map(|page| page["problem"]["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_scanned_letter_in_the_middle_of_a_file_is_found_and_marked() {
    let pincite = Pincite::new();
    install_recogniser(&pincite);
    let (code, report) = pincite.run(&["add", &sample("awkward.pdf")]);
    let document = &report["documents"][0];
    assert_eq!((code, &document["status"]), (0, &"ready".into()), "no page is left out: {report}");
    assert_eq!(document["recognition"]["pages"], 1, "the others have text: {document}");
    assert!(document["recognition"]["confidence"].as_f64().unwrap() > 0.8, "{document}");

    let (code, answer) = pincite.run(&["ask", "safety valve of the dredger \"BOILER\"", "-k", "1"]);
    assert_eq!(code, 0, "{answer}");
    let hit = &answer["hits"][0];
    let text: String = hit["pieces"].as_array().unwrap().iter().filter_map(|piece| piece["text"].as_str()).collect();
    assert!(text.contains("FULMAR") && text.contains("7 BAR"), "{text}");
    let boxes = hit["highlights"].as_array().unwrap();
    let inside = |rect: &Value| {
        let side = |name: &str| rect[name].as_f64().unwrap();
        side("x0") > 50.0 && side("x1") < 560.0 && side("y1") - side("y0") < 40.0
    };
    assert!(!boxes.is_empty() && boxes.iter().all(|highlight| inside(&highlight["rect"])), "{boxes:?}");

    let (_, again) = pincite.run(&["add", &sample("awkward.pdf"), "-c", "Other"]);
    assert_eq!(again["documents"][0]["recognition"]["pages"], 1, "what was recognised is shared: {again}");
}

#[test]
fn without_the_model_a_scan_is_named_with_the_remedy() {
    let pincite = Pincite::new();
    let (code, report) = pincite.run(&["add", &sample("awkward.pdf")]);
    let document = &report["documents"][0];
    assert_eq!((code, &document["status"]), (3, &"partly".into()), "{report}");
    assert_eq!(skipped_codes(document), ["pdf.page_image"]);
    let problem = document["skipped"][0]["problem"].to_string();
    assert!(problem.contains("pp-ocrv6-tiny"), "{problem}");
    assert_eq!(document["recognition"], Value::Null, "nothing is queued that cannot be done");
}

#[test]
fn a_model_that_comes_later_recognises_what_is_there() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("awkward.pdf")]);
    install_recogniser(&pincite);
    pincite.run(&["add", &sample("awkward.pdf")]);
    let (_, documents) = pincite.run(&["documents"]);
    let scanned = &documents[0];
    assert_eq!((scanned["status"].as_str(), &scanned["recognition"]["pages"]), (Some("ready"), &1.into()), "{scanned}");
}
