//! Files written for people: results, marks, review tables, questions, page images, and copies of documents with highlight
//! annotations. Each appears whole or not at all, no file is replaced unless that was asked for, and a document of the
//! library never. Not for their formats (`pincite_export`), nor for the highlights in the window.

use crate::error::{blocking, unwritable};
use crate::files::SourceFile;
use crate::{Engine, Error};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use pincite_adapt::write_lines;
use pincite_api::{Answer, CitationStyle, CollectionId, DocumentId, HighlightKind, Hit, Mark, WhichQuestions};
use pincite_export::{Format, MarkedPassage, Occasion, Report};
use pincite_library::{self as library, ContentHash, GridId, escaped, escaped_name};
use pincite_pdf::{Annotation, Rect};
use pincite_search::{ChosenPassage, hit_of_chosen};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// Where something is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The file.
    pub path: PathBuf,
    /// Whether it may replace a file that is there.
    pub force: bool,
}

/// A file being written beside its place, gone if it is not published.
pub(crate) struct Draft<'o> {
    output: &'o Output,
    pub(crate) file: File,
    place: TempPath,
}

impl Engine {
    /// Writes a file for the user.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::IsOurs`], [`Error::NotAFile`], [`Error::Unwritable`], [`Error::Library`].
    pub async fn write(&self, output: &Output, bytes: &[u8]) -> Result<(), Error> {
        let mut draft = self.draft(output).await?;
        draft.write(bytes).await?;
        draft.publish().await
    }

    /// Writes questions of a collection to a file; how many.
    ///
    /// # Errors
    /// As [`Engine::write`]; [`Error::Adapt`] as [`pincite_adapt::Questions::export`].
    pub async fn export_questions(
        &self,
        collection: CollectionId,
        which: &WhichQuestions,
        output: &Output,
    ) -> Result<u32, Error> {
        let mut export = self.adapt().questions().export(collection, which).await?;
        let mut draft = self.draft(output).await?;
        let mut written = 0;
        while let Some(lines) = export.next().await? {
            let mut bytes = Vec::new();
            write_lines(&lines, &mut bytes).map_err(unwritable(&output.path))?;
            draft.write(&bytes).await?;
            written += lines.len() as u32;
        }
        draft.publish().await?;
        Ok(written)
    }

