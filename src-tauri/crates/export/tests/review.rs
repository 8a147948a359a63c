//! One review table in each format, read back.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use pincite_api::{
    AnswerValue, CollectionId, DocumentId, FileCondition, GridAnswer, GridCell, GridDocument, GridId, GridQuestion,
    GridQuestionId, GridState, GridView, Judgement, Match, PassageId, ValueKind,
};
use pincite_export::{
    Confirmation, Format, Occasion, ReadDocument, ReadingModel, Review, row_hashes, verify_review, write_review,
};
use proptest::prelude::*;
use std::collections::HashMap;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const REJECTED: &str = "A sentence that a person called wrong.";

fn answer(passage: i64, sentence: &str, value: Option<(ValueKind, &str, &str)>) -> GridAnswer {
    GridAnswer {
        passage: PassageId(passage),
        page: 2,
        page_label: "3".to_owned(),
        sentence: sentence.to_owned(),
        clause: Some("7.2".to_owned()),
        citation: "Lease, p. 3".to_owned(),
        probability: Some(0.75),
        value: value.map(|(kind, written, normalised)| AnswerValue {
            kind,
            written: written.to_owned(),
            normalised: normalised.to_owned(),
        }),
    }
}

fn cell(question: i64, document: i64, state: Match, answers: Vec<GridAnswer>) -> GridCell {
    GridCell {
        question: GridQuestionId(question),
        document: DocumentId(document),
        state,
        presence: Some(0.75),
        current: true,
        answers,
        problem: None,
        judged: None,
        others: Vec::new(),
        rejected: Vec::new(),
        is_learned: false,
    }
}

/// Two documents and four questions: a date, an amount, a percentage, and what a person judged.
fn view() -> GridView {
    let names = ["End", "Cap", "Interest", "Notice"];
    let questions = (1..).zip(names).map(|(id, name)| GridQuestion {
        id: GridQuestionId(id),
        name: name.to_owned(),
        text: format!("{name}?"),
    });
    let documents = [(1, "Lease"), (2, "=Loan")];
    let end = answer(11, "It ends on July 1, 2027.", Some((ValueKind::Date, "July 1, 2027", "2027-07-01")));
    let cap = answer(12, "At most GBP 7.5 million.", Some((ValueKind::Amount, "GBP 7.5 million", "GBP 7500000")));
    let interest = answer(13, "Interest is 12.5 per cent.", Some((ValueKind::Percentage, "12.5 per cent", "12.5 %")));
    let cells = vec![
        cell(1, 1, Match::Found, vec![end.clone()]),
        cell(2, 1, Match::Unsure, vec![cap]),
        cell(3, 1, Match::Found, vec![interest]),
        GridCell { judged: Some(Judgement::Wrong), ..cell(4, 1, Match::Found, vec![answer(14, REJECTED, None)]) },
        cell(1, 2, Match::NotFound, vec![answer(21, "The nearest passage.", None)]),
        GridCell { judged: Some(Judgement::Right), ..cell(2, 2, Match::Unsure, vec![end]) },
        cell(3, 2, Match::Found, vec![answer(22, "Line one.", None), answer(23, "Line two.", None)]),
    ];
    GridView {
        id: GridId(1),
        collection: CollectionId(1),
        name: "Review".to_owned(),
        state: GridState::Done,
        problem: None,
        questions: questions.collect(),
        documents: documents
            .map(|(id, name)| GridDocument {
                id: DocumentId(id),
                name: name.to_owned(),
                signature: None,
                contract: None,
                number: 0,
            })
            .to_vec(),
        cells,
    }
}

fn written(format: Format) -> Vec<u8> {
    written_of(&view(), format)
}

fn written_of(view: &GridView, format: Format) -> Vec<u8> {
    let read = ReadDocument { pages: 30, skipped: 2, ..ReadDocument::default() };
    let review = Review {
        view,
        occasion: Occasion { date: "1 May 2026".to_owned(), scope: "Matter 12".to_owned() },
        read: HashMap::from([(DocumentId(1), read.clone()), (DocumentId(2), read)]),
        confirmed: HashMap::from([(
            DocumentId(1),
            Confirmation { name: "Jane Roe".to_owned(), date: "2 May 2026".to_owned() },
        )]),
        models: vec![ReadingModel { name: "pincite-reranker".to_owned(), sha256: None }],
        links: HashMap::from([((DocumentId(1), PassageId(11)), "pincite:abc/3".to_owned())]),
    };
    write_review(&review, format).unwrap().bytes
}

/// A part of an Office file.
fn part(bytes: &[u8], name: &str) -> String {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut content = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut content).unwrap();
    content
}

