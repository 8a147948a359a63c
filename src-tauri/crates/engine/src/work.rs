//! Working off the durable queue: who takes a job, how it is stopped, how it ends. Not for what a job does.

use crate::disk_space::DiskSpace;
use crate::documents::problem;
use crate::{Engine, Error, embed, ingest, recognise};
use pincite_api::Event;
use pincite_library::{self as library, DocumentId, Job, JobId, Task};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Jobs at work at a time: while one document is embedded the next is read.
const WORKERS: usize = 2;

/// How often the queue is looked at without being woken: another process may have queued something.
pub(crate) const LOOK: Duration = Duration::from_secs(1);

/// The running jobs of this process, and what wakes its workers.
#[derive(Default)]
pub(crate) struct Queue {
    changed: Notify,
    running: Mutex<HashMap<JobId, CancellationToken>>,
    /// Cancelled when the engine is closed, and with it every running job.
    pub(crate) closing: CancellationToken,
    /// Everything that works; it ends soon after `closing`.
    pub(crate) workers: TaskTracker,
    pub(crate) disk_space: DiskSpace,
}

impl Queue {
    /// There may be something to do.
    pub(crate) fn wake(&self) {
        self.changed.notify_waiters();
    }

    /// Ends when there may be something to do again.
    pub(crate) fn changed(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// Stops a job if this process is at it.
    pub(crate) fn cancel(&self, job: JobId) {
        if let Some(token) = self.running().get(&job) {
            token.cancel();
        }
    }

    /// Jobs this process is at.
    pub(crate) fn running_jobs(&self) -> Vec<JobId> {
        self.running().keys().copied().collect()
    }

    fn start(&self, job: JobId) -> CancellationToken {
        let token = self.closing.child_token();
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
    /// Starts to work: queued jobs, tunings and grids are done, watched folders followed, missing vectors computed. Once per
    /// process; a process that only asks need not.
    ///
    /// # Errors
    /// [`Error::Library`]: if the library can only be read there is no work; after any other error the queue is worked off
    /// nevertheless.
    pub async fn work(&self) -> Result<(), Error> {
        if self.0.library.can_only_be_read() {
            let library = self.0.library.path().to_owned();
            return Err(library::Error::OpenedFull { library }.into());
        }
        let queue = &self.0.queue;
        for _ in 0..WORKERS {
            queue.workers.spawn(self.clone().work_off());
        }
        queue.workers.spawn(self.clone().fill_grids());
        let followed = self.follow_watched_folders().await;
        let adapt = self.adapt().clone();
        let swept = adapt.sweep().await;
        queue.workers.spawn(async move { adapt.work().await });
        let engine = self.clone();
        tokio::spawn(async move {
            if let Err(error) = engine.0.missing.queue().await {
                engine.0.notice(&error.into());
            }
            if let Err(error) = recognise::queue_all(&engine).await {
                engine.0.notice(&error);
            }
        });
        followed.and(swept.map_err(Error::from))
    }

    async fn work_off(self) {
        let closing = self.0.queue.closing.clone();
        while !closing.is_cancelled() {
            self.wait_for_space().await;
            let changed = self.0.queue.changed();
            match self.0.library.claim_next().await {
                Ok(Some(job)) => self.run(job).await,
                Ok(None) => {
                    let _ = closing.run_until_cancelled(tokio::time::timeout(LOOK, changed)).await;
                }
                Err(error) => self.cannot_write(&error).await,
            }
        }
    }

    /// The queue cannot be changed now: a full disk is waited out, anything else tried again a little later.
    pub(crate) async fn cannot_write(&self, error: &library::Error) {
        if is_full(error) {
            return self.disk_is_full();
        }
        self.0.notice_of(error);
        tokio::time::sleep(LOOK).await;
    }

    async fn run(&self, job: Job) {
        let (began, document) = (Instant::now(), job.task.document());
        tracing::info!(
            job = job.id.0,
            document = document.map(|document| document.0),
            attempt = job.attempts,
            "job starts"
        );
        let token = self.0.queue.start(job.id);
        let result = self.perform(&job, &token).await;
        match &result {
            Ok(_) => tracing::info!(job = job.id.0, seconds = began.elapsed().as_secs_f32(), "job is done"),
            Err(error) => tracing::warn!(job = job.id.0, code = error.code(), cause = error.cause(), "job failed"),
        }
        if self.record(job.id, &result).await
            && let Some(document) = result.ok().or(document)
        {
            // Removed meanwhile: there is nobody to speak of.
            let _ = self.announce(document).await;
        }
        self.0.emit(Event::Collections);
        if self.0.queue.end(job.id) {
            self.rest().await;
        }
    }

    /// No job of this process is left.
    async fn rest(&self) {
        if let Err(error) = self.0.library.checkpoint().await {
            tracing::warn!(code = error.code(), "the write-ahead log stays beside the library");
        }
        self.0.emit(Event::Idle);
    }

    /// Does a job; returns the document its file is listed under now.
    async fn perform(&self, job: &Job, token: &CancellationToken) -> Result<DocumentId, Error> {
        match &job.task {
            Task::Ingest { document, path } => ingest::ingest(self, job.id, *document, path, token).await,
            Task::Embed { document } => embed::complete(self, job.id, *document, token).await,
            Task::Recognise { document } => recognise::complete(self, job.id, *document, token).await,
            Task::Unreadable { detail, .. } => {
                let error = library::Error::JobUnreadable { job: job.id, detail: detail.clone() };
                self.0.notice_of(&error);
                Err(error.into())
            }
        }
    }

    /// Writes down how a job ended, when there is space for it; `true` once it is written.
    async fn record(&self, job: JobId, result: &Result<DocumentId, Error>) -> bool {
        loop {
            let Err(error) = self.try_to_record(job, result).await else { return true };
            if !is_full(&error) || self.0.queue.closing.is_cancelled() {
                self.0.notice_of(&error);
                return false;
            }
            self.disk_is_full();
            self.wait_for_space().await;
        }
    }

    /// What a full disk or the closing of the program stopped goes back into the queue, and is no failure.
    async fn try_to_record(&self, job: JobId, result: &Result<DocumentId, Error>) -> Result<bool, library::Error> {
        let library = &self.0.library;
        match result {
            Ok(_) => library.finish_job(job).await,
            Err(_) if self.0.queue.closing.is_cancelled() => library.release_job(job).await,
            Err(Error::Library(error)) if is_full(error) => {
                self.disk_is_full();
                library.release_job(job).await
            }
            Err(error) => library.fail_job(job, &problem(error)).await,
        }
    }
}

pub(crate) fn is_full(error: &library::Error) -> bool {
    matches!(error, library::Error::DiskFull { .. })
}

#[cfg(test)]
mod tests {
    use crate::{Adding, Engine, Home, Options};
    use pincite_api::Event;
    use pincite_models::Device;
    use pincite_pdf::Reader;
    use sqlx::ConnectOptions;
    use sqlx::sqlite::SqliteConnectOptions;
    use std::path::Path;

    async fn open(home: &Path) -> Engine {
        let (home, reader) = (Home::from(home.to_owned()), Reader::of_this_program().unwrap());
        let options = Options { home, library: None, device: Device::Cpu, reader, splitting: None };
        Engine::open(options).await.unwrap()
    }

    /// It was recorded as done, and its document waited for ever.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_job_of_an_unknown_kind_fails_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.pdf"), "x").unwrap();
        let engine = open(folder.path()).await;
        let collection = engine.create_collection("Deal").await.unwrap().id;
        let adding = Adding { paths: vec![folder.path().join("a.pdf")], password: None };
        engine.add(collection, adding).await.unwrap();
        let file = SqliteConnectOptions::new().filename(folder.path().join("library.db"));
        let mut raw = file.connect().await.unwrap();
        sqlx::query("UPDATE job SET kind = 'dance'").execute(&mut raw).await.unwrap();
        let mut events = engine.events();
        engine.work().await.unwrap();
        engine.wait_until_idle().await.unwrap();
        let problem = engine.documents(collection).await.unwrap().remove(0).problem.unwrap();
        assert_eq!(problem.code, "library.job_unreadable");
        assert!(problem.technical().contains("dance"), "{problem:?}");
        let mut noticed = false;
        while let Ok(event) = events.try_recv() {
            noticed |= matches!(event, Event::Notice(notice) if notice == problem);
        }
        assert!(noticed, "it is said at once, too");
        engine.close().await;
    }
}
