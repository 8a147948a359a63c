//! What a bug report should say of this installation. Not for people's data: no text, question, file name or path is in
//! it, so that it can be sent to anyone.

use crate::{Engine, Error, disk_space, log};
use pincite_library::{Document, Status};
use std::collections::BTreeMap;

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
        let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
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
        let (collections, jobs) = (collections.len(), library.unfinished_jobs().await?.len());
        let (documents, free) = (summary(&documents), disk_space::free(library.path()));
        Ok(format!(
            "collections: {collections}\n{documents}unfinished jobs: {jobs}\nlibrary: {bytes} bytes, {free} bytes free\n"
        ))
    }

    async fn log_lines(&self) -> String {
        let folder = self.0.home.log();
        let lines = tokio::task::spawn_blocking(move || log::last_lines(&folder, LINES)).await.unwrap_or_default();
        // Paths inside the data folder begin with the user's name.
        let home = self.0.home.folder().display().to_string();
        lines.join("\n").replace(&home, "<data folder>") + "\n"
    }
}

/// How many documents are in each status, and how often each problem occurs.
fn summary(documents: &[Document]) -> String {
    let with = |status| documents.iter().filter(|document| document.status == status).count();
    let (ready, partly) = (with(Status::Ready), with(Status::Partly));
    let (waiting, failed) = (with(Status::Waiting), with(Status::Failed));
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
