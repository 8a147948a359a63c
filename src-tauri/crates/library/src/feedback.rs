//! Feedback: whether a passage answers a question, said by the user and kept as long as its content. Not for learning
//! from it.

use crate::codec;
use crate::error::Context;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, ContentId, Error, FeedbackId, Library, PassageId, Result};
use pincite_passage::Passage;
use std::collections::{BTreeSet, HashMap};

/// What a user said of a passage and a question.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Feedback {
    /// Its number.
    pub id: FeedbackId,
    /// The collection the question was asked of.
    pub collection: CollectionId,
    /// The question.
    pub question: String,
    /// The content the passage is part of; after a change of its file, the new one.
    pub content: ContentId,
    /// Text of the passage when it was marked.
    pub text: String,
    /// The passage with this text now; `None` if the content was split in another way, or changed.
    pub passage: Option<PassageId>,
    /// What was said.
    pub mark: Mark,
    /// Unix time in seconds when it was said.
    pub created_at: i64,
}

/// Whether a passage answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Mark {
    /// It does.
    Answers,
    /// It does not.
    DoesNot,
}

/// Feedback to store.
#[derive(Clone, Copy)]
pub(crate) struct NewFeedback<'a> {
    pub(crate) collection: CollectionId,
    pub(crate) question: &'a str,
    pub(crate) passage: PassageId,
    pub(crate) mark: Mark,
    /// The cell of a grid whose judgement says so.
    pub(crate) cell: Option<i64>,
}

impl Library {
    /// Notes whether a passage answers a question, in place of what was said of the two before. White space around the
    /// question is dropped.
    ///
    /// # Errors
    /// [`Error::NoPassage`] (also if the collection does not list its content); [`Error::Database`] for an empty
    /// question.
    pub async fn add_feedback(
        &self,
        collection: CollectionId,
        question: &str,
        passage: PassageId,
        mark: Mark,
    ) -> Result<FeedbackId> {
        let mut tx = self.write().await?;
        let new = NewFeedback { collection, question: question.trim(), passage, mark, cell: None };
        let id = self.put_feedback(&mut tx, &new).await?.ok_or(Error::NoPassage(passage))?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// Notes what is said of a passage, in place of what was said of it in the same place before. `None`, and nothing
    /// happens, if the collection has no such passage, or it cannot be read.
    pub(crate) async fn put_feedback(&self, tx: &mut Writing, new: &NewFeedback<'_>) -> Result<Option<FeedbackId>> {
        let NewFeedback { collection, question, passage, mark, cell } = *new;
        let body = query_scalar!("SELECT body FROM passage WHERE id = $1", passage);
        let Some(body) = body.fetch_optional(&mut *tx).await.context(self)? else { return Ok(None) };
        let Ok(Passage { text, .. }) = codec::decode(0, &body) else { return Ok(None) };
        let update = query_scalar!(
            r#"UPDATE feedback SET passage = $1, mark = $2, said = (SELECT coalesce(max(said), 0) + 1 FROM feedback),
                created_at = unixepoch()
            WHERE collection = $3 AND question = $4 AND text = $5 AND coalesce(cell, 0) = coalesce($6, 0)
                AND content = (SELECT content FROM passage WHERE id = $1)
            RETURNING id AS "id!: FeedbackId""#,
            passage,
            mark,
            collection,
            question,
            text,
            cell
        );
        if let Some(id) = update.fetch_optional(&mut *tx).await.context(self)? {
            return Ok(Some(id));
        }
        let insert = query_scalar!(
            r#"INSERT INTO feedback (collection, question, content, passage, text, mark, cell, said)
            SELECT d.collection, $1, p.content, p.id, $2, $3, $6, (SELECT coalesce(max(said), 0) + 1 FROM feedback)
            FROM passage p JOIN document d ON d.content = p.content WHERE p.id = $4 AND d.collection = $5
            RETURNING id AS "id!: FeedbackId""#,
            question,
            text,
            mark,
            passage,
            collection,
            cell
        );
        insert.fetch_optional(&mut *tx).await.context(self)
    }

    /// Takes back what was said of a passage and a question, wherever it was said; `false` if it is not there.
    pub async fn remove_feedback(&self, id: FeedbackId) -> Result<bool> {
        let delete = query!(
            "DELETE FROM feedback WHERE (collection, question, content, text) =
                (SELECT collection, question, content, text FROM feedback WHERE id = $1)",
            id
        );
        Ok(self.change(delete).await? > 0)
    }

    /// What was said in a collection, oldest first. Of a passage and a question, what was said last counts.
    pub async fn feedback(&self, collection: CollectionId) -> Result<Vec<Feedback>> {
        let rows = query_as!(
            Feedback,
            r#"SELECT f.id AS "id!: FeedbackId", f.collection AS "collection!: CollectionId", f.question,
                f.content AS "content!: ContentId", f.text, p.id AS "passage?: PassageId", f.mark AS "mark!: Mark",
                f.created_at
            FROM feedback f LEFT JOIN passage p ON p.id = f.passage AND p.content = f.content
            WHERE f.collection = $1 AND NOT EXISTS (SELECT 1 FROM feedback later
                WHERE later.collection = f.collection AND later.question = f.question AND later.content = f.content
                    AND later.text = f.text AND later.said > f.said)
            ORDER BY f.id"#,
            collection
        );
        let mut all = rows.fetch_all(self.reader()).await.context(self)?;
        self.find_again(&mut all).await?;
        Ok(all)
    }

    /// Passages whose content was stored anew meanwhile, by their text.
    async fn find_again(&self, feedback: &mut [Feedback]) -> Result<()> {
        let lost = feedback.iter().filter(|one| one.passage.is_none());
        let contents: BTreeSet<ContentId> = lost.map(|one| one.content).collect();
        for content in contents {
            let passages = self.passages(content).await?.into_iter();
            let by_text: HashMap<String, PassageId> = passages.map(|it| (it.passage.text, it.id)).collect();
            for one in feedback.iter_mut().filter(|one| one.content == content) {
                one.passage = one.passage.or_else(|| by_text.get(&one.text).copied());
            }
        }
        Ok(())
    }
}
