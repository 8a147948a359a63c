//! What becomes of files that are broken, hostile or not there: one clear error each, and the caller lives on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{Pdf, limits, read, reader_with, runtime, text};
use pincite_pdf::{Error, Fault, Limits, Session};
use std::{ops::ControlFlow, path::Path, path::PathBuf, time::Duration};

fn code_of(name: &str, bytes: &[u8]) -> &'static str {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let error = read(&path, None).expect_err("cannot be read");
    assert!(error.to_string().contains(name), "the message names the file: {error}");
    error.code()
}

#[test]
fn each_kind_of_bad_file_has_its_own_error() {
    let whole = Pdf::new().page(&text(1, 10.0, 60.0, 700.0, "text")).bytes();
    assert_eq!(code_of("note.txt", b"Dear Sir or Madam"), "pdf.not_a_pdf");
    assert_eq!(code_of("empty.pdf", b""), "pdf.not_a_pdf");
    assert_eq!(code_of("half.pdf", &whole[..60]), "pdf.truncated");
    assert_eq!(code_of("none.pdf", &Pdf::new().bytes()), "pdf.no_pages");
}

#[test]
fn what_the_system_refuses_is_told_as_such() {
    let missing = read(Path::new("/nowhere/lease.pdf"), None).expect_err("is not there");
    assert_eq!(missing.code(), "pdf.unreadable");
    assert!(missing.to_string().contains("/nowhere/lease.pdf"), "the message names the file: {missing}");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(read(folder.path(), None).expect_err("is a folder").code(), "pdf.unreadable");
    let reader = pincite_pdf::Reader::new(PathBuf::from("/nowhere/pincite"), Limits::default());
    let file = Pdf::new().page("").save(folder.path(), "a.pdf");
    let error = runtime().block_on(reader.open(&file, None)).expect_err("no such program");
    assert_eq!(error.code(), "pdf.reader");
}

/// Opens a good file, lets the reader process misbehave, and shows that a new one works.
fn provoked(fault: Fault, limits: Limits) -> Error {
    let folder = tempfile::tempdir().unwrap();
    let path = Pdf::new().page(&text(1, 10.0, 60.0, 700.0, "alive")).save(folder.path(), "a.pdf");
    runtime().block_on(async {
        let reader = reader_with(limits);
        let mut session: Session = reader.open(&path, None).await.expect("a good file");
        let error = session.inject_fault(fault).await.expect_err("misbehaviour is an error");
        let mut again = reader.open(&path, None).await.expect("the file can be opened again");
        assert_eq!(again.page(0).await.expect("and read").words[0].text, "alive");
        error
    })
}

#[test]
fn the_death_of_a_reader_is_an_error_and_no_more() {
    let short = Limits { cpu_seconds: 1, wall: Duration::from_secs(3), output_bytes: 1 << 20, ..limits() };
    assert_eq!(provoked(Fault::Memory, limits()).code(), "pdf.crashed", "an allocation beyond the limit aborts");
    assert_eq!(provoked(Fault::Recursion, limits()).code(), "pdf.crashed", "the stack overflows");
    assert_eq!(provoked(Fault::Panic, limits()).code(), "pdf.crashed", "a panic is told");
    assert_eq!(provoked(Fault::Loop, short).code(), "pdf.limit", "CPU time runs out");
    assert_eq!(provoked(Fault::Sleep, short).code(), "pdf.limit", "time runs out");
    assert_eq!(provoked(Fault::Flood, short).code(), "pdf.limit", "too much is sent");
}

/// The pages went on to code that trusts their numbers, and the caller's process panicked.
#[test]
fn a_page_whose_lines_name_words_it_has_not_is_refused() {
    assert_eq!(provoked(Fault::Inconsistent, limits()).code(), "pdf.crashed");
}

/// It hung for ever: the file is longer than what a pipe holds, and nobody reads the other end.
#[test]
#[cfg(target_os = "linux")]
fn a_reader_that_does_not_take_the_file_runs_out_of_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.pdf");
    std::fs::write(&path, vec![b'x'; 4 << 20]).unwrap();
    let short = Limits { wall: Duration::from_millis(300), ..limits() };
    let reader = pincite_pdf::Reader::new(PathBuf::from("/usr/bin/yes"), short);
    let opening = async { tokio::time::timeout(Duration::from_secs(20), reader.open(&path, None)).await };
    let opened = runtime().block_on(opening).expect("it does not wait for ever");
    assert_eq!(opened.expect_err("nobody reads it").code(), "pdf.limit");
}

