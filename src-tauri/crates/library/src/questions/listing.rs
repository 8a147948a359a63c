//! Questions as they are listed, counted, and given to whoever learns from them. Not for changing them.

use super::{Origin, Question, QuestionFilter};
use crate::error::Context;
use crate::store::{query_as, query_scalar};
use crate::{CollectionId, ContentId, Error, Library, PassageId, QuestionId, Result, codec};
use futures_util::stream::{BoxStream, StreamExt};
use std::ops::Range;

/// How many questions come from one place and have one fate.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct QuestionCount {
    /// Where they come from.
    pub origin: Origin,
    /// Why they are not used; `None`: they are kept.
    pub reason: Option<String>,
    /// How many.
    #[sqlx(try_from = "i64")]
    pub count: u32,
    /// How many of them have no passage any more.
    #[sqlx(try_from = "i64")]
    pub unplaced: u32,
}

/// A passage with the questions it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageQuestions {
    /// The content it stands in.
    pub content: ContentId,
    /// Its number.
    pub passage: PassageId,
    /// Its text.
    pub text: String,
    /// Its kept questions in the order they were stored, at least one.
    pub questions: Vec<String>,
}

impl Library {
    /// Questions of a collection by content and passage, those without a passage first: the rows of this range, counted
    /// from 0.
    pub async fn questions(
        &self,
        collection: CollectionId,
        which: &QuestionFilter,
        range: Range<u32>,
    ) -> Result<Vec<Question>> {
        let (first, last) = which.contents();
        let offset = i64::from(range.start);
        let limit = i64::from(range.end.saturating_sub(range.start));
        let rows = query_as!(
            Question,
            r#"SELECT id AS "id!: QuestionId", collection AS "collection!: CollectionId",
                content AS "content!: ContentId", passage AS "passage: PassageId", quote, text,
                origin AS "origin!: Origin", writer, reason, rank, answers AS "answers: f32", created_at
            FROM question WHERE collection = $1 AND content BETWEEN $2 AND $3
                AND ($4 IS NULL OR (reason IS NULL) = $4) AND ($5 IS NULL OR origin = $5)
            ORDER BY content, passage NULLS FIRST, id LIMIT $6 OFFSET $7"#,
            collection,
            first,
            last,
            which.kept,
            which.origin,
            limit,
            offset
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// How many there are.
    pub async fn count_questions(&self, collection: CollectionId, which: &QuestionFilter) -> Result<u32> {
        let (first, last) = which.contents();
        let count = query_scalar!(
            "SELECT count(*) FROM question WHERE collection = $1 AND content BETWEEN $2 AND $3
                AND ($4 IS NULL OR (reason IS NULL) = $4) AND ($5 IS NULL OR origin = $5)",
            collection,
            first,
            last,
            which.kept,
            which.origin
        );
        let count = count.fetch_one(self.reader()).await.context(self)?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// A question.
    ///
    /// # Errors
    /// [`Error::NoQuestion`].
    pub async fn question(&self, id: QuestionId) -> Result<Question> {
        let row = query_as!(
            Question,
            r#"SELECT id AS "id!: QuestionId", collection AS "collection!: CollectionId",
                content AS "content!: ContentId", passage AS "passage: PassageId", quote, text,
                origin AS "origin!: Origin", writer, reason, rank, answers AS "answers: f32", created_at
            FROM question WHERE id = $1"#,
            id
        );
        row.fetch_optional(self.reader()).await.context(self)?.ok_or(Error::NoQuestion(id))
    }

    /// How many questions of a collection come from where and are kept, or are not, for which reason.
    pub async fn question_tally(&self, collection: CollectionId) -> Result<Vec<QuestionCount>> {
        let rows = query_as!(
            QuestionCount,
            r#"SELECT origin AS "origin!: Origin", reason, count(*) AS "count!: u32",
                count(*) FILTER (WHERE passage IS NULL) AS "unplaced!: u32"
            FROM question WHERE collection = $1 GROUP BY origin, reason ORDER BY origin, reason NULLS FIRST"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// The passages of a collection that have kept questions, one at a time, by content and passage. One that cannot be
    /// read is left out.
    pub fn passages_with_questions(&self, collection: CollectionId) -> BoxStream<'_, Result<PassageQuestions>> {
        let rows = query_as!(
            WithQuestions,
            r#"SELECT q.content AS "content!: ContentId", p.id AS "passage!: PassageId", p.body AS "body!",
                json_group_array(q.text ORDER BY q.id) AS "questions!: String"
            FROM question q JOIN passage p ON p.id = q.passage
            WHERE q.collection = $1 AND q.reason IS NULL GROUP BY q.content, p.id ORDER BY q.content, p.id"#,
            collection
        );
        let passages = rows.fetch(self.reader()).filter_map(|row| {
            let found = row.context(self).map(|row| {
                // The place in its content is not asked for.
                let passage = codec::decode(0, &row.body).ok()?;
                let questions = serde_json::from_str(&row.questions).unwrap_or_default();
                Some(PassageQuestions { content: row.content, passage: row.passage, text: passage.text, questions })
            });
            std::future::ready(found.transpose())
        });
        passages.boxed()
    }
}

#[derive(sqlx::FromRow)]
struct WithQuestions {
    content: ContentId,
    passage: PassageId,
    body: Vec<u8>,
    /// As JSON.
    questions: String,
}
