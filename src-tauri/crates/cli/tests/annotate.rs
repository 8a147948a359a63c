//! Copies with highlights: of files of any length, in little memory.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]
#![cfg(target_os = "linux")]

mod common;
mod pdf;

use common::Pincite;
use std::fs;
use std::process::Stdio;
use std::time::Duration;

/// A file of one page with so many bytes that no page uses.
fn long_file(padding: usize) -> Vec<u8> {
    let plain = String::from_utf8(pdf::bytes(&[vec![pdf::line(700, "The tenant shall pay the rent.")]])).unwrap();
    let (objects, table) = plain.split_once("xref\n0 ").unwrap();
    let start = objects.len();
    let table = table.replace(&format!("startxref\n{start}\n"), &format!("startxref\n{}\n", start + padding));
    format!("{objects}%{}\nxref\n0 {table}", "x".repeat(padding - 2)).into_bytes()
}

/// The whole file was read into the memory of the program.
#[test]
fn a_highlighted_copy_of_a_long_file_needs_little_memory() {
    let pincite = Pincite::new();
    let file = pincite.path("lease.pdf");
    let copy = pincite.path("copy.pdf");
    let original = long_file(150 << 20);
    fs::write(&file, &original).unwrap();
    let (code, report) = pincite.run(&["add", &file.display().to_string()]);
    assert_eq!((code, &report["documents"][0]["status"]), (0, &"ready".into()), "{report}");
    let out = copy.display().to_string();
    let words = ["annotate", "lease", "--question", "\"pay the rent\"", "--out", &out, "--json"];
    let mut child = pincite.command(&words).stdout(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(common::peak_kib(child.id()).unwrap_or(0));
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success(), "{status}");
    let copied = fs::read(&copy).unwrap();
    assert!(copied.len() > original.len() && copied.starts_with(&original), "the file, and highlights behind it");
    assert!((10 << 10..120 << 10).contains(&peak), "{peak} KiB at the peak");
}
