//! Loads passages by content, by page or by id, and their terms in bulk for the lexical search. Not for searching them.

use crate::error::Context;
use crate::sqlite::RowHash;
use crate::store::{On, query_as, query_scalar};
use crate::{CollectionId, ContentId, DocumentId, Error, Library, PassageId, Result, codec};
use futures_util::stream::{BoxStream, StreamExt};
use pincite_passage::Passage;
use std::collections::{BTreeSet, HashMap};

/// A passage with its id and its content.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPassage {
    /// Its id.
    pub id: PassageId,
    /// Its content.
    pub content: ContentId,
    /// The passage.
    pub passage: Passage,
}

/// What could be loaded of the passages that were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedPassages {
    /// The passages that can be read, in the order asked.
    pub passages: Vec<StoredPassage>,
    /// The contents of those that are missing or cannot be read, each once.
    pub damaged: Vec<ContentId>,
}

impl Library {
    /// All passages of a content, in order. Empty if it is not stored.
    ///
    /// # Errors
    /// [`Error::Damaged`] if one cannot be read.
    pub async fn passages(&self, content: ContentId) -> Result<Vec<StoredPassage>> {
        self.passages_in(self.reader(), content).await
    }

    /// The same through a given connection.
    pub(crate) async fn passages_in(&self, on: impl Into<On<'_>>, content: ContentId) -> Result<Vec<StoredPassage>> {
        let rows = query_as!(
            PassageRow,
            r#"SELECT p.id AS "id!: PassageId", p.content AS "content!: ContentId",
                p.id - c.first_passage AS "ordinal!: u32", p.body AS "body!", p.first_page, p.last_page, s.sum AS "seal?"
            FROM passage p JOIN content c ON c.id = p.content LEFT JOIN seal s ON s.tbl = 'passage' AND s.owner = p.id WHERE p.content = $1 ORDER BY p.id"#,
            content
        );
        self.all_read(rows.fetch_all(on).await.context(self)?).await
    }

    /// The passages of a content with words on a page (counted from 0), in order.
    ///
    /// # Errors
    /// As [`Library::passages`].
    pub async fn passages_on(&self, content: ContentId, page: u32) -> Result<Vec<StoredPassage>> {
        let page = i64::from(page);
        let rows = query_as!(
            PassageRow,
            r#"SELECT p.id AS "id!: PassageId", p.content AS "content!: ContentId",
                p.id - c.first_passage AS "ordinal!: u32", p.body AS "body!", p.first_page, p.last_page, s.sum AS "seal?"
            FROM passage p JOIN content c ON c.id = p.content LEFT JOIN seal s ON s.tbl = 'passage' AND s.owner = p.id
            WHERE p.content = $1 AND (p.first_page IS NULL OR p.first_page <= $2 AND p.last_page >= $2) ORDER BY p.id"#,
            content,
            page
        );
        self.all_read(rows.fetch_all(self.reader()).await.context(self)?).await
    }

    /// A passage of a document.
    ///
    /// # Errors
    /// [`Error::NoPassage`] if the document has no such passage; as [`Library::content_of`] and [`Library::passages`].
    pub async fn passage_of(&self, document: DocumentId, id: PassageId) -> Result<StoredPassage> {
        let content = self.content_of(document).await?;
        let found = self.passages_by_id(&[id]).await?.pop();
        found.filter(|found| found.content == content).ok_or(Error::NoPassage(id))
    }

    /// Passages with these ids, in the same order. Those that are unknown, missing or cannot be read are left out:
    /// [`Library::load_passages`] says whose they are.
    pub async fn passages_by_id(&self, ids: &[PassageId]) -> Result<Vec<StoredPassage>> {
        Ok(self.load_passages(ids).await?.passages)
    }

    /// Passages with these ids, in the same order, as far as they can be read. A damaged document does not keep the others
    /// from answering: say its name, and call [`Library::note_damage`].
    pub async fn load_passages(&self, ids: &[PassageId]) -> Result<LoadedPassages> {
        let mut damaged = BTreeSet::new();
        let mut passages = Vec::new();
        for row in self.rows_of(ids).await? {
            match row.passage() {
                Some(passage) => passages.push(passage),
                None => _ = damaged.insert(row.content),
            }
        }
        if passages.len() < ids.len() {
            damaged.extend(self.contents_lacking(ids).await?);
        }
        Ok(LoadedPassages { passages: in_order(ids, passages), damaged: damaged.into_iter().collect() })
    }

