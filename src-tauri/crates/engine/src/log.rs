//! The log: what the program did, in files of the data folder, for whoever looks for a defect. Not for people's data: it
//! names jobs and documents by their numbers. No text of a document, no question and no file name may be written to it.

use crate::Home;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::panic;
use std::path::{Path, PathBuf};
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Files kept, one a day.
const DAYS: usize = 7;
const PREFIX: &str = "pincite";
const SUFFIX: &str = "log";

/// Writes what this process does to the log of a data folder from now on. Once per process. Where the log cannot be
/// written, on a full disk for example, there is none: that is no reason not to work.
pub fn start_log(home: &Home) {
    let folder = home.log();
    if fs::create_dir_all(&folder).is_err() {
        return;
    }
    let rolling = RollingFileAppender::builder().rotation(Rotation::DAILY).max_log_files(DAYS);
    let Ok(file) = rolling.filename_prefix(PREFIX).filename_suffix(SUFFIX).build(folder) else { return };
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(file).log_internal_errors(false);
    // Other crates' events are left out: nobody has looked at what they write.
    let ours = Targets::new().with_target("pincite", LevelFilter::INFO);
    if tracing_subscriber::registry().with(lines).with(ours).try_init().is_ok() {
        log_panics();
        tracing::info!(version = env!("CARGO_PKG_VERSION"), process = std::process::id(), "started");
    }
}

/// A panic's place, but not its message, which may quote a text.
fn log_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        let place = panicked.location().map(ToString::to_string);
        tracing::error!(place, "panicked");
        before(panicked);
    }));
}

/// The last lines of the newest log of a folder.
pub(crate) fn last_lines(folder: &Path, count: usize) -> Vec<String> {
    let Some(file) = newest(folder).and_then(|path| File::open(path).ok()) else { return Vec::new() };
    let mut last = VecDeque::with_capacity(count + 1);
    for line in BufReader::new(file).lines().map_while(Result::ok) {
        last.push_back(line);
        if last.len() > count {
            last.pop_front();
        }
    }
    last.into()
}

/// Names begin alike and go on with the date.
fn newest(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).ok()?.flatten().map(|file| file.path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == SUFFIX)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_those_of_the_newest_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(last_lines(folder.path(), 2).is_empty(), "without a log there are none");
        fs::write(folder.path().join("pincite.2026-11-01.log"), "old\n").unwrap();
        fs::write(folder.path().join("pincite.2026-11-02.log"), "1\n2\n3\n").unwrap();
        fs::write(folder.path().join("z.txt"), "not a log\n").unwrap();
        assert_eq!(last_lines(folder.path(), 2), ["2", "3"]);
    }
}
