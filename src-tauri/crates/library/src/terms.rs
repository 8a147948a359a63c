//! Terms of passages, loaded in bulk for the lexical search. Not for analysing text or ranking.

use crate::error::Context;
use crate::{CollectionId, ContentId, Library, PassageId, Result};
use futures_util::stream::{BoxStream, StreamExt};

/// Selects contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All contents of a collection.
    Collection(CollectionId),
    /// The contents of a collection with ids in a range.
    Contents {
        /// The collection.
        collection: CollectionId,
        /// First id of the range.
        first: ContentId,
        /// Last id of the range.
        last: ContentId,
    },
    /// One content.
    Content(ContentId),
}

/// The terms of all passages of one content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentTerms {
    /// The content.
    pub content: ContentId,
    /// Id of its passage 0. The id of passage `n` is greater by `n`.
    pub first_passage: PassageId,
    /// Number of passages.
    pub count: u32,
    /// One line per passage.
    lines: String,
}

impl ContentTerms {
    /// The terms of each passage, in order, separated by single spaces.
    pub fn passages(&self) -> impl Iterator<Item = &str> {
        self.lines.split('\n').take(self.count as usize)
    }
}

impl Library {
    /// The terms of the contents, one content at a time, in the order of their ids.
    pub fn terms(&self, scope: Scope) -> BoxStream<'_, Result<ContentTerms>> {
        let (collection, content, range) = match scope {
            Scope::Collection(id) => (Some(id), None, (i64::MIN, i64::MAX)),
            Scope::Contents { collection, first, last } => (Some(collection), None, (first.0, last.0)),
            Scope::Content(id) => (None, Some(id), (id.0, id.0)),
        };
        let rows = sqlx::query_as!(
            ContentTerms,
            r#"SELECT c.id AS "content!: ContentId", c.first_passage AS "first_passage!: PassageId",
                c.passage_count AS "count!: u32", t.lines
            FROM content c JOIN content_terms t ON t.content = c.id
            WHERE c.id IN (SELECT content FROM document WHERE collection = ? UNION ALL SELECT ?)
                AND c.id BETWEEN ? AND ? ORDER BY c.id"#,
            collection,
            content,
            range.0,
            range.1
        );
        rows.fetch(self.reader()).map(|row| row.context(self)).boxed()
    }
}

/// Stored terms: separated by single spaces. Control characters could act as separators, so they become the replacement
/// character.
pub(crate) fn normalized_terms(terms: &str) -> String {
    let visible = |c: char| if c.is_ascii_control() { char::REPLACEMENT_CHARACTER } else { c };
    let words: Vec<&str> = terms.split(' ').filter(|term| !term.is_empty()).collect();
    words.join(" ").chars().map(visible).collect()
}
