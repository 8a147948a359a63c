//! Cells of grids: what one document answers to one question, and what a person says of it. The marks that follow from a
//! judgement are stored in the same step. Finding the answers is for others.

use crate::error::Context;
use crate::feedback::NewFeedback;
use crate::{
    CollectionId, ContentId, DocumentId, Error, GenerationId, GridId, GridQuestionId, Library, Mark, PassageId,
    Problem, Result,
};
use pincite_value::{AnswerValue, ValueKind};
use sqlx::SqliteConnection;
use std::collections::HashMap;

/// Where a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellPlace {
    /// Its question.
    pub question: GridQuestionId,
    /// Its document.
    pub document: DocumentId,
}

/// A cell that was filled, or could not be.
#[derive(Clone, Debug, PartialEq)]
pub struct GridCell {
    /// Where it is.
    pub place: CellPlace,
    /// The content that was searched.
    pub content: ContentId,
    /// Its first passage then.
    pub first_passage: PassageId,
    /// The generation that ranked its passages.
    pub generation: Option<GenerationId>,
    /// Whether the document answers the question.
    pub state: CellState,
    /// The probability that it does, 0 to 1, if its passages were read together with the question.
    pub presence: Option<f32>,
    /// The answers, best first; without an answer, the nearest passage.
    pub answers: Vec<GridAnswer>,
    /// Why it could not be filled.
    pub problem: Option<Problem>,
    /// What a person said of it.
    pub judged: Option<Judgement>,
    /// The answer that a person chose; with [`Judgement::Pointed`].
    pub chosen: Option<GridAnswer>,
}

/// What a table says of a document and a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub enum CellState {
    /// The document answers the question.
    Found,
    /// It may answer it.
    Unsure,
    /// It does not answer it.
    #[default]
    NotFound,
}

/// An answer in a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct GridAnswer {
    /// Its passage.
    pub passage: PassageId,
    /// Page on which its sentence starts, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// The best sentence.
    pub sentence: String,
    /// Number of its clause, if it is known.
    pub clause: Option<String>,
    /// Citation of the sentence.
    pub citation: String,
    /// The probability that it answers the question, 0 to 1, if it was read together with it.
    pub probability: Option<f32>,
    /// The value that it gives, if the question asks for one.
    pub value: Option<AnswerValue>,
}

/// What a person says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub enum Judgement {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// Another passage answers the question: the person chose it.
    Pointed,
}

/// A cell to store.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGridCell {
    /// Where it is.
    pub place: CellPlace,
    /// The content that was searched.
    pub content: ContentId,
    /// Its first passage.
    pub first_passage: PassageId,
    /// The generation that ranked.
    pub generation: Option<GenerationId>,
    /// Whether the document answers the question.
    pub state: CellState,
    /// The probability that it does, 0 to 1, if its passages were read together with the question.
    pub presence: Option<f32>,
    /// The answers, best first.
    pub answers: Vec<GridAnswer>,
    /// Why it could not be filled.
    pub problem: Option<Problem>,
}

impl Library {
    /// The cells of a grid, in the order of questions and documents.
    pub async fn grid_cells(&self, grid: GridId) -> Result<Vec<GridCell>> {
        let mut reader = self.reader().acquire().await.context(self)?;
        let mut answers = self.grid_answers(&mut reader, grid).await?;
        let rows = sqlx::query!(
            r#"SELECT c.id, c.question AS "question!: GridQuestionId", c.document AS "document!: DocumentId",
                c.content AS "content!: ContentId", c.first_passage AS "first_passage!: PassageId",
                c.generation AS "generation: GenerationId", c.state AS "state!: CellState",
                c.presence AS "presence: f32", c.judged AS "judged: Judgement", c.error_code, c.error_message
            FROM grid_cell c JOIN grid_question q ON q.id = c.question
            WHERE q.grid = ? ORDER BY q.position, c.document"#,
            grid
        );
        let rows = rows.fetch_all(&mut *reader).await.context(self)?.into_iter();
        Ok(rows
            .map(|row| {
                let Answers { by_search, chosen } = answers.remove(&row.id).unwrap_or_default();
                GridCell {
                    place: CellPlace { question: row.question, document: row.document },
                    content: row.content,
                    first_passage: row.first_passage,
                    generation: row.generation,
                    state: row.state,
                    presence: row.presence,
                    answers: by_search,
                    problem: Problem::from_columns(row.error_code, row.error_message),
                    judged: row.judged,
                    chosen,
                }
            })
            .collect())
    }

