//! The documents of a collection as a corpus, and where each is stored.

use crate::{Adapt, Corpus, DocumentText, Result};
use pincite_library::{CollectionId, ContentId, PassageId};
use pincite_search::{encoder_input, read_together};

/// Where a document of a corpus is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    pub(super) content: ContentId,
    pub(super) first_passage: PassageId,
}

impl Stored {
    /// The number of its passage at this place.
    pub(crate) fn passage(&self, place: usize) -> PassageId {
        PassageId(self.first_passage.0 + place as i64)
    }
}

/// The documents of a collection.
pub(crate) struct Texts {
    /// Where each document of the corpus is stored.
    pub(crate) stored: Vec<Stored>,
    pub(crate) corpus: Corpus,
}

/// Every document of a collection: its name and passages, and where it is stored.
pub(crate) async fn texts(adapt: &Adapt, collection: CollectionId) -> Result<Texts> {
    let library = &adapt.library;
    let mut numbers = Vec::new();
    let mut corpus = Corpus::default();
    for content in library.contents(collection).await? {
        let Some(document) = library.document_of(collection, content.id).await? else { continue };
        let stored = library.passages(content.id).await?;
        // Its own number, and not the document's: it may have been cut anew between the two.
        let Some(first_passage) = stored.first().map(|first| first.id) else { continue };
        let passages = stored.iter().map(|stored| encoder_input(&stored.passage)).collect();
        let read = stored.iter().map(|stored| read_together(&stored.passage)).collect();
        let name = document.file_name().unwrap_or_default();
        corpus.documents.push(DocumentText { name, passages, read, ..DocumentText::default() });
        numbers.push(Stored { content: content.id, first_passage });
    }
    Ok(Texts { stored: numbers, corpus })
}
