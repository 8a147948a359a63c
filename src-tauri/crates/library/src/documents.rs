//! Documents: one PDF in a collection, with its state. Not for adding or removing them (`files`).

use crate::contents::{damage_of, lost_path};
use crate::error::Context;
use crate::languages::language_of;
use crate::store::{query, query_as, query_scalar};
use crate::{CollectionId, ContentId, DocumentId, Error, Library, Problem, Result};
use pincite_language::Language;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// One PDF in a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its id. It never changes.
    pub id: DocumentId,
    /// Its collection.
    pub collection: CollectionId,
    /// The first of the paths where its file was found. A copy that comes later is not called so.
    pub path: PathBuf,
    /// Its content, once stored.
    pub content: Option<ContentId>,
    /// SHA-256 of its bytes in hexadecimal, once stored.
    pub hash: Option<String>,
    /// The name that a person gave it.
    pub name: Option<String>,
    /// Title from the file's metadata, or else from its first page.
    pub title: Option<String>,
    /// The language that it is analysed in. `None` until stored, and for what was read before languages were known.
    pub language: Option<Language>,
    /// Its tags, by name.
    pub tags: Vec<String>,
    /// Number of pages; 0 until stored.
    pub pages: u32,
    /// Number of passages; 0 until stored.
    pub passages: u32,
    /// Its state.
    pub status: Status,
    /// Why it failed or is only partly searchable. For a searchable document it can also be why the last reading failed.
    pub problem: Option<Problem>,
    /// Pages that cannot be searched, in order.
    pub skipped: Vec<SkippedPage>,
    /// The pages whose text was recognised in their pictures.
    pub recognition: Recognition,
    /// Unix time in seconds when it was added.
    pub added_at: i64,
}

/// How far the recognition of a document's pages is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Recognition {
    /// Number of pages whose text was recognised.
    pub pages: u32,
    /// Their mean confidence, from 0 to 1; 0 without any.
    pub confidence: f32,
    /// Whether pages are still to be recognised: a job is queued or running.
    pub unfinished: bool,
}

/// The state of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Listed, but nothing is stored yet, or its text is still to be recognised.
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

/// One tag a line: a name has no line breaks.
const BETWEEN_TAGS: &str = "\n";

/// Selects documents: all of a collection, one by id, or the one with this content in a collection.
#[derive(Clone, Copy, Default)]
struct DocumentFilter {
    id: Option<DocumentId>,
    collection: Option<CollectionId>,
    content: Option<ContentId>,
}

#[derive(sqlx::FromRow)]
struct NamesRow {
    content: ContentId,
    name: String,
    title: String,
    path: String,
}

impl NamesRow {
    fn names(&self) -> String {
        let file = Path::new(&self.path).file_stem().unwrap_or_default();
        format!("{} {} {}", self.name, self.title, file.to_string_lossy())
    }
}

impl Library {
    /// Documents of a collection in the order they were added.
    pub async fn documents(&self, collection: CollectionId) -> Result<Vec<Document>> {
        self.documents_where(DocumentFilter { collection: Some(collection), ..DocumentFilter::default() }).await
    }