    /// The answers of a grid by the number of their cell.
    async fn grid_answers(&self, reader: &mut SqliteConnection, grid: GridId) -> Result<HashMap<i64, Answers>> {
        let rows = sqlx::query!(
            r#"SELECT a.cell, a.chosen AS "chosen!: bool", a.passage AS "passage!: PassageId", a.page AS "page!: u32",
                a.page_label, a.sentence, a.clause, a.citation, a.probability AS "probability: f32", a.value_kind,
                a.value_text, a.value
            FROM grid_question q JOIN grid_cell c ON c.question = q.id JOIN grid_answer a ON a.cell = c.id
            WHERE q.grid = ? ORDER BY a.cell, a.position"#,
            grid
        );
        let mut by_cell: HashMap<i64, Answers> = HashMap::new();
        for row in rows.fetch_all(reader).await.context(self)? {
            let answers = by_cell.entry(row.cell).or_default();
            let answer = GridAnswer {
                passage: row.passage,
                page: row.page,
                page_label: row.page_label,
                sentence: row.sentence,
                clause: row.clause,
                citation: row.citation,
                probability: row.probability,
                value: value_of(row.value_kind, row.value_text, row.value),
            };
            if row.chosen { answers.chosen = Some(answer) } else { answers.by_search.push(answer) }
        }
        Ok(by_cell)
    }

    /// Stores cells in place of the former ones, in one step; returns those that were stored. That is progress: the starts
    /// of the filling before it do not count any more.
    ///
    /// A cell is left as it is if its document has other content now, or if a person judged it while its passages were the
    /// same. Nothing is stored if this process does not fill the grid any more.
    pub async fn put_grid_cells(&self, grid: GridId, cells: Vec<NewGridCell>) -> Result<Vec<NewGridCell>> {
        let worker = self.worker()?.name();
        let mut tx = self.write().await?;
        let progress = sqlx::query!(
            "UPDATE job SET attempts = 0, alone = 0 WHERE grid = ? AND state = 'running' AND worker = ?",
            grid,
            worker
        );
        if progress.execute(&mut *tx).await.context(self)?.rows_affected() == 0 {
            return Ok(Vec::new());
        }
        let mut stored = Vec::with_capacity(cells.len());
        for cell in cells {
            if let Some(id) = self.put_grid_cell(&mut tx, grid, &cell).await? {
                self.put_grid_answers(&mut tx, id, false, &cell.answers).await?;
                stored.push(cell);
            }
        }
        tx.commit().await.context(self)?;
        Ok(stored)
    }

    /// The number of the new cell; a former one goes, and its number is never used again.
    async fn put_grid_cell(&self, tx: &mut SqliteConnection, grid: GridId, cell: &NewGridCell) -> Result<Option<i64>> {
        let CellPlace { question, document } = cell.place;
        let former = sqlx::query!(
            "DELETE FROM grid_cell WHERE question = ?1 AND document = ?2
                AND NOT (judged IS NOT NULL AND content = ?3 AND first_passage = ?4)",
            question,
            document,
            cell.content,
            cell.first_passage
        );
        former.execute(&mut *tx).await.context(self)?;
        let (code, message) = (cell.problem.as_ref().map(|p| &p.code), cell.problem.as_ref().map(|p| &p.message));
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO grid_cell (question, document, content, first_passage, generation, state, presence,
                error_code, error_message)
            SELECT q.id, d.id, d.content, ?4, ?5, ?6, ?7, ?8, ?9 FROM grid_question q JOIN grid g ON g.id = q.grid
                JOIN document d ON d.collection = g.collection
            WHERE g.id = ?10 AND q.id = ?1 AND d.id = ?2 AND d.content = ?3
            ON CONFLICT DO NOTHING RETURNING id AS "id!: i64""#,
            question,
            document,
            cell.content,
            cell.first_passage,
            cell.generation,
            cell.state,
            cell.presence,
            code,
            message,
            grid
        );
        insert.fetch_optional(&mut *tx).await.context(self)
    }

    /// Stores answers of a cell.
    pub(super) async fn put_grid_answers(
        &self,
        tx: &mut SqliteConnection,
        cell: i64,
        chosen: bool,
        answers: &[GridAnswer],
    ) -> Result<()> {
        for (position, answer) in (0_i64..).zip(answers) {
            let value = answer.value.as_ref();
            let kind = value.map(|value| value.kind.code());
            let written = value.map(|value| value.written.as_str());
            let normalised = value.map(|value| value.normalised.as_str());
            let insert = sqlx::query!(
                "INSERT INTO grid_answer (cell, chosen, position, passage, page, page_label, sentence, clause, citation,
                    probability, value_kind, value_text, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                cell,
                chosen,
                position,
                answer.passage,
                answer.page,
                answer.page_label,
                answer.sentence,
                answer.clause,
                answer.citation,
                answer.probability,
                kind,
                written,
                normalised
            );
            insert.execute(&mut *tx).await.context(self)?;
        }
        Ok(())
    }
}

