//! Loads cells of grids with their answers, and with what people and columns say of them.

use super::cells::{CellPlace, CellState, GridAnswer, GridCandidate, GridCell, Learned, Source};
use crate::error::Context;
use crate::store::query_as;
use crate::{
    ContentId, DocumentId, GenerationId, GridId, GridQuestionId, Judgement, Library, PassageId, Problem, Result,
};
use pincite_value::{AnswerValue, ValueKind};
use std::collections::HashMap;

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
        let mut answers = self.grid_answers(grid, question).await?;
        let mut rejected = self.rejected_passages(grid, question).await?;
        let mut others = match self.server() {
            Some(server) => server.other_judgements(grid, question).await?,
            None => HashMap::new(),
        };
        let rows = query_as!(
            CellRow,
            r#"SELECT c.id, c.question AS "question!: GridQuestionId", c.document AS "document!: DocumentId",
                c.content AS "content!: ContentId", c.first_passage AS "first_passage!: PassageId",
                c.generation AS "generation: GenerationId", c.state AS "state!: CellState",
                c.presence AS "presence: f32", c.read_passages, c.read_scores, c.judged AS "judged: Judgement",
                c.learned_state AS "learned_state: CellState", c.learned_presence AS "learned_presence: f32",
                c.error_code, c.error_message
            FROM grid_cell c JOIN grid_question q ON q.id = c.question
            WHERE q.grid = $1 AND ($2 IS NULL OR q.id = $2) ORDER BY q.position, c.document"#,
            grid,
            question
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?.into_iter();
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
                    others: others.remove(&row.id).unwrap_or_default(),
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
    async fn grid_answers(&self, grid: GridId, question: Option<GridQuestionId>) -> Result<HashMap<i64, Answers>> {
        let rows = query_as!(
            AnswerRow,
            r#"SELECT a.cell, a.source AS "source!: Source", a.passage AS "passage!: PassageId", a.page AS "page!: u32",
                a.page_label, a.sentence, a.clause, a.citation, a.probability AS "probability: f32", a.value_kind,
                a.value_text, a.value
            FROM grid_question q JOIN grid_cell c ON c.question = q.id JOIN grid_answer a ON a.cell = c.id
            WHERE q.grid = $1 AND ($2 IS NULL OR q.id = $2) ORDER BY a.cell, a.position"#,
            grid,
            question
        );
        let mut by_cell: HashMap<i64, Answers> = HashMap::new();
        for row in rows.fetch_all(self.reader()).await.context(self)? {
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
        grid: GridId,
        question: Option<GridQuestionId>,
    ) -> Result<HashMap<i64, Vec<PassageId>>> {
        let rows = query_as!(
            RejectedRow,
            r#"SELECT c.id AS "cell!: i64", f.passage AS "passage!: PassageId"
            FROM grid_question q JOIN grid_cell c ON c.question = q.id JOIN feedback f ON f.cell = c.id
            WHERE q.grid = $1 AND ($2 IS NULL OR q.id = $2) AND f.mark = 'does_not' ORDER BY f.said"#,
            grid,
            question
        );
        let mut by_cell: HashMap<i64, Vec<PassageId>> = HashMap::new();
        for row in rows.fetch_all(self.reader()).await.context(self)? {
            by_cell.entry(row.cell).or_default().push(row.passage);
        }
        Ok(by_cell)
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

/// Answers of one cell.
#[derive(Default)]
struct Answers {
    by_search: Vec<GridAnswer>,
    by_column: Option<GridAnswer>,
    chosen: Option<GridAnswer>,
}

#[derive(sqlx::FromRow)]
struct CellRow {
    id: i64,
    question: GridQuestionId,
    document: DocumentId,
    content: ContentId,
    first_passage: PassageId,
    generation: Option<GenerationId>,
    state: CellState,
    presence: Option<f32>,
    read_passages: Vec<u8>,
    read_scores: Vec<u8>,
    judged: Option<Judgement>,
    learned_state: Option<CellState>,
    learned_presence: Option<f32>,
    error_code: Option<String>,
    error_message: Option<String>,
}

#[derive(sqlx::FromRow)]
struct AnswerRow {
    cell: i64,
    source: Source,
    passage: PassageId,
    #[sqlx(try_from = "i64")]
    page: u32,
    page_label: String,
    sentence: String,
    clause: Option<String>,
    citation: String,
    probability: Option<f32>,
    value_kind: Option<String>,
    value_text: Option<String>,
    value: Option<String>,
}

#[derive(sqlx::FromRow)]
struct RejectedRow {
    cell: i64,
    passage: PassageId,
}
