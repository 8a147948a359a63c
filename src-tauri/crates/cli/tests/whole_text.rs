//! All the text of a file is found by a quoted phrase, and what is missing of a file is said.

mod common;
mod pdf;

use common::{Pincite, sample};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Adds a file; its exit code and how the file is listed.
fn add(pincite: &Pincite, path: &Path) -> (i32, Value) {
    let (code, report) = pincite.run(&["add", &path.display().to_string()]);
    (code, report["documents"][0].clone())
}

fn is_found(pincite: &Pincite, phrase: &str) -> bool {
    let (_, answer) = pincite.run(&["ask", &format!("\"{phrase}\"")]);
    answer["hits"].as_array().is_some_and(|hits| !hits.is_empty())
}

#[test]
fn every_line_is_found_by_a_quoted_phrase() {
    let pincite = Pincite::new();
    let potatoes: Vec<Vec<pdf::Line>> = (0..30).map(|i| vec![pdf::line(760, &format!("Potato {i}"))]).collect();
    let statement = |i: usize| {
        vec![
            pdf::line(760, "First Harbour Bank"),
            pdf::line(700, &format!("Payment number {} received", ["one", "two", "three", "four"][i])),
            pdf::line(688, &format!("Closing balance carried forward: $48,00{i}.10")),
            pdf::line(40, &format!("HARBOUR-000{i}77")),
            pdf::line(20, &format!("Sheet {}", i + 11)),
        ]
    };
    fs::write(pincite.path("potatoes.pdf"), pdf::bytes(&potatoes)).unwrap();
    fs::write(pincite.path("statement.pdf"), pdf::bytes(&(0..4).map(statement).collect::<Vec<_>>())).unwrap();
    for name in ["potatoes.pdf", "statement.pdf"] {
        let (code, document) = add(&pincite, &pincite.path(name));
        assert_eq!((code, &document["status"]), (0, &"ready".into()), "{document}");
    }
    let phrases = ["Potato 0", "Potato 17", "Potato 29", "First Harbour Bank", "Payment number four", "14"];
    for phrase in phrases {
        assert!(is_found(&pincite, phrase), "{phrase} is lost");
    }
    for i in 0..4 {
        assert!(is_found(&pincite, &format!("carried forward: $48,00{i}.10")), "the balance of page {i} is lost");
        assert!(is_found(&pincite, &format!("HARBOUR-000{i}77")), "the number of page {i} is lost");
        assert!(is_found(&pincite, &format!("Sheet {}", i + 11)), "the footer of page {i} is lost");
    }
    assert!(!is_found(&pincite, "Potato 30"), "a phrase that is nowhere is not found, else this test shows nothing");
}

/// The amounts of these statements grow evenly, like page numbers, and that of page 4 stands on the three pages after it.
#[test]
fn every_line_of_every_page_of_statements_is_found_by_a_quoted_phrase() {
    let pincite = Pincite::new();
    let balances = ["41,000.10", "42,000.10", "43,000.10", "44,000.10", "44,000.10", "44,000.10", "44,000.10", "9.90"];
    let months = ["January", "February", "March", "April", "May", "June", "July", "August"];
    let lines = |i: usize| {
        [
            (770, "Larch & Rowan Savings, 12,500 Quay Street, Harbour Town".to_owned()),
            (756, format!("Statement of account 00-77-1234 for {} 2025", months[i])),
            (700, format!("Opening balance brought forward: ${}", balances[i.saturating_sub(1)])),
            (650, format!("{} rent of the warehouse paid", months[i])),
            (90, format!("Closing balance carried forward: ${}", balances[i])),
            (40, "Interest is paid at 1.25 % a year.".to_owned()),
            (20, format!("Statement {} of 8 | Larch & Rowan Savings | {}", i + 1, i + 31)),
        ]
    };
    let page = |i| lines(i).iter().map(|(y, text)| pdf::line(*y, text)).collect();
    fs::write(pincite.path("account.pdf"), pdf::bytes(&(0..8).map(page).collect::<Vec<_>>())).unwrap();
    let (code, document) = add(&pincite, &pincite.path("account.pdf"));
    assert_eq!((code, &document["status"]), (0, &"ready".into()), "{document}");
    for i in 0..8 {
        for (_, line) in lines(i) {
            assert!(is_found(&pincite, &line), "page {}: {line}", i + 1);
        }
    }
    let (_, answer) = pincite.run(&["ask", "\"closing balance carried forward: $44,000.10\"", "-k", "20"]);
    let hits = answer["hits"].as_array().unwrap().iter();
    let pages: BTreeSet<u64> = hits.flat_map(pages_of).collect();
    assert!(pages.is_superset(&(3..7).collect()), "each page with the amount has it: {pages:?}");
    let (_, answer) = pincite.run(&["ask", "rent of the warehouse paid", "-k", "8"]);
    let text = |hit: &Value| hit["pieces"].to_string();
    let clean = answer["hits"].as_array().unwrap().iter().filter(|hit| text(hit).contains("warehouse"));
    assert!(clean.clone().count() > 0 && clean.clone().all(|hit| !text(hit).contains("Quay Street")), "{answer}");
}

