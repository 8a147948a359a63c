//! One file from its bytes to a searchable document: hash, read, split, embed, store. All or nothing: until the last
//! step nothing of it is in the library. Not for deciding what is ingested when.

use crate::engine::Inner;
use crate::progress::Meter;
use crate::{Engine, Error, embed, files, incomplete, recognise};
use pincite_api::Phase;
use pincite_library::{
    CollectionId, ContentHash, DocumentId, FileVersion, JobId, NewContent, NewPassage, NewVectors, PageMeta, Placement,
    Problem, RecognisedPage, is_title,
};
use pincite_models::Encoder;
use pincite_passage::{Passage, Splitting, printed_title, split};
use pincite_pdf::{Contents, Page, Reading};
use pincite_search::{self as search, ANALYSIS_VERSION, Embedder, encoder_input, passage_terms};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Grows whenever the same pages would be cut into other passages.
const SPLIT_VERSION: u32 = 3;

/// Passage length and overlap measured best (see ARCHITECTURE.md), where the encoder reads that much.
pub const SPLITTING: Splitting = Splitting { max_tokens: 200, overlap_tokens: 0 };

/// One file at work.
struct Work<'a> {
    engine: &'a Engine,
    job: JobId,
    document: DocumentId,
    collection: CollectionId,
    path: &'a Path,
    token: &'a CancellationToken,
}

/// Makes a listed file searchable; returns the document it is listed under then, another one if the collection already had
/// its bytes.
pub(crate) async fn ingest(
    engine: &Engine,
    job: JobId,
    document: DocumentId,
    path: &Path,
    token: &CancellationToken,
) -> Result<DocumentId, Error> {
    let collection = engine.0.library.document(document).await?.collection;
    let work = Work { engine, job, document, collection, path, token };
    let stat = files::stat(path)?;
    let hash = work.hash().await?;
    let encoding = work.encoding().await?;
    let splitting = splitting(engine, encoding.cutter.as_deref());
    let recipe = recipe(splitting, encoding.tokenizer.as_deref());
    let seen = FileVersion { path, bytes: stat.bytes, modified_ms: stat.modified_ms };
    let placed = match engine.0.library.adopt(document, &seen, hash, &recipe).await? {
        Some(placed) => placed,
        None => {
            let prepared = work.read(hash, splitting, encoding.cutter.as_ref()).await?;
            if files::stat(path)? != stat {
                return Err(Error::DocumentChanged { path: path.to_owned() });
            }
            work.store(&prepared, seen, hash, &recipe, encoding.embedder.as_ref()).await?
        }
    };
    work.forget_old_paths(placed.document).await?;
    if let Some(merged) = placed.merged {
        // A copy of a document that is leaving brings it back.
        engine.0.leaving.keep(placed.document);
        engine.announce_duplicate(path, merged, placed.document).await?;
    }
    recognise::queue(engine, placed.document).await?;
    if !path.exists() {
        // Storing it took back what was said when it went.
        engine.miss(collection, path).await?;
    }
    if encoding.embedder.is_none() {
        return Ok(placed.document);
    }
    // Shared content may lack vectors, and while a file was read another generation may have become active.
    embed::complete(engine, job, placed.document, token).await
}

/// Reads a document again after pages of it were recognised. What was searchable before stays so until one transaction
/// replaces it, in all collections.
pub(crate) async fn replace(
    engine: &Engine,
    job: JobId,
    document: DocumentId,
    token: &CancellationToken,
) -> Result<DocumentId, Error> {
    let collection = engine.0.library.document(document).await?.collection;
    let path = engine.open_viewer(document).await?.path;
    let work = Work { engine, job, document, collection, path: &path, token };
    let (stat, hash) = (files::stat(&path)?, work.hash().await?);
    let encoding = work.encoding().await?;
    let splitting = splitting(engine, encoding.cutter.as_deref());
    let recipe = recipe(splitting, encoding.tokenizer.as_deref());
    let prepared = work.read(hash, splitting, encoding.cutter.as_ref()).await?;
    if files::stat(&path)? != stat {
        return Err(Error::DocumentChanged { path });
    }
    let seen = FileVersion { path: &path, bytes: stat.bytes, modified_ms: stat.modified_ms };
    let vectors = work.vectors(&prepared, encoding.embedder.as_ref()).await?;
    let new = NewContent { vectors: vectors.as_ref(), ..work.content(&prepared, seen, hash, &recipe) };
    let placed = engine.0.library.replace_content(&new).await?;
    // Other collections with the same bytes lost their vectors.
    engine.0.missing.queue().await?;
    Ok(placed.document)
}

