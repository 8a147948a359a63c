//! Pages to look at: words, images, highlights painted. A page is shown only if the file still has the bytes that were
//! read, so highlights never stand in the wrong place.

use crate::files::{self, Stat};
use crate::hits::rect_of;
use crate::paint::paint;
use crate::pictures::{Picture, Pictures};
use crate::{Engine, Error};
use pincite_api::{Highlight, LineRole, LineView, PageSize, PageView, TextMargins, WordView};
use pincite_library::{self as library, Document, DocumentId, PageMeta, RecognisedPage};
use pincite_pdf::{Page, PageImage, Role, Session};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Reader processes kept for documents being looked at.
const OPEN_AT_ONCE: usize = 3;

/// Documents being looked at, the latest last.
#[derive(Default)]
pub(crate) struct Viewers {
    open: Mutex<Vec<(DocumentId, Arc<Mutex<Viewer>>)>>,
    /// Held while a file is opened: a window asks for several things of a page at once, and one process answers them.
    opening: Mutex<()>,
}

/// What a reader process is asked for. Boxed: an async closure's future cannot be told to be `Send`, and the window needs it.
pub(crate) type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, pincite_pdf::Error>> + Send + 'a>>;

/// A reader process on a file whose bytes were checked.
pub(crate) struct Viewer {
    pub(crate) session: Session,
    pub(crate) path: PathBuf,
    stat: Stat,
    /// Drawn last.
    pictures: Pictures,
}

impl Viewer {
    /// A picture that was drawn lately, or a new one.
    async fn image(&mut self, wanted: Picture) -> Result<PageImage, pincite_pdf::Error> {
        if let Some(image) = self.pictures.get(wanted) {
            return Ok(image);
        }
        let image = self.session.image(wanted.page, wanted.scale).await?;
        self.pictures.keep(wanted, image.clone());
        Ok(image)
    }
}

impl Viewers {
    pub(crate) async fn close(&self, document: DocumentId) {
        self.open.lock().await.retain(|(open, _)| *open != document);
    }

    async fn keep(&self, document: DocumentId, viewer: Viewer) -> Arc<Mutex<Viewer>> {
        let viewer = Arc::new(Mutex::new(viewer));
        let mut open = self.open.lock().await;
        open.retain(|(other, _)| *other != document);
        open.push((document, Arc::clone(&viewer)));
        if open.len() > OPEN_AT_ONCE {
            open.remove(0);
        }
        viewer
    }

