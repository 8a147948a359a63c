//! Questions that people make, change, drop and delete. Their passages are found again by their text when a content is stored
//! anew. Not for those a program writes.

use super::{NewQuestion, NewQuestions, Origin, QuestionFilter, tidy};
use crate::error::Context;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, ContentId, Error, Library, PassageId, QuestionId, Result};
use std::collections::HashMap;

/// Why a question is not used that a person dropped. The statements name it, too.
const PERSON: &str = "person";

impl Library {
    /// Adds a question that a person asks of a passage; one that is there already becomes theirs, and is kept.
    ///
    /// # Errors
    /// [`Error::NoPassage`] (also if the collection does not list its content), [`Error::QuestionEmpty`].
    pub async fn add_question(&self, collection: CollectionId, passage: PassageId, text: &str) -> Result<QuestionId> {
        let new = NewQuestion {
            text: text.to_owned(),
            origin: Origin::Person,
            writer: None,
            reason: None,
            rank: None,
            answers: None,
        };
        let quote = self.quote(passage).await?;
        let mut tx = self.write().await?;
        let id = self.put_by_people(&mut tx, collection, passage, &quote, &new).await?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// Adds questions from a file, all or nothing; those that are there already are as the file says then. They stay when
    /// their content is cut anew, whoever wrote them once. Returns their numbers, one for each given question: equal ones
    /// have one number.
    ///
    /// # Errors
    /// As [`Library::add_question`].
    pub async fn import_questions(
        &self,
        collection: CollectionId,
        imported: &[NewQuestions],
    ) -> Result<Vec<QuestionId>> {
        let passages: Vec<PassageId> = imported.iter().map(|it| it.passage).collect();
        let stored = self.passages_by_id(&passages).await?.into_iter();
        let quotes: HashMap<PassageId, String> = stored.map(|stored| (stored.id, stored.passage.text)).collect();
        let mut tx = self.write().await?;
        let mut numbers = Vec::with_capacity(imported.len());
        for NewQuestions { passage, questions } in imported {
            let quote = quotes.get(passage).ok_or(Error::NoPassage(*passage))?;
            for new in questions {
                numbers.push(self.put_by_people(&mut tx, collection, *passage, quote, new).await?);
            }
        }
        tx.commit().await.context(self)?;
        Ok(numbers)
    }

    async fn quote(&self, passage: PassageId) -> Result<String> {
        let found = self.passages_by_id(&[passage]).await?.pop().ok_or(Error::NoPassage(passage))?;
        Ok(found.passage.text)
    }

    async fn put_by_people(
        &self,
        tx: &mut Writing,
        collection: CollectionId,
        passage: PassageId,
        quote: &str,
        new: &NewQuestion,
    ) -> Result<QuestionId> {
        let text = tidy(&new.text).ok_or(Error::QuestionEmpty)?;
        let writer = new.program();
        let upsert = query_scalar!(
            r#"INSERT INTO question (collection, content, passage, quote, text, origin, writer, reason, rank)
            SELECT d.collection, p.content, p.id, $1, $2, $3, $4, $5, $6
            FROM passage p JOIN document d ON d.content = p.content WHERE p.id = $7 AND d.collection = $8
            ON CONFLICT (passage, collection, text) DO UPDATE SET quote = excluded.quote, origin = excluded.origin, writer = excluded.writer,
                reason = excluded.reason, rank = coalesce(excluded.rank, question.rank)
            RETURNING id AS "id!: QuestionId""#,
            quote,
            text,
            new.origin,
            writer,
            new.reason,
            new.rank,
            passage,
            collection
        );
        upsert.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoPassage(passage))
    }

    /// Changes the words of a question: it is that person's then, and kept. Another one of its passage with these words
    /// goes.
    ///
    /// # Errors
    /// [`Error::NoQuestion`], [`Error::QuestionEmpty`].
    pub async fn edit_question(&self, id: QuestionId, text: &str) -> Result<()> {
        let text = tidy(text).ok_or(Error::QuestionEmpty)?;
        let question = self.question(id).await?;
        let quote = match (question.quote, question.passage) {
            (Some(quote), _) => quote,
            (None, Some(passage)) => self.quote(passage).await?,
            (None, None) => return Err(Error::NoQuestion(id)),
        };
        let mut tx = self.write().await?;
        let same = query!(
            "DELETE FROM question WHERE text = $1 AND id <> $2
                AND (passage, collection) = (SELECT passage, collection FROM question WHERE id = $2)",
            text,
            id
        );
        same.execute(&mut tx).await.context(self)?;
        let update = query!(
            "UPDATE question SET text = $1, quote = $2, origin = 'person', writer = NULL, reason = NULL,
                rank = NULL, answers = NULL WHERE id = $3",
            text,
            quote,
            id
        );
        if update.execute(&mut tx).await.context(self)? == 0 {
            return Err(Error::NoQuestion(id));
        }
        tx.commit().await.context(self)
    }

