//! Grids: lists of questions that are asked of each document of a collection. Made, listed, queued, renamed, deleted here.
//! Their answers are in `cells`, what people say of them is in `judging`, and who confirmed them in `signing`.

mod cells;
mod judging;
mod loading;
mod signing;

pub use cells::{CellPlace, CellState, GridAnswer, GridCandidate, GridCell, Learned, NewGridCell};
pub use judging::Judging;
pub use signing::GridSignature;

use crate::error::{Context, is_constraint};
use crate::jobs::GRID;
use crate::questions::tidy;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, DocumentId, Error, GridId, GridQuestionId, JobId, JobState, Library, Problem, Result};
use pincite_value::AnswerKind;
use std::collections::HashSet;

/// Questions of a grid, at most.
const MOST_QUESTIONS: usize = 200;
/// Bytes of a question, at most: an encoder reads no more of it.
pub const LONGEST_QUESTION: usize = 4_000;
/// Other wordings of a question, at most: each is read as often as the question.
const MOST_WORDINGS: usize = 5;
/// Answers of other documents that a question knows, at most: three say nearly as much as ten.
pub const MOST_ANSWERS: usize = 20;
/// Characters of a question that an error quotes.
const QUOTED: usize = 60;

/// A grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Its number.
    pub id: GridId,
    /// Its collection.
    pub collection: CollectionId,
    /// Its name, unique in the collection.
    pub name: String,
    /// The job that fills it; `None`: it was never started.
    pub job: Option<JobId>,
    /// How far its filling is. One whose process died is queued.
    pub state: Option<JobState>,
    /// Why its filling failed.
    pub problem: Option<Problem>,
    /// Unix time in seconds when it was made.
    pub created_at: i64,
}

/// A question of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridQuestion {
    /// Its number.
    pub id: GridQuestionId,
    /// The short name of its column.
    pub name: String,
    /// The question.
    pub text: String,
    /// What its answers give, if its words do not decide it.
    pub kind: Option<AnswerKind>,
    /// Other ways to ask it.
    pub wordings: Vec<String>,
    /// Answers of other documents.
    pub answers: Vec<String>,
}

/// A question for a new grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGridQuestion {
    /// The short name of its column.
    pub name: String,
    /// The question.
    pub text: String,
    /// What its answers give, if its words do not decide it.
    pub kind: Option<AnswerKind>,
    /// Other ways to ask it.
    pub wordings: Vec<String>,
    /// Answers of other documents.
    pub answers: Vec<String>,
}

impl Library {
    /// Makes a grid with these questions, for these documents, or else for all of its collection, also those that come later. White
    /// space counts as one space. Questions without words are left out.
    ///
    /// # Errors
    /// [`Error::GridNameEmpty`], [`Error::GridNameTaken`], [`Error::GridEmpty`], [`Error::GridTooLarge`],
    /// [`Error::GridQuestionTooLong`], [`Error::NoCollection`], [`Error::NoDocument`].
    pub async fn create_grid(
        &self,
        collection: CollectionId,
        name: &str,
        questions: &[NewGridQuestion],
        documents: Option<&[DocumentId]>,
    ) -> Result<GridId> {
        let name = tidy(name).ok_or(Error::GridNameEmpty)?;
        check_size(questions)?;
        let mut tx = self.write().await?;
        let is_chosen = documents.is_some();
        let insert = query_scalar!(
            r#"INSERT INTO grid (collection, name, is_chosen) VALUES ($1, $2, $3) RETURNING id AS "id!: GridId""#,
            collection,
            name,
            is_chosen
        );
        let made = insert.fetch_one(&mut tx).await.context_or(self, Error::NoCollection(collection));
        let id = made.map_err(|error| name_taken(error, &name))?;
        if self.add_grid_questions(&mut tx, id, questions).await? == 0 {
            return Err(Error::GridEmpty);
        }
        for document in documents.unwrap_or_default() {
            let insert = query!(
                "INSERT INTO grid_document (grid, document) SELECT $1, id FROM document WHERE id = $2 AND collection = $3
                ON CONFLICT (grid, document) DO UPDATE SET grid = excluded.grid",
                id,
                document,
                collection
            );
            let inserted = insert.execute(&mut tx).await.context(self)?;
            if inserted == 0 {
                return Err(Error::NoDocument(*document));
            }
        }
        tx.commit().await.context(self)?;
        Ok(id)
    }

