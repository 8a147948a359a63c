//! Links to places in documents: made, and followed. Following one reads and never changes anything.

use crate::{Engine, Error};
use pincite_api::{Highlight, Link, LinkedPlace, PassageId};
use pincite_library::{self as library, Document, DocumentId};

impl Engine {
    /// A link to a page of a document, and to a passage on it.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that was not read yet.
    pub async fn link(&self, document: DocumentId, page: u32, passage: Option<PassageId>) -> Result<Link, Error> {
        let Document { hash, path, .. } = self.0.library.document(document).await?;
        let hash = hash.ok_or(library::Error::NotSearchable { path })?;
        Ok(Link::new(&hash, page, passage))
    }

    /// Where a link leads.
    ///
    /// # Errors
    /// [`Error::UnknownPlace`] if it is no link, or leads to no document or page of this library; [`Error::Library`].
    pub async fn linked_place(&self, link: &str) -> Result<LinkedPlace, Error> {
        let unknown = || Error::UnknownPlace { link: link.chars().take(LONGEST_SHOWN).collect() };
        let link = Link::parse(link).ok_or_else(unknown)?;
        let document = self.linked(&link.document).await?.ok_or_else(unknown)?;
        let label = self.page_labels(document.id).await?.into_iter().nth(link.page as usize).ok_or_else(unknown)?;
        Ok(LinkedPlace {
            collection: document.collection,
            document: document.id,
            document_name: document.display_name(),
            page: link.page,
            page_label: label,
            highlights: self.linked_highlights(document.id, &link).await,
        })
    }

    /// The first document whose SHA-256 starts like this and that can be shown.
    async fn linked(&self, hash: &str) -> Result<Option<Document>, Error> {
        for collection in self.0.library.collections().await? {
            let mut documents = self.0.library.documents(collection.id).await?.into_iter();
            let has = |document: &Document| document.hash.as_deref().is_some_and(|known| known.starts_with(hash));
            if let Some(document) = documents.find(has) {
                return Ok(Some(document));
            }
        }
        Ok(None)
    }

    /// Boxes of the passage on the page. Another library numbers its passages otherwise, so one that does not stand on the
    /// page is not the one that was meant.
    async fn linked_highlights(&self, document: DocumentId, link: &Link) -> Vec<Highlight> {
        let Some(passage) = link.passage else { return Vec::new() };
        let highlights = self.highlights(document, passage, None).await.unwrap_or_default();
        let is_here = highlights.iter().any(|highlight| highlight.page == link.page);
        if is_here { highlights } else { Vec::new() }
    }
}

/// How much of a wrong link a message quotes, in characters.
const LONGEST_SHOWN: usize = 100;
