//! Backups with the real command: what they restore answers as before, and what is damaged changes nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const QUESTION: &str = "Which law governs the agreement?";

/// What a library says: an answer without its time and its notes, which name the folder; documents, marks, and a filled table.
fn said(pincite: &Pincite) -> Value {
    let (_, mut answer) = pincite.run(&["ask", QUESTION]);
    for changing in ["milliseconds", "notes"] {
        answer[changing] = Value::Null;
    }
    let rest = [&["documents"][..], &["marks"], &["grid", "show", "Review"]].map(|command| pincite.run(command).1);
    serde_json::json!([answer, rest])
}

fn with_work() -> Pincite {
    let pincite = Pincite::new();
    pincite.work_with(&sample("services-agreement.pdf"), QUESTION);
    pincite
}

fn backed_up(pincite: &Pincite) -> PathBuf {
    let file = pincite.path("monday.backup");
    let (code, written) = pincite.run(&["backup", file.to_str().unwrap()]);
    assert_eq!((code, &written["files"]), (0, &1.into()), "{written}");
    file
}

fn restored(pincite: &Pincite, file: &Path) -> (i32, Value) {
    pincite.run(&["restore", file.to_str().unwrap()])
}

#[test]
fn a_backup_brings_back_every_answer_and_keeps_what_it_replaces() {
    let pincite = with_work();
    let before = said(&pincite);
    let file = backed_up(&pincite);
    let (code, refused) = pincite.run(&["backup", file.to_str().unwrap()]);
    assert_eq!((code, &refused["error"]["code"]), (1, &"engine.exists".into()), "{refused}");
    pincite.run(&["remove", "services"]);
    assert_ne!(said(&pincite), before);
    let (code, told) = restored(&pincite, &file);
    assert_eq!(code, 0, "{told}");
    assert_eq!(said(&pincite), before, "byte by byte");
    assert!(Path::new(told["aside"].as_str().unwrap()).is_file(), "the former library is kept: {told}");

    let other = Pincite::new();
    let (code, told) = restored(&other, &file);
    assert_eq!((code, &told["aside"]), (0, &Value::Null), "{told}");
    assert_eq!(said(&other), before, "on another computer, too");
}

/// Any changed byte of the library's part is noticed, and then nothing changes.
#[test]
fn a_damaged_backup_changes_nothing() {
    let pincite = with_work();
    let file = backed_up(&pincite);
    let whole = fs::read(&file).unwrap();
    let before = said(&pincite);
    for part in 1..8 {
        let mut damaged = whole.clone();
        damaged[whole.len() * part / 9] ^= 4;
        fs::write(&file, &damaged).unwrap();
        let (code, told) = restored(&pincite, &file);
        let error = told["error"]["code"].as_str().unwrap_or_default().to_owned();
        assert!(code == 1 && ["engine.backup_damaged", "engine.not_a_backup"].contains(&&*error), "{part}: {told}");
    }
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(restored(&pincite, &file).1["error"]["code"], "engine.not_a_backup");
    assert_eq!(restored(&pincite, Path::new(&sample("annual-report.pdf"))).1["error"]["code"], "engine.not_a_backup");
    assert_eq!(said(&pincite), before);
}
