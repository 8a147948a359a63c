//! Highlights with notes that people make on pages: made, listed, changed, removed. Not for painting them.

use super::words::Selected;
use crate::search::rect_of;
use crate::{Engine, Error};
use pincite_api::{AnnotationView, Colour, PageBox, WordRange};
use pincite_library::{self as library, Annotation, AnnotationBox, AnnotationId, DocumentId, NewAnnotation};
use pincite_search::{CitedPlace, Place, cite_places};

impl Engine {
    /// The highlights of a document, in the order of its pages.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn annotations(&self, document: DocumentId) -> Result<Vec<AnnotationView>, Error> {
        let content = self.0.library.content_of(document).await?;
        let mut kept = self.0.library.annotations(content).await?;
        kept.sort_by(|a, b| top(a).total_cmp(&top(b)));
        kept.sort_by_key(|annotation| annotation.page);
        self.views(document, kept).await
    }

    /// Highlights words of a document.
    ///
    /// # Errors
    /// [`Error::NothingSelected`]; as [`Engine::page`].
    pub async fn annotate(
        &self,
        document: DocumentId,
        ranges: &[WordRange],
        note: &str,
        colour: Colour,
    ) -> Result<AnnotationView, Error> {
        let Selected { text, boxes, .. } = self.selected(document, ranges).await?;
        let new = NewAnnotation { boxes: &boxes, text: text.trim(), note: note.trim(), colour: stored(colour) };
        let id = self.0.library.add_annotation(document, &new).await?;
        self.view(document, id).await
    }

    /// Gives a highlight of a document another note and colour.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn edit_annotation(
        &self,
        document: DocumentId,
        id: AnnotationId,
        note: &str,
        colour: Colour,
    ) -> Result<AnnotationView, Error> {
        self.0.library.edit_annotation(id, note.trim(), stored(colour)).await?;
        self.view(document, id).await
    }

    /// Removes a highlight. It can be restored for a day.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn remove_annotation(&self, id: AnnotationId) -> Result<(), Error> {
        Ok(self.0.library.remove_annotation(id).await?)
    }

    /// Brings a removed highlight of a document back.
    ///
    /// # Errors
    /// [`Error::Library`] if it is deleted for good.
    pub async fn restore_annotation(&self, document: DocumentId, id: AnnotationId) -> Result<AnnotationView, Error> {
        self.0.library.restore_annotation(id).await?;
        self.view(document, id).await
    }

    async fn view(&self, document: DocumentId, id: AnnotationId) -> Result<AnnotationView, Error> {
        let kept = self.0.library.annotation(id).await?;
        let view = self.views(document, vec![kept]).await?.pop();
        view.ok_or_else(|| library::Error::NoAnnotation(id).into())
    }

    async fn views(&self, document: DocumentId, kept: Vec<Annotation>) -> Result<Vec<AnnotationView>, Error> {
        if kept.is_empty() {
            return Ok(Vec::new());
        }
        let listed = self.0.library.document(document).await?;
        let places: Vec<Place> = kept.iter().map(place_of).collect();
        let cited = cite_places(&self.0.library, &listed, &places).await?;
        Ok(kept.into_iter().zip(cited).map(|(kept, cited)| view_of(document, kept, cited)).collect())
    }
}

fn view_of(document: DocumentId, kept: Annotation, cited: CitedPlace) -> AnnotationView {
    let shown = |it: &AnnotationBox| PageBox { page: it.page, rect: rect_of(it.rect) };
    AnnotationView {
        id: kept.id,
        document,
        page: kept.page,
        page_label: cited.page_label,
        boxes: kept.boxes.iter().map(shown).collect(),
        text: kept.text,
        note: kept.note,
        colour: shown_colour(kept.colour),
        citation: cited.citation,
        created_at: kept.created_at,
    }
}

fn top(annotation: &Annotation) -> f32 {
    annotation.boxes.first().map_or(0.0, |first| first.rect.y0)
}

/// A place in the first word of a highlight: its first line starts with it.
fn place_of(annotation: &Annotation) -> Place {
    let nowhere = Place { page: annotation.page, x: -1.0, y: -1.0 };
    annotation
        .boxes
        .first()
        .map_or(nowhere, |first| Place { x: first.rect.x0 + 1.0, ..Place::middle(first.page, first.rect) })
}

fn stored(colour: Colour) -> library::Colour {
    match colour {
        Colour::Yellow => library::Colour::Yellow,
        Colour::Green => library::Colour::Green,
        Colour::Blue => library::Colour::Blue,
        Colour::Pink => library::Colour::Pink,
    }
}

fn shown_colour(colour: library::Colour) -> Colour {
    match colour {
        library::Colour::Yellow => Colour::Yellow,
        library::Colour::Green => Colour::Green,
        library::Colour::Blue => Colour::Blue,
        library::Colour::Pink => Colour::Pink,
    }
}