    /// Begins to write a file for the user.
    pub(crate) async fn draft<'o>(&self, output: &'o Output) -> Result<Draft<'o>, Error> {
        self.refuse_to_replace(output).await?;
        let (file, place) = temporary_beside(&output.path).map_err(unwritable(&output.path))?;
        Ok(Draft { output, file: File::from_std(file), place })
    }

    /// Refuses a place that [`Engine::write`] would refuse, before long work on what is to be written.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::IsOurs`], [`Error::NotAFile`], [`Error::Unwritable`], [`Error::Library`].
    pub async fn refuse_to_replace(&self, output: &Output) -> Result<(), Error> {
        let path = &output.path;
        let Ok(metadata) = tokio::fs::metadata(path).await else { return Ok(()) };
        if !metadata.is_file() {
            return Err(Error::NotAFile { path: path.clone() });
        }
        if self.is_ours(path).await? {
            return Err(Error::IsOurs { path: path.clone() });
        }
        if output.force { Ok(()) } else { Err(Error::Exists { path: path.clone() }) }
    }

    /// Whether a file is a document of the library, or lies in Pincite's data folder. Links are followed.
    async fn is_ours(&self, path: &Path) -> Result<bool, Error> {
        let given = path.to_owned();
        let home = self.0.home.folder().to_owned();
        let mut documents = Vec::new();
        for collection in self.0.library.collections().await? {
            documents.extend(self.0.library.sightings(collection.id).await?.into_iter().map(|seen| seen.path));
        }
        let looking = move || {
            let target = fs::canonicalize(&given)?;
            let is_target = |document: &PathBuf| fs::canonicalize(document).is_ok_and(|document| document == target);
            Ok(fs::canonicalize(home).is_ok_and(|home| target.starts_with(home)) || documents.iter().any(is_target))
        };
        blocking(format!("Looking at {}", escaped_name(path)), looking).await?.map_err(unwritable(path))
    }

    /// Writes the hits of an answer to a file, with citations in a style. The ending of its name says the format.
    ///
    /// # Errors
    /// [`Error::Export`] for an unknown ending; as [`Engine::write`].
    pub async fn export_results(&self, answer: &Answer, style: CitationStyle, output: &Output) -> Result<(), Error> {
        let scope = self.scope(answer.question.collection, &answer.question.documents).await?;
        let report = pincite_export::results(answer, &Occasion { date: today(), scope }, style);
        self.export(&report, output).await
    }

    /// Writes what was marked in a collection to a file; how many marks. A file that ends with `.jsonl` has the whole passages, so
    /// that another library can take the marks from it ([`pincite_adapt::Marks::import`]).
    ///
    /// # Errors
    /// As [`Engine::export_results`]; [`Error::Adapt`].
    pub async fn export_marks(&self, collection: CollectionId, output: &Output) -> Result<u32, Error> {
        if output.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl")) {
            let lines = self.adapt().marks().lines(collection).await?;
            let mut bytes = Vec::new();
            write_lines(&lines, &mut bytes).map_err(unwritable(&output.path))?;
            self.write(output, &bytes).await?;
            return Ok(lines.len() as u32);
        }
        let scope = self.scope(collection, &[]).await?;
        let mut marks = Vec::new();
        for mark in self.adapt().marks().list(collection).await? {
            marks.extend(self.marked(collection, mark).await?);
        }
        self.export(&pincite_export::marks(&marks, &Occasion { date: today(), scope }), output).await?;
        Ok(marks.len() as u32)
    }

    /// Writes a review table to a file; how many documents it has.
    ///
    /// # Errors
    /// As [`Engine::export_results`]; [`Error::Models`].
    pub async fn export_grid(&self, grid: GridId, output: &Output) -> Result<u32, Error> {
        let format = Format::of(&output.path)?;
        let view = self.grid(grid).await?;
        let scope = self.scope(view.collection, &[]).await?;
        let review = self.review(&view, Occasion { date: today(), scope }).await?;
        let written = pincite_export::write_review(&review, format)?;
        self.write(output, &written.bytes).await?;
        self.0.library.put_grid_file(&written.sha256).await?;
        Ok(view.documents.len() as u32)
    }

    /// Refuses a place that [`Engine::export_results`] would refuse, before a question is asked.
    ///
    /// # Errors
    /// As [`Engine::export_results`].
    pub async fn refuse_to_export(&self, output: &Output) -> Result<(), Error> {
        Format::of(&output.path)?;
        self.refuse_to_replace(output).await
    }

    /// Writes any report to a file.
    async fn export(&self, report: &Report, output: &Output) -> Result<(), Error> {
        let bytes = pincite_export::write(report, Format::of(&output.path)?)?;
        self.write(output, &bytes).await
    }

    /// What was searched, as people say it. With no document: the whole collection.
    async fn scope(&self, collection: CollectionId, documents: &[DocumentId]) -> Result<String, Error> {
        let library = &self.0.library;
        if documents.is_empty() {
            return Ok(escaped(&library.collection(collection).await?.name));
        }
        let mut names = Vec::with_capacity(documents.len());
        for document in documents {
            names.push(library.document(*document).await?.display_name());
        }
        Ok(names.join(", "))
    }

    async fn marked(&self, collection: CollectionId, mark: Mark) -> Result<Option<MarkedPassage>, Error> {
        let library = &self.0.library;
        let passage = library.passage_of(mark.document, mark.passage).await?;
        let chosen = ChosenPassage { collection, passage, question: &mark.question, kind: None };
        let hit = hit_of_chosen(library, chosen, None).await?;
        Ok(hit.map(|hit| MarkedPassage {
            question: mark.question,
            relevant: mark.answers,
            document_name: hit.document_name,
            cited: hit.cited,
        }))
    }

    /// Writes a copy of a document with the hits of an answer highlighted; how many. Weak hits are left out, unless there
    /// are no others.
    ///
    /// # Errors
    /// As [`Engine::annotated_copy`].
    pub async fn highlighted_copy(&self, document: DocumentId, answer: &Answer, output: &Output) -> Result<u32, Error> {
        let hits = worth_marking(answer.hits.iter().filter(|hit| hit.document == document).collect());
        let annotations = hits.iter().flat_map(|hit| annotations(hit, &answer.question.text)).collect();
        self.annotated_copy(document, annotations, output).await?;
        Ok(hits.len() as u32)
    }

    /// Writes a copy of a document with highlight annotations.
    ///
    /// # Errors
    /// [`Error::DocumentMissing`], [`Error::DocumentChanged`], [`Error::Library`], [`Error::Pdf`]; as [`Engine::write`].
    pub async fn annotated_copy(
        &self,
        document: DocumentId,
        annotations: Vec<Annotation>,
        output: &Output,
    ) -> Result<(), Error> {
        self.refuse_to_replace(output).await?;
        let update = self
            .0
            .viewers
            .ask(document, move |viewer| Box::pin(viewer.session.annotations(annotations.clone())))
            .await?;
        let listed = self.0.library.document(document).await?;
        let Some(hash) = listed.hash else { return Err(library::Error::NotSearchable { path: listed.path }.into()) };
        for place in self.0.listing.places(document).await? {
            let file = self.0.listing.originals.file(&place).await?;
            let Ok(source) = SourceFile::open(&file).await else { continue };
            let mut draft = self.draft(output).await?;
            if copied(source, &mut draft).await?.to_string() == hash {
                draft.write(&update).await?;
                return draft.publish().await;
            }
        }
        Err(Error::DocumentMissing { path: listed.path })
    }
}