    async fn add_grid_questions(&self, tx: &mut Writing, grid: GridId, questions: &[NewGridQuestion]) -> Result<i64> {
        let mut position = 0_i64;
        for question in questions {
            let Some(text) = tidy(&question.text) else { continue };
            let name = tidy(&question.name).unwrap_or_else(|| text.clone());
            let kind = question.kind.map(AnswerKind::code);
            let wordings = lines_of(&question.wordings);
            let answers = lines_of(&question.answers);
            let insert = query!(
                "INSERT INTO grid_question (grid, position, name, text, kind, wordings, answers) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                grid,
                position,
                name,
                text,
                kind,
                wordings,
                answers
            );
            insert.execute(&mut *tx).await.context(self)?;
            position += 1;
        }
        Ok(position)
    }

    /// Grids of a collection, in the order they were made.
    pub async fn grids(&self, collection: CollectionId) -> Result<Vec<Grid>> {
        self.which_grids(None, Some(collection)).await
    }

    /// A grid.
    ///
    /// # Errors
    /// [`Error::NoGrid`].
    pub async fn grid(&self, id: GridId) -> Result<Grid> {
        self.which_grids(Some(id), None).await?.pop().ok_or(Error::NoGrid(id))
    }

    /// Questions of a grid, in order.
    pub async fn grid_questions(&self, grid: GridId) -> Result<Vec<GridQuestion>> {
        let rows = query_as!(
            QuestionRow,
            r#"SELECT id AS "id!: GridQuestionId", name, text, kind, wordings, answers
            FROM grid_question WHERE grid = $1 ORDER BY position"#,
            grid
        );
        let mut questions = Vec::new();
        for row in rows.fetch_all(self.reader()).await.context(self)? {
            questions.push(GridQuestion {
                id: row.id,
                name: row.name,
                text: row.text,
                kind: row.kind.as_deref().and_then(AnswerKind::of_code),
                wordings: row.wordings.lines().map(str::to_owned).collect(),
                answers: row.answers.lines().map(str::to_owned).collect(),
            });
        }
        Ok(questions)
    }

