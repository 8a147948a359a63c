//! What a program asked about passages, stored so that it can be cut off at any moment and goes on where it stood. Not for
//! what people ask.

use super::{NewQuestion, NewQuestions, tidy};
use crate::error::Context;
use crate::store::{Writing, query, query_as};
use crate::{CollectionId, ContentId, Library, PassageId, Result, RunId};

/// What a run reports of itself.
#[derive(Clone, Copy, Debug)]
pub struct RunReport<'a> {
    /// The run.
    pub run: RunId,
    /// The report as JSON.
    pub json: &'a str,
}

impl Library {
    /// Passages of a collection that were not asked about by this recipe, or by none at all, by content; both in the
    /// order of their numbers.
    pub async fn unquestioned(
        &self,
        collection: CollectionId,
        recipe: Option<&str>,
    ) -> Result<Vec<(ContentId, Vec<PassageId>)>> {
        let rows = query_as!(
            Unquestioned,
            r#"SELECT p.content AS "content!: ContentId", p.id AS "passage!: PassageId"
            FROM document d JOIN passage p ON p.content = d.content
            WHERE d.collection = $1 AND NOT EXISTS
                (SELECT 1 FROM questioned q WHERE q.passage = p.id AND q.collection = $1 AND ($2 IS NULL OR q.recipe = $2))
            ORDER BY p.content, p.id"#,
            collection,
            recipe
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        let by_content = rows.chunk_by(|one, other| one.content == other.content);
        Ok(by_content.map(|rows| (rows[0].content, rows.iter().map(|row| row.passage).collect())).collect())
    }

    /// Stores what a recipe asked about passages, together with the fact that it did, and with what the run that did it
    /// reports: all or nothing. Passages that were asked about by it before, or are gone, are passed over. A text the
    /// passage has already is not stored twice: if it was rejected and is good now it is kept, but not against people's
    /// will.
    ///
    /// # Errors
    /// [`crate::Error::Database`] if the report is not JSON.
    pub async fn store_questions(
        &self,
        collection: CollectionId,
        recipe: &str,
        asked: &[NewQuestions],
        report: Option<RunReport<'_>>,
    ) -> Result<()> {
        let mut tx = self.write().await?;
        for NewQuestions { passage, questions } in asked {
            if self.note_asked(&mut tx, collection, recipe, *passage).await? {
                for question in questions {
                    self.store_question(&mut tx, collection, *passage, question).await?;
                }
            }
        }
        if let Some(RunReport { run, json }) = report {
            self.put_report(&mut tx, run, json).await?;
        }
        tx.commit().await.context(self)
    }

    /// `false` if it was noted already, or the passage is not in the collection.
    async fn note_asked(
        &self,
        tx: &mut Writing,
        collection: CollectionId,
        recipe: &str,
        passage: PassageId,
    ) -> Result<bool> {
        let insert = query!(
            "INSERT INTO questioned (passage, collection, recipe)
            SELECT p.id, d.collection, $1 FROM passage p JOIN document d ON d.content = p.content
            WHERE p.id = $2 AND d.collection = $3 ON CONFLICT DO NOTHING",
            recipe,
            passage,
            collection
        );
        Ok(insert.execute(&mut *tx).await.context(self)? > 0)
    }

    async fn store_question(
        &self,
        tx: &mut Writing,
        collection: CollectionId,
        passage: PassageId,
        new: &NewQuestion,
    ) -> Result<()> {
        let Some(text) = tidy(&new.text) else { return Ok(()) };
        let writer = new.program();
        let upsert = query!(
            "INSERT INTO question (collection, content, passage, text, origin, writer, reason, rank, answers)
            SELECT $1, content, id, $2, $3, $4, $5, $6, $7 FROM passage WHERE id = $8
            ON CONFLICT (passage, collection, text) DO UPDATE SET reason = NULL, rank = excluded.rank, answers = excluded.answers
            WHERE question.reason <> 'person' AND excluded.reason IS NULL",
            collection,
            text,
            new.origin,
            writer,
            new.reason,
            new.rank,
            new.answers,
            passage
        );
        upsert.execute(&mut *tx).await.context(self)?;
        Ok(())
    }
}

/// A passage that was not asked about.
#[derive(sqlx::FromRow)]
struct Unquestioned {
    content: ContentId,
    passage: PassageId,
}