/// The pages of a hit's passage, and of what says the same.
fn pages_of(hit: &Value) -> Vec<u64> {
    let places = [&hit["highlights"], &hit["same_as"]].into_iter().filter_map(Value::as_array).flatten();
    places.filter_map(|place| place["page"].as_u64()).collect()
}

#[test]
fn a_file_cut_off_is_listed_as_partly_with_the_number_of_missing_pages() {
    let pincite = Pincite::new();
    let page = |i| vec![pdf::line(700, &format!("Page {i} {}", "says something more ".repeat(20)))];
    let whole = pdf::bytes(&(0..30).map(page).collect::<Vec<_>>());
    fs::write(pincite.path("cut.pdf"), &whole[..5000]).unwrap();
    let (code, document) = add(&pincite, &pincite.path("cut.pdf"));
    assert_eq!((code, &document["status"]), (3, &"partly".into()), "{document}");
    assert_eq!(document["problem"]["code"], "pdf.pages_missing", "{document}");
    let missing = 30 - document["pages"].as_u64().unwrap();
    let message = document["problem"]["message"].as_str().unwrap();
    assert!(message.contains(&format!("{missing} of its 30 pages are missing")), "{message}");
    fs::write(pincite.path("whole.pdf"), &whole).unwrap();
    for whole in [pincite.path("whole.pdf"), sample("services-agreement.pdf").into()] {
        let (code, document) = add(&pincite, &whole);
        assert_eq!((code, &document["status"]), (0, &"ready".into()), "{document}");
    }
}

/// Five thousand pages share one content stream: a small file with ten million words.
#[test]
#[cfg(target_os = "linux")]
fn a_file_with_too_much_text_is_partly_read_in_little_memory() {
    let pincite = Pincite::new();
    let said = "the tenant shall pay the rent on the first day of each month ".repeat(10);
    let lines: Vec<pdf::Line> = (0..16).map(|i| pdf::line(760 - 40 * i, &said)).collect();
    let path = pincite.path("long.pdf");
    fs::write(&path, pdf::repeated(&lines, 5000)).unwrap();
    assert!(fs::metadata(&path).unwrap().len() < 1 << 20, "a small file");
    let mut child = pincite.command(&["add", &path.display().to_string(), "--json"]);
    let report = pincite.path("report.json");
    let mut child = child.stdout(fs::File::create(&report).unwrap()).spawn().unwrap();
    let mut peak = 0;
    let code = loop {
        peak = peak.max(common::peak_kib(child.id()).unwrap_or(0));
        match child.try_wait().unwrap() {
            Some(status) => break status.code(),
            None => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    };
    let report: Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    let document = &report["documents"][0];
    assert_eq!((code, &document["status"]), (Some(3), &"partly".into()), "{}", document["problem"]);
    assert_eq!(document["pages"], 5000, "all pages are listed");
    let skipped = document["skipped"].as_array().unwrap();
    assert!(skipped.len() > 2000 && skipped[0]["problem"]["code"] == "pdf.page_cut", "{} pages", skipped.len());
    assert!((50 << 10..1 << 20).contains(&peak), "{peak} KiB at the peak");
}