    /// One document.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn document(&self, id: DocumentId) -> Result<Document> {
        let found = self.documents_where(DocumentFilter { id: Some(id), ..DocumentFilter::default() }).await?;
        found.into_iter().next().ok_or(Error::NoDocument(id))
    }

    /// The content of a document.
    ///
    /// # Errors
    /// [`Error::NoDocument`]; [`Error::NotSearchable`] if nothing of it is stored yet.
    pub async fn content_of(&self, id: DocumentId) -> Result<ContentId> {
        let content = query_scalar!(r#"SELECT content AS "content: ContentId" FROM document WHERE id = $1"#, id);
        match content.fetch_optional(self.reader()).await.context(self)? {
            Some(Some(content)) => Ok(content),
            Some(None) => Err(Error::NotSearchable { path: self.document(id).await?.path }),
            None => Err(Error::NoDocument(id)),
        }
    }

    /// The documents of a collection with a problem of this code.
    pub async fn documents_with_problem(&self, collection: CollectionId, code: &str) -> Result<Vec<DocumentId>> {
        let ids = query_scalar!(
            r#"SELECT id AS "id!: DocumentId" FROM document WHERE collection = $1 AND problem_code = $2"#,
            collection,
            code
        );
        ids.fetch_all(self.reader()).await.context(self)
    }

    /// The documents of a collection with a content that is not whole. The cost is that of counting the collection's
    /// passages.
    pub async fn damaged_documents(&self, collection: CollectionId) -> Result<Vec<Document>> {
        let ids = query_scalar!(
            r#"SELECT id AS "id!: DocumentId" FROM document d
            WHERE collection = $1 AND EXISTS (SELECT 1 FROM damaged_content WHERE id = d.content) ORDER BY id"#,
            collection
        );
        let mut documents = Vec::new();
        for id in ids.fetch_all(self.reader()).await.context(self)? {
            documents.push(self.document(id).await?);
        }
        Ok(documents)
    }

    /// The document of a collection with this content, if there is one.
    pub async fn document_of(&self, collection: CollectionId, content: ContentId) -> Result<Option<Document>> {
        let filter = DocumentFilter { id: None, collection: Some(collection), content: Some(content) };
        Ok(self.documents_where(filter).await?.into_iter().next())
    }

    /// What the documents of a collection are called, each by all its names: given, title, and that of its file.
    pub async fn document_names(&self, collection: CollectionId) -> Result<HashMap<ContentId, String>> {
        let rows = query_as!(
            NamesRow,
            r#"SELECT c.id AS "content!: ContentId", coalesce(d.name, '') AS "name!: String",
                coalesce(c.title, '') AS "title!: String",
                coalesce((SELECT path FROM sighting WHERE document = d.id ORDER BY id LIMIT 1), '') AS "path!: String"
            FROM document d JOIN content c ON c.id = d.content WHERE d.collection = $1"#,
            collection
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().map(|row| (row.content, row.names())).collect())
    }

    async fn documents_where(&self, filter: DocumentFilter) -> Result<Vec<Document>> {
        let mut skipped = self.skipped_pages(filter).await?;
        let rows = query_as!(
            DocumentRow,
            r#"SELECT d.id AS "id!: DocumentId", d.collection AS "collection!: CollectionId",
                d.content AS "content: ContentId", d.added_at, d.name AS "name?",
                (SELECT string_agg(name, $4) FROM (SELECT name FROM tag WHERE document = d.id ORDER BY lower(name)) AS tags)
                    AS "tags?: String",
                coalesce(d.problem_code, c.problem_code) AS "code: String",
                CASE WHEN d.problem_code IS NULL THEN c.problem_message ELSE d.problem_message END AS "message: String",
                c.problem_code IS NOT NULL AS "lacks_some!: bool",
                c.hash AS "hash?", c.title AS "title?",
                (SELECT language FROM content_language WHERE content = c.id) AS "language?: String", coalesce(c.page_count, 0) AS "pages!: u32",
                coalesce(c.passage_count, 0) AS "passages!: u32",
                (SELECT count(*) FROM recognised_page WHERE content = c.id) AS "recognised!: u32",
                (SELECT CAST(coalesce(avg(confidence), 0) AS REAL) FROM recognised_page WHERE content = c.id)
                    AS "confidence!: f32",
                EXISTS (SELECT 1 FROM job WHERE document = d.id AND kind = 'recognise' AND state IN ('queued', 'running'))
                    AS "unrecognised!: bool",
                coalesce((SELECT path FROM sighting WHERE document = d.id ORDER BY id LIMIT 1), '') AS "path!: String",
                EXISTS (SELECT 1 FROM damaged_content WHERE id = c.id) AS "damaged!: bool"
            FROM document d LEFT JOIN content c ON c.id = d.content
            WHERE d.id IN (SELECT id FROM document WHERE id = $1 UNION ALL
                SELECT id FROM document WHERE collection = $2 AND ($3 IS NULL OR content = $3))
            ORDER BY d.id"#,
            filter.id,
            filter.collection,
            filter.content,
            BETWEEN_TAGS
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?.into_iter();
        Ok(rows.map(|row| row.document(&mut skipped)).collect())
    }

    async fn skipped_pages(&self, filter: DocumentFilter) -> Result<HashMap<ContentId, Vec<SkippedPage>>> {
        let rows = query_as!(
            SkippedRow,
            r#"SELECT content AS "content!: ContentId", position AS "page!: u32", label,
                problem_code AS "code!", problem_message AS "message!"
            FROM page WHERE problem_code IS NOT NULL AND content IN (SELECT content FROM document WHERE id = $1 UNION ALL
                SELECT content FROM document WHERE collection = $2 AND ($3 IS NULL OR content = $3))
            ORDER BY content, position"#,
            filter.id,
            filter.collection,
            filter.content
        );
        let mut skipped = HashMap::<_, Vec<_>>::new();
        for row in rows.fetch_all(self.reader()).await.context(self)? {
            let problem = Problem { code: row.code, message: row.message };
            skipped.entry(row.content).or_default().push(SkippedPage { page: row.page, label: row.label, problem });
        }
        Ok(skipped)
    }

    /// Sets why a document could not be read; `None` clears it. Stored content stays searchable.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn set_problem(&self, document: DocumentId, problem: Option<&Problem>) -> Result<()> {
        let (code, message) = (problem.map(|p| &p.code), problem.map(|p| &p.message));
        let update = query!(
            "UPDATE document SET problem_code = $1, problem_message = $2 WHERE id = $3",
            code,
            message,
            document
        );
        self.change_some(update, Error::NoDocument(document)).await
    }
}

