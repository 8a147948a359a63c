//! What the server finds for one question in a large collection, so that nobody loads all of it: where the terms of the question
//! stand, and which passages have near vectors. Not for scores: who asks computes them.

use crate::error::Context;
use crate::terms::{Outline, unpack};
use crate::{CollectionId, ContentId, Generation, Library, PassageId, Result};
use sha2::{Digest, Sha256};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, FromRow, PgPool, Row};
use std::borrow::Cow;
use std::collections::HashMap;

/// Bytes of an indexed term at most: an index of the server takes no long ones.
const LONGEST_TERM: usize = 200;

/// The server of a shared library.
#[derive(Clone, Copy, Debug)]
pub struct Server<'l> {
    pub(super) library: &'l Library,
    pub(super) pool: &'l PgPool,
}

/// Where passages and sentences of a content begin.
#[derive(Clone, Debug)]
pub struct ContentOutline {
    /// The content.
    pub content: ContentId,
    /// Id of its passage 0. The id of passage `n` is greater by `n`.
    pub first_passage: PassageId,
    /// Its outline.
    pub outline: Outline,
}

/// Where a term stands in a content.
#[derive(Clone, Debug)]
pub struct Posting {
    /// The content.
    pub content: ContentId,
    /// The term.
    pub term: String,
    /// Its positions, ascending.
    pub positions: Vec<u32>,
}

/// A passage and a question, compared.
#[derive(Clone, Copy, Debug, PartialEq, sqlx::FromRow)]
pub struct PassageCosine {
    /// The content of the passage.
    pub content: ContentId,
    /// The passage.
    pub passage: PassageId,
    /// The cosine of their vectors. The server keeps 11 bits of each number, so it is exact to some 0.0002.
    pub cosine: f32,
}

