//! What a review table rests on, for the file that is handed on: what was read of each document, by which models, and a link to
//! each answer. Not for the file's format (`pincite_export`).

use crate::{Engine, Error, Link};
use pincite_api::{GridView, ModelKind};
use pincite_export::{Occasion, ReadDocument, Review};
use pincite_library::{Document, DocumentId};
use std::collections::HashMap;

impl Engine {
    /// A table with what it rests on.
    ///
    /// # Errors
    /// [`Error::Library`], [`Error::Models`].
    pub(crate) async fn review<'v>(&self, view: &'v GridView, occasion: Occasion) -> Result<Review<'v>, Error> {
        let listed = self.0.library.documents(view.collection).await?;
        let documents: HashMap<DocumentId, Document> = listed.into_iter().map(|it| (it.id, it)).collect();
        let mut read = HashMap::new();
        for (id, document) in &documents {
            read.insert(*id, read_of(document));
        }
        let mut links = HashMap::new();
        for cell in &view.cells {
            let Some(hash) = documents.get(&cell.document).and_then(|document| document.hash.as_deref()) else {
                continue;
            };
            for answer in &cell.answers {
                let link = Link::new(hash, answer.page, Some(answer.passage));
                links.insert((cell.document, answer.passage), link.to_string());
            }
        }
        Ok(Review { view, occasion, read, models: self.reading_models(view).await?, links })
    }

    /// Names of the encoder of the table's collection, and of the cross-encoder.
    async fn reading_models(&self, view: &GridView) -> Result<Vec<String>, Error> {
        let generation = self.0.library.active_generation(view.collection).await?;
        let mut names: Vec<String> = generation.into_iter().map(|generation| generation.encoder).collect();
        let models = self.models().await?.into_iter();
        names.extend(models.filter(|it| it.installed && it.kind == ModelKind::Reranker).map(|it| it.name));
        Ok(names)
    }
}

fn read_of(document: &Document) -> ReadDocument {
    ReadDocument {
        pages: document.pages,
        skipped: document.skipped.len() as u32,
        recognised: document.recognition.pages,
        hash: document.hash.clone().unwrap_or_default(),
    }
}
