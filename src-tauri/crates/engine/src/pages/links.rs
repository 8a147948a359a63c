//! Links that reopen a place in a document: `pincite://open?document=…&page=…&passage=…`. They are made and followed here.
//! Following one reads and never changes anything. Not for links printed on a page.
//!
//! One window of each data folder takes the links. A second one, which the system starts for a link, hands it over and
//! ends. Links pass through files of the data folder, because nothing here may open a connection.

use crate::{Engine, Error};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use pincite_api::{Highlight, LinkedPlace, PassageId};
use pincite_library::{self as library, Document, DocumentId};
use pincite_models::Home;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::Builder;
use tokio::sync::Notify;

/// How much of a wrong link a message quotes, in characters.
const LONGEST_SHOWN: usize = 100;

/// What every link starts with.
const START: &str = "pincite://open?";

/// Digits of the SHA-256 in a link: enough to tell all documents of a person apart.
const DIGITS: usize = 16;

/// Fewest digits that are accepted.
const FEWEST: usize = 8;

/// Longest link that is read, in bytes.
const LONGEST: usize = 256;

/// A place in a document, wherever the document is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Start of the SHA-256 of the document, in hexadecimal.
    pub document: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Passage to highlight.
    pub passage: Option<PassageId>,
}

impl Engine {
    /// A link to a page of a document, and to a passage on it.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that was not read yet.
    pub async fn link(&self, document: DocumentId, page: u32, passage: Option<PassageId>) -> Result<Link, Error> {
        let Document { hash, path, .. } = self.0.library.document(document).await?;
        let hash = hash.ok_or(library::Error::NotSearchable { path })?;
        Ok(Link::new(&hash, page, passage))
    }

    /// Where a link leads.
    ///
    /// # Errors
    /// [`Error::UnknownPlace`] if it is no link, or leads to no document or page of this library; [`Error::Library`].
    pub async fn linked_place(&self, link: &str) -> Result<LinkedPlace, Error> {
        let unknown = || Error::UnknownPlace { link: link.chars().take(LONGEST_SHOWN).collect() };
        let link = Link::parse(link).ok_or_else(unknown)?;
        let document = self.linked(&link.document).await?.ok_or_else(unknown)?;
        let label = self.page_labels(document.id).await?.into_iter().nth(link.page as usize).ok_or_else(unknown)?;
        Ok(LinkedPlace {
            collection: document.collection,
            document: document.id,
            document_name: document.display_name(),
            page: link.page,
            page_label: label,
            highlights: self.linked_highlights(document.id, &link).await,
        })
    }

    /// The first document whose SHA-256 starts like this and that can be shown.
    async fn linked(&self, hash: &str) -> Result<Option<Document>, Error> {
        for collection in self.0.library.collections().await? {
            let mut documents = self.0.library.documents(collection.id).await?.into_iter();
            let has = |document: &Document| document.hash.as_deref().is_some_and(|known| known.starts_with(hash));
            if let Some(document) = documents.find(has) {
                return Ok(Some(document));
            }
        }
        Ok(None)
    }

    /// Boxes of the passage on the page. Another library numbers its passages otherwise, so one that does not stand on the
    /// page is not the one that was meant.
    async fn linked_highlights(&self, document: DocumentId, link: &Link) -> Vec<Highlight> {
        let Some(passage) = link.passage else { return Vec::new() };
        let highlights = self.highlights(document, passage, None).await.unwrap_or_default();
        let is_here = highlights.iter().any(|highlight| highlight.page == link.page);
        if is_here { highlights } else { Vec::new() }
    }
}

impl Link {
    /// A link to a page of a document with this SHA-256.
    pub fn new(hash: &str, page: u32, passage: Option<PassageId>) -> Self {
        Self { document: hash.chars().take(DIGITS).collect(), page, passage }
    }

    /// Reads a link. `None` for anything else: only known names and plain values are taken.
    pub fn parse(link: &str) -> Option<Self> {
        let query = link.strip_prefix(START).filter(|_| link.len() <= LONGEST)?;
        let mut document = None;
        let mut page = None;
        let mut passage = None;
        for pair in query.split('&') {
            match pair.split_once('=')? {
                ("document", value) => document = Some(value.to_owned()).filter(|value| is_hash_start(value)),
                ("page", value) => page = value.parse::<u32>().ok()?.checked_sub(1),
                ("passage", value) => passage = Some(PassageId(value.parse::<i64>().ok().filter(|id| *id >= 0)?)),
                _ => return None,
            }
        }
        Some(Self { document: document?, page: page?, passage })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{START}document={}&page={}", self.document, u64::from(self.page) + 1)?;
        match self.passage {
            Some(passage) => write!(f, "&passage={}", passage.0),
            None => Ok(()),
        }
    }
}

