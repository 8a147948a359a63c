//! Entries: one PDF in a collection, with its state. Not for adding or removing them (`files`).

use crate::error::At;
use crate::{CollectionId, DocumentId, EntryId, Error, Library, Problem, Result};
use std::collections::HashMap;
use std::path::PathBuf;

/// One PDF in a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id, filter never changes.
    pub id: EntryId,
    /// Its collection.
    pub collection: CollectionId,
    /// Path where its file was last found.
    pub path: PathBuf,
    /// Its document, once stored.
    pub document: Option<DocumentId>,
    /// SHA-256 of its bytes in hexadecimal, once stored.
    pub hash: Option<String>,
    /// Title from the file's metadata.
    pub title: Option<String>,
    /// Number of pages; 0 until stored.
    pub pages: u32,
    /// Number of passages; 0 until stored.
    pub passages: u32,
    /// Its state.
    pub status: Status,
    /// Why it failed or is only partly searchable. For a searchable entry it can also be why the last reading failed.
    pub problem: Option<Problem>,
    /// Pages that cannot be searched, in order.
    pub skipped: Vec<SkippedPage>,
    /// Unix time in seconds when it was added.
    pub added_at: i64,
}

/// The state of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Listed, but nothing is stored yet.
    Waiting,
    /// Every page can be searched.
    Ready,
    /// Partly searchable: some pages are skipped, or the file is damaged.
    Partly,
    /// Nothing can be searched: it has no passage, or no content and a problem.
    Failed,
}

/// A page that cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedPage {
    /// Page, counted from 0.
    pub page: u32,
    /// Its printed label.
    pub label: String,
    /// Why.
    pub problem: Problem,
}

/// Selects entries: all of a collection, one by id, or the one of a document in a collection.
#[derive(Clone, Copy, Default)]
struct EntryFilter {
    id: Option<EntryId>,
    collection: Option<CollectionId>,
    document: Option<DocumentId>,
}

impl Library {
    /// Entries of a collection in the order they were added.
    pub async fn entries(&self, collection: CollectionId) -> Result<Vec<Entry>> {
        self.entries_where(EntryFilter { collection: Some(collection), ..EntryFilter::default() }).await
    }

    /// One entry.
    ///
    /// # Errors
    /// [`Error::NoEntry`].
    pub async fn entry(&self, id: EntryId) -> Result<Entry> {
        let found = self.entries_where(EntryFilter { id: Some(id), ..EntryFilter::default() }).await?;
        found.into_iter().next().ok_or(Error::NoEntry(id))
    }

    /// The entry of a document in a collection, if there is one.
    pub async fn entry_of(&self, collection: CollectionId, document: DocumentId) -> Result<Option<Entry>> {
        let filter = EntryFilter { id: None, collection: Some(collection), document: Some(document) };
        Ok(self.entries_where(filter).await?.into_iter().next())
    }

    async fn entries_where(&self, filter: EntryFilter) -> Result<Vec<Entry>> {
        let mut skipped = self.skipped_pages(filter).await?;
        let rows = sqlx::query_as!(
            EntryRow,
            r#"SELECT e.id AS "id!: EntryId", e.collection AS "collection!: CollectionId",
                e.document AS "document: DocumentId", e.added_at,
                coalesce(e.problem_code, d.problem_code) AS "code: String",
                iif(e.problem_code IS NULL, d.problem_message, e.problem_message) AS "message: String",
                d.problem_code IS NOT NULL AS "lacks_some!: bool",
                d.hash AS "hash?", d.title AS "title?", coalesce(d.page_count, 0) AS "pages!: u32",
                coalesce(d.passage_count, 0) AS "passages!: u32",
                coalesce((SELECT path FROM sighting WHERE entry = e.id ORDER BY seen_at DESC, id DESC LIMIT 1), '')
                    AS "path!: String"
            FROM entry e LEFT JOIN document d ON d.id = e.document
            WHERE e.id IN (SELECT id FROM entry WHERE id = ?1 UNION ALL
                SELECT id FROM entry WHERE collection = ?2 AND (?3 IS NULL OR document = ?3))
            ORDER BY e.id"#,
            filter.id,
            filter.collection,
            filter.document
        );
        let rows = rows.fetch_all(self.reader()).await.at(self)?.into_iter();
        Ok(rows.map(|row| row.entry(&mut skipped)).collect())
    }

    async fn skipped_pages(&self, filter: EntryFilter) -> Result<HashMap<DocumentId, Vec<SkippedPage>>> {
        let rows = sqlx::query!(
            r#"SELECT document AS "document!: DocumentId", position AS "page!: u32", label,
                problem_code AS "code!", problem_message AS "message!"
            FROM page WHERE problem_code IS NOT NULL AND document IN (SELECT document FROM entry WHERE id = ?1 UNION ALL
                SELECT document FROM entry WHERE collection = ?2 AND (?3 IS NULL OR document = ?3))
            ORDER BY document, position"#,
            filter.id,
            filter.collection,
            filter.document
        );
        let mut skipped = HashMap::<_, Vec<_>>::new();
        for row in rows.fetch_all(self.reader()).await.at(self)? {
            let problem = Problem { code: row.code, message: row.message };
            skipped.entry(row.document).or_default().push(SkippedPage { page: row.page, label: row.label, problem });
        }
        Ok(skipped)
    }

    /// Sets why an entry could not be read; `None` clears it. Stored content stays searchable.
    ///
    /// # Errors
    /// [`Error::NoEntry`].
    pub async fn set_problem(&self, entry: EntryId, problem: Option<&Problem>) -> Result<()> {
        let (code, message) = (problem.map(|p| &p.code), problem.map(|p| &p.message));
        let mut tx = self.write().await?;
        let update =
            sqlx::query!("UPDATE entry SET problem_code = ?, problem_message = ? WHERE id = ?", code, message, entry);
        let changed = update.execute(&mut *tx).await.at(self)?.rows_affected();
        tx.commit().await.at(self)?;
        if changed == 0 { Err(Error::NoEntry(entry)) } else { Ok(()) }
    }
}

struct EntryRow {
    id: EntryId,
    collection: CollectionId,
    document: Option<DocumentId>,
    added_at: i64,
    code: Option<String>,
    message: Option<String>,
    /// Whether something of the document is missing, apart from its skipped pages.
    lacks_some: bool,
    hash: Option<String>,
    title: Option<String>,
    pages: u32,
    passages: u32,
    path: String,
}

impl EntryRow {
    fn entry(self, skipped: &mut HashMap<DocumentId, Vec<SkippedPage>>) -> Entry {
        // A document occurs once in a collection, so its pages can be moved out.
        let skipped = self.document.and_then(|document| skipped.remove(&document)).unwrap_or_default();
        let problem = Problem::from_columns(self.code, self.message);
        Entry {
            id: self.id,
            collection: self.collection,
            path: self.path.into(),
            document: self.document,
            hash: self.hash,
            title: self.title,
            pages: self.pages,
            passages: self.passages,
            status: match (self.document, self.passages) {
                (None, _) if problem.is_none() => Status::Waiting,
                (None, _) | (Some(_), 0) => Status::Failed,
                (Some(_), _) if skipped.is_empty() && !self.lacks_some => Status::Ready,
                (Some(_), _) => Status::Partly,
            },
            problem,
            skipped,
            added_at: self.added_at,
        }
    }
}
