//! Bytes nobody meant to be read: whatever they are, the caller gets a document or an error, in time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{Pdf, lines, read, text};
use pincite_pdf::Document;
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// A file with most of what the room reads: fonts, two pages, labels, outline, an annotation, a form.
fn sample() -> Vec<u8> {
    let first = common::FIRST_OWN;
    let prose = [
        "A clause that is long enough to be prose, which it is.",
        "It goes on in a second line and agree-",
        "ment ends it.",
    ];
    Pdf::new()
        .object("<< /Nums [0 << /S /r >> 1 << /S /D >>] >>")
        .object(&format!("<< /First {} 0 R >>", first + 2))
        .object("<< /Title (Clause) /Dest [1 0 R /Fit] >>")
        .object("<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Length 33 >>\nstream\nBT /F1 9 Tf (in a form) Tj ET     \nendstream")
        .catalog(&format!("/PageLabels {first} 0 R /Outlines {} 0 R", first + 1))
        .page_with(
            &format!("/MediaBox [0 0 612 792] /Annots [<< /Subtype /Stamp /Rect [9 9 99 99] /AP << /N {} 0 R >> >>]", first + 3),
            &lines(3, 11.0, 72.0, 700.0, &prose),
        )
        .page(&(text(1, 10.0, 72.0, 700.0, "Total") + &text(4, 10.0, 300.0, 700.0, "1,577") + &text(4, 10.0, 400.0, 700.0, "1,203")))
        .bytes()
}

/// What every reader of a document may rely on.
fn check(document: &Document) {
    assert_eq!(document.contents.page_count as usize, document.pages.len(), "every page is there");
    assert_eq!(document.contents.page_labels.len(), document.pages.len(), "and has a label");
    for page in &document.pages {
        let mut next = 0;
        for line in &page.lines {
            assert_eq!(line.start, next, "lines cover the words without gap or overlap");
            assert!(line.end > line.start, "no line is empty");
            next = line.end;
        }
        assert_eq!(next as usize, page.words.len(), "and every word is in a line");
        assert!(page.lines.is_sorted_by_key(|l| l.block), "blocks are numbered along the page");
        for word in &page.words {
            assert!(!word.text.is_empty() && !word.text.contains(char::is_whitespace), "a word is text without space");
            let r = word.rect;
            assert!(r.x0 <= r.x1 && r.y0 <= r.y1 && (r.x0 + r.y0 + r.x1 + r.y1).is_finite(), "boxes are boxes: {r:?}");
        }
        assert!(page.words.last().is_none_or(|w| !w.joins_next), "the last word goes on nowhere");
    }
}

fn survives(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.pdf");
    std::fs::write(&path, bytes).unwrap();
    let start = Instant::now();
    if let Ok(document) = read(&path, None) {
        check(&document);
    }
    assert!(start.elapsed() < Duration::from_secs(25), "an answer comes within the limits");
}

#[test]
fn the_sample_itself_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.pdf");
    std::fs::write(&path, sample()).unwrap();
    let document = read(&path, None).unwrap();
    check(&document);
    let words = document.pages.iter().map(|p| p.words.len()).sum::<usize>();
    assert_eq!(words, 30, "or the mutations below would mutate nothing: {:?}", document.pages);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        survives(&bytes);
    }

    #[test]
    fn any_bytes_that_claim_to_be_a_pdf(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        survives(&[b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n", &bytes[..], b"\ntrailer << /Root 1 0 R >>"].concat());
    }

    #[test]
    fn a_good_file_with_bytes_changed(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut bytes = sample();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&bytes);
    }

    #[test]
    fn a_good_file_with_a_piece_moved(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), length in 1..200_usize) {
        let mut bytes = sample();
        let from = from.index(bytes.len());
        let piece: Vec<u8> = bytes.drain(from..(from + length).min(bytes.len())).collect();
        let to = to.index(bytes.len());
        bytes.splice(to..to, piece);
        survives(&bytes);
    }

    #[test]
    fn content_of_any_numbers(values in proptest::collection::vec((any::<f32>(), prop::sample::select(vec!["Tf", "Td", "Tm", "cm", "Tz", "Tc", "TL", "Ts", "T*"])), 0..40)) {
        let mut content = "BT /F1 10 Tf 60 700 Td (start) Tj\n".to_owned();
        for (value, operator) in values {
            let operands = match operator { "Tm" | "cm" => format!("{value} 0 0 {value} 9 9"), "Td" => format!("{value} 1"), "Tf" => format!("/F1 {value}"), _ => value.to_string() };
            content += &format!("{operands} {operator} (word) Tj\n");
        }
        survives(&Pdf::new().page(&content).bytes());
    }
}
