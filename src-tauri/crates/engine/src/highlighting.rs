//! A copy of a document with highlight annotations that other PDF readers show. The document itself is never written.
//! Not for the highlights in the window.

use crate::{Engine, Error, Output, files};
use pincite_api::{Answer, HighlightKind, Hit, Strength};
use pincite_library::{self as library, DocumentId};
use pincite_pdf::{Annotation, Rect};
use std::collections::BTreeMap;

impl Engine {
    /// Writes a copy of a document with the hits of an answer highlighted; how many. Weak hits are left out, unless there
    /// are no others.
    ///
    /// # Errors
    /// As [`Engine::annotated_copy`].
    pub async fn highlighted_copy(&self, document: DocumentId, answer: &Answer, output: &Output) -> Result<u32, Error> {
        let hits = worth_marking(answer.hits.iter().filter(|hit| hit.document == document).collect());
        let annotations = hits.iter().flat_map(|hit| annotations(hit, &answer.question.text)).collect();
        self.annotated_copy(document, annotations, output).await?;
        Ok(hits.len() as u32)
    }

    /// Writes a copy of a document with highlight annotations.
    ///
    /// # Errors
    /// [`Error::DocumentMissing`], [`Error::DocumentChanged`], [`Error::Library`], [`Error::Pdf`]; as [`Engine::write`].
    pub async fn annotated_copy(
        &self,
        document: DocumentId,
        annotations: Vec<Annotation>,
        output: &Output,
    ) -> Result<(), Error> {
        self.refuse_to_replace(output).await?;
        let update =
            self.viewed(document, move |viewer| Box::pin(viewer.session.annotations(annotations.clone()))).await?;
        let mut copy = self.original(document).await?;
        copy.extend(update);
        self.write(output, &copy).await
    }

    /// The bytes of a document, from the first of its files that still has them.
    async fn original(&self, document: DocumentId) -> Result<Vec<u8>, Error> {
        let listed = self.0.library.document(document).await?;
        let path = listed.path.clone();
        let Some(hash) = listed.hash.clone() else { return Err(library::Error::NotSearchable { path }.into()) };
        for path in self.places(&listed).await? {
            let hash = hash.clone();
            let reading = tokio::task::spawn_blocking(move || files::read_if(&path, &hash));
            if let Ok(Some(bytes)) = reading.await {
                return Ok(bytes);
            }
        }
        Err(Error::DocumentMissing { path })
    }
}

fn worth_marking(hits: Vec<&Hit>) -> Vec<&Hit> {
    let good: Vec<&Hit> = hits.iter().copied().filter(|hit| hit.strength != Some(Strength::Weak)).collect();
    if good.is_empty() { hits } else { good }
}

/// An annotation for each page that the best sentence of a hit stands on.
fn annotations(hit: &Hit, note: &str) -> Vec<Annotation> {
    let of = |kind| hit.highlights.iter().filter(move |highlight| highlight.kind == kind);
    let has_sentence = of(HighlightKind::Sentence).next().is_some();
    let kind = if has_sentence { HighlightKind::Sentence } else { HighlightKind::Passage };
    let mut pages: BTreeMap<u32, Vec<Rect>> = BTreeMap::new();
    for highlight in of(kind) {
        let pincite_api::Rect { x0, y0, x1, y1 } = highlight.rect;
        pages.entry(highlight.page).or_default().push(Rect { x0, y0, x1, y1 });
    }
    pages.into_iter().map(|(page, rects)| Annotation { page, rects, note: note.to_owned() }).collect()
}