    /// Keeps a question, or drops it: it stays in the list, and no program brings it back.
    ///
    /// # Errors
    /// [`Error::NoQuestion`].
    pub async fn set_question_kept(&self, id: QuestionId, kept: bool) -> Result<()> {
        let reason = (!kept).then_some(PERSON);
        let update = query!("UPDATE question SET reason = $1 WHERE id = $2", reason, id);
        self.change_some(update, Error::NoQuestion(id)).await
    }

    /// Deletes a question; `false` if it is not there. Its passage counts as asked about.
    pub async fn delete_question(&self, id: QuestionId) -> Result<bool> {
        Ok(self.change(query!("DELETE FROM question WHERE id = $1", id)).await? > 0)
    }

    /// Deletes questions; how many. Passages that are left without one by a program count as never asked about.
    pub async fn delete_questions(&self, collection: CollectionId, which: &QuestionFilter) -> Result<u64> {
        let (first, last) = which.contents();
        let mut tx = self.write().await?;
        let delete = query!(
            "DELETE FROM question WHERE collection = $1 AND content BETWEEN $2 AND $3
                AND ($4 IS NULL OR (reason IS NULL) = $4) AND ($5 IS NULL OR origin = $5)",
            collection,
            first,
            last,
            which.kept,
            which.origin
        );
        let deleted = delete.execute(&mut tx).await.context(self)?;
        let forget = query!(
            "DELETE FROM questioned WHERE collection = $1
                AND passage IN (SELECT id FROM passage WHERE content BETWEEN $2 AND $3)
                AND NOT EXISTS (SELECT 1 FROM question q WHERE q.passage = questioned.passage AND q.collection = $1
                    AND q.origin = 'generator')",
            collection,
            first,
            last
        );
        forget.execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(deleted)
    }
}

impl Library {
    /// Keeps what people made when the passages of a content are about to go; what programs wrote goes with them.
    pub(crate) async fn lift_questions(&self, tx: &mut Writing, content: ContentId) -> Result<()> {
        let update = query!("UPDATE question SET passage = NULL WHERE content = $1 AND quote IS NOT NULL", content);
        update.execute(&mut *tx).await.context(self)?;
        Ok(())
    }

    /// Puts questions of a content that have no passage to the one with their quote, if there is one. A program's
    /// question of the same words gives way.
    pub(crate) async fn put_questions_back(&self, tx: &mut Writing, content: ContentId) -> Result<()> {
        let waiting = query_as!(
            Waiting,
            r#"SELECT id AS "id!: QuestionId", quote AS "quote!" FROM question WHERE content = $1 AND passage IS NULL"#,
            content
        );
        let waiting = waiting.fetch_all(&mut *tx).await.context(self)?;
        if waiting.is_empty() {
            return Ok(());
        }
        let places = self.by_text(tx, content).await?;
        for (question, passage) in waiting.iter().filter_map(|one| Some((one.id, places.get(&one.quote)?))) {
            let same = query!(
                "DELETE FROM question WHERE passage = $1 AND id <> $2
                    AND (collection, text) = (SELECT collection, text FROM question WHERE id = $2)",
                passage,
                question
            );
            same.execute(&mut *tx).await.context(self)?;
            let update = query!("UPDATE question SET passage = $1 WHERE id = $2", passage, question);
            update.execute(&mut *tx).await.context(self)?;
        }
        Ok(())
    }

    /// The first passage of a content with each text.
    async fn by_text(&self, tx: &mut Writing, content: ContentId) -> Result<HashMap<String, PassageId>> {
        let mut places = HashMap::new();
        for stored in self.passages_in(tx, content).await? {
            places.entry(stored.passage.text).or_insert(stored.id);
        }
        Ok(places)
    }
}

/// A question without a passage.
#[derive(sqlx::FromRow)]
struct Waiting {
    id: QuestionId,
    quote: String,
}
