//! Many rows at a time in one statement: each one waits for an answer over the network.

use super::connecting::Transaction;
use crate::ContentId;
use crate::rows::{NewPageRow, NewPassageRow};

/// Rows of a statement at most. A passage takes some kilobytes.
const AT_A_TIME: usize = 1_000;

impl Transaction {
    pub(crate) async fn insert_pages(
        &mut self,
        content: ContentId,
        rows: &[NewPageRow<'_>],
    ) -> Result<(), sqlx::Error> {
        for rows in rows.chunks(AT_A_TIME) {
            let insert = sqlx::query(
                "INSERT INTO page (content, position, label, width, height, text_left, text_right, problem_code,
                    problem_message)
                SELECT $1, * FROM unnest($2::BIGINT[], $3::TEXT[], $4::REAL[], $5::REAL[], $6::REAL[], $7::REAL[], $8::TEXT[],
                    $9::TEXT[])",
            );
            let insert = insert
                .bind(content)
                .bind(column(rows, |row| row.position))
                .bind(column(rows, |row| row.label))
                .bind(column(rows, |row| row.width))
                .bind(column(rows, |row| row.height))
                .bind(column(rows, |row| row.text_left))
                .bind(column(rows, |row| row.text_right))
                .bind(column(rows, |row| row.problem_code))
                .bind(column(rows, |row| row.problem_message));
            insert.execute(&mut **self).await?;
        }
        Ok(())
    }

    pub(crate) async fn insert_passages(
        &mut self,
        content: ContentId,
        rows: &[NewPassageRow],
    ) -> Result<(), sqlx::Error> {
        for rows in rows.chunks(AT_A_TIME) {
            let insert = sqlx::query(
                "INSERT INTO passage (content, id, body, first_page, last_page)
                SELECT $1, * FROM unnest($2::BIGINT[], $3::BYTEA[], $4::BIGINT[], $5::BIGINT[])",
            );
            let insert = insert
                .bind(content)
                .bind(column(rows, |row| row.id))
                .bind(column(rows, |row| row.body.as_slice()))
                .bind(column(rows, |row| row.first_page))
                .bind(column(rows, |row| row.last_page));
            insert.execute(&mut **self).await?;
        }
        Ok(())
    }
}

/// One column of rows.
fn column<'r, R, T>(rows: &'r [R], of: impl Fn(&'r R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}
