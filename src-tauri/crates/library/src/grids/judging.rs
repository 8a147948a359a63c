//! What a person says of cells of grids, and what follows from it: marks, stored in the same step, and what the marks of a column
//! say of its other cells. Learning from marks is for others.

use super::cells::{CellPlace, CellState, GridAnswer, Learned, Source};
use crate::error::Context;
use crate::feedback::NewFeedback;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, Error, GridId, Judgement, Library, Mark, PassageId, Result};

/// What a person says of a cell, whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judging<'j> {
    /// `None` takes back what was said.
    pub judged: Option<Judgement>,
    /// Passages that do not answer the question.
    pub rejected: &'j [PassageId],
    /// The answer that the person chose; with [`Judgement::Pointed`].
    pub chosen: Option<&'j GridAnswer>,
}

impl Library {
    /// Stores what a person says of a cell, in place of what was said before. The passages of the cell are marked accordingly.
    /// Marks that the person gave elsewhere stay.
    ///
    /// # Errors
    /// [`Error::NoGridCell`].
    pub async fn judge_grid_cell(&self, grid: GridId, place: CellPlace, judging: Judging<'_>) -> Result<()> {
        let Judging { judged, chosen, .. } = judging;
        let mut tx = self.write().await?;
        let cell = self.judged_cell(&mut tx, grid, place).await?;
        let shown = self.shown_passages(&mut tx, cell.id).await?;
        let update = query!("UPDATE grid_cell SET judged = $1 WHERE id = $2", judged, cell.id);
        update.execute(&mut tx).await.context(self)?;
        tx.note_judgement(cell.id, judged, chosen.map(|chosen| chosen.sentence.as_str())).await.context(self)?;
        let delete = query!("DELETE FROM grid_answer WHERE cell = $1 AND source = 'person'", cell.id);
        delete.execute(&mut tx).await.context(self)?;
        self.put_grid_answers(&mut tx, cell.id, Source::Person, chosen.map_or(&[], std::slice::from_ref)).await?;
        query!("DELETE FROM feedback WHERE cell = $1", cell.id).execute(&mut tx).await.context(self)?;
        for (passage, mark) in marks_of(judging, cell.state, &shown) {
            let question = &cell.question;
            let new = NewFeedback { collection: cell.collection, question, passage, mark, cell: Some(cell.id) };
            self.put_feedback(&mut tx, &new).await?;
        }
        tx.commit().await.context(self)
    }

    /// Stores what the marks of a column say of its cells, in place of what they said before. A cell with `None` shows what the
    /// search found.
    pub async fn put_learned(&self, grid: GridId, cells: &[(CellPlace, Option<Learned>)]) -> Result<()> {
        let mut tx = self.write().await?;
        for (place, learned) in cells {
            let Ok(cell) = self.judged_cell(&mut tx, grid, *place).await else { continue };
            let state = learned.as_ref().map(|learned| learned.state);
            let presence = learned.as_ref().and_then(|learned| learned.presence);
            let update = query!(
                "UPDATE grid_cell SET learned_state = $1, learned_presence = $2 WHERE id = $3",
                state,
                presence,
                cell.id
            );
            update.execute(&mut tx).await.context(self)?;
            let delete = query!("DELETE FROM grid_answer WHERE cell = $1 AND source = 'column'", cell.id);
            delete.execute(&mut tx).await.context(self)?;
            let answer = learned.as_ref().and_then(|learned| learned.answer.as_ref());
            self.put_grid_answers(&mut tx, cell.id, Source::Column, answer.map_or(&[], std::slice::from_ref)).await?;
        }
        tx.commit().await.context(self)
    }

    async fn judged_cell(&self, tx: &mut Writing, grid: GridId, place: CellPlace) -> Result<JudgedCell> {
        let CellPlace { question, document } = place;
        let row = query_as!(
            JudgedCell,
            r#"SELECT c.id AS "id!: i64", g.collection AS "collection!: CollectionId", q.text AS question,
                coalesce(c.learned_state, c.state) AS "state!: CellState"
            FROM grid_cell c JOIN grid_question q ON q.id = c.question JOIN grid g ON g.id = q.grid
            WHERE g.id = $1 AND c.question = $2 AND c.document = $3"#,
            grid,
            question,
            document
        );
        row.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoGridCell)
    }

    /// The passages that a cell shows: that of the column's marks, or else those of the search.
    async fn shown_passages(&self, tx: &mut Writing, cell: i64) -> Result<Vec<PassageId>> {
        let rows = query_scalar!(
            r#"SELECT passage AS "passage!: PassageId" FROM grid_answer
            WHERE cell = $1 AND source = (SELECT min(source) FROM grid_answer WHERE cell = $1 AND source <> 'person')
            ORDER BY position"#,
            cell
        );
        rows.fetch_all(&mut *tx).await.context(self)
    }
}

/// A cell that is judged.
#[derive(sqlx::FromRow)]
struct JudgedCell {
    id: i64,
    collection: CollectionId,
    question: String,
    state: CellState,
}

/// The marks that a judgement makes, of a cell that showed these passages. Of a document without an answer, the nearest passage
/// does not answer.
fn marks_of(judging: Judging<'_>, state: CellState, shown: &[PassageId]) -> Vec<(PassageId, Mark)> {
    let Judging { judged, rejected, chosen } = judging;
    let answer = match judged {
        Some(Judgement::Pointed) => chosen.map_or(&[][..], |chosen| std::slice::from_ref(&chosen.passage)),
        Some(Judgement::Right) if state != CellState::NotFound => shown,
        _ => &[],
    };
    let is_absent = match judged {
        Some(Judgement::Absent) => true,
        Some(Judgement::Right) => state == CellState::NotFound,
        _ => false,
    };
    let wrong = if is_absent { shown } else { &[] };
    let mut marks = Vec::new();
    for passage in rejected.iter().chain(wrong) {
        marks.push((*passage, Mark::DoesNot));
    }
    marks.extend(answer.iter().map(|passage| (*passage, Mark::Answers)));
    marks
}
