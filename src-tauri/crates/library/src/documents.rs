//! Documents as people see them: one PDF in a collection, and how far it is. Not for changing them.

use crate::error::At;
use crate::{CollectionId, ContentId, DocumentId, Error, Library, Problem, Result};
use std::collections::HashMap;
use std::path::PathBuf;

/// One PDF in a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its number, the same from waiting to ready.
    pub id: DocumentId,
    /// The collection it is listed in.
    pub collection: CollectionId,
    /// Where its file was seen last.
    pub path: PathBuf,
    /// Its content, once stored.
    pub content: Option<ContentId>,
    /// SHA-256 of its bytes in hexadecimal, once stored.
    pub hash: Option<String>,
    /// Title from the file's own metadata.
    pub title: Option<String>,
    /// Number of pages; 0 until stored.
    pub pages: u32,
    /// Number of passages; 0 until stored.
    pub passages: u32,
    /// How far it is.
    pub status: Status,
    /// Why it failed or is only partly searchable; or, of a searchable one, why it could not be read again.
    pub problem: Option<Problem>,
    /// Pages that cannot be searched, in order.
    pub skipped: Vec<SkippedPage>,
    /// Unix time in seconds when it was listed first.
    pub added_at: i64,
}

/// How far a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Listed, nothing stored yet.
    Waiting,
    /// Every page can be searched.
    Ready,
    /// Some of it cannot be searched: pages listed as skipped, or what is missing of a damaged file.
    Partly,
    /// Nothing of it can be searched: it has no passage, or no content and a problem.
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

/// Which documents are asked for: all of a collection, the one with this id, or the one with this content in a collection.
#[derive(Clone, Copy, Default)]
struct Which {
    id: Option<DocumentId>,
    collection: Option<CollectionId>,
    content: Option<ContentId>,
}

impl Library {
    /// Documents of a collection in the order they were listed.
    pub async fn documents(&self, collection: CollectionId) -> Result<Vec<Document>> {
        self.which_documents(Which { collection: Some(collection), ..Which::default() }).await
    }

    /// One document.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn document(&self, id: DocumentId) -> Result<Document> {
        let found = self.which_documents(Which { id: Some(id), ..Which::default() }).await?;
        found.into_iter().next().ok_or(Error::NoDocument(id))
    }

    /// The document of a collection that has this content, if there is one.
    pub async fn document_of(&self, collection: CollectionId, content: ContentId) -> Result<Option<Document>> {
        let which = Which { id: None, collection: Some(collection), content: Some(content) };
        Ok(self.which_documents(which).await?.into_iter().next())
    }

    async fn which_documents(&self, which: Which) -> Result<Vec<Document>> {
        let mut skipped = self.skipped_pages(which).await?;
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT d.id AS "id!: DocumentId", d.collection AS "collection!: CollectionId",
                d.content AS "content: ContentId", d.added_at,
                coalesce(d.problem_code, c.problem_code) AS "code: String",
                iif(d.problem_code IS NULL, c.problem_message, d.problem_message) AS "message: String",
                c.problem_code IS NOT NULL AS "lacks_some!: bool",
                c.hash AS "hash?", c.title AS "title?", coalesce(c.page_count, 0) AS "pages!: u32",
                coalesce(c.passage_count, 0) AS "passages!: u32",
                coalesce((SELECT path FROM sighting WHERE document = d.id ORDER BY seen_at DESC, id DESC LIMIT 1), '')
                    AS "path!: String"
            FROM document d LEFT JOIN content c ON c.id = d.content
            WHERE d.id IN (SELECT id FROM document WHERE id = ?1 UNION ALL
                SELECT id FROM document WHERE collection = ?2 AND (?3 IS NULL OR content = ?3))
            ORDER BY d.id"#,
            which.id,
            which.collection,
            which.content
        );
        let rows = rows.fetch_all(self.reader()).await.at(self)?.into_iter();
        Ok(rows.map(|row| row.document(&mut skipped)).collect())
    }

    async fn skipped_pages(&self, which: Which) -> Result<HashMap<ContentId, Vec<SkippedPage>>> {
        let rows = sqlx::query!(
            r#"SELECT content AS "content!: ContentId", position AS "page!: u32", label,
                problem_code AS "code!", problem_message AS "message!"
            FROM page WHERE problem_code IS NOT NULL AND content IN (SELECT content FROM document WHERE id = ?1 UNION ALL
                SELECT content FROM document WHERE collection = ?2 AND (?3 IS NULL OR content = ?3))
            ORDER BY content, position"#,
            which.id,
            which.collection,
            which.content
        );
        let mut skipped = HashMap::<_, Vec<_>>::new();
        for row in rows.fetch_all(self.reader()).await.at(self)? {
            let problem = Problem { code: row.code, message: row.message };
            skipped.entry(row.content).or_default().push(SkippedPage { page: row.page, label: row.label, problem });
        }
        Ok(skipped)
    }

    /// Notes why a document could not be read (or that it can, with `None`). What is stored of it stays searchable.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn set_problem(&self, document: DocumentId, problem: Option<&Problem>) -> Result<()> {
        let (code, message) = (problem.map(|p| &p.code), problem.map(|p| &p.message));
        let mut tx = self.write().await?;
        let update = sqlx::query!(
            "UPDATE document SET problem_code = ?, problem_message = ? WHERE id = ?",
            code,
            message,
            document
        );
        let changed = update.execute(&mut *tx).await.at(self)?.rows_affected();
        tx.commit().await.at(self)?;
        if changed == 0 { Err(Error::NoDocument(document)) } else { Ok(()) }
    }
}

struct Row {
    id: DocumentId,
    collection: CollectionId,
    content: Option<ContentId>,
    added_at: i64,
    code: Option<String>,
    message: Option<String>,
    /// Something of the content is missing, apart from what its pages say.
    lacks_some: bool,
    hash: Option<String>,
    title: Option<String>,
    pages: u32,
    passages: u32,
    path: String,
}

impl Row {
    fn document(self, skipped: &mut HashMap<ContentId, Vec<SkippedPage>>) -> Document {
        // Contents occur once in a collection, so their pages can be moved out.
        let skipped = self.content.and_then(|content| skipped.remove(&content)).unwrap_or_default();
        let problem = Problem::from_columns(self.code, self.message);
        Document {
            id: self.id,
            collection: self.collection,
            path: self.path.into(),
            content: self.content,
            hash: self.hash,
            title: self.title,
            pages: self.pages,
            passages: self.passages,
            status: match (self.content, self.passages) {
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
