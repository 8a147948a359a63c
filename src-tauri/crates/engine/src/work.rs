//! Working off the durable queue: who takes a job, how it is stopped, how it ends. Not for what a job does.

use crate::documents::problem;
use crate::view::Event;
use crate::{Engine, Error, embed, ingest};
use pincite_library::{EntryId, Job, JobId, NewJob};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Kind of the job that reads a file and makes it searchable.
pub(crate) const INGEST: &str = "ingest";
/// Kind of the job that computes vectors a stored document lacks.
pub(crate) const EMBED: &str = "embed";

/// Jobs at work at a time: while one document is embedded the next is read.
const WORKERS: usize = 2;

/// How often the queue is looked at without being woken: another process may have queued something.
pub(crate) const LOOK: Duration = Duration::from_secs(1);

/// The running jobs of this process, and the bell that wakes its workers.
#[derive(Default)]
pub(crate) struct Queue {
    bell: Notify,
    running: Mutex<HashMap<JobId, CancellationToken>>,
}

impl Queue {
    /// There may be something to do.
    pub(crate) fn wake(&self) {
        self.bell.notify_waiters();
    }

    /// Stops a job if this process is at it.
    pub(crate) fn cancel(&self, job: JobId) {
        if let Some(token) = self.running().get(&job) {
            token.cancel();
        }
    }

    fn start(&self, job: JobId) -> CancellationToken {
        let token = CancellationToken::new();
        self.running().insert(job, token.clone());
        token
    }

    /// `true` if no job of this process is left.
    fn end(&self, job: JobId) -> bool {
        let mut running = self.running();
        running.remove(&job);
        running.is_empty()
    }

    fn running(&self) -> MutexGuard<'_, HashMap<JobId, CancellationToken>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Starts to work: queued jobs and tunings are done, watched folders followed, missing vectors computed. Once per
    /// process; a process that only asks need not.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn work(&self) -> Result<(), Error> {
        self.follow_watched_folders().await?;
        for _ in 0..WORKERS {
            tokio::spawn(self.clone().work_off());
        }
        self.sweep_tunings().await?;
        tokio::spawn(self.clone().tune_off());
        let engine = self.clone();
        tokio::spawn(async move {
            if let Err(error) = engine.queue_missing_vectors().await {
                engine.0.notice(&error);
            }
        });
        Ok(())
    }

    async fn work_off(self) {
        loop {
            let bell = self.0.queue.bell.notified();
            match self.0.library.claim_next().await {
                Ok(Some(job)) => self.run(job).await,
                Ok(None) => drop(tokio::time::timeout(LOOK, bell).await),
                Err(error) => {
                    self.0.notice(&error.into());
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    async fn run(&self, job: Job) {
        let token = self.0.queue.start(job.id);
        let result = self.perform(&job, &token).await;
        let ended = match &result {
            Ok(_) => self.0.library.finish_job(job.id).await,
            Err(error) => self.0.library.fail_job(job.id, &problem(error)).await,
        };
        if let Err(error) = ended {
            self.0.notice(&error.into());
        }
        let entry = result.ok().flatten().or(job.entry);
        if let Some(entry) = entry {
            // Removed meanwhile: there is nobody to speak of.
            let _ = self.announce(entry).await;
        }
        self.0.emit(Event::Collections);
        if self.0.queue.end(job.id) {
            self.0.emit(Event::Idle);
        }
    }

    /// Does a job; returns the entry its file is listed under now.
    async fn perform(&self, job: &Job, token: &CancellationToken) -> Result<Option<EntryId>, Error> {
        match (job.kind.as_str(), job.entry, &job.path) {
            (INGEST, Some(entry), Some(path)) => ingest::ingest(self, job.id, entry, path, token).await.map(Some),
            (EMBED, Some(entry), _) => embed::complete(self, job.id, entry, token).await.map(Some),
            _ => Ok(None),
        }
    }

    /// Documents that lack vectors in their collection's active generation get them now: those stored while no encoder
    /// was there, or while another generation became active.
    pub(crate) async fn queue_missing_vectors(&self) -> Result<(), Error> {
        let library = &self.0.library;
        for collection in library.collections().await? {
            // Without an encoder there is nothing to compute; asking says so.
            let Ok((generation, _)) = embed::active(self, collection.id).await else { continue };
            // A file that is to be read again may fail to: what is stored of it gets its vectors nevertheless.
            let queued = library.unfinished_jobs().await?.into_iter().filter(|job| job.kind == EMBED);
            let queued: Vec<_> = queued.filter_map(|job| job.entry).collect();
            for document in library.documents_without_vectors(generation.id).await? {
                let Some(entry) = library.entry_of(collection.id, document).await? else { continue };
                if !queued.contains(&entry.id) {
                    let new = NewJob { kind: EMBED, entry: Some(entry.id), path: None, payload: "null", priority: -1 };
                    library.enqueue(&new).await?;
                }
            }
        }
        self.0.queue.wake();
        Ok(())
    }
}
