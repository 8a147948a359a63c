//! Recognises the pages of a document that are pictures, page by page, as a job after the document is searchable. Each
//! page is stored at once, so an interrupted job goes on where it was. The file is opened once: the process that draws the
//! pictures then reads all pages for `ingest`, which takes in what was recognised.

use super::ingest::Ingest;
use super::splitting::is_picture;
use crate::error::blocking;
use crate::pages::Viewers;
use crate::work::Meter;
use crate::{Error, Home};
use pincite_api::Phase;
use pincite_library::{ContentId, Document, DocumentId, JobId, Library, RecognisedPage, escaped_name};
use pincite_models::{Catalogue, Stop, runtime};
use pincite_ocr::{Picture, RecognisedLine, Recogniser};
use pincite_pdf::{Page, PageImage, Print, PrintLine, PrintWord};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Pixels per point of the pictures that are recognised: 200 dots per inch.
const SCALE: f32 = 200.0 / 72.0;

/// Recognises scanned documents, with a model that is opened once.
pub(crate) struct Scans {
    home: Home,
    viewers: Arc<Viewers>,
    ingest: Arc<Ingest>,
    open: Mutex<Option<Arc<Recogniser>>>,
}

impl Scans {
    pub(crate) fn new(home: &Home, viewers: &Arc<Viewers>, ingest: &Arc<Ingest>) -> Self {
        Self { home: home.clone(), viewers: Arc::clone(viewers), ingest: Arc::clone(ingest), open: Mutex::default() }
    }

    /// Recognises what is missing, and makes it searchable.
    pub(crate) async fn complete(
        &self,
        job: JobId,
        document: DocumentId,
        token: &CancellationToken,
    ) -> Result<DocumentId, Error> {
        let listed = self.library().document(document).await?;
        let Some(content) = listed.content else { return Ok(document) };
        let recogniser = self.current().await?;
        let work = Work { library: self.library(), content, listed: &listed, recogniser, token };
        let pages = work.missing().await?;
        let meter = Meter::start(&self.ingest.listing.events, job, document, listed.collection, Phase::Recognising);
        let total = pages.len() as u32;
        let mut viewer = self.viewers.open(document).await?;
        for (done, page) in (0..).zip(pages) {
            meter.emit(done, total);
            work.check()?;
            match viewer.session.image(page, SCALE).await {
                Ok(image) => work.recognise(page, image).await?,
                // The page keeps its problem, and the others go on with a new process.
                Err(error) => {
                    tracing::warn!(job = job.0, code = error.code(), "a page has no picture");
                    viewer = self.viewers.open(document).await?;
                }
            }
        }
        meter.emit(total, total);
        work.check()?;
        self.ingest.replace(job, &listed, viewer, token).await
    }

    /// Queues the recognition of a document if it has pages that need it and the model is there.
    pub(crate) async fn queue(&self, document: DocumentId) -> Result<(), Error> {
        let listed = self.library().document(document).await?;
        if needs_it(&listed) && self.installed() {
            self.library().queue_recognition(document, true).await?;
        }
        Ok(())
    }

    /// Queues it for all documents that never had the chance: they were read before the model was there.
    pub(crate) async fn queue_all(&self) -> Result<(), Error> {
        let library = self.library();
        if !self.installed() {
            return Ok(());
        }
        for collection in library.collections().await? {
            for document in library.documents(collection.id).await?.iter().filter(|document| needs_it(document)) {
                library.queue_recognition(document.id, false).await?;
            }
        }
        Ok(())
    }

    /// Whether the model is installed.
    fn installed(&self) -> bool {
        self.folder().is_some()
    }

    /// The recogniser.
    ///
    /// # Errors
    /// [`Error::NoRecogniser`], and why it cannot be opened.
    async fn current(&self) -> Result<Arc<Recogniser>, Error> {
        let mut open = self.open.lock().await;
        if let Some(recogniser) = &*open {
            return Ok(Arc::clone(recogniser));
        }
        let folder = self.folder().ok_or(Error::NoRecogniser)?;
        let home = self.home.folder().to_owned();
        let opening = move || {
            runtime::start(&runtime::candidates(&home))?;
            Ok::<_, Error>(Arc::new(Recogniser::open(&folder, threads())?))
        };
        let recogniser = blocking("Opening the recogniser", opening).await??;
        *open = Some(Arc::clone(&recogniser));
        Ok(recogniser)
    }

    /// Forgets the open model: the models on the disk changed.
    pub(crate) async fn forget(&self) {
        *self.open.lock().await = None;
    }

    fn library(&self) -> &Library {
        &self.ingest.listing.library
    }

    fn folder(&self) -> Option<PathBuf> {
        Catalogue::builtin().ok()?.recogniser(self.home.folder())
    }
}

fn needs_it(document: &Document) -> bool {
    document.skipped.iter().any(|page| is_picture(&page.problem))
}

/// One document at work.
struct Work<'a> {
    library: &'a Library,
    content: ContentId,
    listed: &'a Document,
    recogniser: Arc<Recogniser>,
    token: &'a CancellationToken,
}

impl Work<'_> {
    /// The pages that are pictures and not recognised yet.
    async fn missing(&self) -> Result<Vec<u32>, Error> {
        let mut missing = Vec::new();
        for page in self.listed.skipped.iter().filter(|page| is_picture(&page.problem)) {
            if self.library.recognised_page(self.content, page.page).await?.is_none() {
                missing.push(page.page);
            }
        }
        Ok(missing)
    }

    fn check(&self) -> Result<(), Error> {
        let path = self.listed.path.clone();
        if self.token.is_cancelled() { Err(Error::Cancelled { path }) } else { Ok(()) }
    }

    async fn recognise(&self, index: u32, image: PageImage) -> Result<(), Error> {
        let recogniser = Arc::clone(&self.recogniser);
        let what = format!("Recognising {}", escaped_name(&self.listed.path));
        let recognised = blocking(what, move || page(&recogniser, index, &image)).await??;
        Ok(self.library.store_recognised(self.content, &recognised).await?)
    }
}

/// Recognises one page.
fn page(recogniser: &Recogniser, index: u32, image: &PageImage) -> Result<RecognisedPage, Error> {
    let recognised = recogniser.recognise(&Picture::from_png(&image.png)?, &Stop::new()?)?;
    let print = Print {
        width: image.width as f32 / SCALE,
        height: image.height as f32 / SCALE,
        tilt: recognised.tilt.angle,
        lines: recognised.lines.iter().map(line).collect(),
    };
    Ok(RecognisedPage { page: Page::recognised(index, &print), confidence: recognised.confidence() })
}

/// From pixels to points.
fn line(line: &RecognisedLine) -> PrintLine {
    let words = line.words.iter().map(|word| PrintWord {
        text: word.text.clone(),
        left: word.left / SCALE,
        right: word.right / SCALE,
    });
    PrintLine { size: line.size / SCALE, baseline: line.baseline / SCALE, words: words.collect() }
}

/// Half of the CPU: the other half is for questions that are asked meanwhile.
fn threads() -> usize {
    available_parallelism().map_or(1, usize::from).div_ceil(2)
}
