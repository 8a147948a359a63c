//! The durable queue: queues, claims and ends jobs, across processes and their crashes. Not for running jobs.

use crate::error::Context;
use crate::jobs::EMBED;
use crate::locks::Worker;
use crate::{DocumentId, Error, Job, JobId, Library, Problem, Result};
use sqlx::SqliteConnection;

/// Limit of starts of a job. A job that crashed its process this often fails.
pub const MAX_ATTEMPTS: u32 = 3;

impl Library {
    /// Queues a job for the missing vectors of a document's content, after all listed files. If one is queued or
    /// running, no second job is added.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn queue_embedding(&self, document: DocumentId) -> Result<JobId> {
        let mut tx = self.write().await?;
        let unfinished = sqlx::query_scalar!(
            r#"SELECT id AS "id!: JobId" FROM job WHERE document = ? AND kind = ? AND state IN ('queued', 'running')"#,
            document,
            EMBED
        );
        if let Some(job) = unfinished.fetch_optional(&mut *tx).await.context(self)? {
            return Ok(job);
        }
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO job (kind, document, priority) VALUES (?, ?, -1)
            RETURNING id AS "id!: JobId""#,
            EMBED,
            document
        );
        let id = insert.fetch_one(&mut *tx).await.context_or(self, Error::NoDocument(document))?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// Claims the next job. No other call, in any process, gets the same job, or another job for the same file at the
    /// same time. If none is queued, jobs of dead processes are claimed.
    pub async fn claim_next(&self) -> Result<Option<Job>> {
        let claimed = self.claim().await?;
        if claimed.is_some() || self.requeue_interrupted().await? == 0 { Ok(claimed) } else { self.claim().await }
    }

    async fn claim(&self) -> Result<Option<Job>> {
        let mut tx = self.write().await?;
        let worker = self.worker()?.name();
        let update = sqlx::query_scalar!(
            r#"UPDATE job SET state = 'running', worker = ?, attempts = attempts + 1, started_at = unixepoch()
            WHERE id = (SELECT id FROM job AS next WHERE state = 'queued' AND NOT EXISTS
                (SELECT 1 FROM job WHERE state = 'running' AND path = next.path AND document = next.document)
                ORDER BY priority DESC, id LIMIT 1)
            RETURNING id AS "id!: JobId""#,
            worker
        );
        let id = update.fetch_optional(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)?;
        match id {
            Some(id) => self.job(id).await.map(Some),
            None => Ok(None),
        }
    }

    /// Marks a running job as done. `false` if it is not running any more (cancelled, or its document was removed).
    pub async fn finish_job(&self, job: JobId) -> Result<bool> {
        self.end_job(job, "done", None).await
    }

    /// Marks a job as failed. Its document, if any, gets the same problem. `false` if it had ended already.
    pub async fn fail_job(&self, job: JobId, problem: &Problem) -> Result<bool> {
        self.end_job(job, "failed", Some(problem)).await
    }

    /// Cancels a queued or running job. Its document gets this problem if nothing of it is stored.
    ///
    /// Its worker finds out by [`Library::job`] or [`Library::finish_job`]. `false` if the job had ended already.
    pub async fn cancel_job(&self, job: JobId, problem: &Problem) -> Result<bool> {
        self.end_job(job, "cancelled", Some(problem)).await
    }

    /// Returns a running job to the queue without counting the attempt: the program closes, or the disk is full.
    /// `false` if the job is not running any more.
    pub async fn release_job(&self, job: JobId) -> Result<bool> {
        let mut tx = self.write().await?;
        let update = sqlx::query!(
            "UPDATE job SET state = 'queued', worker = NULL, attempts = attempts - 1, started_at = NULL
            WHERE id = ? AND state = 'running'",
            job
        );
        let changed = update.execute(&mut *tx).await.context(self)?.rows_affected();
        tx.commit().await.context(self)?;
        Ok(changed > 0)
    }

    async fn end_job(&self, job: JobId, state: &str, problem: Option<&Problem>) -> Result<bool> {
        let mut tx = self.write().await?;
        let ended = self.end(&mut tx, job, state, problem).await?;
        tx.commit().await.context(self)?;
        Ok(ended)
    }

    async fn end(&self, tx: &mut SqliteConnection, job: JobId, state: &str, problem: Option<&Problem>) -> Result<bool> {
        let (code, message) = (problem.map(|p| &p.code), problem.map(|p| &p.message));
        let update = sqlx::query!(
            "UPDATE job SET state = ?, worker = NULL, error_code = ?, error_message = ?, finished_at = unixepoch()
            WHERE id = ? AND state IN ('queued', 'running')",
            state,
            code,
            message,
            job
        );
        let ended = update.execute(&mut *tx).await.context(self)?.rows_affected() > 0;
        if ended && problem.is_some() {
            let update = sqlx::query!(
                "UPDATE document SET problem_code = ?1, problem_message = ?2
                WHERE id = (SELECT document FROM job WHERE id = ?3) AND (?4 = 'failed' OR content IS NULL)",
                code,
                message,
                job,
                state
            );
            update.execute(&mut *tx).await.context(self)?;
        }
        Ok(ended)
    }

    /// Returns jobs of dead processes to the queue, or fails them after [`MAX_ATTEMPTS`] starts. So a file that crashes
    /// the program affects only itself. Opening and [`Library::claim_next`] call this. Returns the number of requeued
    /// jobs.
    pub async fn requeue_interrupted(&self) -> Result<usize> {
        let mut reader = self.reader().acquire().await.context(self)?;
        if self.interrupted(&mut reader).await?.is_empty() {
            return Ok(0); // the usual case does not wait for whoever writes
        }
        let mut tx = self.write().await?;
        let mut requeued = 0;
        for job in self.interrupted(&mut tx).await? {
            if job.attempts >= MAX_ATTEMPTS {
                self.end(&mut tx, job.id, "failed", Some(&crash_problem(job.path.as_deref()))).await?;
            } else {
                let update = sqlx::query!("UPDATE job SET state = 'queued', worker = NULL WHERE id = ?", job.id);
                update.execute(&mut *tx).await.context(self)?;
                requeued += 1;
            }
        }
        tx.commit().await.context(self)?;
        Ok(requeued)
    }

    /// Running jobs whose process is dead.
    async fn interrupted(&self, connection: &mut SqliteConnection) -> Result<Vec<Interrupted>> {
        let running = sqlx::query_as!(
            Interrupted,
            r#"SELECT id AS "id!: JobId", worker AS "worker!", attempts AS "attempts!: u32", path
            FROM job WHERE state = 'running'"#
        );
        let mut jobs = running.fetch_all(connection).await.context(self)?;
        jobs.retain(|job| !Worker::is_alive(self.path(), &job.worker));
        Ok(jobs)
    }
}

struct Interrupted {
    id: JobId,
    worker: String,
    attempts: u32,
    path: Option<String>,
}

fn crash_problem(path: Option<&str>) -> Problem {
    let subject = path.unwrap_or("A task");
    let message = format!(
        "{subject} stopped the program {MAX_ATTEMPTS} times and is not tried any more. The file may be damaged: open it \
         in another program and save it anew, then retry."
    );
    Problem { code: "library.job_interrupted".to_owned(), message }
}
