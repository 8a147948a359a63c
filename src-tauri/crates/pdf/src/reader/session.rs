//! One file kept open for single pages, pictures and links. Its process can then read the whole document, from the first
//! page to the last. Pages come in parts, so that a file of any length fits into memory.

use super::process::Process;
use crate::wire::{Fault, Reply, Request};
use crate::{Annotation, Contents, Error, Link, LinkTarget, Page, PageImage, document};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A part ends with the page that reaches this many words. Nearly all files are one part.
const PART_WORDS: usize = 400_000;

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

    /// Goes on to read all pages with the same process.
    ///
    /// # Errors
    /// `pdf.crashed`, `pdf.limit`.
    pub async fn into_reading(self) -> Result<Reading, Error> {
        Reading::start(self.process, self.contents).await
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

/// A file that is being read. The reader process ends after the last part, after an error, or soon after a drop.
#[derive(Debug)]
pub struct Reading {
    /// `None` after the last page.
    process: Option<Process>,
    contents: Contents,
    read: u32,
    recognised: BTreeMap<u32, Page>,
}

impl Reading {
    /// Requests all pages.
    pub(super) async fn start(mut process: Process, contents: Contents) -> Result<Self, Error> {
        match process.request(&Request::Pages(process.text_limit())).await {
            Ok(()) => Ok(Self { process: Some(process), contents, read: 0, recognised: BTreeMap::new() }),
            Err(error) => {
                process.kill().await;
                Err(error)
            }
        }
    }

    /// Takes these pages in place of those of the file: their text was recognised ([`Page::recognised`]).
    #[must_use]
    pub fn with_recognised(self, pages: impl IntoIterator<Item = Page>) -> Self {
        Self { recognised: pages.into_iter().map(|page| (page.index, page)).collect(), ..self }
    }

    /// Title, outline, labels and damage of the file.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The next pages, about 400,000 words; `None` after the last page. Running headers and hyphenated words are found
    /// within a part. `on_progress` is called after each page and may stop the reading.
    ///
    /// # Errors
    /// `pdf.crashed`, `pdf.limit`, `pdf.cancelled`.
    pub async fn next_part(
        &mut self,
        on_progress: impl FnMut(u32, u32) -> ControlFlow<()> + Send,
    ) -> Result<Option<Vec<Page>>, Error> {
        let pages = self.pages(PART_WORDS, on_progress).await?;
        Ok(pages.map(|mut pages| {
            document::assemble(&mut pages);
            pages
        }))
    }

    /// Pages until they hold `most` words, or all that remain.
    pub(super) async fn pages(
        &mut self,
        most: usize,
        on_progress: impl FnMut(u32, u32) -> ControlFlow<()> + Send,
    ) -> Result<Option<Vec<Page>>, Error> {
        let Some(mut process) = self.process.take() else { return Ok(None) };
        match self.receive(&mut process, most, on_progress).await {
            Ok(pages) if self.read < self.contents.page_count => {
                self.process = Some(process);
                Ok(Some(pages))
            }
            Ok(pages) => {
                process.end().await;
                Ok(Some(pages))
            }
            Err(error) => {
                process.kill().await;
                Err(error)
            }
        }
    }

    async fn receive(
        &mut self,
        process: &mut Process,
        most: usize,
        mut on_progress: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> Result<Vec<Page>, Error> {
        let total = self.contents.page_count;
        let mut pages = Vec::new();
        let mut words = 0;
        while self.read < total && words < most {
            let page = match process.reply().await? {
                Reply::Page(page) if page.index == self.read => page,
                _ => return Err(process.unexpected_reply()),
            };
            let page = self.recognised.remove(&self.read).unwrap_or(page);
            self.read += 1;
            words += page.words.len();
            pages.push(page);
            if on_progress(self.read, total).is_break() {
                return Err(Error::Cancelled { path: process.path().to_owned() });
            }
        }
        Ok(pages)
    }
}
