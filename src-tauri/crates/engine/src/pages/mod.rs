//! Pages to look at: words, links and images of a page, labels and sizes of all, the outline. A document is shown only if
//! its file still has the bytes that were read.
//!
//! Reader processes answer (`viewers`). `words` are found, selected and cited. People highlight them (`annotations`), and
//! `links` lead back to a place. `tables` are those of figures. `paint` is for a terminal that has no window.

mod annotations;
mod links;
mod paint;
mod tables;
mod text;
mod viewers;
mod words;

pub use links::{Link, LinkTaker, hand_over};
pub(crate) use text::Finders;
pub(crate) use viewers::{Viewer, Viewers};

use crate::error::blocking;
use crate::search::rect_of;
use crate::{Engine, Error};
use paint::paint;
use pincite_api::{
    Highlight, LineRole, LineView, LinkTarget, Outline, OutlineEntry, PageLink, PageSize, PageView, TextMargins,
    WordView,
};
use pincite_library::{self as library, DocumentId, PageMeta, RecognisedPage, escaped};
use pincite_passage::Passage;
use pincite_pdf::{self as pdf, OutlineItem, Page, PageImage, Role};
use viewers::Picture;

impl Engine {
    /// A page's size and words.
    ///
    /// # Errors
    /// [`Error::DocumentMissing`], [`Error::DocumentChanged`], [`Error::Library`], [`Error::Pdf`].
    pub async fn page(&self, document: DocumentId, page: u32) -> Result<PageView, Error> {
        let label = self.page_labels(document).await?.into_iter().nth(page as usize);
        let recognised = self.recognised(document, page).await?;
        let confidence = recognised.as_ref().map(|recognised| recognised.confidence);
        let read = self.words_of(document, page, recognised).await?;
        let lines = read.lines.iter().map(|line| line_view(line, &read)).collect();
        Ok(PageView {
            lines,
            page,
            label: label.unwrap_or_else(|| (page + 1).to_string()),
            width: read.width,
            height: read.height,
            words: (0..read.words.len()).map(|at| word_view(&read, at)).collect(),
            confidence,
        })
    }

    /// A page as its reader process gives it, or as it was recognised in its picture.
    pub(crate) async fn read_page(&self, document: DocumentId, page: u32) -> Result<Page, Error> {
        let recognised = self.recognised(document, page).await?;
        self.words_of(document, page, recognised).await
    }

    async fn words_of(
        &self,
        document: DocumentId,
        page: u32,
        recognised: Option<RecognisedPage>,
    ) -> Result<Page, Error> {
        match recognised {
            Some(recognised) => Ok(recognised.page.alone()),
            None => self.0.viewers.ask(document, move |viewer| Box::pin(viewer.session.page(page))).await,
        }
    }

    /// The narrowest margins of a document's pages. A document without text has none.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn text_margins(&self, document: DocumentId) -> Result<TextMargins, Error> {
        let content = self.0.library.content_of(document).await?;
        let library::Margins { left, right } = self.0.library.margins(content).await?;
        Ok(TextMargins { left, right })
    }

    /// Printed labels of a document's pages, in order.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn page_labels(&self, document: DocumentId) -> Result<Vec<String>, Error> {
        let pages = self.stored_pages(document).await?;
        Ok(pages.into_iter().map(|page| page.label).collect())
    }

    /// Label, width and height of a document's pages, in order: what a viewer needs before it draws any.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn page_sizes(&self, document: DocumentId) -> Result<Vec<PageSize>, Error> {
        let pages = self.stored_pages(document).await?;
        let sizes = (0..).zip(pages);
        Ok(sizes
            .map(|(page, meta)| PageSize { page, label: meta.label, width: meta.width, height: meta.height })
            .collect())
    }

    async fn recognised(&self, document: DocumentId, page: u32) -> Result<Option<RecognisedPage>, Error> {
        let content = self.0.library.content_of(document).await?;
        Ok(self.0.library.recognised_page(content, page).await?)
    }

    async fn stored_pages(&self, document: DocumentId) -> Result<Vec<PageMeta>, Error> {
        let content = self.0.library.content_of(document).await?;
        Ok(self.0.library.pages(content).await?)
    }

    /// A page as a PNG image, `scale` pixels per point.
    ///
    /// # Errors
    /// As [`Engine::page`].
    pub async fn page_image(&self, document: DocumentId, page: u32, scale: f32) -> Result<Vec<u8>, Error> {
        Ok(self.image(document, page, scale).await?.png)
    }

    /// The same with highlights painted on it; those of other pages are left out.
    ///
    /// # Errors
    /// As [`Engine::page`].
    pub async fn highlighted_page(
        &self,
        document: DocumentId,
        page: u32,
        scale: f32,
        highlights: &[Highlight],
    ) -> Result<Vec<u8>, Error> {
        let image = self.image(document, page, scale).await?;
        let here: Vec<_> = highlights.iter().filter(|highlight| highlight.page == page).copied().collect();
        let what = format!("Painting page {}", page + 1);
        let painted = blocking(what.clone(), move || paint(&image, &here, scale)).await?;
        painted.map_err(|error| Error::Stopped { what: format!("{what} ({error})") })
    }

    async fn image(&self, document: DocumentId, page: u32, scale: f32) -> Result<PageImage, Error> {
        self.0.viewers.ask(document, move |viewer| Box::pin(viewer.image(Picture { page, scale }))).await
    }

    /// The links on a page, counted from 0.
    ///
    /// # Errors
    /// As [`Engine::page`].
    pub async fn links(&self, document: DocumentId, page: u32) -> Result<Vec<PageLink>, Error> {
        let links = self.0.viewers.ask(document, move |viewer| Box::pin(viewer.session.links(page))).await?;
        Ok(links.into_iter().map(link_of).collect())
    }

    /// The outline of a document. A file that cannot be opened now has the headings found when it was read.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn outline(&self, document: DocumentId) -> Result<Outline, Error> {
        let content = self.0.library.content_of(document).await?;
        let own =
            self.0.viewers.ask(document, |viewer| Box::pin(async { Ok(viewer.session.contents().outline.clone()) }));
        let own = own.await.unwrap_or_default();
        if own.iter().any(|item| item.page.is_some()) {
            return Ok(Outline { entries: own.into_iter().map(entry_of).collect(), from_headings: false });
        }
        let passages = self.0.library.passages(content).await?;
        Ok(Outline { entries: headings(passages.iter().map(|stored| &stored.passage)), from_headings: true })
    }
}

