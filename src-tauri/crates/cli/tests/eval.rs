//! `pincite eval` with the real command: what is wrong with a question file is said before anything is read, twins are
//! one document of two names, and progress goes to standard error. Without an encoder: words are enough here.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::{Value, json};
use std::fs;

const CLAUSE: &str =
    "any dispute or non-contractual obligation arising out of it, is governed by the law of England and Wales";

/// Writes questions about these PDFs, all the same, and returns the file.
fn questions(pincite: &Pincite, pdfs: &[&str]) -> String {
    let line = |pdf: &&str| {
        let evidence = json!([{ "pages0": [17], "text": CLAUSE }]);
        json!({ "id": pdf, "pdf": pdf, "question": "Which law governs?", "evidence": evidence }).to_string()
    };
    let file = pincite.path("questions.jsonl");
    fs::write(&file, pdfs.iter().map(line).collect::<Vec<_>>().join("\n")).unwrap();
    file.display().to_string()
}

#[test]
fn two_names_of_one_content_are_both_known() {
    let pincite = Pincite::new();
    for name in ["lease.pdf", "copy of lease.pdf"] {
        fs::copy(sample("services-agreement.pdf"), pincite.path(name)).unwrap();
    }
    let file = questions(&pincite, &["lease.pdf", "copy of lease.pdf", "./lease.pdf"]);
    let output = pincite.command(&["eval", "pdf", &file, "--json"]).output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{out}{stderr}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let page = &report["systems"]["lexical"]["page"];
    assert_eq!(page["n"], 3, "{report}");
    assert_eq!(page["top1_interval"].as_array().map(Vec::len), Some(2), "each accuracy has its interval: {page}");
    assert!(stderr.contains("documents 2/2"), "reading is reported: {stderr}");
    assert!(stderr.contains("questions 3/3"), "so is asking, without a terminal: {stderr}");
}

#[test]
fn a_missing_file_is_named_before_anything_is_read() {
    let pincite = Pincite::new();
    fs::copy(sample("services-agreement.pdf"), pincite.path("lease.pdf")).unwrap();
    let file = questions(&pincite, &["lease.pdf", "gone.pdf"]);
    let library = pincite.path("kept.db").display().to_string();
    let (code, report) = pincite.run(&["eval", "pdf", &file, "--library", &library]);
    assert_eq!((code, &report["error"]["code"]), (1, &"eval.missing_pdfs".into()), "{report}");
    assert!(report["error"]["message"].as_str().unwrap().contains("gone.pdf"), "{report}");
    assert!(!pincite.path("kept.db").exists(), "nothing was read");
}

#[test]
fn accuracies_are_printed_with_their_intervals() {
    let pincite = Pincite::new();
    fs::copy(sample("services-agreement.pdf"), pincite.path("lease.pdf")).unwrap();
    let file = questions(&pincite, &["lease.pdf"]);
    let output = pincite.command(&["eval", "pdf", &file]).output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let spans = table.lines().find(|line| line.contains("lexical") && line.contains("span")).unwrap_or_default();
    assert!(spans.contains("100.0 (20.7–100.0)"), "one question of one says little: {table}");
}

#[test]
fn the_ranks_of_each_question_are_written() {
    let pincite = Pincite::new();
    fs::copy(sample("services-agreement.pdf"), pincite.path("lease.pdf")).unwrap();
    let file = questions(&pincite, &["lease.pdf"]);
    let ranks = pincite.path("ranks.jsonl");
    let ask = ["eval", "pdf", &file, "--ranks", &ranks.display().to_string()];
    assert_eq!(pincite.run(&ask).0, 0);
    let line: Value = serde_json::from_str(fs::read_to_string(&ranks).unwrap().trim()).unwrap();
    let expected = json!({ "page": 1, "span": 1, "cited_page": 18 });
    assert_eq!((&line["id"], &line["systems"]["lexical"]), (&json!("lease.pdf"), &expected), "pages count from 1");
    let (code, report) = pincite.run(&ask);
    assert_eq!((code, &report["error"]["code"]), (1, &json!("engine.exists")), "a file is not replaced: {report}");
}

#[test]
fn a_table_is_filled_and_compared() {
    let pincite = Pincite::new();
    fs::create_dir_all(pincite.path("contracts/pdf")).unwrap();
    fs::create_dir(pincite.path("cells")).unwrap();
    fs::copy(sample("services-agreement.pdf"), pincite.path("contracts/pdf/lease.pdf")).unwrap();
    let cell = |category: &str, question: &str, spans: &[&str]| {
        let pages: Vec<_> = spans.iter().map(|_| [17]).collect();
        json!({
            "document": "pdf/lease.pdf", "category": category, "question": question, "question_short": question,
            "present": !spans.is_empty(), "spans": spans, "pages0": pages,
        })
        .to_string()
    };
    let cells = [
        // A table keeps questions with single spaces.
        cell("Governing Law", "Which law  governs non-contractual obligations?", &[CLAUSE]),
        cell("Audit Rights", "zzyzx?", &[]),
    ];
    let file = pincite.path("cells/public.jsonl");
    fs::write(&file, cells.join("\n")).unwrap();
    let out = pincite.path("predicted.jsonl");
    let ask = ["eval", "table", &file.display().to_string(), "--out", &out.display().to_string()];
    let (code, report) = pincite.run(&ask);
    assert_eq!((code, &report["cells"], &report["documents"]), (0, &json!(2), &json!(1)), "{report}");
    assert_eq!(report["place"], json!({ "span": 1.0, "page": 1.0 }), "the folder beside has the document: {report}");
    assert_eq!((&report["all"]["f1"], &report["all"]["wrong_not_found"]), (&json!(1.0), &json!(0.0)), "{report}");
    let predicted: Vec<Value> =
        fs::read_to_string(&out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (&predicted[0]["state"], &predicted[1]["state"]),
        (&json!("found"), &json!("not_found")),
        "{predicted:?}"
    );
    fs::write(pincite.path("contracts/pdf/empty.pdf"), "no PDF").unwrap();
    let unread = cell("Insurance", "Is there insurance?", &[]).replace("lease.pdf", "empty.pdf");
    fs::write(&file, [cells.join("\n"), unread].join("\n")).unwrap();
    let (code, report) = pincite.run(&ask[..3]);
    assert_eq!((code, &report["error"]["code"]), (1, &json!("eval.no_document")), "no cell of it counts: {report}");
    assert!(report["error"]["message"].as_str().unwrap().contains("empty.pdf"), "{report}");
}
