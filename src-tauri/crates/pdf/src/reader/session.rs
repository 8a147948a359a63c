//! One file kept open for the viewer. Not for reading whole documents.

use super::process::Process;
use crate::wire::{Fault, Reply, Request};
use crate::{Contents, Error, Page, PageImage};

/// A reader process that stays on one file. After an error other than `pdf.no_page` the process is gone, and every
/// further request fails with `pdf.crashed`: open the file again.
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

    /// One page, counted from 0, laid out by itself: headers and footers, which take a whole document to recognise,
    /// are lines like others, and only words of this page tell whether a hyphen at a line's end is part of its word.
    ///
    /// # Errors
    /// `pdf.no_page`, `pdf.crashed`, `pdf.limit`.
    pub async fn page(&mut self, index: u32) -> Result<Page, Error> {
        match self.request(&Request::Page(index), index).await? {
            Reply::Page(page) => Ok(crate::document::with_hyphens_resolved(page)),
            _ => Err(self.process.confused()),
        }
    }

    /// One page, counted from 0, as an image of `scale` pixels per point, less if that would be over 16 million pixels.
    ///
    /// # Errors
    /// `pdf.no_page`, `pdf.crashed`, `pdf.limit`.
    pub async fn image(&mut self, index: u32, scale: f32) -> Result<PageImage, Error> {
        match self.request(&Request::Image { page: index, scale }, index).await? {
            Reply::Image(image) => Ok(image),
            _ => Err(self.process.confused()),
        }
    }

    /// Makes the reader process misbehave; for tests of those who use it.
    #[doc(hidden)]
    pub async fn provoke(&mut self, fault: Fault) -> Result<Page, Error> {
        let floods = fault == Fault::Flood;
        let reply = self.request(&Request::Fault(fault), 0).await?;
        if floods {
            loop {
                self.process.reply().await?;
            }
        }
        match reply {
            Reply::Page(page) => Ok(page),
            _ => Err(self.process.confused()),
        }
    }

    async fn request(&mut self, request: &Request, index: u32) -> Result<Reply, Error> {
        if index >= self.contents.page_count {
            return Err(Error::NoPage { path: self.process.path().to_owned(), page: index });
        }
        self.process.ask(request).await?;
        self.process.reply().await
    }
}