#[derive(sqlx::FromRow)]
struct SkippedRow {
    content: ContentId,
    #[sqlx(try_from = "i64")]
    page: u32,
    label: String,
    code: String,
    message: String,
}

#[derive(sqlx::FromRow)]
struct DocumentRow {
    id: DocumentId,
    collection: CollectionId,
    content: Option<ContentId>,
    added_at: i64,
    code: Option<String>,
    message: Option<String>,
    /// Whether something of the content is missing, apart from its skipped pages.
    lacks_some: bool,
    hash: Option<String>,
    name: Option<String>,
    title: Option<String>,
    language: Option<String>,
    /// One in a line.
    tags: Option<String>,
    #[sqlx(try_from = "i64")]
    pages: u32,
    #[sqlx(try_from = "i64")]
    passages: u32,
    #[sqlx(try_from = "i64")]
    recognised: u32,
    confidence: f32,
    /// Whether a job that recognises its pages is not done.
    unrecognised: bool,
    path: String,
    /// Whether something stored of its content is missing or cannot be read.
    damaged: bool,
}

impl DocumentRow {
    fn document(self, skipped: &mut HashMap<ContentId, Vec<SkippedPage>>) -> Document {
        // A content occurs once in a collection, so its pages can be moved out.
        let skipped = self.content.and_then(|content| skipped.remove(&content)).unwrap_or_default();
        // Without text yet is no failure as long as text is being recognised.
        let waits = self.content.is_some() && self.passages == 0 && self.unrecognised;
        let problem = match Problem::from_columns(self.code, self.message).filter(|_| !waits) {
            _ if self.damaged => Some(damage_of(Path::new(&self.path))),
            None if self.path.is_empty() => Some(lost_path(self.title.as_deref().unwrap_or("a document"))),
            problem => problem,
        };
        Document {
            id: self.id,
            collection: self.collection,
            path: self.path.into(),
            content: self.content,
            hash: self.hash,
            name: self.name,
            title: self.title,
            language: self.language.as_deref().map(language_of),
            tags: self.tags.as_deref().unwrap_or_default().lines().map(str::to_owned).collect(), // one in a line
            pages: self.pages,
            passages: self.passages,
            status: match (self.content, self.passages) {
                _ if waits => Status::Waiting,
                (None, _) if problem.is_none() => Status::Waiting,
                (None, _) | (Some(_), 0) => Status::Failed,
                (Some(_), _) if skipped.is_empty() && !self.lacks_some && !self.damaged => Status::Ready,
                (Some(_), _) => Status::Partly,
            },
            problem,
            skipped,
            recognition: Recognition {
                pages: self.recognised,
                confidence: self.confidence,
                unfinished: self.unrecognised,
            },
            added_at: self.added_at,
        }
    }
}
