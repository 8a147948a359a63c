//! Files of which something is missing, and files that are over a limit: what is there is read, and what is not is said.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{FIRST_OWN, Pdf, limits, read_pdf, reader_with, runtime, text};
use pincite_pdf::{Damage, Document, Limits, TextLimit};
use std::ops::ControlFlow;
use std::path::Path;

fn read_bytes(bytes: &[u8]) -> Document {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.pdf");
    std::fs::write(&path, bytes).unwrap();
    common::read(&path, None).unwrap()
}

/// Wide enough for all of a line.
const WIDE: &str = "/MediaBox [0 0 6000 792]";

/// Thirty pages of half a kilobyte and 62 words.
fn thirty_pages() -> Pdf {
    let page = |i: usize| text(1, 10.0, 60.0, 700.0, &format!("Page {i} {}", "says something more ".repeat(20)));
    (0..30).fold(Pdf::new(), |pdf, i| pdf.page_with(WIDE, &page(i)))
}

#[test]
fn a_file_cut_off_says_how_many_pages_are_missing() {
    let whole = thirty_pages().bytes();
    assert_eq!(read_bytes(&whole).contents.damage, Damage::default(), "the whole file is whole");
    let cut = read_bytes(&whole[..5000]);
    let found = cut.pages.len() as u32;
    assert!(found > 0 && found < 30, "some pages are there: {found}");
    assert_eq!(cut.contents.damage, Damage { rebuilt: true, missing_pages: 30 - found });
}

#[test]
fn a_file_without_its_cross_reference_says_so() {
    let mut bytes = thirty_pages().bytes();
    let at = bytes.windows(9).rposition(|window| window == b"startxref").unwrap();
    bytes[at..at + 9].copy_from_slice(b"nonsense!");
    let damaged = read_bytes(&bytes);
    assert_eq!(damaged.pages.len(), 30, "its pages are found all the same");
    assert_eq!(damaged.contents.damage, Damage { rebuilt: true, missing_pages: 0 });
}

#[test]
fn a_page_that_the_page_tree_names_and_that_is_not_there_is_counted() {
    let pdf = Pdf::new().page(&text(1, 10.0, 60.0, 700.0, "first")).page(&text(1, 10.0, 60.0, 700.0, "second"));
    let named = format!("{} 0 R]", FIRST_OWN + 2);
    let bytes = String::from_utf8(pdf.bytes()).unwrap().replacen(&named, "99 0 R]", 1);
    let damaged = read_bytes(bytes.as_bytes());
    assert_eq!(damaged.pages.len(), 1);
    assert_eq!(damaged.contents.damage, Damage { rebuilt: false, missing_pages: 1 });
}

#[test]
fn a_page_whose_content_is_not_there_says_so() {
    let pdf = Pdf::new().page(&text(1, 10.0, 60.0, 700.0, "first")).page("");
    let content = format!("/Contents {} 0 R", FIRST_OWN + 1);
    let bytes = String::from_utf8(pdf.bytes()).unwrap().replacen(&content, "/Contents 98 0 R", 1);
    let missing: Vec<bool> = read_bytes(bytes.as_bytes()).pages.iter().map(|p| p.coverage.content_missing).collect();
    assert_eq!(missing, [true, false], "an empty page is whole");
}

#[test]
fn pages_beyond_the_limit_of_a_document_are_listed_and_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = thirty_pages().save(folder.path(), "long.pdf");
    let limits = Limits { text: TextLimit { words: 100, bytes: 1 << 20, ..TextLimit::default() }, ..limits() };
    let reader = reader_with(limits);
    let read = reader.read(&path, None, |_, _| ControlFlow::Continue(()));
    let pages = runtime().block_on(read).unwrap().pages;
    let cut: Vec<u32> = pages.iter().filter(|page| page.coverage.cut).map(|page| page.index).collect();
    assert_eq!(cut, (1..30).collect::<Vec<_>>(), "the first fits");
    assert!(pages.iter().all(|page| page.width == 6000.0), "every page has its size");
}

/// Hundreds of pages draw the same two megabytes: each page is within the limits, and all together took minutes.
#[test]
#[cfg(unix)]
fn pages_that_take_too_long_together_are_listed_and_not_read() {
    let drawing = "0 0 m 9 9 l 0 9 l h f ".repeat(100_000) + &text(1, 10.0, 60.0, 700.0, "drawn");
    let stream = format!("<< /Length {} >>\nstream\n{drawing}\nendstream", drawing.len());
    let pdf = (0..400).fold(Pdf::new().object(&stream), |pdf, _| pdf.page(""));
    let mut bytes = String::from_utf8(pdf.bytes()).unwrap();
    for page in 0..400 {
        let own = format!("/Contents {} 0 R ", pdf.page_number(page) + 1);
        let shared = format!("{:width$}", format!("/Contents {FIRST_OWN} 0 R"), width = own.len());
        bytes = bytes.replacen(&own, &shared, 1);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.pdf");
    std::fs::write(&path, bytes).unwrap();
    let limits = Limits { text: TextLimit { cpu_seconds: 2, ..TextLimit::default() }, ..limits() };
    let reader = reader_with(limits);
    let read = reader.read(&path, None, |_, _| ControlFlow::Continue(()));
    let pages = runtime().block_on(read).unwrap().pages;
    assert_eq!(pages.len(), 400, "all are listed");
    assert!(pages[0].words[0].text == "drawn" && !pages[0].coverage.cut, "the first ones are read");
    assert!(pages[399].coverage.cut && pages[399].words.is_empty(), "the last ones say that they are not");
}

#[test]
fn glyphs_beyond_the_limit_of_a_page_are_not_read_and_the_page_says_so() {
    let line = text(1, 1.0, 60.0, 700.0, &"many words ".repeat(1000));
    let page = &read_pdf(&Pdf::new().page_with(WIDE, &line.repeat(50))).pages[0];
    assert!(page.coverage.cut, "550,000 glyphs");
    assert!(!read_pdf(&Pdf::new().page_with(WIDE, &line)).pages[0].coverage.cut, "11,000 glyphs");
}

#[test]
fn a_long_file_comes_in_parts() {
    let line = text(1, 8.0, 10.0, 700.0, &"a ".repeat(2000));
    let content = (0..10).map(|i| line.replace("700", &(700 - 10 * i).to_string())).collect::<String>();
    let pdf = (0..60).fold(Pdf::new(), |pdf, _| pdf.page_with("/MediaBox [0 0 20000 792]", &content));
    let folder = tempfile::tempdir().unwrap();
    let path = pdf.save(folder.path(), "long.pdf");
    let parts = runtime().block_on(parts(&path));
    assert_eq!(parts.iter().sum::<usize>(), 60, "every page once: {parts:?}");
    assert_eq!(parts[0], 20, "400,000 words");
}

/// Number of pages in each part.
async fn parts(path: &Path) -> Vec<usize> {
    let mut reading = reader_with(Limits { output_bytes: 1 << 30, ..limits() }).start(path, None).await.unwrap();
    let mut parts = Vec::new();
    while let Some(pages) = reading.next_part(|_, _| ControlFlow::Continue(())).await.unwrap() {
        parts.push(pages.len());
    }
    parts
}
