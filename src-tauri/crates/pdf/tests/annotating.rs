//! Highlights in a copy of a file: where they lie, what stays, and which files refuse them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{Pdf, limits, line_texts, reader_with, runtime, text};
use lopdf::{Dictionary, Document, LoadOptions, Object};
use pincite_pdf::{Annotation, Error, Page, Rect};
use std::{fs, ops::ControlFlow, path::Path, path::PathBuf};

/// Where each word is written, in the coordinates of the page's content.
const X: f32 = 100.0;
const Y: f32 = 500.0;

fn words() -> String {
    text(1, 12.0, X, Y, "Marked words")
}

/// A copy of a file with a highlight over each word of its first page, and that page.
fn marked(path: &Path, password: Option<&str>) -> Result<(Vec<u8>, Page), Error> {
    runtime().block_on(async {
        let mut session = reader_with(limits()).open(path, password).await?;
        let page = session.page(0).await?;
        let rects: Vec<Rect> = page.words.iter().map(|word| word.rect).collect();
        let note = "Wer haftet? – “Who?”".to_owned();
        let update = session.annotations(vec![Annotation { page: 0, rects, note }]).await?;
        let mut copy = fs::read(path).unwrap();
        copy.extend(update);
        Ok((copy, page))
    })
}

fn save(pdf: &Pdf) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = pdf.save(folder.path(), "test.pdf");
    (folder, path)
}

/// Annotations of the first page.
fn annotations(copy: &[u8], password: Option<&str>) -> Vec<Dictionary> {
    let options = LoadOptions { password: password.map(str::to_owned), strict: true, ..LoadOptions::default() };
    let file = Document::load_mem_with_options(copy, options).expect("the copy is a PDF without a fault");
    let page = file.get_dictionary(*file.get_pages().get(&1).unwrap()).unwrap();
    let listed = page.get(b"Annots").unwrap().as_array().unwrap();
    listed.iter().map(|one| file.dereference(one).unwrap().1.as_dict().unwrap().clone()).collect()
}

/// Corners of the marked lines, four after four.
fn corners(annotation: &Dictionary) -> Vec<[f32; 2]> {
    let numbers: Vec<f32> =
        annotation.get(b"QuadPoints").unwrap().as_array().unwrap().iter().map(|n| n.as_float().unwrap()).collect();
    numbers.as_chunks::<2>().0.to_vec()
}

/// Whether the corners surround a point.
fn surround(quad: &[[f32; 2]], [x, y]: [f32; 2]) -> bool {
    let range = |at: usize| {
        let side = quad.iter().map(|corner| corner[at]);
        (side.clone().fold(f32::INFINITY, f32::min), side.fold(f32::NEG_INFINITY, f32::max))
    };
    let ((left, right), (low, high)) = (range(0), range(1));
    (left..=right).contains(&x) && (low..=high).contains(&y)
}

/// A direction of the content as it is seen on a page that is turned clockwise.
fn to_display(turned: u16, [x, y]: [f32; 2]) -> [f32; 2] {
    match turned {
        90 => [y, -x],
        180 => [-x, -y],
        270 => [-y, x],
        _ => [x, y],
    }
}

#[test]
fn highlights_lie_on_the_words_however_the_page_is_turned_and_cropped() {
    for turned in [0, 90, 180, 270] {
        for cropped in ["", "/CropBox [50 60 580 700]"] {
            let extra = format!("/MediaBox [0 0 612 792] /Rotate {turned} {cropped}");
            let (_folder, path) = save(&Pdf::new().page_with(&extra, &words()));
            let (copy, page) = marked(&path, None).expect("it can be marked");
            let annotations = annotations(&copy, None);
            let corners = corners(&annotations[0]);
            assert_eq!(corners.len(), 4 * page.words.len(), "each word has its four corners");
            let inside = [X + 10.0, Y + 4.0];
            let beyond = [X + 10.0, Y + 40.0];
            assert!(surround(&corners[..4], inside), "{extra}: the first word lies in {corners:?}");
            assert!(!surround(&corners[..4], beyond), "{extra}: nothing else does");
            let [upper_left, upper_right, lower_left] = [0, 1, 2].map(|at| to_display(turned, corners[at]));
            assert!(upper_left[0] < upper_right[0] && upper_left[1] > lower_left[1], "{extra}: in reading order");
        }
    }
}

#[test]
fn the_copy_begins_with_the_file_and_reads_the_same() {
    let link = "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>";
    let file = Pdf::new().object(link).page_with("/MediaBox [0 0 612 792] /Annots [10 0 R]", &words());
    let (folder, path) = save(&file);
    let (copy, page) = marked(&path, None).unwrap();
    assert!(copy.starts_with(&file.bytes()) && copy.len() > file.bytes().len(), "nothing of the file is changed");
    let there = annotations(&copy, None);
    let kind = |one: &Dictionary| one.get(b"Subtype").unwrap().as_name().unwrap().to_vec();
    assert_eq!(there.iter().map(kind).collect::<Vec<_>>(), [b"Link".to_vec(), b"Highlight".to_vec()]);
    let second = folder.path().join("copy.pdf");
    fs::write(&second, copy).unwrap();
    let (_, again) = marked(&second, None).expect("a copy can be marked again");
    assert_eq!(line_texts(&again), line_texts(&page));
    let read = reader_with(limits());
    let whole = runtime().block_on(read.read(&second, None, |_, _| ControlFlow::Continue(()))).unwrap();
    assert!(!whole.contents.damage.rebuilt, "its table of objects is whole");
}

#[test]
fn encrypted_files_stay_encrypted_and_their_notes_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    for (name, password) in [("empty-password.pdf", None), ("password-secret.pdf", Some("secret"))] {
        let (copy, _) = marked(&folder.join(name), password).expect("its password is known");
        let note = annotations(&copy, password)[0].get(b"Contents").unwrap().clone();
        let Object::String(note, _) = note else { panic!("a note is a text") };
        let text: Vec<u16> = note.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect();
        assert_eq!(String::from_utf16(&text[1..]).unwrap(), "Wer haftet? – “Who?”", "{name}");
        assert!(!copy.windows(note.len()).any(|part| part == note), "{name}: the note is not stored in the open");
    }
}

#[test]
fn a_damaged_file_is_refused_with_a_reason() {
    let (_folder, path) = save(&Pdf::new().page(&words()));
    let mut bytes = fs::read(&path).unwrap();
    let start = bytes.windows(9).rposition(|part| part == b"startxref").unwrap();
    bytes.truncate(start);
    fs::write(&path, bytes).unwrap();
    let error = marked(&path, None).expect_err("there is no table of objects to add to");
    assert_eq!(error.code(), "pdf.unmarkable");
}
