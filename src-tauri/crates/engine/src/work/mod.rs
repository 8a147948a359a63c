//! The worker loop: jobs are claimed while there are places, done beside each other, stopped when someone cancels them, and
//! their end is recorded. A full disk is said once, and waited out. Closing puts what is at hand back into the queue.
//!
//! What a job does is in the module of its kind: `files`, `grids`, and runs in the crate that adapts. Not for a process
//! that dies: its jobs are found by the next one.

mod encoders;
mod events;
mod queue;

pub(crate) use encoders::{exchange_encoders, folder_beside, tuned_generations};
pub(crate) use events::{Events, Meter};
pub(crate) use queue::{Queue, free};

use crate::error::{is_full, problem};
use crate::{Engine, Error, grids};
use pincite_api::Event;
use pincite_library::{self as library, Changes, DocumentId, Job, JobId, Task};
use queue::is_of_a_file;
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// After this the queue is tried again that could not be changed.
const RETRY: Duration = Duration::from_secs(1);
/// How often a full disk is looked at: nothing tells when it has space again.
const LOOK: Duration = Duration::from_secs(1);
/// How long jobs may take to stop. They look at least once a page and once a batch of passages.
const TO_STOP: Duration = Duration::from_secs(4);
/// Between two notes that others changed a shared library: who sees one looks at all that is shown.
const OTHERS: Duration = Duration::from_millis(700);
/// How long the file may take to close.
const TO_CLOSE: Duration = Duration::from_secs(4);
/// How long models may take to open, and networks to finish a batch.
const TO_FINISH: Duration = Duration::from_secs(4);

impl Engine {
    /// Starts to work: queued jobs are done, watched folders followed, missing vectors computed. Once per process; a
    /// process that only asks need not.
    ///
    /// # Errors
    /// [`Error::Library`]: if the library can only be read there is no work; after any other error the queue is worked off
    /// nevertheless.
    pub async fn work(&self) -> Result<(), Error> {
        if let Some(refusal) = self.0.library.refusal() {
            return Err(refusal.into());
        }
        let swept = self.adapt().sweep().await;
        self.0.queue.workers.spawn(self.clone().work_off());
        if self.0.library.is_shared() {
            tokio::spawn(self.clone().tell_of_others());
        }
        let followed = self.0.watching.follow().await;
        let engine = self.clone();
        tokio::spawn(async move {
            if let Err(error) = engine.0.missing.queue().await {
                engine.0.events.notice(&error.into());
            }
            if let Err(error) = engine.0.missing_tables.queue().await {
                engine.0.events.notice(&error.into());
            }
            if let Err(error) = engine.0.scans.queue_all().await {
                engine.0.events.notice(&error);
            }
        });
        followed.and(swept.map_err(Error::from))
    }

    async fn work_off(self) {
        let closing = self.0.queue.closing.clone();
        let mut changes = self.0.library.changes();
        while !closing.is_cancelled() {
            self.wait_for_space().await;
            match self.begin_jobs().await {
                Ok(()) => drop(closing.run_until_cancelled(self.wait_for_work(&mut changes)).await),
                Err(error) => self.cannot_write(&error).await,
            }
        }
    }

    /// Tells of what others do in a shared library, until the engine closes.
    async fn tell_of_others(self) {
        let mut changes = self.0.library.changes_elsewhere();
        let mut exchanged = HashSet::new();
        let closing = self.0.queue.closing.clone();
        while closing.run_until_cancelled(changes.next()).await.is_some() {
            if let Err(error) = exchange_encoders(&self.0.library, &self.0.home, &mut exchanged).await {
                self.0.events.notice(&error);
            }
            self.0.events.emit(Event::Elsewhere);
            closing.run_until_cancelled(tokio::time::sleep(OTHERS)).await;
        }
    }

    /// Starts jobs while there are jobs and places, and stops those that someone cancelled, in whichever process.
    async fn begin_jobs(&self) -> Result<(), library::Error> {
        let queue = &self.0.queue;
        queue.keep_only(&self.0.library.own_jobs().await?);
        while !queue.closing.is_cancelled()
            && let Some(job) = self.0.library.claim_next(queue.places()).await?
        {
            let token = queue.start(&job);
            queue.workers.spawn(self.clone().run(job, token));
        }
        Ok(())
    }

    /// Returns when there may be something to do again.
    async fn wait_for_work(&self, changes: &mut Changes) {
        tokio::select! {
            () = changes.next() => {}
            () = self.0.queue.freed.notified() => {}
        }
    }

