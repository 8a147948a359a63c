//! What the program did and how it is, for whoever looks for a defect: the log, and the text of a bug report. Not for
//! people's data, so that both can be sent to anyone: no text of a document, no question and no file name or path may be
//! in them. Jobs and documents are named by their numbers.

use crate::work::free;
use crate::{Engine, Error, Home};
use pincite_library::{Document, Status};
use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::panic;
use std::path::{Path, PathBuf};
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Lines of the log that are quoted.
const LINES: usize = 60;

impl Engine {
    /// Version, system, encoder, counts, codes of problems and the last lines of the log, as text to be sent along with
    /// a bug report.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn bug_report(&self) -> Result<String, Error> {
        let sections = [self.system().await?, self.contents().await?, self.log_lines().await];
        Ok(sections.join("\n"))
    }

    async fn system(&self) -> Result<String, Error> {
        let status = self.status().await?;
        let system = std::env::consts::OS;
        let machine = std::env::consts::ARCH;
        let encoder = status.encoder.unwrap_or_else(|| "none".to_owned());
        let notes: String = status.notes.iter().map(|note| format!("note: {}\n", note.code)).collect();
        let version = env!("CARGO_PKG_VERSION");
        Ok(format!("Pincite {version} on {system} {machine}\nencoder: {encoder} on {}\n{notes}", status.device))
    }

    async fn contents(&self) -> Result<String, Error> {
        let library = &self.0.library;
        let collections = library.collections().await?;
        let mut documents = Vec::new();
        for collection in &collections {
            documents.extend(library.documents(collection.id).await?);
        }
        let bytes = tokio::fs::metadata(library.path()).await.map_or(0, |file| file.len());
        let collections = collections.len();
        let documents = summary(&documents);
        let jobs = library.unfinished_jobs().await?.len();
        let free = free(library.path());
        Ok(format!(
            "collections: {collections}\n{documents}unfinished jobs: {jobs}\nlibrary: {bytes} bytes, {free} bytes free\n"
        ))
    }

    async fn log_lines(&self) -> String {
        let folder = self.0.home.log();
        let lines = tokio::task::spawn_blocking(move || last_lines(&folder, LINES)).await.unwrap_or_default();
        // Paths inside the data folder begin with the user's name.
        let home = self.0.home.folder().display().to_string();
        lines.join("\n").replace(&home, "<data folder>") + "\n"
    }
}

/// How many documents are in each status, and how often each problem occurs.
fn summary(documents: &[Document]) -> String {
    let with = |status| documents.iter().filter(|document| document.status == status).count();
    let ready = with(Status::Ready);
    let partly = with(Status::Partly);
    let waiting = with(Status::Waiting);
    let failed = with(Status::Failed);
    let passages: u32 = documents.iter().map(|document| document.passages).sum();
    let mut codes = BTreeMap::new();
    for problem in documents.iter().filter_map(|document| document.problem.as_ref()) {
        *codes.entry(problem.code.as_str()).or_insert(0) += 1;
    }
    let codes: String = codes.iter().map(|(code, count)| format!("problem: {count} x {code}\n")).collect();
    let all = documents.len();
    format!(
        "documents: {all} ({ready} ready, {partly} partly, {waiting} waiting, {failed} failed), {passages} passages\n{codes}"
    )
}

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
fn last_lines(folder: &Path, count: usize) -> Vec<String> {
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