/// The value of an answer, if it has one.
fn value_of(kind: Option<String>, written: Option<String>, normalised: Option<String>) -> Option<AnswerValue> {
    Some(AnswerValue { kind: ValueKind::of_code(&kind?)?, written: written?, normalised: normalised? })
}

/// Answers of one cell.
#[derive(Default)]
struct Answers {
    by_search: Vec<GridAnswer>,
    chosen: Option<GridAnswer>,
}

impl Library {
    /// Stores what a person says of a cell, in place of what was said before; `None` takes it back. `chosen` is the answer
    /// that the person chose, with [`Judgement::Pointed`]. The passages of the cell are marked accordingly. Marks that the
    /// person gave elsewhere stay.
    ///
    /// # Errors
    /// [`Error::NoGridCell`].
    pub async fn judge_grid_cell(
        &self,
        grid: GridId,
        place: CellPlace,
        judged: Option<Judgement>,
        chosen: Option<&GridAnswer>,
    ) -> Result<()> {
        let mut tx = self.write().await?;
        let cell = self.judged_cell(&mut tx, grid, place).await?;
        let update = sqlx::query!("UPDATE grid_cell SET judged = ? WHERE id = ?", judged, cell.id);
        update.execute(&mut *tx).await.context(self)?;
        let delete = sqlx::query!("DELETE FROM grid_answer WHERE cell = ? AND chosen", cell.id);
        delete.execute(&mut *tx).await.context(self)?;
        self.put_grid_answers(&mut tx, cell.id, true, chosen.map_or(&[], std::slice::from_ref)).await?;
        sqlx::query!("DELETE FROM feedback WHERE cell = ?", cell.id).execute(&mut *tx).await.context(self)?;
        if let Some(mark) = mark_of(judged, cell.state) {
            for passage in self.shown_passages(&mut tx, cell.id).await? {
                let new = NewFeedback {
                    collection: cell.collection,
                    question: &cell.question,
                    passage,
                    mark,
                    cell: Some(cell.id),
                };
                self.put_feedback(&mut tx, &new).await?;
            }
        }
        tx.commit().await.context(self)
    }

    async fn judged_cell(&self, tx: &mut SqliteConnection, grid: GridId, place: CellPlace) -> Result<JudgedCell> {
        let CellPlace { question, document } = place;
        let row = sqlx::query_as!(
            JudgedCell,
            r#"SELECT c.id AS "id!: i64", g.collection AS "collection!: CollectionId", q.text AS question,
                c.state AS "state!: CellState"
            FROM grid_cell c JOIN grid_question q ON q.id = c.question JOIN grid g ON g.id = q.grid
            WHERE g.id = ? AND c.question = ? AND c.document = ?"#,
            grid,
            question,
            document
        );
        row.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoGridCell)
    }

    /// The passages that a cell shows: the one that a person chose, or else its answers.
    async fn shown_passages(&self, tx: &mut SqliteConnection, cell: i64) -> Result<Vec<PassageId>> {
        let rows = sqlx::query_scalar!(
            r#"SELECT passage AS "passage!: PassageId" FROM grid_answer
            WHERE cell = ?1 AND chosen = (SELECT max(chosen) FROM grid_answer WHERE cell = ?1) ORDER BY position"#,
            cell
        );
        rows.fetch_all(&mut *tx).await.context(self)
    }
}

/// A cell that is judged.
struct JudgedCell {
    id: i64,
    collection: CollectionId,
    question: String,
    state: CellState,
}

/// The mark that a judgement makes. Of a cell that is rightly empty, the nearest passage does not answer.
fn mark_of(judged: Option<Judgement>, state: CellState) -> Option<Mark> {
    match (judged?, state != CellState::NotFound) {
        (Judgement::Pointed, _) | (Judgement::Right, true) => Some(Mark::Answers),
        (Judgement::Right, false) | (Judgement::Wrong, true) => Some(Mark::DoesNot),
        (Judgement::Wrong, false) => None,
    }
}
