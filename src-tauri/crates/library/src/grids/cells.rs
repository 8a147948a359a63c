//! Cells of grids: the answer of one document to one question, and what a person says of it. Not for finding answers.

use crate::error::Context;
use crate::{ContentId, DocumentId, Error, GenerationId, GridId, GridQuestionId, Library, PassageId, Result};

/// Where a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellPlace {
    /// Its question.
    pub question: GridQuestionId,
    /// Its document.
    pub document: DocumentId,
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

/// A filled cell.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub found: bool,
    /// The answers as JSON; without an answer, the nearest passage.
    pub answers: String,
    /// What a person said of it.
    pub judged: Option<Judgement>,
    /// The answer that a person chose, as JSON; with [`Judgement::Pointed`].
    pub pointed: Option<String>,
}

/// A cell to store.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub found: bool,
    /// The answers as JSON.
    pub answers: String,
}

impl Library {
    /// The filled cells of a grid, in the order of questions and documents.
    pub async fn grid_cells(&self, grid: GridId) -> Result<Vec<GridCell>> {
        let rows = sqlx::query!(
            r#"SELECT c.question AS "question!: GridQuestionId", c.document AS "document!: DocumentId",
                c.content AS "content!: ContentId", c.first_passage AS "first_passage!: PassageId",
                c.generation AS "generation: GenerationId", c.found AS "found!: bool", c.answers,
                c.judged AS "judged: Judgement", c.pointed
            FROM grid_cell c JOIN grid_question q ON q.id = c.question
            WHERE q.grid = ? ORDER BY q.position, c.document"#,
            grid
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?.into_iter();
        Ok(rows
            .map(|row| GridCell {
                place: CellPlace { question: row.question, document: row.document },
                content: row.content,
                first_passage: row.first_passage,
                generation: row.generation,
                found: row.found,
                answers: row.answers,
                judged: row.judged,
                pointed: row.pointed,
            })
            .collect())
    }

    /// Stores a cell in place of the former one, whose judgement goes. `false`, and nothing is stored, if the grid is not
    /// being filled any more, or the document has other content now.
    pub async fn put_grid_cell(&self, grid: GridId, cell: &NewGridCell) -> Result<bool> {
        let CellPlace { question, document } = cell.place;
        let mut tx = self.write().await?;
        let insert = sqlx::query!(
            "INSERT OR REPLACE INTO grid_cell (question, document, content, first_passage, generation, found, answers)
            SELECT q.id, d.id, d.content, ?4, ?5, ?6, ?7 FROM grid_question q JOIN grid g ON g.id = q.grid
                JOIN document d ON d.collection = g.collection
            WHERE g.id = ?8 AND g.state = 'running' AND q.id = ?1 AND d.id = ?2 AND d.content = ?3",
            question,
            document,
            cell.content,
            cell.first_passage,
            cell.generation,
            cell.found,
            cell.answers,
            grid
        );
        let stored = insert.execute(&mut *tx).await.context(self)?.rows_affected() > 0;
        if stored {
            let update = sqlx::query!("UPDATE grid SET attempts = 0 WHERE id = ?", grid);
            update.execute(&mut *tx).await.context(self)?;
        }
        tx.commit().await.context(self)?;
        Ok(stored)
    }

    /// Stores what a person says of a cell; `None` takes it back. `pointed` is the answer that the person chose, as JSON.
    ///
    /// # Errors
    /// [`Error::NoGridCell`].
    pub async fn judge_grid_cell(
        &self,
        place: CellPlace,
        judged: Option<Judgement>,
        pointed: Option<&str>,
    ) -> Result<()> {
        let CellPlace { question, document } = place;
        let mut tx = self.write().await?;
        let update = sqlx::query!(
            "UPDATE grid_cell SET judged = ?, pointed = ? WHERE question = ? AND document = ?",
            judged,
            pointed,
            question,
            document
        );
        let changed = update.execute(&mut *tx).await.context(self)?.rows_affected();
        tx.commit().await.context(self)?;
        if changed == 0 { Err(Error::NoGridCell) } else { Ok(()) }
    }
}