    /// How many passages these contents of a collection have.
    pub async fn passage_count(&self, collection: CollectionId, contents: &[ContentId]) -> Result<u32> {
        let wanted = json(contents);
        let count = query_scalar!(
            r#"SELECT CAST(coalesce(sum(passage_count), 0) AS BIGINT) AS "count!: i64" FROM content
            WHERE id IN (SELECT value FROM json_each($1))
                AND id IN (SELECT content FROM document WHERE collection = $2)"#,
            wanted,
            collection
        );
        let count = count.fetch_one(self.reader()).await.context(self)?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn rows_of(&self, ids: &[PassageId]) -> Result<Vec<PassageRow>> {
        let wanted = json(ids);
        let rows = query_as!(
            PassageRow,
            r#"SELECT p.id AS "id!: PassageId", p.content AS "content!: ContentId",
                p.id - c.first_passage AS "ordinal!: u32", p.body AS "body!", p.first_page, p.last_page, s.sum AS "seal?"
            FROM passage p JOIN content c ON c.id = p.content LEFT JOIN seal s ON s.tbl = 'passage' AND s.owner = p.id WHERE p.id IN (SELECT value FROM json_each($1))"#,
            wanted
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// The contents that should have one of these passages and have not. An id of a content that was cut anew belongs to
    /// none.
    async fn contents_lacking(&self, ids: &[PassageId]) -> Result<Vec<ContentId>> {
        let wanted = json(ids);
        let rows = query_scalar!(
            r#"SELECT DISTINCT c.id AS "id!: ContentId" FROM json_each($1) AS wanted
            JOIN content c ON wanted.value BETWEEN c.first_passage AND c.first_passage + c.passage_count - 1
            WHERE NOT EXISTS (SELECT 1 FROM passage WHERE id = wanted.value)"#,
            wanted
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    async fn all_read(&self, rows: Vec<PassageRow>) -> Result<Vec<StoredPassage>> {
        let mut passages = Vec::with_capacity(rows.len());
        for row in rows {
            match row.passage() {
                Some(passage) => passages.push(passage),
                None => return Err(self.damaged(row.content).await?),
            }
        }
        Ok(passages)
    }

    /// The error for a content of which something cannot be decoded.
    async fn damaged(&self, content: ContentId) -> Result<Error> {
        let path = query_scalar!(
            "SELECT s.path FROM document d JOIN sighting s ON s.document = d.id WHERE d.content = $1 ORDER BY s.id LIMIT 1",
            content
        );
        let path = path.fetch_optional(self.reader()).await.context(self)?;
        Ok(Error::Damaged { path: path.unwrap_or_default().into() })
    }
}

fn in_order(ids: &[PassageId], passages: Vec<StoredPassage>) -> Vec<StoredPassage> {
    let found: HashMap<PassageId, StoredPassage> = passages.into_iter().map(|found| (found.id, found)).collect();
    ids.iter().filter_map(|id| found.get(id).cloned()).collect()
}

/// Ids as a JSON array: one SQL parameter for any number of them.
fn json(ids: &[impl ToString]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    format!("[{}]", ids.join(","))
}

#[derive(sqlx::FromRow)]
struct PassageRow {
    id: PassageId,
    content: ContentId,
    #[sqlx(try_from = "i64")]
    ordinal: u32,
    body: Vec<u8>,
    first_page: Option<i64>,
    last_page: Option<i64>,
    seal: Option<i64>,
}

impl PassageRow {
    /// `None` if it is not as it was stored: a changed letter can still be decoded.
    fn passage(&self) -> Option<StoredPassage> {
        if self.seal.is_some_and(|seal| seal != self.sum()) {
            return None;
        }
        let passage = codec::decode(self.ordinal, &self.body).ok()?;
        Some(StoredPassage { id: self.id, content: self.content, passage })
    }

    fn sum(&self) -> i64 {
        let mut hash = RowHash::default();
        hash.integer(Some(self.id.0)).integer(Some(self.content.0)).bytes("BLOB", &self.body);
        hash.integer(self.first_page).integer(self.last_page).sum()
    }
}

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
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ContentTerms {
    /// The content.
    pub content: ContentId,
    /// Id of its passage 0. The id of passage `n` is greater by `n`.
    pub first_passage: PassageId,
    /// Number of passages.
    #[sqlx(try_from = "i64")]
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
        let rows = query_as!(
            ContentTerms,
            r#"SELECT c.id AS "content!: ContentId", c.first_passage AS "first_passage!: PassageId",
                c.passage_count AS "count!: u32", t.lines
            FROM content c JOIN content_terms t ON t.content = c.id
            WHERE c.id IN (SELECT content FROM document WHERE collection = $1 UNION ALL SELECT $2)
                AND c.id BETWEEN $3 AND $4 ORDER BY c.id"#,
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
