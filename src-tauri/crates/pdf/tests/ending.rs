//! A reader process ends with the reading: nothing of it is left behind. Alone in its file, because it looks at all the
//! processes that this one has started.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{Pdf, limits, reader_with, runtime, text};
use std::{fs, ops::ControlFlow, path::Path};

/// Processes whose parent is this one, those included that ended and were not waited for.
fn children() -> Vec<String> {
    let own = std::process::id().to_string();
    let stat = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("stat")).ok();
    let is_child = |stat: &String| stat.rsplit(") ").next().and_then(|s| s.split(' ').nth(1)) == Some(&own);
    fs::read_dir("/proc").unwrap().flatten().filter_map(stat).filter(is_child).collect()
}

async fn read(path: &Path, stop: bool) -> &'static str {
    let after_a_page = |_, _| if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let result = reader_with(limits()).read(path, None, after_a_page).await;
    result.map_or_else(|error| error.code(), |_| "read")
}

#[test]
fn no_process_is_left_of_a_reading() {
    let folder = tempfile::tempdir().unwrap();
    let good = Pdf::new().page(&text(1, 10.0, 60.0, 700.0, "text")).page("").save(folder.path(), "good.pdf");
    let bad = folder.path().join("bad.pdf");
    fs::write(&bad, "Dear Sir or Madam").unwrap();
    runtime().block_on(async {
        let session = reader_with(limits()).open(&good, None).await.expect("a good file");
        assert_eq!(children().len(), 1, "a process that is there is seen, else this test shows nothing");
        drop(session);
        while !children().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        for (path, stop, outcome) in
            [(&good, false, "read"), (&good, true, "pdf.cancelled"), (&bad, false, "pdf.not_a_pdf")]
        {
            assert_eq!(read(path, stop).await, outcome);
            assert_eq!(children(), [""; 0], "its time is counted and its entry freed: {outcome}");
        }
    });
}