fn word_view(page: &Page, at: usize) -> WordView {
    let word = &page.words[at];
    WordView { text: word.text.clone(), rect: rect_of(word.rect), joins_next: words::goes_on(page, at) }
}

fn line_view(line: &pdf::Line, page: &Page) -> LineView {
    LineView {
        start: line.start,
        end: line.end,
        rect: rect_of(line.rect),
        block: line.block,
        joins_next: line.end > line.start && words::goes_on(page, line.end as usize - 1),
        role: match line.role {
            Role::Body => LineRole::Text,
            Role::TableRow => LineRole::Row,
            Role::Header | Role::Footer => LineRole::Running,
        },
    }
}

fn link_of(link: pdf::Link) -> PageLink {
    let target = match link.target {
        pdf::LinkTarget::Place(pdf::Destination { page, y }) => LinkTarget::Place { page, y },
        pdf::LinkTarget::Address(address) => LinkTarget::Address { address: escaped(&address) },
    };
    PageLink { rect: rect_of(link.rect), target }
}

fn entry_of(item: OutlineItem) -> OutlineEntry {
    let OutlineItem { level, title, page, y } = item;
    OutlineEntry { level, title, page, y }
}

/// The headings of passages, each where it comes first.
fn headings<'p>(passages: impl Iterator<Item = &'p Passage>) -> Vec<OutlineEntry> {
    let mut entries = Vec::new();
    let mut above: Vec<String> = Vec::new();
    for passage in passages {
        for sentence in starts(passage) {
            let now = passage.headings_of(sentence);
            let shared = above.iter().zip(now).take_while(|(before, now)| before == now).count();
            let place = place_of(passage, sentence);
            for (level, title) in (0..).zip(now).skip(shared) {
                entries.push(OutlineEntry { level, title: title.clone(), page: place.page, y: place.y });
            }
            above = now.to_vec();
        }
    }
    entries
}

/// The sentences of a passage at which the headings may change.
fn starts(passage: &Passage) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(passage.places.iter().map(|place| place.sentence as usize))
}

struct Place {
    page: Option<u32>,
    y: Option<f32>,
}

/// Where a sentence starts. A heading has the place of the text below it, so this is the heading itself if it is there.
fn place_of(passage: &Passage, sentence: usize) -> Place {
    let start = passage.sentences.get(sentence).map_or(0, |(start, _)| *start);
    let span = passage.spans.iter().find(|span| span.start >= start);
    Place { page: span.map(|span| span.page), y: span.map(|span| span.rect.y0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_passage::{Place, Span};
    use pincite_pdf::Rect;

    fn span(start: u32, page: u32, y0: f32) -> Span {
        Span { start, end: start + 1, page, rect: Rect { y0, ..Rect::default() } }
    }

    #[test]
    fn each_heading_comes_once_at_its_first_text() {
        let path = |titles: &[&str]| titles.iter().map(|title| (*title).to_owned()).collect::<Vec<_>>();
        let first = Passage {
            headings: path(&["1. Term", "1.1 Start"]),
            sentences: vec![(0, 1), (2, 3)],
            spans: vec![span(0, 0, 70.0), span(2, 0, 90.0)],
            places: vec![Place { sentence: 1, headings: path(&["1. Term", "1.2 End"]), clause: None }],
            ..Passage::default()
        };
        let second = Passage { spans: vec![span(0, 1, 50.0)], sentences: vec![(0, 1)], ..first.clone() };
        let second = Passage { headings: path(&["1. Term", "1.2 End"]), places: Vec::new(), ..second };
        let third = Passage { headings: path(&["2. Fees"]), ..second.clone() };
        let entries = headings([&first, &second, &third].into_iter());
        let told: Vec<_> = entries.iter().map(|e| (e.level, e.title.as_str(), e.page, e.y)).collect();
        let expected = [
            (0, "1. Term", Some(0), Some(70.0)),
            (1, "1.1 Start", Some(0), Some(70.0)),
            (1, "1.2 End", Some(0), Some(90.0)),
            (0, "2. Fees", Some(1), Some(50.0)),
        ];
        assert_eq!(told, expected, "a passage that goes on under the same heading adds none");
    }
}
