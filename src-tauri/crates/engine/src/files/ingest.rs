//! One file from its bytes to a searchable document: read, hash, split, embed, store. All or nothing: until the last
//! step nothing of it is in the library. `work` decides what is ingested when, and what follows.

use super::disk::{self, SourceFile, Stat};
use super::listing::Listing;
use super::splitting::{
    Encoding, Part, Prepared, document_problem, empty_picture, language_of_pages, split_part, title,
};
use super::vectors::{KnownVectors, MissingVectors, failed, vectors_of};
use crate::Error;
use crate::error::blocking;
use crate::pages::Viewer;
use crate::work::Meter;
use pincite_api::Phase;
use pincite_language::Language;
use pincite_library::{
    self as library, CollectionId, ContentHash, Document, DocumentId, FileVersion, JobId, Library, NewContent,
    NewVectors, Placement, escaped_name,
};
use pincite_passage::Splitting;
use pincite_pdf::{Contents, Page, Reading, Session};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Makes files searchable.
pub(crate) struct Ingest {
    pub(crate) listing: Arc<Listing>,
    pub(crate) missing: MissingVectors,
    /// How long passages are; `None`: as measured best for the encoder.
    pub(crate) splitting: Option<Splitting>,
}

impl Ingest {
    /// Makes a listed file searchable; returns the document it is listed under then, another one if the collection already
    /// had its bytes. The file is read once: the reader process gets what is hashed.
    pub(crate) async fn ingest(
        &self,
        job: JobId,
        document: DocumentId,
        path: &Path,
        token: &CancellationToken,
    ) -> Result<DocumentId, Error> {
        let library = &self.listing.library;
        let collection = library.document(document).await?.collection;
        let file = self.listing.originals.file(path).await?;
        let mut source = SourceFile::open(&file).await?;
        let stat = source.stat;
        let session = self.listing.readers.open(document, &mut source).await;
        let hash = source.hash().await?;
        let encoding = self.encoding(collection).await?;
        let work = Work { ingest: self, job, document, collection, path, file: &file, stat, hash, token, encoding };
        let placed = match library.adopt(document, &work.seen(), hash, &work.encoding.recipe).await? {
            Some(placed) => placed,
            None => work.store(&work.read(session?).await?).await?,
        };
        work.forget_old_paths(placed.document).await?;
        if let Some(merged) = placed.merged {
            self.listing.announce_duplicate(path, merged, placed.document).await?;
        }
        if !disk::exists(&file).await {
            // Storing it took back what was said when it went.
            self.listing.miss(collection, path).await?;
        }
        if work.encoding.embedder.is_none() {
            return Ok(placed.document);
        }
        // Shared content may lack vectors, and while a file was read another generation may have become active.
        self.missing.complete(job, placed.document, token).await
    }

    /// Reads all pages again in the process that drew pictures of some, after these were recognised. Passages whose text is
    /// as before keep their vectors. What was searchable before stays so until one transaction replaces it, in all
    /// collections.
    pub(crate) async fn replace(
        &self,
        job: JobId,
        listed: &Document,
        viewer: Viewer,
        token: &CancellationToken,
    ) -> Result<DocumentId, Error> {
        let Viewer { session, listed: path, file, stat, .. } = viewer;
        let Document { id: document, collection, .. } = *listed;
        let library = &self.listing.library;
        let content = library.content_of(document).await?;
        let hash = library.content(content).await?.hash.parse()?;
        let encoding = self.encoding(collection).await?;
        let work =
            Work { ingest: self, job, document, collection, path: &path, file: &file, stat, hash, token, encoding };
        let prepared = work.read(session).await?;
        let known = match &work.encoding.embedder {
            Some(embedder) => KnownVectors::of(library, embedder, content).await?,
            None => KnownVectors::default(),
        };
        let vectors = work.vectors(&prepared, &known).await?;
        let new = NewContent { vectors: vectors.as_ref(), ..work.content(&prepared) };
        let placed = library.replace_content(&new).await?;
        // Other collections with the same bytes lost their vectors.
        self.missing.queue().await?;
        Ok(placed.document)
    }

    async fn encoding(&self, collection: CollectionId) -> Result<Encoding, Error> {
        Encoding::of(&self.listing.library, &self.missing.encoders, collection, self.splitting).await
    }
}

/// One file at work.
struct Work<'a> {
    ingest: &'a Ingest,
    job: JobId,
    document: DocumentId,
    collection: CollectionId,
    /// Where it is listed.
    path: &'a Path,
    /// Where its bytes are.
    file: &'a Path,
    /// How the file looked when it was opened.
    stat: Stat,
    hash: ContentHash,
    token: &'a CancellationToken,
    encoding: Encoding,
}

