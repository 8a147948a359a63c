//! One file kept open for the viewer. Not for reading whole documents.

use super::process::Process;
use crate::wire::{Fault, Reply, Request};
use crate::{Annotation, Contents, Error, Link, LinkTarget, Page, PageImage};

/// A reader process for one file. Any error but `pdf.no_page` ends the process. Every later request then fails with
/// `pdf.crashed`: open the file again.
#[derive(Debug)]
pub struct Session {
    process: Process,
    contents: Contents,
}

impl Session {
    pub(super) fn new(process: Process, contents: Contents) -> Self {
        Self { process, contents }
    }

    /// Title, outline and labels of the file.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// One page, counted from 0, laid out without the others. Headers and footers are ordinary lines, because only a
    /// whole document shows them. Only words of this page decide whether a hyphen at the end of a line is removed.
    ///
    /// # Errors
    /// `pdf.no_page`, `pdf.crashed`, `pdf.limit`.
    pub async fn page(&mut self, index: u32) -> Result<Page, Error> {
        match self.request(&Request::Page(index), index).await? {
            Reply::Page(page) => Ok(crate::document::with_hyphens_resolved(page)),
            _ => Err(self.process.unexpected_reply()),
        }
    }

    /// One page, counted from 0, as an image with `scale` pixels per point. An image of over 16 million pixels is made
    /// smaller.
    ///
    /// # Errors
    /// `pdf.no_page`, `pdf.crashed`, `pdf.limit`.
    pub async fn image(&mut self, index: u32, scale: f32) -> Result<PageImage, Error> {
        match self.request(&Request::Image { page: index, scale }, index).await? {
            Reply::Image(image) => Ok(image),
            _ => Err(self.process.unexpected_reply()),
        }
    }

    /// The links of a page, counted from 0. A place that the file does not have is left out.
    ///
    /// # Errors
    /// `pdf.no_page`, `pdf.crashed`, `pdf.limit`.
    pub async fn links(&mut self, index: u32) -> Result<Vec<Link>, Error> {
        let Reply::Links(mut links) = self.request(&Request::Links(index), index).await? else {
            return Err(self.process.unexpected_reply());
        };
        let pages = self.contents.page_count;
        links.retain(|link| !matches!(link.target, LinkTarget::Place(place) if place.page >= pages));
        Ok(links)
    }

    /// The bytes to append to a copy of the file, so that it has these annotations too. The file itself is not touched.
    ///
    /// # Errors
    /// `pdf.unmarkable`, `pdf.no_page`, `pdf.crashed`, `pdf.limit`.
    pub async fn annotations(&mut self, annotations: Vec<Annotation>) -> Result<Vec<u8>, Error> {
        let last = annotations.iter().map(|annotation| annotation.page).max().unwrap_or(0);
        match self.request(&Request::Annotate(annotations), last).await? {
            Reply::Update(bytes) => Ok(bytes),
            _ => Err(self.process.unexpected_reply()),
        }
    }

    /// Makes the reader process fail on purpose, for tests of its callers.
    #[doc(hidden)]
    pub async fn inject_fault(&mut self, fault: Fault) -> Result<Page, Error> {
        let floods = fault == Fault::Flood;
        let reply = self.request(&Request::Fault(fault), 0).await?;
        if floods {
            loop {
                self.process.reply().await?;
            }
        }
        match reply {
            Reply::Page(page) => Ok(page),
            _ => Err(self.process.unexpected_reply()),
        }
    }

    async fn request(&mut self, request: &Request, index: u32) -> Result<Reply, Error> {
        if index >= self.contents.page_count {
            return Err(Error::NoPage { path: self.process.path().to_owned(), page: index });
        }
        self.process.request(request).await?;
        self.process.reply().await
    }
}