    async fn get(&self, document: DocumentId) -> Option<Arc<Mutex<Viewer>>> {
        let open = self.open.lock().await;
        open.iter().find(|(other, _)| *other == document).map(|(_, viewer)| Arc::clone(viewer))
    }
}

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
            words: read.words.into_iter().map(|word| WordView { text: word.text, rect: rect_of(word.rect) }).collect(),
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
            None => self.viewed(document, move |viewer| Box::pin(viewer.session.page(page))).await,
        }
    }

    /// The narrowest margins of a document's pages. A document without text has none.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn text_margins(&self, document: DocumentId) -> Result<TextMargins, Error> {
        let content = self.0.library.content_of(document).await?;
        let pages = self.0.library.pages(content).await?;
        let passages = self.0.library.passages(content).await?;
        let words = passages.iter().flat_map(|stored| &stored.passage.spans);
        let margins = words.filter_map(|word| {
            let page = pages.get(word.page as usize)?;
            Some(TextMargins { left: word.rect.x0, right: page.width - word.rect.x1 })
        });
        let narrowest = margins
            .reduce(|a, b| TextMargins { left: a.left.min(b.left), right: a.right.min(b.right) })
            .unwrap_or_default();
        Ok(TextMargins { left: narrowest.left.max(0.0), right: narrowest.right.max(0.0) })
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

    pub(crate) async fn stored_pages(&self, document: DocumentId) -> Result<Vec<PageMeta>, Error> {
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
        let painting = tokio::task::spawn_blocking(move || paint(&image, &here, scale));
        let what = format!("Painting page {}", page + 1);
        match painting.await {
            Ok(Ok(png)) => Ok(png),
            Ok(Err(error)) => Err(Error::Stopped { what: format!("{what} ({error})") }),
            Err(_) => Err(Error::Stopped { what }),
        }
    }

    async fn image(&self, document: DocumentId, page: u32, scale: f32) -> Result<PageImage, Error> {
        self.viewed(document, move |viewer| Box::pin(viewer.image(Picture { page, scale }))).await
    }

    /// Asks the document's reader process, started anew once if it died since.
    pub(crate) async fn viewed<T>(
        &self,
        document: DocumentId,
        ask: impl Fn(&mut Viewer) -> Asked<'_, T>,
    ) -> Result<T, Error> {
        if let Some(answer) = self.ask_open(document, &ask).await {
            return Ok(answer);
        }
        let opening = self.0.viewers.opening.lock().await;
        if let Some(answer) = self.ask_open(document, &ask).await {
            return Ok(answer);
        }
        self.0.viewers.close(document).await;
        let viewer = self.0.viewers.keep(document, self.open_viewer(document).await?).await;
        drop(opening);
        let mut viewer = viewer.lock().await;
        Ok(ask(&mut viewer).await?)
    }

    /// Asks the reader process that is there, if its file is unchanged.
    async fn ask_open<T>(&self, document: DocumentId, ask: &impl Fn(&mut Viewer) -> Asked<'_, T>) -> Option<T> {
        let viewer = self.0.viewers.get(document).await?;
        let mut viewer = viewer.lock().await;
        // A file that was touched is checked again before anything of it is shown.
        let is_same = files::stat(&viewer.path).is_ok_and(|stat| stat == viewer.stat);
        if is_same { ask(&mut viewer).await.ok() } else { None }
    }

    /// Opens the first of the document's files that still has its bytes.
    pub(crate) async fn open_viewer(&self, document: DocumentId) -> Result<Viewer, Error> {
        let listed = self.0.library.document(document).await?;
        let Some(hash) = listed.hash.clone() else {
            return Err(library::Error::NotSearchable { path: listed.path }.into());
        };
        let mut failure = Error::DocumentMissing { path: listed.path.clone() };
        for path in self.places(&listed).await? {
            let Ok(stat) = files::stat(&path) else { continue };
            let hashed = path.clone();
            let now = tokio::task::spawn_blocking(move || files::hash(&hashed)).await;
            if now.is_ok_and(|now| now.is_ok_and(|now| now.to_string() == hash)) {
                let session = self.0.reader.open(&path, self.0.password(document).as_deref()).await?;
                return Ok(Viewer { session, path, stat, pictures: Pictures::default() });
            }
            failure = Error::DocumentChanged { path };
        }
        Err(failure)
    }

    /// Where the document's file may be, the place it was seen last first.
    pub(crate) async fn places(&self, document: &Document) -> Result<Vec<PathBuf>, Error> {
        let sightings = self.0.library.sightings(document.collection).await?.into_iter();
        let others =
            sightings.filter(|seen| seen.document == document.id && seen.path != document.path).map(|seen| seen.path);
        Ok(std::iter::once(document.path.clone()).chain(others).collect())
    }
}

fn line_view(line: &pincite_pdf::Line, page: &Page) -> LineView {
    let last = (line.end as usize).checked_sub(1).and_then(|last| page.words.get(last));
    LineView {
        start: line.start,
        end: line.end,
        rect: rect_of(line.rect),
        block: line.block,
        joins_next: last.is_some_and(|word| word.joins_next),
        role: match line.role {
            Role::Body => LineRole::Text,
            Role::TableRow => LineRole::Row,
            Role::Header | Role::Footer => LineRole::Running,
        },
    }
}
