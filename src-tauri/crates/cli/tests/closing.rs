//! Closing the program is no crash: what was at hand goes on with the next start, however often it is closed. The real
//! command and the real signal that a closing session sends.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

#[allow(dead_code, reason = "other tests use more of it")]
mod common;

use common::Pincite;
use serde_json::Value;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Enough to be read for seconds, by a debug build too.
const PAGES: usize = 1500;

/// Closed three times during one long file, a sound file was failed as "may be damaged".
#[test]
fn a_file_during_which_the_program_is_closed_four_times_becomes_ready() {
    let pincite = Pincite::new();
    let file = pincite.path("long.pdf");
    fs::write(&file, long_pdf()).unwrap();
    let file = file.display().to_string();
    for signal in ["TERM", "INT", "TERM", "INT"] {
        let child = pincite.command(&["add", &file]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until_started(&pincite.path("home/log"), child.id());
        let status = interrupt(child, signal);
        assert_eq!((status.code(), status.signal()), (Some(130), None), "closed in order by SIG{signal}");
        let (_, documents) = pincite.run(&["documents"]);
        assert_eq!(documents[0]["status"], "waiting", "what was at hand waits: {documents}");
    }
    let home = fs::read_dir(pincite.path("home")).unwrap().map(|file| file.unwrap().file_name());
    let logs: Vec<_> = home.filter(|name| name.to_string_lossy().ends_with("-wal")).collect();
    assert!(logs.is_empty(), "the library file is whole: {logs:?}");
    let (code, report) = pincite.run(&["add", &file]);
    let document = &report["documents"][0];
    assert_eq!((code, &document["status"], &document["pages"]), (0, &"ready".into(), &PAGES.into()), "{report}");
}

/// Three kills branded a sound file as one that "may be damaged".
#[test]
fn a_file_during_which_the_program_is_killed_three_times_is_tried_once_more_alone() {
    let pincite = Pincite::new();
    let document = killed(&pincite, 3);
    assert_eq!((&document["status"], &document["problem"]), (&"waiting".into(), &Value::Null), "{document}");
    let (code, report) = pincite.run(&["add", document["path"].as_str().unwrap()]);
    let document = &report["documents"][0];
    assert_eq!((code, &document["status"], &document["problem"]), (0, &"ready".into(), &Value::Null), "{report}");
}

/// A file that ends the program at every start is not tried for ever.
#[test]
fn a_file_during_which_the_program_is_killed_four_times_is_given_up() {
    let document = killed(&Pincite::new(), 4);
    assert_eq!(document["problem"]["code"], "library.job_interrupted", "{document}");
}

/// A long file after the program was killed so often while it read it.
fn killed(pincite: &Pincite, times: usize) -> Value {
    let file = pincite.path("long.pdf");
    fs::write(&file, long_pdf()).unwrap();
    let empty = pincite.path("empty");
    fs::create_dir(&empty).unwrap();
    for kill in 0..times {
        // Later starts work off the queue and add nothing.
        let words = if kill == 0 { ["add", file.to_str().unwrap()] } else { ["watch", empty.to_str().unwrap()] };
        let mut child = pincite.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until_started(&pincite.path("home/log"), child.id());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    pincite.run(&["documents"]).1[0].clone()
}

/// A command that ends while models are being opened crashed once in ten times, after it had printed its result.
#[test]
fn a_command_that_ends_at_once_does_not_crash() {
    let pincite = Pincite::new();
    for run in 0..30 {
        let (code, report) = pincite.run(&["add", "/dev/null"]);
        assert_eq!(code, 3, "run {run} ended by its own code: {report}");
    }
}

/// Waits until this process has begun a job, as its log says.
fn wait_until_started(log: &Path, process: u32) {
    let limit = Instant::now() + Duration::from_secs(60);
    let began = |text: &str| {
        let ours = text.split_once(&format!("process={process}"));
        ours.is_some_and(|(_, after)| after.contains("job starts"))
    };
    while !fs::read_dir(log)
        .into_iter()
        .flatten()
        .flatten()
        .any(|file| began(&fs::read_to_string(file.path()).unwrap()))
    {
        assert!(Instant::now() < limit, "the job does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn interrupt(mut child: Child, signal: &str) -> std::process::ExitStatus {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success(), "it was still at work");
    child.wait().unwrap()
}

/// A PDF of many pages with a few lines of text each.
fn long_pdf() -> Vec<u8> {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned(), String::new()];
    objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned());
    let mut kids = String::new();
    for page in 0..PAGES {
        let lines: String = (0..30)
            .map(|line| format!("(The party of page {page} pays {line} dollars when notice is given.) Tj 0 -20 Td "))
            .collect();
        let content = format!("BT /F1 11 Tf 60 740 Td {lines} ET");
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
        let resources = "/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792]";
        objects.push(format!("<< /Type /Page /Parent 2 0 R {resources} /Contents {} 0 R >>", objects.len()));
        kids += &format!("{} 0 R ", objects.len());
    }
    objects[1] = format!("<< /Type /Pages /Count {PAGES} /Kids [{kids}] >>");
    written(&objects)
}

/// The objects as a file, with the table of their places.
fn written(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    file += &format!("{table}trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    file.into_bytes()
}
