//! What runs leave on the disk and in the library, removed when nothing refers to it. Not for runs that wait or work.

use super::lock::TuningLock;
use super::request::{is_tuned, is_tuned_by};
use crate::{Engine, Error};
use pincite_library::{CollectionId, JobState, TuningRun};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

impl Engine {
    /// Removes what a run that has ended leaves: its pairs and checkpoint, and, if it did not come to its end, its encoder
    /// and half a generation. What cannot be removed now is swept the next time.
    pub(super) async fn clear(&self, run: &TuningRun) {
        remove(&self.0.home.tuning(run.id)).await;
        let done = self.0.library.tuning_run(run.id).await.is_ok_and(|now| now.state == JobState::Done);
        if done {
            return;
        }
        let generations = self.0.library.generations(run.collection).await.unwrap_or_default();
        for half in generations.iter().filter(|generation| is_tuned_by(&generation.encoder, run.id)) {
            if self.0.library.delete_generation(half.id).await.is_err() {
                return;
            }
        }
        for name in names(&self.0.home.tuned_all(), |name| is_tuned_by(name, run.id)).await {
            self.forget_tuned(&name).await;
        }
    }

    /// Removes a tuned encoder.
    pub(crate) async fn forget_tuned(&self, name: &str) {
        self.0.encoders.forget().await;
        remove(&self.0.home.tuned(name)).await;
    }

    /// The runs of a collection that is to be deleted, and the encoders tuned for it.
    pub(crate) async fn runs_and_their_encoders(
        &self,
        collection: CollectionId,
    ) -> Result<(Vec<TuningRun>, Vec<String>), Error> {
        let generations = self.0.library.generations(collection).await?.into_iter();
        let tuned = generations.filter(|one| one.base.is_some()).map(|one| one.encoder).collect();
        Ok((self.0.library.tuning_runs(collection).await?, tuned))
    }

    /// Ends and removes them: the collection is gone.
    pub(crate) async fn forget_runs(&self, (runs, encoders): (Vec<TuningRun>, Vec<String>)) {
        for run in &runs {
            self.0.tunings.cancel(run.id);
            remove(&self.0.home.tuning(run.id)).await;
        }
        for encoder in &encoders {
            self.forget_tuned(encoder).await;
        }
    }

    /// Removes what processes that were killed left behind. A library elsewhere does not know what the one of this home
    /// refers to, and leaves it alone.
    pub(crate) async fn sweep_tunings(&self) -> Result<(), Error> {
        let home = &self.0.home;
        if self.0.library.path() != home.library() {
            return Ok(());
        }
        let _lock = TuningLock::acquire(home).await?;
        let (mut kept, mut running) = (HashSet::new(), Vec::new());
        for collection in self.0.library.collections().await? {
            for run in self.0.library.tuning_runs(collection.id).await? {
                if run.ended_at.is_none() {
                    kept.insert(home.tuning(run.id));
                    running.push(run.id);
                } else if run.state != JobState::Done && run.generation.is_some() {
                    self.clear(&run).await;
                }
            }
            let generations = self.0.library.generations(collection.id).await?;
            kept.extend(generations.into_iter().map(|generation| home.tuned(&generation.encoder)));
        }
        let numbered = |name: &str| name.parse::<i64>().is_ok();
        sweep(&home.tuning_all(), numbered, &kept).await;
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