#[test]
#[cfg(target_os = "linux")]
fn a_reader_reaches_nothing_outside() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its number").port();
    let folder = tempfile::tempdir().unwrap();
    let path = Pdf::new().page("").save(folder.path(), "a.pdf");
    let outside = folder.path().join("written");
    let reached = runtime().block_on(async {
        let mut session = reader_with(limits()).open(&path, None).await.expect("a good file");
        session
            .inject_fault(Fault::Reach { read: path.clone(), write: outside.clone(), port })
            .await
            .expect("an answer")
    });
    assert!(!outside.exists(), "no file is written");
    assert_eq!(reached.coverage.glyphs, 0, "no file is read, none written, no connection made");
}

#[test]
fn nesting_without_end_costs_one_file_at_most() {
    let deep = |open: &str, close: &str| open.repeat(200_000) + &close.repeat(200_000);
    let arrays = format!("BT /F1 10 Tf {} TJ ET", deep("[", "]"));
    let states = "q ".repeat(300_000) + &text(1, 10.0, 60.0, 700.0, "after");
    let folder = tempfile::tempdir().unwrap();
    let files = [
        Pdf::new().page(&arrays),
        Pdf::new().page(&states),
        Pdf::new().object(&deep("<< /A ", ">>")).catalog(&format!("/Outlines {} 0 R", common::FIRST_OWN)).page(""),
        Pdf::new().page_with(&format!("/MediaBox [0 0 612 792] /X {}", deep("[", "]")), ""),
    ];
    for (i, file) in files.iter().enumerate() {
        let outcome = read(&file.save(folder.path(), &format!("{i}.pdf")), None);
        let code = outcome.as_ref().map_or_else(Error::code, |_| "read");
        assert!(["read", "pdf.crashed", "pdf.truncated", "pdf.no_pages"].contains(&code), "file {i}: {code}");
    }
}

#[test]
fn forms_that_draw_each_other_come_to_an_end() {
    let form = |other: usize| {
        let twice = "/X Do /X Do";
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {other} 0 R >> >> /Length {} >>\nstream\n{twice}\nendstream",
            twice.len()
        )
    };
    let (a, b) = (common::FIRST_OWN, common::FIRST_OWN + 1);
    let extra = format!("/MediaBox [0 0 612 792] /Resources << /XObject << /X {a} 0 R >> /Font << /F1 5 0 R >> >>");
    let content = "/X Do ".to_owned() + &text(1, 10.0, 60.0, 700.0, "after");
    let pdf = Pdf::new().object(&form(b)).object(&form(a)).page_with(&extra, &content);
    let document = common::read_pdf(&pdf);
    assert_eq!(document.pages[0].words[0].text, "after", "the page goes on behind them");
}

#[test]
fn reading_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = (0..5).fold(Pdf::new(), |pdf, _| pdf.page("")).save(folder.path(), "a.pdf");
    let mut seen = Vec::new();
    let stop_at_two = |done, total| {
        seen.push((done, total));
        if done == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let result = runtime().block_on(reader_with(limits()).read(&path, None, stop_at_two));
    assert_eq!(result.expect_err("was stopped").code(), "pdf.cancelled");
    assert_eq!(seen, [(1, 5), (2, 5)], "told after each page, and not after the stop");
}

#[test]
fn one_process_draws_pictures_and_then_reads_all_pages() {
    let folder = tempfile::tempdir().unwrap();
    let path = Pdf::new().page(&text(1, 10.0, 60.0, 700.0, "first")).page("").save(folder.path(), "a.pdf");
    runtime().block_on(async {
        let mut session = reader_with(limits()).open(&path, None).await.expect("a good file");
        for _ in 0..60 {
            session.image(0, 0.5).await.expect("an image");
        }
        std::fs::remove_file(&path).unwrap();
        let mut reading = session.into_reading().await.expect("the process has the file");
        let pages = reading.next_part(|_, _| ControlFlow::Continue(())).await.expect("read").expect("a part");
        assert_eq!((pages.len(), pages[0].words[0].text.as_str()), (2, "first"));
    });
}

#[test]
fn a_session_answers_page_by_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = Pdf::new().page(&text(1, 10.0, 60.0, 700.0, "first")).page("").save(folder.path(), "a.pdf");
    runtime().block_on(async {
        let mut session = reader_with(limits()).open(&path, None).await.expect("a good file");
        assert_eq!(session.page(7).await.expect_err("there are two").code(), "pdf.no_page");
        let image = session.image(0, 2.0).await.expect("an image");
        assert_eq!((image.width, image.height), (1224, 1584), "two pixels per point");
        assert!(image.png.starts_with(b"\x89PNG"), "a PNG file");
        let huge = session.image(0, 1e9).await.expect("any scale gives an image");
        assert!(huge.width * huge.height <= 16_100_000, "but none without bounds: {}×{}", huge.width, huge.height);
        assert_eq!(session.page(0).await.expect("still there").words[0].text, "first");
    });
}
