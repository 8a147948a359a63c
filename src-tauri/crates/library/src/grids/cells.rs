//! Cells of grids: what one document answers to one question. What a person says of it is in `judging`. Finding the answers is
//! for others.

use crate::error::Context;
use crate::{ContentId, DocumentId, GenerationId, GridId, GridQuestionId, Library, PassageId, Problem, Result};
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
    /// The candidates for its answer, best first.
    pub candidates: Vec<GridCandidate>,
    /// Why it could not be filled.
    pub problem: Option<Problem>,
    /// What a person said of it.
    pub judged: Option<Judgement>,
    /// The passages that a person rejected.
    pub rejected: Vec<PassageId>,
    /// What the marks of its column say, if they say something else.
    pub learned: Option<Learned>,
    /// The answer that a person chose; with [`Judgement::Pointed`].
    pub chosen: Option<GridAnswer>,
}

/// A candidate for the answer of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridCandidate {
    /// Its number, counted from the first passage of its content.
    pub passage: u32,
    /// Its score among the candidates.
    pub score: f32,
}

/// What the marks of a column say of one of its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// Whether the document answers the question.
    pub state: CellState,
    /// The probability that it does, 0 to 1, if its passages were read together with the question.
    pub presence: Option<f32>,
    /// The answer that they put first, if it is not the first one of the search.
    pub answer: Option<GridAnswer>,
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
    /// The document does not answer the question.
    Absent,
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
    /// The candidates for its answer, best first.
    pub candidates: Vec<GridCandidate>,
    /// Why it could not be filled.
    pub problem: Option<Problem>,
}

impl Library {
    /// The cells of a grid, in the order of questions and documents.
    pub async fn grid_cells(&self, grid: GridId) -> Result<Vec<GridCell>> {
        self.which_cells(grid, None).await
    }

    /// The cells of one column of a grid, in the order of documents.
    pub async fn column_cells(&self, grid: GridId, question: GridQuestionId) -> Result<Vec<GridCell>> {
        self.which_cells(grid, Some(question)).await
    }

    async fn which_cells(&self, grid: GridId, question: Option<GridQuestionId>) -> Result<Vec<GridCell>> {
        let mut reader = self.reader().acquire().await.context(self)?;
        let mut answers = self.grid_answers(&mut reader, grid, question).await?;
        let mut rejected = self.rejected_passages(&mut reader, grid, question).await?;
        let rows = sqlx::query!(
            r#"SELECT c.id, c.question AS "question!: GridQuestionId", c.document AS "document!: DocumentId",
                c.content AS "content!: ContentId", c.first_passage AS "first_passage!: PassageId",
                c.generation AS "generation: GenerationId", c.state AS "state!: CellState",
                c.presence AS "presence: f32", c.read_passages, c.read_scores, c.judged AS "judged: Judgement",
                c.learned_state AS "learned_state: CellState", c.learned_presence AS "learned_presence: f32",
                c.error_code, c.error_message
            FROM grid_cell c JOIN grid_question q ON q.id = c.question
            WHERE q.grid = ?1 AND (?2 IS NULL OR q.id = ?2) ORDER BY q.position, c.document"#,
            grid,
            question
        );
        let rows = rows.fetch_all(&mut *reader).await.context(self)?.into_iter();
        Ok(rows
            .map(|row| {
                let Answers { by_search, by_column, chosen } = answers.remove(&row.id).unwrap_or_default();
                GridCell {
                    place: CellPlace { question: row.question, document: row.document },
                    content: row.content,
                    first_passage: row.first_passage,
                    generation: row.generation,
                    state: row.state,
                    presence: row.presence,
                    answers: by_search,
                    candidates: candidates_of(&row.read_passages, &row.read_scores),
                    problem: Problem::from_columns(row.error_code, row.error_message),
                    judged: row.judged,
                    rejected: rejected.remove(&row.id).unwrap_or_default(),
                    learned: row.learned_state.map(|state| Learned {
                        state,
                        presence: row.learned_presence,
                        answer: by_column,
                    }),
                    chosen,
                }
            })
            .collect())
    }