    /// The documents that were chosen for a grid. `None`: all of its collection.
    pub async fn grid_documents(&self, grid: GridId) -> Result<Option<HashSet<DocumentId>>> {
        let is_chosen = query_scalar!(r#"SELECT is_chosen AS "is_chosen!: bool" FROM grid WHERE id = $1"#, grid);
        let is_chosen = is_chosen.fetch_optional(self.reader()).await.context(self)?;
        if !is_chosen.ok_or(Error::NoGrid(grid))? {
            return Ok(None);
        }
        let chosen = query_scalar!(r#"SELECT document AS "id!: DocumentId" FROM grid_document WHERE grid = $1"#, grid);
        Ok(Some(chosen.fetch_all(self.reader()).await.context(self)?.into_iter().collect()))
    }

    /// Puts the questions of a grid in another order. Those that are not named come after.
    pub async fn order_grid_questions(&self, grid: GridId, order: &[GridQuestionId]) -> Result<()> {
        let mut questions = self.grid_questions(grid).await?;
        questions.sort_by_key(|question| order.iter().position(|id| *id == question.id).unwrap_or(order.len()));
        let mut tx = self.write().await?;
        // First to places that no question has, because each place is unique.
        let away = query!("UPDATE grid_question SET position = -1 - position WHERE grid = $1", grid);
        away.execute(&mut tx).await.context(self)?;
        for (position, question) in (0i64..).zip(&questions) {
            let update = query!("UPDATE grid_question SET position = $1 WHERE id = $2", position, question.id);
            update.execute(&mut tx).await.context(self)?;
        }
        tx.commit().await.context(self)
    }

    /// Renames a grid.
    ///
    /// # Errors
    /// [`Error::GridNameEmpty`], [`Error::GridNameTaken`], [`Error::NoGrid`].
    pub async fn rename_grid(&self, id: GridId, name: &str) -> Result<()> {
        let name = tidy(name).ok_or(Error::GridNameEmpty)?;
        let update = query!("UPDATE grid SET name = $1 WHERE id = $2", name, id);
        self.change_some(update, Error::NoGrid(id)).await.map_err(|error| name_taken(error, &name))
    }

    /// Queues a grid to be filled. `false`, and nothing changes, if it is queued or being filled.
    ///
    /// # Errors
    /// [`Error::NoGrid`].
    pub async fn queue_grid(&self, grid: GridId) -> Result<bool> {
        let mut tx = self.write().await?;
        // The next job is another one: who still does an earlier one, that was cancelled, cannot end it.
        let delete = query!("DELETE FROM job WHERE grid = $1 AND finished_at IS NOT NULL", grid);
        delete.execute(&mut tx).await.context(self)?;
        let insert = query!("INSERT INTO job (kind, grid) VALUES ($1, $2) ON CONFLICT (grid) DO NOTHING", GRID, grid);
        let queued = insert.execute(&mut tx).await.context_or(self, Error::NoGrid(grid))?;
        tx.commit().await.context(self)?;
        Ok(queued > 0)
    }

    /// Deletes a grid with its cells and its job.
    ///
    /// # Errors
    /// [`Error::NoGrid`].
    pub async fn delete_grid(&self, id: GridId) -> Result<()> {
        self.change_some(query!("DELETE FROM grid WHERE id = $1", id), Error::NoGrid(id)).await
    }

    async fn which_grids(&self, id: Option<GridId>, collection: Option<CollectionId>) -> Result<Vec<Grid>> {
        let workers = self.workers().await?;
        let rows = query_as!(
            GridRow,
            r#"SELECT g.id AS "id!: GridId", g.collection AS "collection!: CollectionId", g.name, g.created_at,
                j.id AS "job?: JobId", j.state AS "state?: JobState", j.worker AS "worker?", j.error_code AS "code?",
                j.error_message AS "message?"
            FROM grid g LEFT JOIN job j ON j.grid = g.id WHERE g.id = $1 OR g.collection = $2 ORDER BY g.id"#,
            id,
            collection
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?.into_iter();
        Ok(rows
            .map(|row| Grid {
                id: row.id,
                collection: row.collection,
                name: row.name,
                job: row.job,
                state: row.state.map(|state| state.seen(&workers, row.worker.as_deref())),
                problem: Problem::from_columns(row.code, row.message),
                created_at: row.created_at,
            })
            .collect())
    }
}

#[derive(sqlx::FromRow)]
struct GridRow {
    id: GridId,
    collection: CollectionId,
    name: String,
    created_at: i64,
    job: Option<JobId>,
    state: Option<JobState>,
    worker: Option<String>,
    code: Option<String>,
    message: Option<String>,
}

#[derive(sqlx::FromRow)]
struct QuestionRow {
    id: GridQuestionId,
    name: String,
    text: String,
    kind: Option<String>,
    wordings: String,
    answers: String,
}

/// Texts as they are stored: one a line. Those without words are left out.
fn lines_of(texts: &[String]) -> String {
    let tidied: Vec<String> = texts.iter().filter_map(|text| tidy(text)).collect();
    tidied.join("\n")
}

fn check_size(questions: &[NewGridQuestion]) -> Result<()> {
    if questions.len() > MOST_QUESTIONS {
        return Err(Error::GridTooLarge { questions: questions.len(), most: MOST_QUESTIONS });
    }
    for NewGridQuestion { name, text, wordings, answers, .. } in questions {
        let start = text.chars().take(QUOTED).collect();
        let texts = [name, text].into_iter().chain(wordings).chain(answers);
        if texts.map(String::len).max() > Some(LONGEST_QUESTION) {
            return Err(Error::GridQuestionTooLong { start, most: LONGEST_QUESTION });
        }
        if wordings.len() > MOST_WORDINGS || answers.len() > MOST_ANSWERS {
            return Err(Error::GridQuestionTooRich { start, wordings: MOST_WORDINGS, answers: MOST_ANSWERS });
        }
    }
    Ok(())
}

fn name_taken(error: Error, name: &str) -> Error {
    let name = name.to_owned();
    if is_constraint(&error, |e| e.is_unique_violation()) { Error::GridNameTaken { name } } else { error }
}