#[test]
fn separated_values_are_the_table_itself() {
    let text = String::from_utf8(written(Format::Csv)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let head = "\u{feff}Document,End,\"End, page\",Cap,\"Cap, page\",Interest,\"Interest, page\",Notice,\"Notice, page\",\
                Confirmed,Review table,Date,Collection,SHA-256 of the manifest";
    assert_eq!(lines[0], head);
    let first =
        "Lease,2027-07-01,3,Unsure: GBP 7500000,3,12.5 %,3,,,\"Jane Roe, 2 May 2026\",Review,1 May 2026,Matter 12,";
    assert!(lines[1].starts_with(first), "{}", lines[1]);
    assert_eq!(
        lines[2], "'=Loan,Not found,,2027-07-01,3,\"Line one.",
        "confirmed is not unsure; two answers, two lines"
    );
}

/// A cell marked wrong was exported as the answer, and so was the nearest passage of a document without one.
#[test]
fn what_was_rejected_or_not_found_is_no_answer_in_any_format() {
    for format in [Format::Csv, Format::Markdown] {
        let text = String::from_utf8(written(format)).unwrap();
        assert!(!text.contains(REJECTED) && !text.contains("nearest passage"), "{text}");
    }
    for (format, name) in [(Format::Xlsx, "xl/sharedStrings.xml"), (Format::Docx, "word/document.xml")] {
        let text = part(&written(format), name);
        assert!(!text.contains(REJECTED) && !text.contains("nearest passage"), "{text}");
        assert!(text.contains("Marked wrong"), "but it says so: {text}");
    }
}

#[test]
fn a_workbook_has_dates_and_numbers_and_no_formula() {
    let workbook = written(Format::Xlsx);
    let table = part(&workbook, "xl/worksheets/sheet1.xml");
    assert!(table.contains("<v>46569</v>"), "1 July 2027 as a day: {table}");
    assert!(table.contains("<v>7500000</v>") && table.contains("<v>0.125</v>"), "{table}");
    assert!(!table.contains("<f>"), "a name is no formula: {table}");
    let styles = part(&workbook, "xl/styles.xml");
    assert!(styles.contains("yyyy-mm-dd"), "{styles}");
    assert!(styles.contains("GBP") && styles.contains("0.###%"), "{styles}");
    let evidence = part(&workbook, "xl/worksheets/sheet2.xml");
    assert_eq!(evidence.matches("<row ").count(), 1 + 9, "a head, and a row for each answer or cell without one");
    let strings = part(&workbook, "xl/sharedStrings.xml");
    for text in ["pincite:abc/3", "Lease, p. 3", "What was read", "pincite-reranker", "Pages not read"] {
        assert!(strings.contains(text) || part(&workbook, "xl/workbook.xml").contains(text), "{text}: {strings}");
    }
}

#[test]
fn a_document_has_a_table_for_each_document_and_quotes_as_footnotes() {
    let file = written(Format::Docx);
    let document = part(&file, "word/document.xml");
    assert_eq!(document.matches("<w:tbl>").count(), 2);
    assert!(
        document.contains("w:orient=\"landscape\"") && document.contains("30 pages, of which 2 could not be read.")
    );
    let footnotes = part(&file, "word/footnotes.xml");
    let quotes = document.matches("<w:footnoteReference ").count();
    assert_eq!((quotes, footnotes.matches("<w:footnoteRef/>").count()), (6, 6), "{footnotes}");
    assert!(footnotes.contains("“It ends on July 1, 2027.” Lease, p. 3"), "{footnotes}");
}

/// The same workbook with another text in one of its parts.
fn tampered(workbook: &[u8], name: &str, from: &str, to: &str) -> Vec<u8> {
    let mut zip = ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut copy = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let part = file.name().unwrap().into_owned();
        let mut content = String::new();
        file.read_to_string(&mut content).unwrap();
        copy.start_file(part.as_str(), SimpleFileOptions::default()).unwrap();
        if part == name {
            assert!(content.contains(from), "{content}");
            content = content.replacen(from, to, 1);
        }
        copy.write_all(content.as_bytes()).unwrap();
    }
    copy.finish().unwrap().into_inner()
}

