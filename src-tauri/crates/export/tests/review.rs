//! One review table in each format, read back.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use pincite_api::{
    AnswerValue, CollectionId, DocumentId, GridAnswer, GridCell, GridDocument, GridId, GridQuestion, GridQuestionId,
    GridState, GridView, Judgement, Match, PassageId, ValueKind,
};
use pincite_export::{Format, Occasion, ReadDocument, Review, write_review};
use std::collections::HashMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

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
        documents: documents.map(|(id, name)| GridDocument { id: DocumentId(id), name: name.to_owned() }).to_vec(),
        cells,
    }
}

fn written(format: Format) -> Vec<u8> {
    let view = view();
    let read = ReadDocument { pages: 30, skipped: 2, ..ReadDocument::default() };
    let review = Review {
        view: &view,
        occasion: Occasion { date: "1 May 2026".to_owned(), scope: "Matter 12".to_owned() },
        read: HashMap::from([(DocumentId(1), read.clone()), (DocumentId(2), read)]),
        models: vec!["pincite-reranker".to_owned()],
        links: HashMap::from([((DocumentId(1), PassageId(11)), "pincite:abc/3".to_owned())]),
    };
    write_review(&review, format).unwrap()
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
                Review table,Date,Collection";
    assert_eq!(lines[0], head);
    assert_eq!(lines[1], "Lease,2027-07-01,3,Unsure: GBP 7500000,3,12.5 %,3,,,Review,1 May 2026,Matter 12");
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
