//! Terms of passages, loaded in bulk: all that a search by words needs. Not for analysing text or ranking.

use crate::error::At;
use crate::{CollectionId, DocumentId, Library, PassageId, Result};
use futures_util::stream::{BoxStream, StreamExt};

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In every document of a collection.
    Collection(CollectionId),
    /// In the documents of a collection from the first to the last number.
    Documents(CollectionId, DocumentId, DocumentId),
    /// In one document.
    Document(DocumentId),
}

/// The terms of all passages of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentTerms {
    /// The document.
    pub document: DocumentId,
    /// Number of its passage 0; passage `n` has this number plus `n`.
    pub first_passage: PassageId,
    /// How many passages it has.
    pub count: u32,
    /// One line per passage.
    lines: String,
}

impl DocumentTerms {
    /// The terms of each passage in order, parted by single spaces.
    pub fn passages(&self) -> impl Iterator<Item = &str> {
        self.lines.split('\n').take(self.count as usize)
    }
}

impl Library {
    /// The terms of a document or of documents of a collection, one document at a time, in the order of their numbers.
    pub fn terms(&self, scope: Scope) -> BoxStream<'_, Result<DocumentTerms>> {
        let (collection, document, range) = match scope {
            Scope::Collection(id) => (Some(id), None, (i64::MIN, i64::MAX)),
            Scope::Documents(id, first, last) => (Some(id), None, (first.0, last.0)),
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

/// Terms as they are stored: parted by single spaces. A control character could not be told from a separator, so it
/// counts as the replacement character.
pub(crate) fn normal(terms: &str) -> String {
    let visible = |c: char| if c.is_ascii_control() { char::REPLACEMENT_CHARACTER } else { c };
    let words: Vec<&str> = terms.split(' ').filter(|term| !term.is_empty()).collect();
    words.join(" ").chars().map(visible).collect()
}
