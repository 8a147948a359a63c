//! Names and tags that people give documents. Not for the names of files, which stay as they are.

use crate::{Engine, Error};
use pincite_api::DocumentView;
use pincite_library::DocumentId;

impl Engine {
    /// Gives a document another name, in lists and in citations. An empty one takes the given name back.
    ///
    /// # Errors
    /// [`Error::Library`] if the document is not there.
    pub async fn rename(&self, document: DocumentId, name: &str) -> Result<DocumentView, Error> {
        self.0.library.rename_document(document, name).await?;
        self.announce(document).await
    }

    /// Puts a tag on a document.
    ///
    /// # Errors
    /// [`Error::Library`] if the document is not there, or the tag is empty.
    pub async fn tag(&self, document: DocumentId, tag: &str) -> Result<DocumentView, Error> {
        self.0.library.add_tag(document, tag).await?;
        self.announce(document).await
    }

    /// Takes a tag off a document, if it is there.
    ///
    /// # Errors
    /// [`Error::Library`] if the document is not there.
    pub async fn untag(&self, document: DocumentId, tag: &str) -> Result<DocumentView, Error> {
        self.0.library.remove_tag(document, tag).await?;
        self.announce(document).await
    }
}