    /// The queue cannot be changed now: a full disk is waited out, anything else tried again a little later.
    async fn cannot_write(&self, error: &library::Error) {
        if is_full(error) {
            return self.disk_is_full();
        }
        self.0.events.notice_of(error);
        let _ = self.0.queue.closing.run_until_cancelled(tokio::time::sleep(RETRY)).await;
    }

    async fn run(self, job: Job, token: CancellationToken) {
        let began = Instant::now();
        let document = job.task.document().map(|document| document.0);
        tracing::info!(job = job.id.0, document, attempt = job.attempts, "job starts");
        let result = self.perform(&job, &token).await;
        match &result {
            Ok(_) => tracing::info!(job = job.id.0, seconds = began.elapsed().as_secs_f32(), "job is done"),
            Err(error) => tracing::warn!(job = job.id.0, code = error.code(), cause = error.cause(), "job failed"),
        }
        let is_recorded = self.record(job.id, &result).await;
        self.tell_end(&job.task, result.ok().flatten().filter(|_| is_recorded)).await;
        if self.0.queue.end(job.id) && is_of_a_file(&job.task) {
            self.rest().await;
        }
    }

    /// Tells everyone that a job has ended. A file may be listed under another document now.
    async fn tell_end(&self, task: &Task, now: Option<DocumentId>) {
        match task {
            Task::Grid { grid } => self.tell_grid(*grid).await,
            Task::Run { run } => {
                if self.0.library.is_shared()
                    && let Err(error) = exchange_encoders(&self.0.library, &self.0.home, &mut HashSet::new()).await
                {
                    self.0.events.notice(&error);
                }
                self.adapt().ended(*run).await;
            }
            _ => {
                if let Some(document) = now.or(task.document()) {
                    // Removed meanwhile: there is nobody to speak of.
                    let _ = self.0.listing.announce(document).await;
                }
                self.0.events.emit(Event::Collections);
            }
        }
    }

    /// This process works on no file any more.
    async fn rest(&self) {
        if let Err(error) = self.0.library.checkpoint().await {
            tracing::warn!(code = error.code(), "the write-ahead log stays beside the library");
        }
        self.0.events.emit(Event::Idle);
    }

    /// Does a job; returns the document its file is listed under now.
    async fn perform(&self, job: &Job, token: &CancellationToken) -> Result<Option<DocumentId>, Error> {
        match &job.task {
            Task::Ingest { document, path } => {
                let document = self.0.ingest.ingest(job.id, *document, path, token).await?;
                self.0.scans.queue(document).await?;
                Ok(Some(document))
            }
            Task::Embed { document } => self.0.missing.complete(job.id, *document, token).await.map(Some),
            Task::Recognise { document } => self.0.scans.complete(job.id, *document, token).await.map(Some),
            Task::Tables { document } => self.0.missing_tables.complete(job.id, *document, token).await.map(Some),
            Task::Grid { grid } => grids::fill(self, *grid, token).await.map(|()| None),
            Task::Run { run } => {
                // A step of the training is not waited for: the run goes on with the next process.
                let performing = self.0.queue.closing.run_until_cancelled(self.adapt().perform(*run, token));
                performing.await.unwrap_or(Err(pincite_adapt::Error::Cancelled))?;
                Ok(None)
            }
            Task::Unreadable { detail, .. } => {
                let error = library::Error::JobUnreadable { job: job.id, detail: detail.clone() };
                self.0.events.notice_of(&error);
                Err(error.into())
            }
        }
    }

    /// Writes down how a job ended, when there is space for it; `true` once it is written.
    async fn record(&self, job: JobId, result: &Result<Option<DocumentId>, Error>) -> bool {
        loop {
            let Err(error) = self.try_to_record(job, result).await else { return true };
            if !is_full(&error) || self.0.queue.closing.is_cancelled() {
                self.0.events.notice_of(&error);
                return false;
            }
            self.disk_is_full();
            self.wait_for_space().await;
        }
    }

    /// What a full disk or the closing of the program stopped goes back into the queue, and is no failure. Nothing changes
    /// if the job was cancelled.
    async fn try_to_record(
        &self,
        job: JobId,
        result: &Result<Option<DocumentId>, Error>,
    ) -> Result<bool, library::Error> {
        let library = &self.0.library;
        match result {
            Ok(_) => library.finish_job(job).await,
            Err(_) if self.0.queue.closing.is_cancelled() => library.release_job(job).await,
            Err(Error::Library(error) | Error::Adapt(pincite_adapt::Error::Library(error))) if is_full(error) => {
                self.disk_is_full();
                library.release_job(job).await
            }
            Err(error) => library.fail_job(job, &problem(error)).await,
        }
    }

