//! Pages whose text was recognised in their pictures. Not for recognising it, nor for the passages made of it.

use crate::error::Context;
use crate::jobs::RECOGNISE;
use crate::store::{query, query_as, query_scalar};
use crate::{ContentHash, ContentId, DocumentId, Error, JobId, Library, Result};
use pincite_pdf::Page;

/// Format of a stored page: this number, then postcard.
const FORMAT: u8 = 1;

/// A page with the text that was recognised in its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct RecognisedPage {
    /// The page, laid out.
    pub page: Page,
    /// Mean confidence of its letters, from 0 to 1.
    pub confidence: f32,
}

impl Library {
    /// Queues the recognition of a document's pages, after all other work. If `again` is false, nothing is queued when it
    /// was ever queued before. `None` if nothing was queued.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn queue_recognition(&self, document: DocumentId, again: bool) -> Result<Option<JobId>> {
        let mut tx = self.write().await?;
        let insert = query_scalar!(
            r#"INSERT INTO job (kind, document, priority) SELECT $1, $2, -2 WHERE NOT EXISTS
                (SELECT 1 FROM job WHERE document = $2 AND kind = $1 AND (NOT $3 OR state IN ('queued', 'running')))
            RETURNING id AS "id!: JobId""#,
            RECOGNISE,
            document,
            again
        );
        let id = insert.fetch_optional(&mut tx).await.context_or(self, Error::NoDocument(document))?;
        tx.commit().await.context(self)?;
        Ok(id)
    }

    /// Stores a page that was recognised. One that was stored before is replaced.
    ///
    /// # Errors
    /// [`Error::NoContent`] if the content was deleted meanwhile, [`Error::DiskFull`].
    pub async fn store_recognised(&self, content: ContentId, recognised: &RecognisedPage) -> Result<()> {
        let body = postcard::to_extend(&recognised.page, vec![FORMAT])
            .map_err(|error| Error::unencodable(self.path(), &error))?;
        let position = i64::from(recognised.page.index);
        let confidence = f64::from(recognised.confidence.clamp(0.0, 1.0));
        let insert = query!(
            "INSERT INTO recognised_page (content, position, confidence, body) VALUES ($1, $2, $3, $4)
            ON CONFLICT (content, position) DO UPDATE SET confidence = excluded.confidence, body = excluded.body",
            content,
            position,
            confidence,
            body
        );
        self.change(insert).await.map(drop).map_err(|error| error.or_missing(Error::NoContent(content)))
    }

    /// All recognised pages of the content with these bytes, in order. Empty if there are none. One that cannot be read is
    /// left out: it can be recognised again.
    pub async fn recognised_pages(&self, hash: ContentHash) -> Result<Vec<RecognisedPage>> {
        let hash = hash.to_string();
        let rows = query_as!(
            RecognisedRow,
            r#"SELECT confidence AS "confidence!: f32", body FROM recognised_page
            WHERE content = (SELECT min(content) FROM recognised_page WHERE content IN
                (SELECT id FROM content WHERE hash = $1)) ORDER BY position"#,
            hash
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().filter_map(RecognisedRow::page).collect())
    }

    /// A page of a content (counted from 0), if its text was recognised and can be read.
    pub async fn recognised_page(&self, content: ContentId, position: u32) -> Result<Option<RecognisedPage>> {
        let at = i64::from(position);
        let row = query_as!(
            RecognisedRow,
            r#"SELECT confidence AS "confidence!: f32", body FROM recognised_page WHERE content = $1 AND position = $2"#,
            content,
            at
        );
        Ok(row.fetch_optional(self.reader()).await.context(self)?.and_then(RecognisedRow::page))
    }
}

#[derive(sqlx::FromRow)]
struct RecognisedRow {
    confidence: f32,
    body: Vec<u8>,
}

impl RecognisedRow {
    fn page(self) -> Option<RecognisedPage> {
        let page = postcard::from_bytes(self.body.strip_prefix(&[FORMAT])?).ok()?;
        Some(RecognisedPage { page, confidence: self.confidence })
    }
}
