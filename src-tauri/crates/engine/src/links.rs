//! Links of a page. Not for following them: the window goes to a place, and an address is only shown.

use crate::hits::rect_of;
use crate::{Engine, Error};
use pincite_api::{LinkTarget, PageLink};
use pincite_library::{DocumentId, escaped};
use pincite_pdf as pdf;

impl Engine {
    /// The links on a page, counted from 0.
    ///
    /// # Errors
    /// As [`Engine::page`].
    pub async fn links(&self, document: DocumentId, page: u32) -> Result<Vec<PageLink>, Error> {
        let links = self.viewed(document, move |viewer| Box::pin(viewer.session.links(page))).await?;
        Ok(links.into_iter().map(link_of).collect())
    }
}

fn link_of(link: pdf::Link) -> PageLink {
    let target = match link.target {
        pdf::LinkTarget::Place(pdf::Destination { page, y }) => LinkTarget::Place { page, y },
        pdf::LinkTarget::Address(address) => LinkTarget::Address { address: escaped(&address) },
    };
    PageLink { rect: rect_of(link.rect), target }
}