/// The encoders a file needs; `None` without one: it is then searched by its words, and its vectors follow when an
/// encoder is there.
struct Encoding {
    /// Counts tokens.
    cutter: Option<Arc<Encoder>>,
    /// Name of the untuned encoder whose tokenizer that is: tuning changes no tokens, and cuts nothing anew.
    tokenizer: Option<String>,
    /// Makes the vectors of the generation that was active when the work began.
    embedder: Option<Embedder>,
}

/// What reading and splitting made of a file.
#[derive(Default)]
struct Prepared {
    title: Option<String>,
    problem: Option<Problem>,
    pages: Vec<PageMeta>,
    passages: Vec<NewPassage>,
}

impl Prepared {
    /// Adds the next part of the file.
    fn append(&mut self, part: Part) {
        let first = self.passages.len() as u32;
        self.pages.extend(part.pages);
        self.passages.extend(part.passages.into_iter().map(|mut new| {
            new.passage.ordinal += first;
            new
        }));
    }
}

/// Some pages of a file.
struct Part {
    pages: Vec<PageMeta>,
    passages: Vec<NewPassage>,
}

impl Work<'_> {
    fn meter(&self, phase: Phase) -> Meter {
        Meter::start(self.job, self.document, self.collection, phase)
    }

    async fn hash(&self) -> Result<ContentHash, Error> {
        let path = self.path.to_owned();
        let hashing = tokio::task::spawn_blocking(move || files::hash(&path));
        hashing.await.map_err(|_| self.stopped("Reading"))?
    }

    async fn encoding(&self) -> Result<Encoding, Error> {
        let Inner { library, encoders, .. } = &*self.engine.0;
        let embedder = match Embedder::active(library, encoders, self.collection).await {
            Ok(embedder) => Some(embedder),
            Err(search::Error::Library(error)) => return Err(error.into()),
            Err(_) => None,
        };
        let generation = match &embedder {
            Some(embedder) => Some(embedder.generation.clone()),
            None => library.active_generation(self.collection).await?,
        };
        let cutter = match &embedder {
            Some(embedder) => Some(Arc::clone(&embedder.encoder)),
            None => encoders.untuned(generation.as_ref()).await.ok(),
        };
        let base = generation.and_then(|generation| generation.base);
        let tokenizer = cutter.as_ref().map(|cutter| base.unwrap_or_else(|| cutter.name().to_owned()));
        Ok(Encoding { cutter, tokenizer, embedder })
    }

    /// Reads and splits part by part: of a long file only the passages are in memory, not all its words.
    /// Pages that were recognised take the place of those without text.
    async fn read(
        &self,
        hash: ContentHash,
        splitting: Splitting,
        cutter: Option<&Arc<Encoder>>,
    ) -> Result<Prepared, Error> {
        let password = self.engine.0.password(self.document);
        let recognised = self.engine.0.library.recognised_pages(hash).await?;
        let empty: Vec<usize> = recognised.iter().filter(|it| it.page.words.is_empty()).map(page_index).collect();
        let reading = self.engine.0.reader.start(self.path, password.as_deref()).await?;
        let mut reading = reading.with_recognised(recognised.into_iter().map(|recognised| recognised.page));
        let contents = Arc::new(reading.contents().clone());
        let mut prepared = Prepared::default();
        while let Some(pages) = self.read_part(&mut reading).await? {
            if prepared.pages.is_empty() {
                prepared.title = title(contents.title.as_deref(), &pages);
            }
            self.meter(Phase::Splitting).emit(self.engine, 0, pages.len() as u32);
            let (contents, cutter) = (Arc::clone(&contents), cutter.cloned());
            let split = move || prepare(&contents, &pages, splitting, cutter.as_deref());
            prepared.append(tokio::task::spawn_blocking(split).await.map_err(|_| self.stopped("Splitting"))?);
        }
        for page in empty {
            if let Some(page) = prepared.pages.get_mut(page) {
                page.problem = Some(incomplete::of_empty_picture());
            }
        }
        let (pages, passages) = (prepared.pages.len(), prepared.passages.len());
        prepared.problem = incomplete::of_document(self.path, pages, passages, contents.damage);
        Ok(prepared)
    }

    async fn read_part(&self, reading: &mut Reading) -> Result<Option<Vec<Page>>, Error> {
        let meter = self.meter(Phase::Reading);
        let on_page = |done, total| {
            meter.emit(self.engine, done, total);
            if self.token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match reading.next_part(on_page).await {
            Err(pincite_pdf::Error::Cancelled { path }) => Err(Error::Cancelled { path }),
            result => Ok(result?),
        }
    }

    async fn embed(&self, passages: &[NewPassage], embedder: &Embedder) -> Result<NewVectors, Error> {
        let texts = passages.iter().map(|new| encoder_input(&new.passage)).collect();
        let on_progress = self.meter(Phase::Embedding).listener(self.engine, self.token);
        embedder.embed(texts, on_progress).await.map_err(|error| embed::failed(error, self.path))
    }

    async fn store(
        &self,
        prepared: &Prepared,
        seen: FileVersion<'_>,
        hash: ContentHash,
        recipe: &str,
        embedder: Option<&Embedder>,
    ) -> Result<Placement, Error> {
        let vectors = self.vectors(prepared, embedder).await?;
        self.meter(Phase::Storing).emit(self.engine, 0, 1);
        let new = NewContent { vectors: vectors.as_ref(), ..self.content(prepared, seen, hash, recipe) };
        match self.engine.0.library.store_content(&new).await {
            // Replaced and deleted while its vectors were computed: those of the one in its place come afterwards.
            Err(pincite_library::Error::NoGeneration(_)) => {
                Ok(self.engine.0.library.store_content(&NewContent { vectors: None, ..new }).await?)
            }
            placed => Ok(placed?),
        }
    }

    async fn vectors(&self, prepared: &Prepared, embedder: Option<&Embedder>) -> Result<Option<NewVectors>, Error> {
        match embedder {
            Some(embedder) => self.embed(&prepared.passages, embedder).await.map(Some),
            None => Ok(None),
        }
    }

    /// What is stored of a file, without vectors.
    fn content<'p>(
        &self,
        prepared: &'p Prepared,
        seen: FileVersion<'p>,
        hash: ContentHash,
        recipe: &'p str,
    ) -> NewContent<'p> {
        NewContent {
            document: self.document,
            seen,
            hash,
            title: prepared.title.as_deref(),
            recipe,
            problem: prepared.problem.as_ref(),
            pages: &prepared.pages,
            passages: &prepared.passages,
            vectors: None,
        }
    }

    /// A document seen at this path is no longer at paths where no file is: it was renamed or moved.
    async fn forget_old_paths(&self, document: DocumentId) -> Result<(), Error> {
        let collection = self.collection;
        let sightings = self.engine.0.library.sightings(collection).await?;
        for old in
            sightings.iter().filter(|old| old.document == document && old.path != self.path && !old.path.exists())
        {
            self.engine.0.library.remove_path(collection, &old.path).await?;
        }
        Ok(())
    }

    fn stopped(&self, doing: &str) -> Error {
        Error::Stopped { what: format!("{doing} {}", self.path.display()) }
    }
}

