//! Rows of contents, pages and passages: one statement for each, because nothing travels.

use super::opening::Transaction;
use crate::ContentId;
use crate::rows::{NewContentRow, NewPageRow, NewPassageRow};

impl Transaction {
    /// All collections share a content.
    pub(crate) async fn insert_content(&mut self, row: &NewContentRow<'_>) -> Result<ContentId, sqlx::Error> {
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO content (hash, title, recipe, page_count, passage_count, first_passage, problem_code,
                problem_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!: ContentId""#,
            row.hash,
            row.title,
            row.recipe,
            row.page_count,
            row.passage_count,
            row.first_passage,
            row.problem_code,
            row.problem_message
        );
        insert.fetch_one(&mut **self).await
    }

    pub(crate) async fn insert_pages(
        &mut self,
        content: ContentId,
        rows: &[NewPageRow<'_>],
    ) -> Result<(), sqlx::Error> {
        for row in rows {
            let insert = sqlx::query!(
                "INSERT INTO page (content, position, label, width, height, text_left, text_right, problem_code,
                    problem_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                content,
                row.position,
                row.label,
                row.width,
                row.height,
                row.text_left,
                row.text_right,
                row.problem_code,
                row.problem_message
            );
            insert.execute(&mut **self).await?;
        }
        Ok(())
    }

    pub(crate) async fn insert_passages(
        &mut self,
        content: ContentId,
        rows: &[NewPassageRow],
    ) -> Result<(), sqlx::Error> {
        for NewPassageRow { id, body, first_page, last_page } in rows {
            let insert = sqlx::query!(
                "INSERT INTO passage (id, content, body, first_page, last_page) VALUES (?, ?, ?, ?, ?)",
                id,
                content,
                body,
                first_page,
                last_page
            );
            insert.execute(&mut **self).await?;
        }
        Ok(())
    }
}
