//! Runs that adapt the search of a collection or generate questions for it, from request to report. Not for doing them.

use crate::error::Context;
use crate::locks::Worker;
use crate::{CollectionId, Error, GenerationId, JobState, Library, Problem, Result, TuningRunId};
use sqlx::SqliteConnection;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub enum RunKind {
    /// To adapt the search to the collection.
    Tuning,
    /// To generate questions about its passages, and no more.
    Questions,
}

/// A tuning run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuningRun {
    /// Its number.
    pub id: TuningRunId,
    /// Its collection.
    pub collection: CollectionId,
    /// What it is for.
    pub kind: RunKind,
    /// Where it is.
    pub state: JobState,
    /// It runs by its state, but the process that ran it died: it can be taken up again, or ended.
    pub interrupted: bool,
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
    pub async fn add_tuning_run(&self, collection: CollectionId, kind: RunKind, request: &str) -> Result<TuningRunId> {
        let mut tx = self.write().await?;
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO tuning_run (collection, kind, request) VALUES (?, ?, ?)
            RETURNING id AS "id!: TuningRunId""#,
            collection,
            kind,
            request
        );
        let id = insert.fetch_one(&mut *tx).await.context_or(self, Error::NoCollection(collection))?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// This process does the run from now on, if nobody does: it is new, or was interrupted. `false` if another living
    /// process (or this one) is at it, or it has ended.
    ///
    /// # Errors
    /// [`Error::NoTuningRun`].
    pub async fn take_tuning_run(&self, run: TuningRunId) -> Result<bool> {
        let mut tx = self.write().await?;
        let row = sqlx::query!(r#"SELECT state AS "state!: JobState", worker FROM tuning_run WHERE id = ?"#, run);
        let row = row.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoTuningRun(run))?;
        if row.state != JobState::Queued && !self.is_interrupted(row.state, row.worker.as_deref()) {
            return Ok(false);
        }
        let worker = self.worker()?.name();
        let update = sqlx::query!("UPDATE tuning_run SET state = 'running', worker = ? WHERE id = ?", worker, run);
        update.execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(true)
    }

    /// Replaces the report of a run that has not ended; `report` is JSON. `false` if it has ended.
    ///
    /// # Errors
    /// [`Error::Database`] if the report is not JSON.
    pub async fn report_tuning_run(&self, run: TuningRunId, report: &str) -> Result<bool> {
        let mut tx = self.write().await?;
        let changed = self.put_report(&mut tx, run, report).await?;
        tx.commit().await.context(self)?;
        Ok(changed)
    }

    pub(crate) async fn put_report(&self, tx: &mut SqliteConnection, run: TuningRunId, report: &str) -> Result<bool> {
        let update = sqlx::query!(
            "UPDATE tuning_run SET report = ? WHERE id = ? AND state IN ('queued', 'running')",
            report,
            run
        );
        Ok(update.execute(&mut *tx).await.context(self)?.rows_affected() > 0)
    }

    /// Notes which generation a run makes, before it is filled: one that was interrupted then finds it again. `false`
    /// if the run has ended.
    ///
    /// # Errors
    /// [`Error::NoGeneration`].
    pub async fn set_tuning_generation(&self, run: TuningRunId, generation: GenerationId) -> Result<bool> {
        let mut tx = self.write().await?;
        let update = sqlx::query!(
            "UPDATE tuning_run SET generation = ? WHERE id = ? AND state IN ('queued', 'running')",
            generation,
            run
        );
        let updated = update.execute(&mut *tx).await.context_or(self, Error::NoGeneration(generation))?;
        let changed = updated.rows_affected();
        tx.commit().await.context(self)?;
        Ok(changed > 0)
    }

    /// A run came to its end; `activated` says whether its generation was made active. `false` if it had ended already.
    pub async fn finish_tuning_run(&self, run: TuningRunId, activated: bool) -> Result<bool> {
        self.end_tuning_run(run, "done", activated, None).await
    }

    /// A run came to its end, and its generation answers from now on: both in one step, so that no kill comes between.
    /// `false`, and nothing changes, if it had ended already.
    ///
    /// # Errors
    /// [`Error::NoGeneration`]; [`Error::Incomplete`] while searchable contents of the collection lack vectors.
    pub async fn finish_tuning_run_with(&self, run: TuningRunId, generation: GenerationId) -> Result<bool> {
        let mut tx = self.write().await?;
        if !self.end_run(&mut tx, run, "done", true, None).await? {
            return Ok(false);
        }
        self.activate_in(&mut tx, generation).await?;
        tx.commit().await.context(self)?;
        Ok(true)
    }

    /// A run failed. `false` if it had ended already.
    pub async fn fail_tuning_run(&self, run: TuningRunId, problem: &Problem) -> Result<bool> {
        self.end_tuning_run(run, "failed", false, Some(problem)).await
    }

    /// A run is not wanted any more. `false` if it had ended already.
    pub async fn cancel_tuning_run(&self, run: TuningRunId, problem: &Problem) -> Result<bool> {
        self.end_tuning_run(run, "cancelled", false, Some(problem)).await
    }

    async fn end_tuning_run(
        &self,
        run: TuningRunId,
        state: &str,
        activated: bool,
        problem: Option<&Problem>,
    ) -> Result<bool> {
        let mut tx = self.write().await?;
        let ended = self.end_run(&mut tx, run, state, activated, problem).await?;
        tx.commit().await.context(self)?;
        Ok(ended)
    }

    async fn end_run(
        &self,
        tx: &mut SqliteConnection,
        run: TuningRunId,
        state: &str,
        activated: bool,
        problem: Option<&Problem>,
    ) -> Result<bool> {
        let (code, message) = (problem.map(|p| &p.code), problem.map(|p| &p.message));
        let update = sqlx::query!(
            "UPDATE tuning_run SET state = ?, worker = NULL, activated = ?, error_code = ?, error_message = ?,
                ended_at = unixepoch() WHERE id = ? AND state IN ('queued', 'running')",
            state,
            activated,
            code,
            message,
            run
        );
        Ok(update.execute(&mut *tx).await.context(self)?.rows_affected() > 0)
    }

    /// A run.
    ///
    /// # Errors
    /// [`Error::NoTuningRun`].
    pub async fn tuning_run(&self, id: TuningRunId) -> Result<TuningRun> {
        self.which_runs(Some(id), None, false).await?.pop().ok_or(Error::NoTuningRun(id))
    }

    /// Runs of a collection, newest first.
    pub async fn tuning_runs(&self, collection: CollectionId) -> Result<Vec<TuningRun>> {
        self.which_runs(None, Some(collection), false).await
    }

    /// Runs of all collections that have not ended, oldest first.
    pub async fn unfinished_tuning_runs(&self) -> Result<Vec<TuningRun>> {
        let mut runs = self.which_runs(None, None, true).await?;
        runs.reverse();
        Ok(runs)
    }

    async fn which_runs(
        &self,
        id: Option<TuningRunId>,
        collection: Option<CollectionId>,
        unfinished: bool,
    ) -> Result<Vec<TuningRun>> {
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT id AS "id!: TuningRunId", collection AS "collection!: CollectionId", kind AS "kind!: RunKind",
                state AS "state!: JobState", worker, request, report, generation AS "generation: GenerationId", activated AS "activated!: bool",
                error_code, error_message, created_at, ended_at
            FROM tuning_run WHERE id = ? OR collection = ? OR (? AND ended_at IS NULL) ORDER BY id DESC"#,
            id,
            collection,
            unfinished
        );
        Ok(rows.fetch_all(self.reader()).await.context(self)?.into_iter().map(|row| row.run(self)).collect())
    }

    fn is_interrupted(&self, state: JobState, worker: Option<&str>) -> bool {
        state == JobState::Running && worker.is_none_or(|worker| !Worker::is_alive(self.path(), worker))
    }
}

struct Row {
    id: TuningRunId,
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
    ended_at: Option<i64>,
}

impl Row {
    fn run(self, library: &Library) -> TuningRun {
        TuningRun {
            id: self.id,
            collection: self.collection,
            kind: self.kind,
            state: self.state,
            interrupted: library.is_interrupted(self.state, self.worker.as_deref()),
            request: self.request,
            report: self.report,
            generation: self.generation,
            activated: self.activated,
            problem: Problem::from_columns(self.error_code, self.error_message),
            created_at: self.created_at,
            ended_at: self.ended_at,
        }
    }
}
