//! Recognises the pages of a document that are pictures, page by page, as a job after the document is searchable. Each
//! page is stored at once, so an interrupted job goes on where it was. Not for reading the file again: `ingest` does it
//! when all pages are there.

use crate::incomplete;
use crate::progress::Meter;
use crate::{Engine, Error, ingest};
use pincite_api::Phase;
use pincite_library::{ContentId, Document, DocumentId, JobId, RecognisedPage};
use pincite_models::Stop;
use pincite_ocr::{Picture, RecognisedLine, Recogniser};
use pincite_pdf::{Page, PageImage, Print, PrintLine, PrintWord};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Pixels per point of the pictures that are recognised: 200 dots per inch.
const SCALE: f32 = 200.0 / 72.0;
/// Pages for which one reader process draws pictures.
const PAGES_PER_READER: usize = 25;

/// Recognises what is missing, and makes it searchable.
pub(crate) async fn complete(
    engine: &Engine,
    job: JobId,
    document: DocumentId,
    token: &CancellationToken,
) -> Result<DocumentId, Error> {
    let listed = engine.0.library.document(document).await?;
    let Some(content) = listed.content else { return Ok(document) };
    let recogniser = engine.0.recognisers.current().await?;
    let work = Work { engine, content, listed: &listed, recogniser, token };
    let pages = work.missing().await?;
    let meter = Meter::start(job, document, listed.collection, Phase::Recognising);
    let (mut done, total) = (0, pages.len() as u32);
    for part in pages.chunks(PAGES_PER_READER) {
        let mut viewer = engine.open_viewer(document).await?;
        for page in part {
            meter.emit(engine, done, total);
            work.check()?;
            match viewer.session.image(*page, SCALE).await {
                Ok(image) => work.recognise(*page, image).await?,
                // The page keeps its problem, and the others go on with a new process.
                Err(error) => {
                    tracing::warn!(job = job.0, code = error.code(), "a page has no picture");
                    viewer = engine.open_viewer(document).await?;
                }
            }
            done += 1;
        }
    }
    meter.emit(engine, done, total);
    work.check()?;
    ingest::replace(engine, job, document, token).await
}

/// Queues the recognition of a document if it has pages that need it and the model is there.
pub(crate) async fn queue(engine: &Engine, document: DocumentId) -> Result<(), Error> {
    let listed = engine.0.library.document(document).await?;
    if needs_it(&listed) && engine.0.recognisers.installed() {
        engine.0.library.queue_recognition(document, true).await?;
        engine.0.queue.wake();
    }
    Ok(())
}

/// Queues it for all documents that never had the chance: they were read before the model was there.
pub(crate) async fn queue_all(engine: &Engine) -> Result<(), Error> {
    let library = &engine.0.library;
    if !engine.0.recognisers.installed() {
        return Ok(());
    }
    for collection in library.collections().await? {
        for document in library.documents(collection.id).await?.iter().filter(|document| needs_it(document)) {
            library.queue_recognition(document.id, false).await?;
        }
    }
    engine.0.queue.wake();
    Ok(())
}

fn needs_it(document: &Document) -> bool {
    document.skipped.iter().any(|page| incomplete::is_picture(&page.problem))
}

/// One document at work.
struct Work<'a> {
    engine: &'a Engine,
    content: ContentId,
    listed: &'a Document,
    recogniser: Arc<Recogniser>,
    token: &'a CancellationToken,
}

impl Work<'_> {
    /// The pages that are pictures and not recognised yet.
    async fn missing(&self) -> Result<Vec<u32>, Error> {
        let mut missing = Vec::new();
        for page in self.listed.skipped.iter().filter(|page| incomplete::is_picture(&page.problem)) {
            if self.engine.0.library.recognised_page(self.content, page.page).await?.is_none() {
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
        let recognising = tokio::task::spawn_blocking(move || page(&recogniser, index, &image));
        let stopped = |_| Error::Stopped { what: format!("Recognising {}", self.listed.path.display()) };
        let recognised = recognising.await.map_err(stopped)??;
        Ok(self.engine.0.library.store_recognised(self.content, &recognised).await?)
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