fn is_hash_start(digits: &str) -> bool {
    (FEWEST..=64).contains(&digits.len()) && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Locked by the window that takes the links. The system releases the lock however the window ends.
const LOCK: &str = "window.lock";

/// Folder of the links that are handed over.
const FOLDER: &str = "links";

/// Ending of a file with a whole link.
const ENDING: &str = "link";

/// The right to take the links of a data folder, as long as this is kept.
#[derive(Debug)]
pub struct LinkTaker {
    folder: PathBuf,
    /// Something in the folder changed.
    changed: Arc<Notify>,
    _watcher: RecommendedWatcher,
    _lock: File,
}

impl LinkTaker {
    /// Claims the links; `None` if another window takes them. Links that nobody took are dropped.
    ///
    /// # Errors
    /// If the data folder cannot be written or watched.
    pub fn claim(home: &Home) -> io::Result<Option<Self>> {
        fs::create_dir_all(home.folder())?;
        let lock = File::create(home.folder().join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let folder = home.folder().join(FOLDER);
        fs::create_dir_all(&folder)?;
        let changed = Arc::new(Notify::new());
        let watcher = watch(&folder, Arc::clone(&changed)).map_err(io::Error::other)?;
        let taker = Self { folder, changed, _watcher: watcher, _lock: lock };
        while taker.take().is_some() {}
        Ok(Some(taker))
    }

    /// Waits for the next link that is handed over.
    pub async fn next(&self) -> String {
        loop {
            match self.take() {
                Some(link) => return link,
                None => self.changed.notified().await,
            }
        }
    }

    fn take(&self) -> Option<String> {
        let entries = fs::read_dir(&self.folder).ok()?.flatten().map(|entry| entry.path());
        let path = entries.into_iter().find(|path| path.extension().is_some_and(|ending| ending == ENDING))?;
        let link = fs::read_to_string(&path).ok();
        fs::remove_file(&path).ok()?;
        link
    }
}

/// Tells of changes in a folder. Reading the folder is an event, too, but tells nothing: it would be read without end.
fn watch(folder: &Path, changed: Arc<Notify>) -> notify::Result<RecommendedWatcher> {
    let on_event = move |event: notify::Result<notify::Event>| {
        if event.map_or(true, |event| !matches!(event.kind, EventKind::Access(_))) {
            changed.notify_one();
        }
    };
    let mut watcher = notify::recommended_watcher(on_event)?;
    watcher.watch(folder, RecursiveMode::NonRecursive)?;
    Ok(watcher)
}

/// Hands a link to the window that takes the links of this data folder.
///
/// # Errors
/// If the data folder cannot be written.
pub fn hand_over(home: &Home, link: &str) -> io::Result<()> {
    let folder = home.folder().join(FOLDER);
    fs::create_dir_all(&folder)?;
    let draft = Builder::new().tempfile_in(&folder)?;
    fs::write(draft.path(), link)?;
    draft.persist(name_in(&folder, link)).map(drop).map_err(|error| error.error)
}

/// A name for this link. The same link twice is one link.
fn name_in(folder: &Path, link: &str) -> PathBuf {
    let name: String = Sha256::digest(link).iter().map(|byte| format!("{byte:02x}")).collect();
    folder.join(name).with_extension(ENDING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_link_that_was_written_is_read() {
        let hash = "0123456789abcdef".repeat(4);
        for passage in [None, Some(PassageId(42))] {
            let link = Link::new(&hash, 11, passage);
            assert_eq!(Link::parse(&link.to_string()), Some(link));
        }
        let link = Link::new(&hash, 11, Some(PassageId(42))).to_string();
        assert_eq!(link, "pincite://open?document=0123456789abcdef&page=12&passage=42");
    }

    #[test]
    fn anything_else_is_no_link() {
        for other in [
            "https://open?document=0123456789abcdef&page=1",
            "pincite://localhost/page/1/2?scale=1&of=aa",
            "pincite://open?document=0123456789abcdef",
            "pincite://open?document=0123456789abcdef&page=0",
            "pincite://open?document=../../etc/passwd&page=1",
            "pincite://open?document=012&page=1",
            "pincite://open?document=0123456789ABCDEF&page=1",
            "pincite://open?document=0123456789abcdef&page=1&passage=-1",
            "pincite://open?document=0123456789abcdef&page=1&run=rm",
        ] {
            assert_eq!(Link::parse(other), None, "{other}");
        }
    }

    #[tokio::test]
    async fn a_second_window_hands_its_link_to_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::from(folder.path().to_owned());
        let link = "pincite://open?document=0123456789abcdef&page=3";
        hand_over(&home, "an old one").unwrap();
        let first = LinkTaker::claim(&home).unwrap().expect("nobody takes the links yet");
        assert!(LinkTaker::claim(&home).unwrap().is_none(), "one window takes them");
        hand_over(&home, link).unwrap();
        assert_eq!(first.next().await, link);
        assert!(first.take().is_none(), "once");
        drop(first);
        assert!(LinkTaker::claim(&home).unwrap().is_some(), "and another one after it");
    }

    /// A window that waited for links kept a processor busy: each look at the folder caused the next one.
    #[tokio::test]
    async fn a_look_at_the_links_is_no_reason_for_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let changed = Arc::new(Notify::new());
        let _watcher = watch(folder.path(), Arc::clone(&changed)).unwrap();
        fs::read_dir(folder.path()).unwrap().count();
        let told = tokio::time::timeout(Duration::from_millis(500), changed.notified());
        assert!(told.await.is_err(), "nothing changed");
        fs::write(folder.path().join("a.link"), "").unwrap();
        changed.notified().await;
    }

    /// The second one replaced the first, because a hundred letters of a link named its file.
    #[tokio::test]
    async fn links_that_begin_alike_are_two_links() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::from(folder.path().to_owned());
        let taker = LinkTaker::claim(&home).unwrap().expect("nobody takes the links yet");
        let start = format!("pincite://open?document={}&page=", "0123456789abcdef".repeat(8));
        let links = [format!("{start}1"), format!("{start}2")];
        links.iter().for_each(|link| hand_over(&home, link).unwrap());
        let mut taken = [taker.next().await, taker.next().await];
        taken.sort();
        assert_eq!(taken, links);
    }
}