    /// Says that the disk is full, once until there is space again.
    fn disk_is_full(&self) {
        let library = self.0.library.path();
        if self.0.queue.disk_space.becomes_full(free(library)) {
            self.0.events.notice(&Error::WaitingForSpace { library: library.to_owned() });
        }
    }

    /// Returns at once unless the disk was found full, and otherwise when there is space again or the engine closes.
    async fn wait_for_space(&self) {
        let queue = &self.0.queue;
        while !queue.disk_space.is_free(free(self.0.library.path())) {
            if queue.closing.run_until_cancelled(tokio::time::sleep(LOOK)).await.is_none() {
                return;
            }
        }
    }

    /// Stops a job; what was searchable stays so.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such job.
    pub async fn cancel(&self, job: JobId) -> Result<(), Error> {
        let job = self.0.library.job(job).await?;
        let path = job.task.path().unwrap_or(Path::new("")).to_owned();
        let problem = problem(&Error::Cancelled { path });
        self.0.library.cancel_job(job.id, Some(&problem)).await?;
        if let Some(document) = job.task.document() {
            self.0.listing.announce(document).await?;
        }
        Ok(())
    }

    /// Waits until no job is left for these documents, whichever process does them.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn wait_until_settled(&self, documents: &[DocumentId]) -> Result<(), Error> {
        let waited: HashSet<_> = documents.iter().copied().collect();
        self.wait_while(|document| document.is_some_and(|document| waited.contains(&document))).await
    }

    /// Waits until no job is left at all.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn wait_until_idle(&self) -> Result<(), Error> {
        self.wait_while(|_| true).await
    }

    async fn wait_while(&self, concerns: impl Fn(Option<DocumentId>) -> bool) -> Result<(), Error> {
        let mut changes = self.0.library.changes();
        while self.0.library.unfinished_jobs().await?.iter().any(|job| concerns(job.task.document())) {
            changes.next().await;
        }
        Ok(())
    }

    /// Stops working and closes the library. Jobs at hand go back into the queue as if they had never been started, and
    /// tunings go on with the next process that works. Nothing can be done with the engine afterwards. Takes a few
    /// seconds at most.
    pub async fn close(&self) {
        let queue = &self.0.queue;
        queue.closing.cancel();
        self.remove_due(None).await;
        queue.workers.close();
        if tokio::time::timeout(TO_STOP, queue.workers.wait()).await.is_err() {
            self.release_running().await;
        }
        let library = self.0.library.clone();
        if tokio::time::timeout(TO_CLOSE, library.close()).await.is_err() {
            tracing::warn!("the library is closed with its write-ahead log beside it");
        }
        tracing::info!("closed");
    }

    /// Those that did not stop in time: whatever they still do is not stored, or stored as a whole.
    async fn release_running(&self) {
        for job in self.0.queue.running_jobs() {
            if let Err(error) = self.0.library.release_job(job).await {
                tracing::warn!(job = job.0, code = error.code(), "job could not be released");
            }
        }
    }
}

/// Ends the runtime of a closed engine, just before the process ends. A process that exits while another of its threads
/// is in ONNX Runtime crashes: the library frees what that thread uses.
pub fn end(runtime: Runtime) {
    runtime.shutdown_timeout(TO_FINISH);
}

/// Returns when the program is asked to end: by Ctrl-C or, on Unix, by SIGTERM.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::SignalKind;
        tokio::select! {
            () = signal(SignalKind::interrupt()) => {}
            () = signal(SignalKind::terminate()) => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Where a signal cannot be listened to, it ends the program as it always did.
#[cfg(unix)]
async fn signal(kind: tokio::signal::unix::SignalKind) {
    match tokio::signal::unix::signal(kind) {
        Ok(mut signals) => {
            let _ = signals.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use crate::Adding;
    use crate::engine::tests::opened;
    use pincite_api::Event;
    use sqlx::ConnectOptions;
    use sqlx::sqlite::SqliteConnectOptions;

    /// It was recorded as done, and its document waited for ever.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_job_of_an_unknown_kind_fails_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.pdf"), "x").unwrap();
        let engine = opened(folder.path()).await;
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