    /// The answers of a grid by the number of their cell.
    async fn grid_answers(
        &self,
        reader: &mut SqliteConnection,
        grid: GridId,
        question: Option<GridQuestionId>,
    ) -> Result<HashMap<i64, Answers>> {
        let rows = sqlx::query!(
            r#"SELECT a.cell, a.source AS "source!: Source", a.passage AS "passage!: PassageId", a.page AS "page!: u32",
                a.page_label, a.sentence, a.clause, a.citation, a.probability AS "probability: f32", a.value_kind,
                a.value_text, a.value
            FROM grid_question q JOIN grid_cell c ON c.question = q.id JOIN grid_answer a ON a.cell = c.id
            WHERE q.grid = ?1 AND (?2 IS NULL OR q.id = ?2) ORDER BY a.cell, a.position"#,
            grid,
            question
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
            match row.source {
                Source::Search => answers.by_search.push(answer),
                Source::Column => answers.by_column = Some(answer),
                Source::Person => answers.chosen = Some(answer),
            }
        }
        Ok(by_cell)
    }

    /// The passages that people rejected, by the number of their cell.
    async fn rejected_passages(
        &self,
        reader: &mut SqliteConnection,
        grid: GridId,
        question: Option<GridQuestionId>,
    ) -> Result<HashMap<i64, Vec<PassageId>>> {
        let rows = sqlx::query!(
            r#"SELECT c.id AS "cell!: i64", f.passage AS "passage!: PassageId"
            FROM grid_question q JOIN grid_cell c ON c.question = q.id JOIN feedback f ON f.cell = c.id
            WHERE q.grid = ?1 AND (?2 IS NULL OR q.id = ?2) AND f.mark = 'does_not' ORDER BY f.said"#,
            grid,
            question
        );
        let mut by_cell: HashMap<i64, Vec<PassageId>> = HashMap::new();
        for row in rows.fetch_all(reader).await.context(self)? {
            by_cell.entry(row.cell).or_default().push(row.passage);
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
                self.put_grid_answers(&mut tx, id, Source::Search, &cell.answers).await?;
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
        let passages: Vec<u8> = cell.candidates.iter().flat_map(|one| one.passage.to_le_bytes()).collect();
        let scores: Vec<u8> = cell.candidates.iter().flat_map(|one| one.score.to_le_bytes()).collect();
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO grid_cell (question, document, content, first_passage, generation, state, presence,
                error_code, error_message, read_passages, read_scores)
            SELECT q.id, d.id, d.content, ?4, ?5, ?6, ?7, ?8, ?9, ?11, ?12 FROM grid_question q JOIN grid g ON g.id = q.grid
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
            grid,
            passages,
            scores
        );
        insert.fetch_optional(&mut *tx).await.context(self)
    }

    /// Stores answers of a cell.
    pub(super) async fn put_grid_answers(
        &self,
        tx: &mut SqliteConnection,
        cell: i64,
        source: Source,
        answers: &[GridAnswer],
    ) -> Result<()> {
        for (position, answer) in (0_i64..).zip(answers) {
            let value = answer.value.as_ref();
            let kind = value.map(|value| value.kind.code());
            let written = value.map(|value| value.written.as_str());
            let normalised = value.map(|value| value.normalised.as_str());
            let insert = sqlx::query!(
                "INSERT INTO grid_answer (cell, source, position, passage, page, page_label, sentence, clause, citation,
                    probability, value_kind, value_text, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                cell,
                source,
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

/// Passages with their scores, as they are stored.
fn candidates_of(passages: &[u8], scores: &[u8]) -> Vec<GridCandidate> {
    let passages = passages.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    let scores = scores.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    passages.zip(scores).map(|(passage, score)| GridCandidate { passage, score }).collect()
}

/// Who found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub(super) enum Source {
    /// The search.
    Search,
    /// The marks of its column.
    Column,
    /// A person.
    Person,
}

/// Answers of one cell.
#[derive(Default)]
struct Answers {
    by_search: Vec<GridAnswer>,
    by_column: Option<GridAnswer>,
    chosen: Option<GridAnswer>,
}
