//! The durable queue: jobs are queued, claimed and ended, across processes and their crashes. What a job does is for
//! whoever claims it.

use crate::error::Context;
use crate::jobs::{EMBED, TABLES};
use crate::store::{On, Writing, query, query_as, query_scalar};
use crate::{DocumentId, Error, Job, JobId, Library, Problem, Result};

/// Starts of a job that ended together with the program. After this many it is tried once more, alone: another job may
/// have been the reason. If the program ends then, too, the job fails.
pub const MAX_ATTEMPTS: u32 = 3;

/// Which jobs a process has a place for. Each kind has places of its own, so that a long run keeps no file waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Files to read, documents to complete.
    pub files: bool,
    /// Grids to fill.
    pub grids: bool,
    /// Runs to do.
    pub runs: bool,
}

impl Places {
    /// Whatever there is.
    pub const ALL: Self = Self { files: true, grids: true, runs: true };
}

impl Library {
    /// Queues a job for the missing vectors of a document's content, after all listed files. If one is queued or
    /// running, no second job is added.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn queue_embedding(&self, document: DocumentId) -> Result<JobId> {
        self.queue_later(document, EMBED).await
    }

    /// Queues a job for the missing tables of a document's content, in the same way.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn queue_tables(&self, document: DocumentId) -> Result<JobId> {
        self.queue_later(document, TABLES).await
    }

    /// Queues what a stored document lacks.
    async fn queue_later(&self, document: DocumentId, kind: &str) -> Result<JobId> {
        let mut tx = self.write().await?;
        let unfinished = query_scalar!(
            r#"SELECT id AS "id!: JobId" FROM job WHERE document = $1 AND kind = $2 AND state IN ('queued', 'running')"#,
            document,
            kind
        );
        if let Some(job) = unfinished.fetch_optional(&mut tx).await.context(self)? {
            return Ok(job);
        }
        let insert = query_scalar!(
            r#"INSERT INTO job (kind, document, priority) VALUES ($1, $2, -1)
            RETURNING id AS "id!: JobId""#,
            kind,
            document
        );
        let id = insert.fetch_one(&mut tx).await.context_or(self, Error::NoDocument(document))?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// Claims the next job for which there is a place. No other call, in any process, gets the same job, or another job
    /// for the same file at the same time. Jobs of dead processes are claimed, too. If there is nothing to claim, nothing
    /// is written.
    pub async fn claim_next(&self, places: Places) -> Result<Option<Job>> {
        let worker = self.worker().await?;
        self.requeue_interrupted().await?;
        if self.claimable(self.reader(), places).await?.is_none() {
            return Ok(None);
        }
        let mut tx = self.write().await?;
        let Some(id) = self.claimable(&mut tx, places).await? else { return Ok(None) };
        let update = query!(
            "UPDATE job SET state = 'running', worker = $1, attempts = attempts + 1, started_at = unixepoch() WHERE id = $2",
            worker,
            id
        );
        update.execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        self.job(id).await.map(Some)
    }

    async fn claimable(&self, on: impl Into<On<'_>>, places: Places) -> Result<Option<JobId>> {
        let Places { files, grids, runs } = places;
        let first = query_scalar!(
            r#"SELECT id AS "id!: JobId" FROM claimable_job WHERE CASE kind WHEN 'grid' THEN $1 WHEN 'run' THEN $2 ELSE $3 END
            ORDER BY alone, priority DESC, id LIMIT 1"#,
            grids,
            runs,
            files
        );
        first.fetch_optional(on).await.context(self)
    }

    /// Marks a job as done. `false` if it had ended before (it was cancelled, or its document was removed).
    pub async fn finish_job(&self, job: JobId) -> Result<bool> {
        self.end_job(job, "done", None).await
    }

    /// Marks a job as failed. Its document, if any, gets the same problem. `false` if it had ended already.
    pub async fn fail_job(&self, job: JobId, problem: &Problem) -> Result<bool> {
        self.end_job(job, "failed", Some(problem)).await
    }

    /// Cancels a queued or running job. Its document gets this problem if nothing of it is stored.
    ///
    /// Its worker finds out by [`Library::own_jobs`] or [`Library::finish_job`]. `false` if the job had ended already.
    pub async fn cancel_job(&self, job: JobId, problem: Option<&Problem>) -> Result<bool> {
        self.end_job(job, "cancelled", problem).await
    }

    /// Returns a job that this process runs to the queue without counting the attempt: the program closes, or the disk is
    /// full. `false` if this process does not run it any more.
    pub async fn release_job(&self, job: JobId) -> Result<bool> {
        let worker = self.worker().await?;
        let update = query!(
            "UPDATE job SET state = 'queued', worker = NULL, started_at = NULL,
                attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END
            WHERE id = $1 AND state = 'running' AND worker = $2",
            job,
            worker
        );
        Ok(self.change(update).await? > 0)
    }

    /// Jobs that this process runs, by what the library says: one that was cancelled is not among them.
    pub async fn own_jobs(&self) -> Result<Vec<JobId>> {
        let worker = self.worker().await?;
        let rows =
            query_scalar!(r#"SELECT id AS "id!: JobId" FROM job WHERE state = 'running' AND worker = $1"#, worker);
        rows.fetch_all(self.reader()).await.context(self)
    }

    async fn end_job(&self, job: JobId, state: &str, problem: Option<&Problem>) -> Result<bool> {
        let mut tx = self.write().await?;
        let ended = self.end(&mut tx, job, state, problem).await?;
        if ended {
            tx.commit().await.context(self)?;
        }
        Ok(ended)
    }

    pub(crate) async fn end(
        &self,
        tx: &mut Writing,
        job: JobId,
        state: &str,
        problem: Option<&Problem>,
    ) -> Result<bool> {
        let (code, message) = (problem.map(|p| &p.code), problem.map(|p| &p.message));
        let update = query!(
            "UPDATE job SET state = $1, worker = NULL, error_code = $2, error_message = $3, finished_at = unixepoch()
            WHERE id = $4 AND state IN ('queued', 'running')",
            state,
            code,
            message,
            job
        );
        let ended = update.execute(&mut *tx).await.context(self)? > 0;
        if ended && problem.is_some() {
            let update = query!(
                "UPDATE document SET problem_code = $1, problem_message = $2
                WHERE id = (SELECT document FROM job WHERE id = $3) AND ($4 = 'failed' OR content IS NULL)",
                code,
                message,
                job,
                state
            );
            update.execute(&mut *tx).await.context(self)?;
        }
        Ok(ended)
    }

    /// Returns jobs of dead processes to the queue. After [`MAX_ATTEMPTS`] starts a job is tried alone, and then it fails.
    /// So a file that crashes the program affects only itself, and one that was only near is not blamed. Opening and
    /// [`Library::claim_next`] call this. Returns the number of requeued jobs.
    pub async fn requeue_interrupted(&self) -> Result<usize> {
        if self.interrupted(self.reader()).await?.is_empty() {
            return Ok(0); // the usual case does not wait for whoever writes
        }
        let mut tx = self.write().await?;
        let mut requeued = 0;
        for job in self.interrupted(&mut tx).await? {
            if job.alone {
                self.end(&mut tx, job.id, "failed", Some(&job.crash_problem())).await?;
            } else {
                let alone = job.attempts >= MAX_ATTEMPTS;
                let update =
                    query!("UPDATE job SET state = 'queued', worker = NULL, alone = $1 WHERE id = $2", alone, job.id);
                update.execute(&mut tx).await.context(self)?;
                requeued += 1;
            }
        }
        tx.commit().await.context(self)?;
        Ok(requeued)
    }

    /// Running jobs whose process is dead.
    async fn interrupted(&self, on: impl Into<On<'_>>) -> Result<Vec<Interrupted>> {
        let running = query_as!(
            Interrupted,
            r#"SELECT id AS "id!: JobId", kind, worker AS "worker!", attempts AS "attempts!: u32", alone AS "alone!: bool",
                path FROM job WHERE state = 'running'"#
        );
        let mut jobs = running.fetch_all(on).await.context(self)?;
        if jobs.is_empty() {
            return Ok(jobs);
        }
        let workers = self.workers().await?;
        jobs.retain(|job| !workers.is_alive(&job.worker));
        Ok(jobs)
    }
}

#[derive(sqlx::FromRow)]
struct Interrupted {
    id: JobId,
    kind: String,
    worker: String,
    #[sqlx(try_from = "i64")]
    attempts: u32,
    alone: bool,
    path: Option<String>,
}

impl Interrupted {
    fn crash_problem(&self) -> Problem {
        let attempts = self.attempts;
        let ended = format!("stopped the program {attempts} times, the last time alone, and is not tried any more.");
        let message = match (self.kind.as_str(), &self.path) {
            (_, Some(path)) => format!(
                "{path} {ended} The file may be damaged: open it in another program and save it anew, then retry."
            ),
            ("grid", None) => {
                format!("Filling this review table {ended} Fill it again, or remove the document at which it stops.")
            }
            ("run", None) => {
                format!("Improving the search {ended} If memory is short, close other programs and start it again.")
            }
            _ => format!("A task {ended} Add its document again."),
        };
        Problem { code: "library.job_interrupted".to_owned(), message }
    }
}