impl Server<'_> {
    /// Up to so many vectors of a generation are compared one by one, which takes some 50 ms. Beyond, an index finds the near
    /// ones.
    pub const COMPARED: u32 = 100_000;

    /// Outlines of the contents of a collection: of these, or of all if none is named. In the order of their ids.
    ///
    /// # Errors
    /// [`crate::Error::Unreachable`], [`crate::Error::Corrupt`].
    pub async fn outlines(&self, collection: CollectionId, contents: &[ContentId]) -> Result<Vec<ContentOutline>> {
        let rows = sqlx::query_as(
            "SELECT c.id, c.first_passage, o.passages, o.sentences, o.numeric_words
            FROM content c JOIN outline o ON o.content = c.id
            WHERE c.id IN (SELECT content FROM document WHERE collection = $1) AND ($2::BIGINT[] = '{}' OR c.id = ANY($2))
            ORDER BY c.id",
        );
        rows.bind(collection).bind(contents).fetch_all(self.pool).await.context(self.library)
    }

    /// Where these terms stand in the contents of a collection: in these, or in all if none is named.
    ///
    /// # Errors
    /// As [`Server::outlines`].
    pub async fn postings<'t>(
        &self,
        collection: CollectionId,
        contents: &[ContentId],
        terms: impl IntoIterator<Item = &'t str>,
    ) -> Result<Vec<Posting>> {
        let by_index: HashMap<String, &str> =
            terms.into_iter().map(|term| (indexed(term).into_owned(), term)).collect();
        let keys: Vec<&str> = by_index.keys().map(String::as_str).collect();
        let rows = sqlx::query_as(
            "SELECT content, term, positions FROM posting
            WHERE collection = $1 AND term = ANY($2) AND ($3::BIGINT[] = '{}' OR content = ANY($3))",
        );
        let rows = rows.bind(collection).bind(keys).bind(contents).fetch_all(self.pool).await;
        let mut postings: Vec<Posting> = rows.context(self.library)?;
        for posting in &mut postings {
            if let Some(term) = by_index.get(&posting.term).filter(|term| **term != posting.term) {
                posting.term = (*term).to_owned();
            }
        }
        Ok(postings)
    }

    /// The cosines of all passages of a generation with a question: of these contents, or of all if none is named.
    ///
    /// # Errors
    /// [`crate::Error::Unreachable`].
    pub async fn cosines(
        &self,
        generation: &Generation,
        contents: &[ContentId],
        question: &[f32],
    ) -> Result<Vec<PassageCosine>> {
        let compared = compared(generation);
        let text = format!("SELECT {compared} WHERE generation = $2 AND ($3::BIGINT[] = '{{}}' OR content = ANY($3))");
        let rows = sqlx::query_as(AssertSqlSafe(text)).bind(question).bind(generation.id).bind(contents);
        rows.fetch_all(self.pool).await.context(self.library)
    }

    /// The same of these passages.
    ///
    /// # Errors
    /// [`crate::Error::Unreachable`].
    pub async fn cosines_of(
        &self,
        generation: &Generation,
        passages: &[PassageId],
        question: &[f32],
    ) -> Result<Vec<PassageCosine>> {
        let text = format!("SELECT {} WHERE generation = $2 AND passage = ANY($3)", compared(generation));
        let rows = sqlx::query_as(AssertSqlSafe(text)).bind(question).bind(generation.id).bind(passages);
        rows.fetch_all(self.pool).await.context(self.library)
    }

    /// The passages of a generation whose vectors are nearest to a question, as an index finds them (HNSW): of these contents,
    /// or of all if none is named. Up to [`Server::COMPARED`] vectors all are compared, and so are all of the wanted contents
    /// where the index gives too few of them.
    ///
    /// # Errors
    /// [`crate::Error::Unreachable`].
    pub async fn nearest(
        &self,
        generation: &Generation,
        contents: &[ContentId],
        question: &[f32],
        most: u32,
    ) -> Result<Vec<PassageCosine>> {
        let width = generation.width;
        let text = format!(
            "SELECT {} WHERE generation = $2 AND ($3::BIGINT[] = '{{}}' OR content = ANY($3))
            ORDER BY vector::HALFVEC({width}) <#> ($1::REAL[])::HALFVEC({width}) LIMIT $4",
            compared(generation)
        );
        let rows = sqlx::query_as(AssertSqlSafe(text)).bind(question).bind(generation.id).bind(contents);
        let found: Vec<PassageCosine> = rows.bind(i64::from(most)).fetch_all(self.pool).await.context(self.library)?;
        if found.len() == most as usize {
            return Ok(found);
        }
        let mut all = self.cosines(generation, contents, question).await?;
        all.sort_unstable_by(|one, other| other.cosine.total_cmp(&one.cosine));
        all.truncate(most as usize);
        Ok(all)
    }
}

/// A term as it is indexed: a very long one by its hash, which looks like no term.
pub(super) fn indexed(term: &str) -> Cow<'_, str> {
    if term.len() <= LONGEST_TERM {
        return Cow::Borrowed(term);
    }
    let hash: String = Sha256::digest(term).iter().map(|byte| format!("{byte:02x}")).collect();
    Cow::Owned(format!("|{hash}"))
}

/// What each row says of a passage, for the question `$1`. The index has the same expression.
fn compared(generation: &Generation) -> String {
    let width = generation.width;
    format!(
        "content, passage, -(vector::HALFVEC({width}) <#> ($1::REAL[])::HALFVEC({width}))::REAL AS cosine
        FROM passage_vector"
    )
}

impl FromRow<'_, PgRow> for ContentOutline {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let outline = Outline {
            passages: unpacked(row, "passages")?,
            sentences: unpacked(row, "sentences")?,
            numeric: unpacked(row, "numeric_words")?,
        };
        Ok(Self { content: row.try_get("id")?, first_passage: row.try_get("first_passage")?, outline })
    }
}

impl FromRow<'_, PgRow> for Posting {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let positions = unpacked(row, "positions")?;
        Ok(Self { content: row.try_get("content")?, term: row.try_get("term")?, positions })
    }
}

/// Ascending numbers of a column.
fn unpacked(row: &PgRow, column: &str) -> sqlx::Result<Vec<u32>> {
    let bytes: &[u8] = row.try_get(column)?;
    let damaged = || sqlx::Error::ColumnDecode { index: column.to_owned(), source: "no ascending numbers".into() };
    unpack(bytes).ok_or_else(damaged)
}
