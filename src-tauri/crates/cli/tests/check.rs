//! The check of a memo with the real command: what a document prints of its numbers, dates and quotes, in any kind of file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::{Value, json};
use std::fs;

const MEMO: &str = "Corvane Instruments in fiscal 2026

Net sales were $1,077.5 million in fiscal 2026, after $1.01 billion in 2025. Operating income rose to $109.1 million in 2026. At the
end of the year 4,312 people worked there.

The letter says that “the preference for local makers is there to stay”. It also says that “we raise the dividend in line with
revenue”. The weather was fine on May 3, 1987.
";

fn with_report() -> Pincite {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("annual-report.pdf")]);
    pincite
}

/// What was found for the claim that is written so.
fn claim<'c>(checked: &'c Value, written: &str) -> &'c Value {
    let claims = checked["claims"].as_array().unwrap();
    claims.iter().find(|claim| claim["written"] == json!(written)).unwrap()
}

fn check(pincite: &Pincite, name: &str, content: &[u8]) -> Value {
    let file = pincite.path(name);
    fs::write(&file, content).unwrap();
    let (code, checked) = pincite.run(&["check", file.to_str().unwrap()]);
    assert_eq!(code, 4, "some claims are open: {checked}");
    checked
}

#[test]
fn each_claim_has_the_place_that_prints_it_or_says_otherwise() {
    let pincite = with_report();
    let checked = check(&pincite, "memo.txt", MEMO.as_bytes());
    let supports = [
        ("$1,077.5 million", "exact"),
        ("$1.01 billion", "near"),
        ("$109.1 million", "doubtful"),
        ("4,312", "exact"),
        ("the preference for local makers is there to stay", "exact"),
        ("May 3, 1987", "not_found"),
    ];
    for (written, support) in supports {
        assert_eq!(claim(&checked, written)["support"], json!(support), "{written}: {}", claim(&checked, written));
    }
    let wrong = claim(&checked, "$109.1 million");
    assert_eq!(wrong["doubt"], json!("other_value"));
    assert!(wrong["sources"][0]["printed"].as_str().unwrap().contains("101.9"), "{wrong}");
    let source = &claim(&checked, "$1,077.5 million")["sources"][0];
    assert!(source["citation"].as_str().unwrap().contains("Annual Report 2026, p. "), "{source}");
    assert!(!source["highlights"].as_array().unwrap().is_empty(), "{source}");
    let pieces = checked["pieces"].as_array().unwrap();
    let text: String = pieces.iter().map(|piece| piece["text"].as_str().unwrap()).collect();
    assert_eq!(text.replace('\n', " "), MEMO.replace('\n', " "), "no letter of the memo is lost");
}

#[test]
fn a_changed_quote_is_doubtful() {
    let pincite = with_report();
    let checked = check(&pincite, "memo.md", MEMO.as_bytes());
    let quotes: Vec<&Value> =
        checked["claims"].as_array().unwrap().iter().filter(|claim| claim["kind"] == json!("quote")).collect();
    assert_eq!((&quotes[1]["support"], &quotes[1]["doubt"]), (&json!("doubtful"), &json!("other_words")));
    let printed = quotes[1]["sources"][0]["printed"].as_str().unwrap();
    assert!(printed.starts_with("we raise the dividend in line with"), "{printed}");
}

#[test]
fn a_sheet_is_checked_cell_by_cell() {
    let pincite = with_report();
    let sheet = b"Corvane Instruments,,\nItem,2025,2026\nNet sales,1006.3,1077.5\nOperating income,87.2,109.1\n";
    let checked = check(&pincite, "sheet.csv", sheet);
    let supports: Vec<&str> =
        checked["claims"].as_array().unwrap().iter().map(|claim| claim["support"].as_str().unwrap()).collect();
    assert_eq!(supports, ["exact", "exact", "exact", "doubtful"], "{checked}");
    assert!(checked["pieces"][0]["text"].as_str().unwrap().contains("B3 · Net sales, 2025: "));
}

#[test]
fn a_paragraph_that_was_taken_over_leads_to_its_place() {
    let pincite = with_report();
    let file = pincite.path("paragraph.txt");
    fs::write(&file, "We expect to ship at least 600 Lumen monitors.").unwrap();
    let (_, checked) = pincite.run(&["check", file.to_str().unwrap()]);
    let taken = &checked["taken"][0];
    assert_eq!(taken["support"], json!("exact"), "{checked}");
    assert!(taken["sources"][0]["citation"].as_str().unwrap().contains("p. 4"), "{taken}");
}

#[test]
fn what_is_no_memo_is_refused_with_the_reason() {
    let pincite = with_report();
    for (name, code) in
        [("memo.exe", "claim.unknown_format"), ("memo.docx", "claim.damaged"), ("memo.xlsx", "claim.damaged")]
    {
        let file = pincite.path(name);
        fs::write(&file, "no memo").unwrap();
        let (exit, said) = pincite.run(&["check", file.to_str().unwrap()]);
        assert_eq!((exit, &said["error"]["code"]), (1, &json!(code)), "{name}: {said}");
    }
    let (exit, said) = pincite.run(&["check", pincite.path("nowhere.txt").to_str().unwrap()]);
    assert_eq!((exit, &said["error"]["code"]), (1, &json!("claim.unreadable")), "{said}");
}
