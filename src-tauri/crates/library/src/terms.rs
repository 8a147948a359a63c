//! Terms of passages, loaded in bulk for the lexical search. Not for analysing text or ranking.

use crate::error::At;
use crate::{CollectionId, DocumentId, Library, PassageId, Result};
use futures_util::stream::{BoxStream, StreamExt};

/// Selects documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All documents of a collection.
    Collection(CollectionId),
    /// The documents of a collection with ids in a range.
    Documents {
        /// The collection.
        collection: CollectionId,
        /// First id of the range.
        first: DocumentId,
        /// Last id of the range.
        last: DocumentId,
    },
    /// One document.
    Document(DocumentId),
}

/// The terms of all passages of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentTerms {
    /// The document.
    pub document: DocumentId,
    /// Id of its passage 0. The id of passage `n` is greater by `n`.
    pub first_passage: PassageId,
    /// Number of passages.
    pub count: u32,
    /// One line per passage.
    lines: String,
}

impl DocumentTerms {
    /// The terms of each passage, in order, separated by single spaces.
    pub fn passages(&self) -> impl Iterator<Item = &str> {
        self.lines.split('\n').take(self.count as usize)
    }
}

impl Library {
    /// The terms of the documents, one document at a time, in the order of their ids.
    pub fn terms(&self, scope: Scope) -> BoxStream<'_, Result<DocumentTerms>> {
        let (collection, document, range) = match scope {
            Scope::Collection(id) => (Some(id), None, (i64::MIN, i64::MAX)),
            Scope::Documents { collection, first, last } => (Some(collection), None, (first.0, last.0)),
            Scope::Document(id) => (None, Some(id), (id.0, id.0)),
        };
        let rows = sqlx::query_as!(
            DocumentTerms,
            r#"SELECT d.id AS "document!: DocumentId", d.first_passage AS "first_passage!: PassageId",
                d.passage_count AS "count!: u32", t.lines
            FROM document d JOIN document_terms t ON t.document = d.id
            WHERE d.id IN (SELECT document FROM entry WHERE collection = ? UNION ALL SELECT ?)
                AND d.id BETWEEN ? AND ? ORDER BY d.id"#,
            collection,
            document,
            range.0,
            range.1
        );
        rows.fetch(self.reader()).map(|row| row.at(self)).boxed()
    }
}

/// Stored terms: separated by single spaces. Control characters could act as separators, so they become the replacement
/// character.
pub(crate) fn normalized_terms(terms: &str) -> String {
    let visible = |c: char| if c.is_ascii_control() { char::REPLACEMENT_CHARACTER } else { c };
    let words: Vec<&str> = terms.split(' ').filter(|term| !term.is_empty()).collect();
    words.join(" ").chars().map(visible).collect()
}
