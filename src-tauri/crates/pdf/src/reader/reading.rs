//! Reads a file from its first page to its last. Pages come in parts, so that a file of any length fits into memory.
//! Not for single pages: `session` has them.

use super::process::Process;
use crate::wire::{Reply, Request};
use crate::{Contents, Error, Page, document};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A part ends with the page that reaches this many words. Nearly all files are one part.
const PART_WORDS: usize = 400_000;

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
        let (mut pages, mut words) = (Vec::new(), 0);
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