impl Draft<'_> {
    /// Where it is until it is published.
    pub(crate) fn path(&self) -> &Path {
        &self.place
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).await.map_err(unwritable(&self.output.path))
    }

    /// Puts the file in its place, now that it is complete.
    pub(crate) async fn publish(mut self) -> Result<(), Error> {
        let path = &self.output.path;
        self.file.flush().await.map_err(unwritable(path))?;
        self.file.sync_all().await.map_err(unwritable(path))?;
        let published = match self.output.force {
            true => self.place.persist(path),
            false => self.place.persist_noclobber(path),
        };
        published.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => Error::Exists { path: path.clone() },
            _ => unwritable(path)(error.error),
        })
    }
}

/// An empty file in the same folder, so that it can be renamed, with the rights that a new file has.
fn temporary_beside(path: &Path) -> io::Result<(fs::File, TempPath)> {
    let absolute = std::path::absolute(path)?;
    let folder = absolute.parent().ok_or(io::ErrorKind::IsADirectory)?;
    let mut builder = Builder::new();
    builder.prefix(".pincite-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    Ok(builder.tempfile_in(folder)?.into_parts())
}

/// Copies a file piece by piece, because scans are too long for memory; the hash of what was copied.
async fn copied(mut source: SourceFile, draft: &mut Draft<'_>) -> Result<ContentHash, Error> {
    let mut piece = vec![0; 256 << 10];
    loop {
        match source.next(&mut piece).await? {
            0 => return source.hash().await,
            read => draft.write(&piece[..read]).await?,
        }
    }
}

/// Hits that are less likely answers than this are not marked in a copy.
const LIKELY: f32 = 0.3;

/// The likely answers, or all hits if there is none.
fn worth_marking(hits: Vec<&Hit>) -> Vec<&Hit> {
    let is_likely = |hit: &&Hit| hit.probability.is_none_or(|probability| probability >= LIKELY);
    let good: Vec<&Hit> = hits.iter().copied().filter(is_likely).collect();
    if good.is_empty() { hits } else { good }
}

/// An annotation for each page that the best sentence of a hit stands on.
fn annotations(hit: &Hit, note: &str) -> Vec<Annotation> {
    let of = |kind| hit.highlights.iter().filter(move |highlight| highlight.kind == kind);
    let has_sentence = of(HighlightKind::Sentence).next().is_some();
    let kind = if has_sentence { HighlightKind::Sentence } else { HighlightKind::Passage };
    let mut pages: BTreeMap<u32, Vec<Rect>> = BTreeMap::new();
    for highlight in of(kind) {
        let pincite_api::Rect { x0, y0, x1, y1 } = highlight.rect;
        pages.entry(highlight.page).or_default().push(Rect { x0, y0, x1, y1 });
    }
    pages.into_iter().map(|(page, rects)| Annotation { page, rects, note: note.to_owned() }).collect()
}

/// Today's date where the user is: "26 November 2026".
fn today() -> String {
    in_words(&Zoned::now())
}

/// The day of a Unix time in seconds where the user is.
pub(crate) fn day_of(seconds: i64) -> String {
    let at = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    in_words(&at.to_zoned(TimeZone::system()))
}

fn in_words(day: &Zoned) -> String {
    day.strftime("%-d %B %Y").to_string()
}