#[test]
fn a_workbook_is_as_it_was_written_until_a_cell_says_something_else() {
    let workbook = written(Format::Xlsx);
    let verified = verify_review(&workbook).unwrap();
    assert_eq!((verified.condition, verified.differences), (FileCondition::Intact, Vec::new()));
    assert_eq!(verified.manifest.rows[0].confirmed.as_ref().unwrap().name, "Jane Roe");
    let table = "xl/worksheets/sheet1.xml";
    let strings = "xl/sharedStrings.xml";
    for (part, from, to, at) in [
        (table, "<v>7500000</v>", "<v>8500000</v>", "Table!D2 says “8500000”"),
        (table, "<v>46569</v>", "<v>46570</v>", "Table!B2"),
        (strings, ">Lease<", ">Lease of 2020<", "Table!A2 says “Lease of 2020”"),
        (strings, "Jane Roe, 2 May 2026", "John Doe, 2 May 2026", "Table!J2"),
        (strings, "At most GBP 7.5 million.", "At most GBP 8.5 million.", "Evidence!G3"),
        (table, "<v>7500000</v>", "<f>8500000</f><v>7500000</v>", "Table!D2 has a formula"),
        (strings, "\"sentence\":\"At most GBP 7.5", "\"sentence\":\"At most GBP 8.5", "hash"),
    ] {
        let verified = verify_review(&tampered(&workbook, part, from, to)).unwrap();
        assert_eq!(verified.condition, FileCondition::Changed, "{from}");
        assert!(verified.differences.iter().any(|it| it.contains(at)), "{from}: {:?}", verified.differences);
    }
}

/// The manifest is longer than a cell can be, and is cut in the middle of white space.
#[test]
fn a_long_manifest_is_put_together_again() {
    let mut view = view();
    view.cells[0].answers[0].sentence = format!("Long{}gap.", " ".repeat(70_000));
    let verified = verify_review(&written_of(&view, Format::Xlsx)).unwrap();
    assert_eq!((verified.condition, verified.differences), (FileCondition::Intact, Vec::new()));
}

/// Two cells far apart took the memory of all cells between them.
#[test]
fn a_cell_far_away_is_one_difference() {
    let workbook = written(Format::Xlsx);
    let far = "<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row></sheetData>";
    let verified = verify_review(&tampered(&workbook, "xl/worksheets/sheet1.xml", "</sheetData>", far)).unwrap();
    assert_eq!(verified.differences, ["Table!XFD1048576 says “1”. It said nothing."]);
}

/// A number that is shown as another one is no change of a cell, but the file is no longer the one that was written.
#[test]
fn another_form_of_the_same_cells_is_told_apart() {
    let workbook = written(Format::Xlsx);
    let shown_as = tampered(&workbook, "xl/styles.xml", "0.###%", "&quot;99%&quot;");
    assert_eq!(verify_review(&shown_as).unwrap().condition, FileCondition::Rewritten);
}

#[test]
fn a_table_in_json_is_checked_too() {
    let json = String::from_utf8(written(Format::Json)).unwrap();
    assert_eq!(verify_review(json.as_bytes()).unwrap().condition, FileCondition::Intact);
    assert!(!json.contains(REJECTED), "{json}");
    let without_spaces: String = json.lines().map(str::trim_start).collect();
    assert_eq!(verify_review(without_spaces.as_bytes()).unwrap().condition, FileCondition::Rewritten);
    let changed = json.replacen("GBP 7500000", "GBP 8500000", 1);
    assert_eq!(verify_review(changed.as_bytes()).unwrap().condition, FileCondition::Changed);
    for other in ["", "{}", "PK", "{\"sha256\": 1}"] {
        assert_eq!(verify_review(other.as_bytes()).unwrap_err().code(), "export.no_manifest");
    }
    assert_eq!(verify_review(&written(Format::Docx)).unwrap_err().code(), "export.no_manifest");
}

#[test]
fn what_was_confirmed_is_another_thing_once_a_cell_says_something_else() {
    let view = view();
    let hash_with = |view: &GridView, file: &str| {
        let files = HashMap::from([(DocumentId(1), file.to_owned())]);
        row_hashes(view, &files).unwrap().remove(&DocumentId(1)).unwrap()
    };
    let hash = |view: &GridView| hash_with(view, "file");
    let mut marked = view.clone();
    marked.cells[1].judged = Some(Judgement::Right);
    let mut surer = view.clone();
    surer.cells[0].answers[0].probability = Some(0.8);
    surer.cells[4].answers.clear();
    assert_ne!(hash(&view), hash(&marked), "unsure became found");
    assert_eq!(hash(&view), hash(&surer), "nobody reads the probability, and another document is not meant");
    assert_ne!(hash(&view), hash_with(&view, "another file"));
}

proptest! {
    #[test]
    fn no_file_makes_the_check_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), at in any::<prop::sample::Index>()) {
        let _ = verify_review(&bytes);
        let mut workbook = written(Format::Xlsx);
        let at = at.index(workbook.len());
        workbook[at] ^= 0x55;
        let _ = verify_review(&workbook);
        workbook.truncate(at);
        prop_assert!(verify_review(&workbook).is_err());
    }
}
