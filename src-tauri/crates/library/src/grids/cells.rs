//! Cells of grids: what one document answers to one question, and how it is stored. They are loaded in `loading`, and judged in
//! `judging`.

use crate::error::Context;
use crate::store::{Writing, query, query_scalar};
use crate::{
    ContentId, DocumentId, GenerationId, GridId, GridQuestionId, Judgement, Library, OtherJudgement, PassageId,
    Problem, Result,
};
use pincite_value::AnswerValue;

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
    /// What others who share the library said of it before, where that is something else.
    pub others: Vec<OtherJudgement>,
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
#[sqlx(type_name = "text", rename_all = "snake_case")]
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
    /// Stores cells in place of the former ones, in one step; returns those that were stored. That is progress: the starts
    /// of the filling before it do not count any more.
    ///
    /// A cell is left as it is if its document has other content now, or if a person judged it while its passages were the
    /// same. Nothing is stored if this process does not fill the grid any more.
    pub async fn put_grid_cells(&self, grid: GridId, cells: Vec<NewGridCell>) -> Result<Vec<NewGridCell>> {
        let worker = self.worker().await?;
        let mut tx = self.write().await?;
        let progress = query!(
            "UPDATE job SET attempts = 0, alone = FALSE WHERE grid = $1 AND state = 'running' AND worker = $2",
            grid,
            worker
        );
        if progress.execute(&mut tx).await.context(self)? == 0 {
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
    async fn put_grid_cell(&self, tx: &mut Writing, grid: GridId, cell: &NewGridCell) -> Result<Option<i64>> {
        let CellPlace { question, document } = cell.place;
        let former = query!(
            "DELETE FROM grid_cell WHERE question = $1 AND document = $2
                AND NOT (judged IS NOT NULL AND content = $3 AND first_passage = $4)",
            question,
            document,
            cell.content,
            cell.first_passage
        );
        former.execute(&mut *tx).await.context(self)?;
        let (code, message) = (cell.problem.as_ref().map(|p| &p.code), cell.problem.as_ref().map(|p| &p.message));
        let passages: Vec<u8> = cell.candidates.iter().flat_map(|one| one.passage.to_le_bytes()).collect();
        let scores: Vec<u8> = cell.candidates.iter().flat_map(|one| one.score.to_le_bytes()).collect();
        let insert = query_scalar!(
            r#"INSERT INTO grid_cell (question, document, content, first_passage, generation, state, presence,
                error_code, error_message, read_passages, read_scores)
            SELECT q.id, d.id, d.content, $4, $5, $6, $7, $8, $9, $11, $12 FROM grid_question q JOIN grid g ON g.id = q.grid
                JOIN document d ON d.collection = g.collection
            WHERE g.id = $10 AND q.id = $1 AND d.id = $2 AND d.content = $3
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
        tx: &mut Writing,
        cell: i64,
        source: Source,
        answers: &[GridAnswer],
    ) -> Result<()> {
        for (position, answer) in (0_i64..).zip(answers) {
            let page = i64::from(answer.page);
            let value = answer.value.as_ref();
            let kind = value.map(|value| value.kind.code());
            let written = value.map(|value| value.written.as_str());
            let normalised = value.map(|value| value.normalised.as_str());
            let insert = query!(
                "INSERT INTO grid_answer (cell, source, position, passage, page, page_label, sentence, clause, citation,
                    probability, value_kind, value_text, value) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                cell,
                source,
                position,
                answer.passage,
                page,
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

/// Who found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub(super) enum Source {
    /// The search.
    Search,
    /// The marks of its column.
    Column,
    /// A person.
    Person,
}
