//! The tables of a page with the real command: figures with their rows and columns, and as numbers of a workbook with the source.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::{Value, json};
use std::process::Command;

fn with_report() -> Pincite {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("annual-report.pdf")]);
    pincite
}

/// The cells of the first sheet, as another program reads them.
fn sheet(file: &str) -> Vec<Vec<Value>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/office/xlsx.py");
    let output = Command::new("python3").args(["-I", script, file]).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn figures_have_their_row_their_column_and_their_scale() {
    let pincite = with_report();
    let (code, tables) = pincite.run(&["tables", "annual", "--page", "6"]);
    assert_eq!((code, &tables[0]["title"]), (0, &json!("Net sales by segment")), "{tables}");
    let heads: Vec<_> = tables[0]["columns"].as_array().unwrap().iter().map(|column| &column["head"]).collect();
    assert_eq!(heads, [&json!(["2026"]), &json!(["2025"]), &json!(["2024"])]);
    let row = &tables[0]["rows"][1];
    assert_eq!((&row["path"], &row["page"]), (&json!(["Water Analysis"]), &json!(5)));
    assert_eq!(row["cells"][1]["value"], json!(342.0));
    // Heads of narrow columns have hardly a gap between them.
    let (_, tables) = pincite.run(&["tables", "annual", "--page", "5"]);
    let heads: Vec<_> = tables[0]["columns"].as_array().unwrap().iter().map(|column| &column["head"][0]).collect();
    assert_eq!(heads[3..], ["Diluted EPS", "Dividends per share", "Employees"]);
    let scales: Vec<_> = tables[0]["rows"][0]["cells"].as_array().unwrap().iter().map(|cell| &cell["scale"]).collect();
    assert_eq!(
        scales,
        [1_000_000, 1_000_000, 1_000_000, 1, 1, 1],
        "in millions except per share amounts and employees"
    );
}

#[test]
fn a_workbook_has_numbers_as_numbers_and_says_where_they_stand() {
    let pincite = with_report();
    let file = pincite.path("sales.xlsx");
    let file = file.to_str().unwrap();
    let (code, written) = pincite.run(&["tables", "annual", "--page", "5", "--out", file]);
    assert_eq!((code, &written["tables"]), (0, &json!(2)), "{written}");
    let cells = sheet(file);
    assert!(cells[0][0].as_str().unwrap().starts_with("Ten-year summary"));
    let source = cells[1][0].as_str().unwrap();
    assert!(source.contains("Annual Report 2026, p. 5") && source.ends_with("in millions"), "{source}");
    assert!(
        cells.iter().any(|row| row.len() > 2 && row[..3] == [json!("2025"), json!(1006.3), json!(87.2)]),
        "{cells:?}"
    );
    let refused = pincite.run(&["tables", "annual", "--page", "5", "--out", file]).1;
    assert_eq!(refused["error"]["code"], "engine.exists");
    let other = pincite.path("sales.docx");
    let refused = pincite.run(&["tables", "annual", "--page", "5", "--out", other.to_str().unwrap()]).1;
    assert_eq!(refused["error"]["code"], "export.only_workbooks");
}

#[test]
fn a_question_for_a_figure_is_answered_by_its_row() {
    let pincite = with_report();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (code, answer) = pincite.run(&["ask", "How much capex did Corvane have in fiscal 2025?", "--mode", "hybrid"]);
    let hit = &answer["hits"][0];
    assert_eq!((code, &hit["page_label"], &answer["match"]), (0, &json!("F-5"), &json!(null)), "{answer}");
    let row = &hit["row"];
    assert_eq!(row["path"], json!(["Investing activities", "Capital expenditures"]));
    let asked: Vec<_> = row["figures"].as_array().unwrap().iter().filter(|figure| figure["asked"] == true).collect();
    assert_eq!(
        (&asked[0]["head"], &asked[0]["text"], &asked[0]["scale"]),
        (&json!("2025"), &json!("(33.2)"), &json!("million"))
    );
    assert_eq!(hit["value"]["normalised"], "USD 33200000", "what was paid has no sign");
    assert!(hit["quote"].as_str().unwrap().contains("Capital expenditures"), "{hit}");
}

#[test]
fn a_ratio_says_its_formula_and_cites_its_figures() {
    let pincite = with_report();
    let (_, answer) = pincite.run(&["ask", "What was the operating margin in fiscal 2026?", "--mode", "hybrid"]);
    let computed = &answer["computed"];
    assert_eq!(computed["formula"], json!("Operating income / Net sales"), "{computed}");
    let value = &computed["values"][0];
    assert_eq!((&value["year"], &value["value"]), (&json!(2026), &json!("9.5 %")), "{value}");
    let cited = |part: &Value| part["citation"].as_str().unwrap().contains("p. F-");
    assert!(value["parts"].as_array().unwrap().iter().all(cited), "{value}");
}

#[test]
fn a_page_of_prose_and_a_table_of_contents_have_none() {
    let pincite = with_report();
    for page in ["2", "4"] {
        assert_eq!(pincite.run(&["tables", "annual", "--page", page]), (4, json!([])), "page {page}");
    }
}
