//! Documents as people keep them: copies are told, names and tags stay, a name finds its document.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use std::fs;

#[test]
fn a_copy_is_told_with_the_document_it_equals_whenever_it_is_found_out() {
    let pincite = Pincite::new();
    let copies = ["one.pdf", "two.pdf"].map(|name| pincite.path(name));
    for copy in &copies {
        fs::copy(sample("awkward.pdf"), copy).unwrap();
    }
    let [one, two] = copies.map(|path| path.display().to_string());
    let (_, report) = pincite.run(&["add", &one, &two]);
    assert_eq!(report["documents"].as_array().map(Vec::len), Some(1), "found out while they were read: {report}");
    assert_eq!(report["here"].as_array().map(Vec::len), Some(1), "{report}");
    let title = "Notices of the Sallachy Harbour Commissioners";
    let (_, report) = pincite.run(&["add", &sample("awkward.pdf"), &one]);
    let told = report["here"].as_array().unwrap().iter();
    let mut told: Vec<_> =
        told.map(|it| (it["file"].as_str().unwrap(), it["document"]["name"].as_str().unwrap())).collect();
    told.sort_unstable();
    assert_eq!(told, [("awkward.pdf", title), ("one.pdf", title)], "found out at once: {report}");
    let printed = pincite.command(&["add", &two]).output().unwrap().stdout;
    let printed = String::from_utf8(printed).unwrap();
    assert!(printed.contains(&format!("two.pdf is already here as {title}")), "{printed}");
}

#[test]
fn a_new_version_of_a_listed_file_is_no_copy() {
    let pincite = Pincite::new();
    let file = pincite.path("lease.pdf");
    fs::copy(sample("awkward.pdf"), &file).unwrap();
    pincite.run(&["add", &file.display().to_string()]);
    fs::copy(sample("services-agreement.pdf"), &file).unwrap();
    let (_, report) = pincite.run(&["add", &file.display().to_string()]);
    assert_eq!(report["here"].as_array().map(Vec::len), Some(0), "{report}");
    assert_eq!(report["documents"][0]["name"], "Master Services Agreement");
}

#[test]
fn a_given_name_is_cited_and_finds_its_document() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (code, renamed) = pincite.run(&["rename", "master", "Larch MSA"]);
    assert_eq!((code, &renamed["name"]), (0, &"Larch MSA".into()), "its title named it before: {renamed}");
    let (_, answer) = pincite.run(&["ask", "governing law", "--document", "larch"]);
    let citation = answer["hits"][0]["citation"].as_str().unwrap();
    assert!(citation.starts_with("Larch MSA, p. "), "{citation}");
    assert_eq!(answer["hits"][0]["document_name"], "Larch MSA");
    let (_, renamed) = pincite.run(&["rename", "services", ""]);
    assert_eq!(renamed["name"], "Master Services Agreement", "its file name finds it, too: {renamed}");
}

#[test]
fn tags_are_put_on_taken_off_and_looked_for() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf"), &sample("awkward.pdf")]);
    let (_, tagged) = pincite.run(&["tag", "services", "signed", "urgent"]);
    assert_eq!(tagged["tags"], serde_json::json!(["signed", "urgent"]));
    let (_, found) = pincite.run(&["documents", "--tag", "Signed"]);
    let found: Vec<_> = found.as_array().unwrap().iter().map(|it| it["file"].clone()).collect();
    assert_eq!(found, ["services-agreement.pdf"]);
    let (_, tagged) = pincite.run(&["tag", "services", "signed", "--remove"]);
    assert_eq!(tagged["tags"], serde_json::json!(["urgent"]));
}
