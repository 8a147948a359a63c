//! Reader processes on documents that are being looked at, and pictures that they drew lately. A process answers only while
//! the file still has the bytes that were read, so highlights never stand in the wrong place. Not for what is asked of it.

use crate::Error;
use crate::files::{Listing, SourceFile, Stat, stat};
use pincite_library::{self as library, DocumentId};
use pincite_pdf::{PageImage, Session};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Reader processes kept for documents being looked at.
const OPEN_AT_ONCE: usize = 3;

/// Documents being looked at, the latest last.
pub(crate) struct Viewers {
    listing: Arc<Listing>,
    open: Mutex<Vec<(DocumentId, Arc<Mutex<Viewer>>)>>,
    /// Held while a file is opened: a window asks for several things of a page at once, and one process answers them.
    opening: Mutex<()>,
}

/// What a reader process is asked for. Boxed: an async closure's future cannot be told to be `Send`, and the window needs it.
pub(super) type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, pincite_pdf::Error>> + Send + 'a>>;

/// A reader process on a file whose bytes were checked.
pub(crate) struct Viewer {
    pub(crate) session: Session,
    /// Where it is listed.
    pub(crate) listed: PathBuf,
    /// Where its bytes are.
    pub(crate) file: PathBuf,
    pub(crate) stat: Stat,
    /// Drawn last.
    pictures: Pictures,
}

impl Viewer {
    /// A picture that was drawn lately, or a new one.
    pub(super) async fn image(&mut self, wanted: Picture) -> Result<PageImage, pincite_pdf::Error> {
        if let Some(image) = self.pictures.get(wanted) {
            return Ok(image);
        }
        let image = self.session.image(wanted.page, wanted.scale).await?;
        self.pictures.keep(wanted, image.clone());
        Ok(image)
    }
}

impl Viewers {
    pub(crate) fn new(listing: &Arc<Listing>) -> Self {
        Self { listing: Arc::clone(listing), open: Mutex::default(), opening: Mutex::default() }
    }

    /// Asks the document's reader process, started anew once if it died since.
    pub(crate) async fn ask<T>(
        &self,
        document: DocumentId,
        ask: impl Fn(&mut Viewer) -> Asked<'_, T>,
    ) -> Result<T, Error> {
        if let Some(answer) = self.ask_open(document, &ask).await {
            return Ok(answer);
        }
        let opening = self.opening.lock().await;
        if let Some(answer) = self.ask_open(document, &ask).await {
            return Ok(answer);
        }
        self.close(document).await;
        let viewer = self.keep(document, self.open(document).await?).await;
        drop(opening);
        let mut viewer = viewer.lock().await;
        Ok(ask(&mut viewer).await?)
    }

    /// Asks the reader process that is there, if its file is unchanged.
    async fn ask_open<T>(&self, document: DocumentId, ask: &impl Fn(&mut Viewer) -> Asked<'_, T>) -> Option<T> {
        let viewer = self.get(document).await?;
        let mut viewer = viewer.lock().await;
        // A file that was touched is checked again before anything of it is shown.
        let is_same = stat(&viewer.file).await.is_ok_and(|now| now == viewer.stat);
        if is_same { ask(&mut viewer).await.ok() } else { None }
    }

    /// Opens the first of the document's files that still has its bytes. The file is read once: the reader process gets what
    /// is hashed.
    pub(crate) async fn open(&self, document: DocumentId) -> Result<Viewer, Error> {
        let listed = self.listing.library.document(document).await?;
        let Some(hash) = listed.hash.clone() else {
            return Err(library::Error::NotSearchable { path: listed.path }.into());
        };
        let name = listed.display_name();
        self.listing.library.note_look(listed.collection, Some(&name), None).await?;
        let mut failure = Error::DocumentMissing { path: listed.path };
        for place in self.listing.places(document).await? {
            let file = self.listing.originals.file(&place).await?;
            let Ok(mut source) = SourceFile::open(&file).await else { continue };
            let stat = source.stat;
            let session = self.listing.readers.open(document, &mut source).await;
            if source.hash().await.is_ok_and(|now| now.to_string() == hash) {
                return Ok(Viewer { session: session?, listed: place, file, stat, pictures: Pictures::default() });
            }
            failure = Error::DocumentChanged { path: place };
        }
        Err(failure)
    }

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

/// Most bytes of PNG kept for a document: about 40 pages on a usual screen.
const MOST_BYTES: usize = 12 << 20;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Picture {
    /// Page, counted from 0.
    pub(super) page: u32,
    /// Pixels per point.
    pub(super) scale: f32,
}

/// Pictures of one document, the latest last.
#[derive(Debug, Default)]
struct Pictures(VecDeque<(Picture, PageImage)>);

impl Pictures {
    fn get(&mut self, wanted: Picture) -> Option<PageImage> {
        let at = self.0.iter().position(|(kept, _)| *kept == wanted)?;
        let found = self.0.remove(at)?;
        let image = found.1.clone();
        self.0.push_back(found);
        Some(image)
    }

    /// Keeps a picture, and drops the oldest ones if there are too many.
    fn keep(&mut self, shown: Picture, image: PageImage) {
        self.0.push_back((shown, image));
        let mut bytes: usize = self.0.iter().map(|(_, image)| image.png.len()).sum();
        while bytes > MOST_BYTES
            && let Some((_, dropped)) = self.0.pop_front()
        {
            bytes -= dropped.png.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(page: u32) -> Picture {
        Picture { page, scale: 1.5 }
    }

    #[test]
    fn the_pictures_seen_last_are_kept_within_the_bound() {
        let mut pictures = Pictures::default();
        let image = PageImage { width: 1, height: 1, png: vec![0; MOST_BYTES / 3] };
        (0..3).for_each(|number| pictures.keep(page(number), image.clone()));
        assert!(pictures.get(page(0)).is_some(), "three fit; this one is the latest now");
        assert!(pictures.get(Picture { page: 0, scale: 2.0 }).is_none(), "another scale is another picture");
        pictures.keep(page(3), image);
        let kept: Vec<bool> = (0..4).map(|number| pictures.get(page(number)).is_some()).collect();
        assert_eq!(kept, [true, false, true, true], "the one that was not seen for longest is gone");
    }
}
