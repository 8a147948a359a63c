//! Feedback: whether a passage answers a question, said by the user and kept as long as its document. Not for learning
//! from it.

use crate::error::At;
use crate::{CollectionId, DocumentId, Error, FeedbackId, Library, PassageId, Result};
use std::collections::{BTreeSet, HashMap};

/// What a user said of a passage and a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Its number.
    pub id: FeedbackId,
    /// The collection the question was asked of.
    pub collection: CollectionId,
    /// The question.
    pub question: String,
    /// The document the passage stands in; after a change of its file, the new one.
    pub document: DocumentId,
    /// Text of the passage when it was marked.
    pub text: String,
    /// The passage with this text now; `None` if the document was cut in another way, or changed.
    pub passage: Option<PassageId>,
    /// What was said.
    pub mark: Mark,
    /// Unix time in seconds when it was said.
    pub created_at: i64,
}

/// Whether a passage answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub enum Mark {
    /// It does.
    Answers,
    /// It does not.
    DoesNot,
}

impl Library {
    /// Notes whether a passage answers a question, in place of what was said of the two before. White space around the
    /// question is dropped.
    ///
    /// # Errors
    /// [`Error::NoPassage`] (also if the collection does not list its document); [`Error::Database`] for an empty
    /// question.
    pub async fn add_feedback(
        &self,
        collection: CollectionId,
        question: &str,
        passage: PassageId,
        mark: Mark,
    ) -> Result<FeedbackId> {
        let found = self.passages_by_id(&[passage]).await?.pop().ok_or(Error::NoPassage(passage))?;
        let (question, text) = (question.trim(), found.passage.text);
        let mut tx = self.write().await?;
        let upsert = sqlx::query_scalar!(
            r#"INSERT INTO feedback (collection, question, document, passage, text, mark)
            SELECT e.collection, ?1, p.document, p.id, ?2, ?3 FROM passage p JOIN entry e ON e.document = p.document
            WHERE p.id = ?4 AND e.collection = ?5
            ON CONFLICT DO UPDATE SET passage = excluded.passage, mark = excluded.mark, created_at = unixepoch()
            RETURNING id AS "id!: FeedbackId""#,
            question,
            text,
            mark,
            passage,
            collection
        );
        let id = upsert.fetch_optional(&mut *tx).await.at(self)?.ok_or(Error::NoPassage(passage))?;
        tx.commit().await.at(self)?;
        Ok(id)
    }

    /// Takes back what was said; `false` if it is not there.
    pub async fn remove_feedback(&self, id: FeedbackId) -> Result<bool> {
        let mut tx = self.write().await?;
        let deleted = sqlx::query!("DELETE FROM feedback WHERE id = ?", id).execute(&mut *tx).await.at(self)?;
        tx.commit().await.at(self)?;
        Ok(deleted.rows_affected() > 0)
    }

    /// What was said in a collection, oldest first.
    pub async fn feedback(&self, collection: CollectionId) -> Result<Vec<Feedback>> {
        let rows = sqlx::query_as!(
            Feedback,
            r#"SELECT f.id AS "id!: FeedbackId", f.collection AS "collection!: CollectionId", f.question,
                f.document AS "document!: DocumentId", f.text, p.id AS "passage?: PassageId", f.mark AS "mark!: Mark",
                f.created_at
            FROM feedback f LEFT JOIN passage p ON p.id = f.passage AND p.document = f.document
            WHERE f.collection = ? ORDER BY f.id"#,
            collection
        );
        let mut all = rows.fetch_all(self.reader()).await.at(self)?;
        self.find_again(&mut all).await?;
        Ok(all)
    }

    /// Passages whose document was stored anew meanwhile, by their text.
    async fn find_again(&self, feedback: &mut [Feedback]) -> Result<()> {
        let lost = feedback.iter().filter(|one| one.passage.is_none());
        let documents: BTreeSet<DocumentId> = lost.map(|one| one.document).collect();
        for document in documents {
            let passages = self.passages(document).await?.into_iter();
            let by_text: HashMap<String, PassageId> = passages.map(|it| (it.passage.text, it.id)).collect();
            for one in feedback.iter_mut().filter(|one| one.document == document) {
                one.passage = one.passage.or_else(|| by_text.get(&one.text).copied());
            }
        }
        Ok(())
    }
}