/// The engine's passage length, or the measured one, within what the encoder reads.
fn splitting(engine: &Engine, encoder: Option<&Encoder>) -> Splitting {
    let wanted = engine.0.splitting.unwrap_or(SPLITTING);
    let limit = encoder.map_or(usize::MAX, Encoder::max_tokens);
    Splitting { max_tokens: wanted.max_tokens.min(limit), ..wanted }
}

/// What passages come out as depends on this and the file's bytes, and on nothing else.
fn recipe(splitting: Splitting, tokenizer: Option<&str>) -> String {
    let tokens = tokenizer.unwrap_or("words");
    let Splitting { max_tokens, overlap_tokens } = splitting;
    format!("split {SPLIT_VERSION}, {max_tokens}+{overlap_tokens} {tokens}, analysis {ANALYSIS_VERSION}")
}

/// The title in the file's metadata, or else the one printed on the first page.
fn title(in_metadata: Option<&str>, first_pages: &[Page]) -> Option<String> {
    let useful = in_metadata.filter(|title| is_title(title)).map(str::to_owned);
    useful.or_else(|| printed_title(first_pages).filter(|title| is_title(title)))
}

fn prepare(contents: &Contents, pages: &[Page], splitting: Splitting, encoder: Option<&Encoder>) -> Part {
    let count = |text: &str| encoder.map_or_else(|| words(text), |encoder| encoder.count_tokens(text));
    let passages = split(contents, pages, splitting, &count);
    Part {
        pages: pages.iter().map(|page| page_meta(contents, page)).collect(),
        passages: passages.into_iter().map(new_passage).collect(),
    }
}

fn page_index(recognised: &RecognisedPage) -> usize {
    recognised.page.index as usize
}

/// Without a tokenizer: English takes about four tokens for three words.
fn words(text: &str) -> usize {
    text.split_whitespace().count() * 4 / 3
}

/// Without room to grow: a document has tens of thousands of them.
fn new_passage(mut passage: Passage) -> NewPassage {
    passage.text.shrink_to_fit();
    passage.spans.shrink_to_fit();
    passage.sentences.shrink_to_fit();
    let mut terms = passage_terms(&passage);
    terms.shrink_to_fit();
    NewPassage { passage, terms }
}

fn page_meta(contents: &Contents, page: &Page) -> PageMeta {
    PageMeta {
        label: contents.label_of(page),
        width: page.width,
        height: page.height,
        problem: incomplete::of_page(page.coverage),
    }
}
