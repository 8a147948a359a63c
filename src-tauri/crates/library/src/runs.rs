//! Runs that adapt the search of a collection, or generate questions for it, from request to report. Their state is that of
//! their job (`queue`); doing them is for others.

use crate::error::Context;
use crate::jobs::RUN;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, Error, GenerationId, JobId, JobState, Library, Problem, Result, RunId};

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum RunKind {
    /// To adapt the search to the collection.
    Adapt,
    /// To generate questions about its passages, and no more.
    Questions,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// Its job, to cancel it by.
    pub job: JobId,
    /// Its collection.
    pub collection: CollectionId,
    /// What it is for.
    pub kind: RunKind,
    /// Where it is. One whose process died is queued.
    pub state: JobState,
    /// What it is asked to do, as JSON.
    pub request: String,
    /// What was found so far and in the end, as JSON; `null` at first.
    pub report: String,
    /// The generation it made, while there is one.
    pub generation: Option<GenerationId>,
    /// Whether that generation was ever made active.
    pub activated: bool,
    /// Why it failed or was cancelled.
    pub problem: Option<Problem>,
    /// Unix time in seconds when it was requested.
    pub created_at: i64,
    /// Unix time in seconds when it ended.
    pub ended_at: Option<i64>,
}

impl Library {
    /// Queues a run for a collection; `request` is JSON.
    ///
    /// # Errors
    /// [`Error::NoCollection`]; [`Error::Database`] if the request is not JSON.
    pub async fn add_run(&self, collection: CollectionId, kind: RunKind, request: &str) -> Result<RunId> {
        let mut tx = self.write().await?;
        let insert = query_scalar!(
            r#"INSERT INTO run (collection, kind, request) VALUES ($1, $2, $3) RETURNING id AS "id!: RunId""#,
            collection,
            kind,
            request
        );
        let id = insert.fetch_one(&mut tx).await.context_or(self, Error::NoCollection(collection))?;
        let queue = query!("INSERT INTO job (kind, run) VALUES ($1, $2)", RUN, id);
        queue.execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// Replaces the report of a run that has not ended; `report` is JSON. That is progress: the starts before it do not
    /// count any more. `false` if the run has ended.
    ///
    /// # Errors
    /// [`Error::Database`] if the report is not JSON.
    pub async fn report_run(&self, run: RunId, report: &str) -> Result<bool> {
        let mut tx = self.write().await?;
        let changed = self.put_report(&mut tx, run, report).await?;
        tx.commit().await.context(self)?;
        Ok(changed)
    }

    pub(crate) async fn put_report(&self, tx: &mut Writing, run: RunId, report: &str) -> Result<bool> {
        let progress =
            query!("UPDATE job SET attempts = 0, alone = FALSE WHERE run = $1 AND state IN ('queued', 'running')", run);
        if progress.execute(&mut *tx).await.context(self)? == 0 {
            return Ok(false);
        }
        query!("UPDATE run SET report = $1 WHERE id = $2", report, run).execute(&mut *tx).await.context(self)?;
        Ok(true)
    }

    /// Notes which generation a run makes, before it is filled: one that was interrupted then finds it again. `false`
    /// if the run has ended.
    ///
    /// # Errors
    /// [`Error::NoGeneration`].
    pub async fn set_run_generation(&self, run: RunId, generation: GenerationId) -> Result<bool> {
        let update = query!(
            "UPDATE run SET generation = $1 WHERE id = $2
                AND EXISTS (SELECT 1 FROM job WHERE run = $2 AND state IN ('queued', 'running'))",
            generation,
            run
        );
        let changed = self.change(update).await.map_err(|error| error.or_missing(Error::NoGeneration(generation)))?;
        Ok(changed > 0)
    }

    /// A run came to its end, and its generation answers from now on: both in one step, so that no kill comes between.
    /// `false`, and nothing changes, if it had ended already.
    ///
    /// # Errors
    /// [`Error::NoGeneration`]; [`Error::Incomplete`] while searchable contents of the collection lack vectors.
    pub async fn finish_run_with(&self, run: RunId, generation: GenerationId) -> Result<bool> {
        let job = self.run(run).await?.job;
        let mut tx = self.write().await?;
        if !self.end(&mut tx, job, "done", None).await? {
            return Ok(false);
        }
        query!("UPDATE run SET activated = TRUE WHERE id = $1", run).execute(&mut tx).await.context(self)?;
        self.activate_in(&mut tx, generation).await?;
        tx.commit().await.context(self)?;
        Ok(true)
    }

    /// A run.
    ///
    /// # Errors
    /// [`Error::NoRun`].
    pub async fn run(&self, id: RunId) -> Result<Run> {
        self.which_runs(Some(id), None, false).await?.pop().ok_or(Error::NoRun(id))
    }

    /// Runs of a collection, newest first.
    pub async fn runs(&self, collection: CollectionId) -> Result<Vec<Run>> {
        self.which_runs(None, Some(collection), false).await
    }

    /// Runs of all collections that have not ended, oldest first.
    pub async fn unfinished_runs(&self) -> Result<Vec<Run>> {
        let mut runs = self.which_runs(None, None, true).await?;
        runs.reverse();
        Ok(runs)
    }

    async fn which_runs(
        &self,
        id: Option<RunId>,
        collection: Option<CollectionId>,
        unfinished: bool,
    ) -> Result<Vec<Run>> {
        let workers = self.workers().await?;
        let rows = query_as!(
            RunRow,
            r#"SELECT r.id AS "id!: RunId", j.id AS "job!: JobId", r.collection AS "collection!: CollectionId",
                r.kind AS "kind!: RunKind", j.state AS "state!: JobState", j.worker, r.request, r.report,
                r.generation AS "generation: GenerationId", r.activated AS "activated!: bool", j.error_code,
                j.error_message, j.created_at, j.finished_at
            FROM run r JOIN job j ON j.run = r.id
            WHERE r.id = $1 OR r.collection = $2 OR ($3 AND j.finished_at IS NULL) ORDER BY r.id DESC"#,
            id,
            collection,
            unfinished
        );
        let mut runs = Vec::new();
        for row in rows.fetch_all(self.reader()).await.context(self)? {
            runs.push(Run {
                id: row.id,
                job: row.job,
                collection: row.collection,
                kind: row.kind,
                state: row.state.seen(&workers, row.worker.as_deref()),
                request: row.request,
                report: row.report,
                generation: row.generation,
                activated: row.activated,
                problem: Problem::from_columns(row.error_code, row.error_message),
                created_at: row.created_at,
                ended_at: row.finished_at,
            });
        }
        Ok(runs)
    }
}

#[derive(sqlx::FromRow)]
struct RunRow {
    id: RunId,
    job: JobId,
    collection: CollectionId,
    kind: RunKind,
    state: JobState,
    worker: Option<String>,
    request: String,
    report: String,
    generation: Option<GenerationId>,
    activated: bool,
    error_code: Option<String>,
    error_message: Option<String>,
    created_at: i64,
    finished_at: Option<i64>,
}
