//! Rows of contents, pages, passages, terms and vectors: many in one statement, because each one waits for an answer over the
//! network.

use super::connecting::Transaction;
use super::narrowing::{Server, indexed};
use crate::rows::{NewContentRow, NewPageRow, NewPassageRow};
use crate::terms::{TermPositions, pack};
use crate::{CollectionId, ContentId, NewVectors};

/// Rows of a statement at most. A passage takes some kilobytes.
const AT_A_TIME: usize = 1_000;

impl Transaction {
    /// A content belongs to one collection.
    pub(crate) async fn insert_content(&mut self, row: &NewContentRow<'_>) -> Result<ContentId, sqlx::Error> {
        let insert = sqlx::query_scalar(
            "INSERT INTO content (collection, hash, title, recipe, page_count, passage_count, first_passage, problem_code,
                problem_message) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
        );
        let insert = insert
            .bind(row.collection)
            .bind(&row.hash)
            .bind(row.title)
            .bind(row.recipe)
            .bind(row.page_count)
            .bind(row.passage_count)
            .bind(row.first_passage)
            .bind(row.problem_code)
            .bind(row.problem_message);
        insert.fetch_one(&mut **self).await
    }

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

impl Transaction {
    /// Stores where the terms of a content stand, in place of what was stored.
    pub(crate) async fn index_terms(
        &mut self,
        collection: CollectionId,
        content: ContentId,
        lines: &str,
    ) -> Result<(), sqlx::Error> {
        let TermPositions { outline, terms } = TermPositions::read(lines.split('\n'), None);
        sqlx::query("DELETE FROM outline WHERE content = $1").bind(content).execute(&mut **self).await?;
        sqlx::query("DELETE FROM posting WHERE content = $1").bind(content).execute(&mut **self).await?;
        let insert =
            sqlx::query("INSERT INTO outline (content, passages, sentences, numeric_words) VALUES ($1, $2, $3, $4)");
        let insert = insert
            .bind(content)
            .bind(packed(&outline.passages)?)
            .bind(packed(&outline.sentences)?)
            .bind(packed(&outline.numeric)?);
        insert.execute(&mut **self).await?;
        let mut rows = Vec::with_capacity(terms.len());
        for (term, positions) in &terms {
            rows.push((indexed(term), packed(positions)?));
        }
        // Neighbours in the index are written one after the other.
        rows.sort_unstable();
        for rows in rows.chunks(AT_A_TIME) {
            let insert = sqlx::query(
                "INSERT INTO posting (collection, content, term, positions)
                SELECT $1, $2, * FROM unnest($3::TEXT[], $4::BYTEA[])",
            );
            let insert = insert
                .bind(collection)
                .bind(content)
                .bind(column(rows, |row| row.0.as_ref()))
                .bind(column(rows, |row| row.1.as_slice()));
            insert.execute(&mut **self).await?;
        }
        Ok(())
    }

    /// Stores the vectors of a content once more, as rows of length one that the server can compare, in place of what was stored.
    pub(crate) async fn index_vectors(&mut self, content: ContentId, new: &NewVectors) -> Result<(), sqlx::Error> {
        let NewVectors { generation, ref vectors } = *new;
        let delete = sqlx::query("DELETE FROM passage_vector WHERE generation = $1 AND content = $2");
        delete.bind(generation).bind(content).execute(&mut **self).await?;
        let width = vectors.width as usize;
        let rows = vectors.owners.chunks(AT_A_TIME).zip(vectors.values.chunks(AT_A_TIME * width.max(1)));
        for (owners, values) in rows {
            let insert = sqlx::query(
                "INSERT INTO passage_vector (generation, content, passage, vector)
                SELECT $1, $2, c.first_passage + row.owner,
                    l2_normalize(($4::REAL[])[(row.number - 1) * $5 + 1 : row.number * $5]::VECTOR)::HALFVEC
                FROM content c, unnest($3::BIGINT[]) WITH ORDINALITY AS row (owner, number) WHERE c.id = $2",
            );
            let finite = |value: &f32| if value.is_finite() { *value } else { 0.0 };
            let insert = insert
                .bind(generation)
                .bind(content)
                .bind(column(owners, |owner| i64::from(*owner)))
                .bind(column(values, finite))
                .bind(i64::from(vectors.width));
            insert.execute(&mut **self).await?;
        }
        let index = sqlx::query("SELECT index_if_large($1, $2, $3)");
        let index = index.bind(generation).bind(i64::from(vectors.width)).bind(i64::from(Server::COMPARED));
        index.execute(&mut **self).await?;
        Ok(())
    }
}

fn packed(numbers: &[u32]) -> Result<Vec<u8>, sqlx::Error> {
    pack(numbers).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

/// One column of rows.
fn column<'r, R, T>(rows: &'r [R], of: impl Fn(&'r R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}
