//! One report in each format, read back.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use pincite_export::{Cell, Column, ColumnRole, Fact, Format, Report, Table, write};
use std::io::{Cursor, Read};
use zip::ZipArchive;

const QUOTE: &str = "The <Fee> & \"costs\" are due\u{1}.";
const FORMULA: &str = "=HYPERLINK(\"x\")";

fn report(quote: ColumnRole) -> Report {
    let columns = [
        ("Rank", ColumnRole::Lead),
        ("Quote", quote),
        ("Citation", ColumnRole::Source),
        ("Clause", ColumnRole::Detail),
    ];
    let row = |rank, clause| vec![Cell::Number(rank), Cell::of(QUOTE), Cell::of(FORMULA), clause];
    Report {
        title: "Who pays?".to_owned(),
        facts: vec![Fact { name: "Searched", value: "Matter 12".to_owned() }],
        table: Table {
            columns: columns.map(|(name, role)| Column::new(name, role)).to_vec(),
            rows: vec![row(1, Cell::of("7.2")), row(2, Cell::Empty)],
        },
    }
}

fn text(format: Format) -> String {
    String::from_utf8(write(&report(ColumnRole::Quote), format).unwrap()).unwrap()
}

/// A part of an Office file.
fn part(bytes: Vec<u8>, name: &str) -> String {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut content = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut content).unwrap();
    content
}

#[test]
fn a_document_has_quotes_as_paragraphs_and_other_reports_as_a_table() {
    let document = part(write(&report(ColumnRole::Quote), Format::Docx).unwrap(), "word/document.xml");
    assert!(document.contains("“The &lt;Fee&gt; &amp; \"costs\" are due.”"), "escaped, without what XML forbids");
    assert!(document.contains("Searched: Matter 12") && !document.contains("<w:tbl>"), "{document}");
    assert!(!document.contains("7.2"), "the citation has the clause already");
    let grid = part(write(&report(ColumnRole::Value), Format::Docx).unwrap(), "word/document.xml");
    assert_eq!((grid.matches("<w:tr>").count(), grid.matches("<w:tc>").count()), (3, 12));
    assert!(grid.contains("7.2"), "a table has all columns");
}

#[test]
fn a_workbook_has_texts_and_numbers_but_no_formula() {
    let bytes = write(&report(ColumnRole::Quote), Format::Xlsx).unwrap();
    let strings = part(bytes.clone(), "xl/sharedStrings.xml");
    assert!(strings.contains("=HYPERLINK") && strings.contains("Matter 12"), "{strings}");
    let sheet = part(bytes, "xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>") && sheet.contains("<v>2</v>"), "{sheet}");
}

#[test]
fn separated_values_have_the_facts_in_each_line_and_no_formula() {
    let expected = "\u{feff}Rank,Quote,Citation,Clause,Searched\r\n\
        1,\"The <Fee> & \"\"costs\"\" are due\u{1}.\",\"'=HYPERLINK(\"\"x\"\")\",7.2,Matter 12\r\n\
        2,\"The <Fee> & \"\"costs\"\" are due\u{1}.\",\"'=HYPERLINK(\"\"x\"\")\",,Matter 12\r\n";
    assert_eq!(text(Format::Csv), expected);
}

#[test]
fn markdown_shows_texts_as_they_are() {
    let markdown = text(Format::Markdown);
    assert!(
        markdown.starts_with("# Who pays?\n\n- Searched: Matter 12\n\n**1**\n\n> The \\<Fee> & \"costs\""),
        "{markdown}"
    );
    let table = String::from_utf8(write(&report(ColumnRole::Value), Format::Markdown).unwrap()).unwrap();
    assert!(table.contains("| Rank | Quote | Citation | Clause |\n| --- | --- | --- | --- |\n| 1 |"), "{table}");
}
