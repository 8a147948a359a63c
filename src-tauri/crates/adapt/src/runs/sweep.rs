//! What runs leave on the disk and in the library, removed when nothing refers to it. Not for runs that wait or work.

use super::job::RunLock;
use super::request::{is_tuned, is_tuned_by};
use crate::{Adapt, Result};
use pincite_library::{CollectionId, JobState, Run, RunId};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// What runs of a collection have in the data folder.
pub struct RunFiles {
    runs: Vec<RunId>,
    encoders: Vec<String>,
}

impl Adapt {
    /// Removes what a run that has ended leaves: its pairs and checkpoint, and, if it did not come to its end, its encoder
    /// and half a generation. What cannot be removed now is swept the next time.
    pub(super) async fn clear(&self, run: &Run) {
        self.clear_folder(run.id).await;
        let done = self.library.run(run.id).await.is_ok_and(|now| now.state == JobState::Done);
        if done {
            return;
        }
        let generations = self.library.generations(run.collection).await.unwrap_or_default();
        for half in generations.iter().filter(|generation| is_tuned_by(&generation.encoder, run.id)) {
            if self.library.delete_generation(half.id).await.is_err() {
                return;
            }
        }
        for name in names(&self.home.tuned_all(), |name| is_tuned_by(name, run.id)).await {
            self.forget_tuned(&name).await;
        }
    }

    /// Removes the folder of a run.
    pub(super) async fn clear_folder(&self, run: RunId) {
        remove(&self.folder(run)).await;
    }

    /// Removes a tuned encoder.
    pub(crate) async fn forget_tuned(&self, name: &str) {
        self.encoders.forget().await;
        remove(&self.home.tuned(name)).await;
    }

    /// The files of a collection that is to be deleted.
    pub async fn files_of(&self, collection: CollectionId) -> Result<RunFiles> {
        let generations = self.library.generations(collection).await?.into_iter();
        let encoders = generations.filter(|one| one.base.is_some()).map(|one| one.encoder).collect();
        let runs = self.library.runs(collection).await?.iter().map(|run| run.id).collect();
        Ok(RunFiles { runs, encoders })
    }

    /// Removes the files of a collection that is gone from the library. A run of it ends by itself.
    pub async fn remove_files(&self, RunFiles { runs, encoders }: RunFiles) {
        for run in runs {
            remove(&self.folder(run)).await;
        }
        for encoder in &encoders {
            self.forget_tuned(encoder).await;
        }
    }

    /// Removes what processes that were killed left behind. A library elsewhere does not know what the one of this home
    /// refers to, and leaves it alone.
    ///
    /// # Errors
    /// [`crate::Error::Folder`], [`crate::Error::Library`].
    pub async fn sweep(&self) -> Result<()> {
        let home = &self.home;
        if self.library.path() != home.library() {
            return Ok(());
        }
        let _lock = RunLock::acquire(home).await?;
        let mut kept = HashSet::new();
        let mut running = Vec::new();
        for collection in self.library.collections().await? {
            for run in self.library.runs(collection.id).await? {
                if run.ended_at.is_none() {
                    kept.insert(self.folder(run.id));
                    running.push(run.id);
                } else if run.state != JobState::Done && run.generation.is_some() {
                    self.clear(&run).await;
                }
            }
            let generations = self.library.generations(collection.id).await?;
            kept.extend(generations.into_iter().map(|generation| home.tuned(&generation.encoder)));
        }
        let numbered = |name: &str| name.parse::<i64>().is_ok();
        sweep(&home.runs(), numbered, &kept).await;
        let orphaned = |name: &str| is_tuned(name) && !running.iter().any(|run| is_tuned_by(name, *run));
        sweep(&home.tuned_all(), orphaned, &kept).await;
        Ok(())
    }
}

/// Removes the folders in `folder` that have such a name and are not among those kept.
async fn sweep(folder: &Path, is_ours: impl Fn(&str) -> bool, kept: &HashSet<PathBuf>) {
    for name in names(folder, is_ours).await {
        let path = folder.join(name);
        if !kept.contains(&path) {
            remove(&path).await;
        }
    }
}

/// Names in a folder that are wanted.
async fn names(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let Ok(mut found) = tokio::fs::read_dir(folder).await else { return Vec::new() };
    let mut names = Vec::new();
    while let Ok(Some(one)) = found.next_entry().await {
        names.extend(one.file_name().into_string().ok().filter(|name| is_wanted(name)));
    }
    names
}

async fn remove(folder: &Path) {
    if let Err(error) = tokio::fs::remove_dir_all(folder).await
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(folder = %folder.display(), "cannot be removed: {error}");
    }
}