impl Work<'_> {
    fn library(&self) -> &Library {
        &self.ingest.listing.library
    }

    fn seen(&self) -> FileVersion<'_> {
        disk::version(self.path, self.stat)
    }

    fn meter(&self, phase: Phase) -> Meter {
        Meter::start(&self.ingest.listing.events, self.job, self.document, self.collection, phase)
    }

    /// Reads and splits part by part: of a long file only the passages are in memory, not all its words.
    /// Pages that were recognised take the place of those without text.
    async fn read(&self, session: Session) -> Result<Prepared, Error> {
        let recognised = self.library().recognised_pages(self.hash).await?;
        let empty = recognised.iter().filter(|it| it.page.words.is_empty());
        let empty: Vec<usize> = empty.map(|it| it.page.index as usize).collect();
        let reading = session.into_reading().await?;
        let mut reading = reading.with_recognised(recognised.into_iter().map(|recognised| recognised.page));
        let contents = Arc::new(reading.contents().clone());
        let mut prepared = Prepared::default();
        while let Some(pages) = self.read_part(&mut reading).await? {
            if prepared.pages.is_empty() {
                prepared.title = title(contents.title.as_deref(), &pages);
            }
            if prepared.language == Language::Undetermined {
                prepared.language = language_of_pages(&pages);
            }
            prepared.append(self.split(&contents, pages, prepared.language).await?);
        }
        for page in empty {
            if let Some(page) = prepared.pages.get_mut(page) {
                page.problem = Some(empty_picture());
            }
        }
        prepared.problem = document_problem(self.path, &prepared, contents.damage);
        if disk::stat(self.file).await? != self.stat {
            return Err(Error::DocumentChanged { path: self.path.to_owned() });
        }
        Ok(prepared)
    }

    async fn split(&self, contents: &Arc<Contents>, pages: Vec<Page>, language: Language) -> Result<Part, Error> {
        self.meter(Phase::Splitting).emit(0, pages.len() as u32);
        let contents = Arc::clone(contents);
        let cutter = self.encoding.cutter.clone();
        let splitting = self.encoding.splitting;
        let what = format!("Splitting {}", escaped_name(self.path));
        blocking(what, move || split_part(&contents, &pages, splitting, cutter.as_deref(), language)).await
    }

    async fn read_part(&self, reading: &mut Reading) -> Result<Option<Vec<Page>>, Error> {
        let meter = self.meter(Phase::Reading);
        let on_page = |done, total| {
            meter.emit(done, total);
            if self.token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match reading.next_part(on_page).await {
            Err(pincite_pdf::Error::Cancelled { path }) => Err(Error::Cancelled { path }),
            result => Ok(result?),
        }
    }

    async fn store(&self, prepared: &Prepared) -> Result<Placement, Error> {
        let vectors = self.vectors(prepared, &KnownVectors::default()).await?;
        self.meter(Phase::Storing).emit(0, 1);
        let new = NewContent { vectors: vectors.as_ref(), ..self.content(prepared) };
        match self.library().store_content(&new).await {
            // Replaced and deleted while its vectors were computed: those of the one in its place come afterwards.
            Err(library::Error::NoGeneration(_)) => {
                Ok(self.library().store_content(&NewContent { vectors: None, ..new }).await?)
            }
            placed => Ok(placed?),
        }
    }

    async fn vectors(&self, prepared: &Prepared, known: &KnownVectors) -> Result<Option<NewVectors>, Error> {
        let Some(embedder) = &self.encoding.embedder else { return Ok(None) };
        let on_progress = self.meter(Phase::Embedding).listener(self.token);
        let vectors = vectors_of(&prepared.passages, embedder, known, on_progress).await;
        vectors.map(Some).map_err(|error| failed(error, self.path))
    }

    /// What is stored of a file, without vectors.
    fn content<'p>(&'p self, prepared: &'p Prepared) -> NewContent<'p> {
        NewContent {
            document: self.document,
            seen: self.seen(),
            hash: self.hash,
            title: prepared.title.as_deref(),
            recipe: &self.encoding.recipe,
            problem: prepared.problem.as_ref(),
            language: prepared.language,
            pages: &prepared.pages,
            passages: &prepared.passages,
            tables: &prepared.tables,
            vectors: None,
        }
    }

    /// A document seen at this path is no longer at paths where no file is: it was renamed or moved.
    async fn forget_old_paths(&self, document: DocumentId) -> Result<(), Error> {
        if self.ingest.listing.originals.are_shared() {
            return Ok(());
        }
        for old in self.ingest.listing.places(document).await? {
            if old != self.path && !disk::exists(&old).await {
                self.library().remove_path(self.collection, &old).await?;
            }
        }
        Ok(())
    }
}
