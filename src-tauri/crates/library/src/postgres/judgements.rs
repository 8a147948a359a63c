//! What each person said last of a cell of a review table. What was said last of all counts; where people differ, all see it.

use super::connecting::Transaction;
use super::narrowing::Server;
use crate::error::Context;
use crate::{GridId, GridQuestionId, Judgement, OtherJudgement, Result};
use std::collections::HashMap;

#[derive(sqlx::FromRow)]
struct OtherRow {
    cell: i64,
    person: String,
    judged: Judgement,
    sentence: Option<String>,
}

impl Transaction {
    /// Notes what this person says of a cell, with the sentence that they chose. `None` takes it back.
    pub(crate) async fn note_judgement(
        &mut self,
        cell: i64,
        judged: Option<Judgement>,
        sentence: Option<&str>,
    ) -> std::result::Result<(), sqlx::Error> {
        let delete = sqlx::query("DELETE FROM judgement WHERE cell = $1 AND person = session_user");
        delete.bind(cell).execute(&mut **self).await?;
        if let Some(judged) = judged {
            let insert = sqlx::query("INSERT INTO judgement (cell, judged, sentence) VALUES ($1, $2, $3)");
            insert.bind(cell).bind(judged).bind(sentence).execute(&mut **self).await?;
        }
        Ok(())
    }
}

impl Server<'_> {
    /// What people said of cells of a grid, or of one of its columns, that is not what counts now: by the number of the cell.
    pub(crate) async fn other_judgements(
        &self,
        grid: GridId,
        question: Option<GridQuestionId>,
    ) -> Result<HashMap<i64, Vec<OtherJudgement>>> {
        let select = sqlx::query_as(
            "SELECT j.cell, j.person, j.judged, j.sentence FROM judgement j JOIN grid_cell c ON c.id = j.cell
                JOIN grid_question q ON q.id = c.question
                LEFT JOIN grid_answer chosen ON chosen.cell = c.id AND chosen.source = 'person'
            WHERE q.grid = $1 AND ($2 IS NULL OR q.id = $2) AND (j.judged IS DISTINCT FROM c.judged OR j.sentence IS DISTINCT FROM chosen.sentence)
            ORDER BY j.cell, j.person",
        );
        let mut by_cell: HashMap<i64, Vec<OtherJudgement>> = HashMap::new();
        for row in select.bind(grid).bind(question).fetch_all(self.pool).await.context(self.library)? {
            let OtherRow { cell, person, judged, sentence } = row;
            by_cell.entry(cell).or_default().push(OtherJudgement { person, judged, sentence });
        }
        Ok(by_cell)
    }
}
