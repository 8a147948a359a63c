//! Watched folders: the file system's events become settled changes, and each change is followed.
//!
//! A new file, or one with new bytes, is added. A file that is gone stays searchable, since a document shown as ready
//! must not vanish by itself; its line says that its pages cannot be shown until it is back. A renamed file is the same
//! document at another place.

use super::disk::{self, is_pdf_name};
use super::listing::Listing;
use crate::Error;
use crate::error::blocking;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use pincite_api::Event;
use pincite_library::{CollectionId, escaped_name, escaped_path};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::MissedTickBehavior;

/// The watched folders of a library.
pub(crate) struct Watching {
    listing: Arc<Listing>,
    watches: Watches,
    /// Kept until they are followed.
    changes: Mutex<Option<UnboundedReceiver<Change>>>,
}

impl Watching {
    /// Watches nothing yet. Must be called inside a tokio runtime.
    pub(crate) fn new(listing: &Arc<Listing>) -> Self {
        let (watches, changes) = Watches::start();
        Self { listing: Arc::clone(listing), watches, changes: Mutex::new(Some(changes)) }
    }

    /// Watches a folder for a collection, now and whenever the app runs: what is in it is added, and what comes later.
    pub(crate) async fn watch(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        let folder = absolute(folder)?;
        if self.listing.originals.are_shared() {
            return Err(Error::SharedFolder { folder });
        }
        self.watches.add(collection, &folder)?;
        self.listing.library.watch_folder(collection, &folder).await?;
        self.listing.events.emit(Event::Collections);
        self.catch_up(collection, &folder).await
    }

    /// Stops watching a folder, given by its path or as the list of watched folders shows it. What was added from it
    /// stays.
    pub(crate) async fn unwatch(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        let name = escaped_path(folder);
        let listed = self.listing.library.watched_folders().await?.into_iter();
        let listed = listed.filter(|it| it.collection == collection).map(|it| it.path);
        let folder = listed.into_iter().find(|path| escaped_path(path) == name).map_or_else(|| absolute(folder), Ok)?;
        self.forget(collection, &folder);
        self.listing.library.unwatch_folder(collection, &folder).await?;
        self.listing.events.emit(Event::Collections);
        Ok(())
    }

    /// Takes up the watched folders of every collection, with what happened in them while nobody watched.
    pub(crate) async fn follow(self: &Arc<Self>) -> Result<(), Error> {
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(changes) = changes {
            tokio::spawn(Arc::clone(self).follow_changes(changes));
        }
        for watched in self.listing.library.watched_folders().await? {
            match self.watches.add(watched.collection, &watched.path) {
                Ok(()) => self.catch_up(watched.collection, &watched.path).await?,
                Err(error) => self.listing.events.notice(&error),
            }
        }
        Ok(())
    }

    async fn follow_changes(self: Arc<Self>, mut changes: UnboundedReceiver<Change>) {
        while let Some(change) = changes.recv().await {
            let followed = match change {
                Change::Settled(collection, path) => self.take_in(collection, &path.clone(), vec![path]).await,
                Change::Gone(collection, path) => self.listing.miss(collection, &path).await,
            };
            if let Err(error) = followed {
                self.listing.events.notice(&error);
            }
        }
    }

    /// Sees nothing more of a folder.
    pub(crate) fn forget(&self, collection: CollectionId, folder: &Path) {
        self.watches.remove(collection, folder);
    }

    /// Compares a folder with what the collection knows of it.
    async fn catch_up(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        let walked = folder.to_owned();
        let found = blocking(format!("Looking into {}", escaped_name(folder)), move || disk::find(&[walked])).await?;
        found.refused.iter().for_each(|(_, error)| self.listing.events.notice(error));
        self.take_in(collection, folder, found.pdfs).await?;
        self.listing.miss(collection, folder).await
    }

    /// Queues the files that are new or look changed. All lie at or below a path.
    async fn take_in(&self, collection: CollectionId, below: &Path, paths: Vec<PathBuf>) -> Result<(), Error> {
        let library = &self.listing.library;
        let known = library.sightings_below(collection, below).await?.into_iter();
        let known: HashMap<_, _> = known.map(|seen| (seen.path.clone(), seen)).collect();
        let code = Error::DocumentMissing { path: PathBuf::new() }.code();
        let missed = library.documents_with_problem(collection, code).await?;
        let mut new = Vec::new();
        for path in paths {
            let is_known = match known.get(&path).filter(|seen| !missed.contains(&seen.document)) {
                Some(seen) => disk::stat(&path).await.is_ok_and(|now| now.fits(seen)),
                None => false,
            };
            if !is_known {
                new.push(path);
            }
        }
        if !new.is_empty() {
            self.listing.queue(collection, &new, None).await?;
        }
        Ok(())
    }
}

fn absolute(folder: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(folder).map_err(|source| Error::Unreadable { path: folder.to_owned(), source })
}

/// A path must look the same at two looks this far apart before it counts: a file still being copied grows in between.
const QUIET: Duration = Duration::from_millis(700);

/// Something in a watched folder that has come to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// A PDF is there, new or with new bytes.
    Settled(CollectionId, PathBuf),
    /// A file or folder is no longer there.
    Gone(CollectionId, PathBuf),
}

/// The folders watched, each for a collection. Dropping it ends the watching.
struct Watches {
    touched: UnboundedSender<Touched>,
    watchers: Mutex<HashMap<(CollectionId, PathBuf), RecommendedWatcher>>,
}

type Touched = (CollectionId, PathBuf);

impl Watches {
    /// Starts with no folder; settled changes arrive on the receiver. Must be called inside a tokio runtime.
    fn start() -> (Self, UnboundedReceiver<Change>) {
        let (touched, touches) = mpsc::unbounded_channel();
        let (changed, changes) = mpsc::unbounded_channel();
        tokio::spawn(settle(touches, changed));
        (Self { touched, watchers: Mutex::default() }, changes)
    }

    /// Watches `folder` and everything below it for `collection`.
    fn add(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        let unwatchable = |source| Error::Unwatchable { folder: folder.to_owned(), source };
        let touched = self.touched.clone();
        let root = folder.to_owned();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            for path in paths_of(event, &root) {
                // The receiver is gone only when the engine is: nobody is left to tell.
                let _ = touched.send((collection, path));
            }
        })
        .map_err(unwatchable)?;
        watcher.watch(folder, RecursiveMode::Recursive).map_err(unwatchable)?;
        self.watchers().insert((collection, folder.to_owned()), watcher);
        Ok(())
    }

    /// Stops watching `folder` for `collection`.
    fn remove(&self, collection: CollectionId, folder: &Path) {
        self.watchers().remove(&(collection, folder.to_owned()));
    }

    fn watchers(&self) -> MutexGuard<'_, HashMap<(CollectionId, PathBuf), RecommendedWatcher>> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The paths an event speaks of; the whole folder when events were lost.
fn paths_of(event: notify::Result<notify::Event>, root: &Path) -> Vec<PathBuf> {
    match event {
        Ok(event) if event.need_rescan() => vec![root.to_owned()],
        Ok(event) if matches!(event.kind, EventKind::Access(_)) => Vec::new(),
        Ok(event) => event.paths,
        Err(_) => vec![root.to_owned()],
    }
}

/// What a look at a path shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Never,
    Gone,
    Folder,
    File { bytes: u64, modified: Option<SystemTime> },
}

impl Look {
    fn at(path: &Path) -> Self {
        match std::fs::metadata(path) {
            Err(_) => Self::Gone,
            Ok(meta) if meta.is_dir() => Self::Folder,
            Ok(meta) => Self::File { bytes: meta.len(), modified: meta.modified().ok() },
        }
    }
}

async fn settle(mut touches: UnboundedReceiver<Touched>, changes: UnboundedSender<Change>) {
    let mut restless: HashMap<Touched, Look> = HashMap::new();
    let mut clock = tokio::time::interval(QUIET);
    // Ticks missed while nothing was restless must not come all at once: two looks would be no time apart.
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            touched = touches.recv() => match touched {
                Some(touched) => { restless.insert(touched, Look::Never); }
                None => return,
            },
            _ = clock.tick(), if !restless.is_empty() => {
                let looked_at = std::mem::take(&mut restless);
                let told = changes.clone();
                // A network drive may answer late.
                let looking = tokio::task::spawn_blocking(move || look_again(looked_at, &told));
                restless = looking.await.unwrap_or_default();
            }
        }
    }
}

/// Tells what has come to rest; the paths that have not.
fn look_again(mut restless: HashMap<Touched, Look>, changes: &UnboundedSender<Change>) -> HashMap<Touched, Look> {
    let mut below = Vec::new();
    restless.retain(|(collection, path), last| {
        let now = Look::at(path);
        let settled = now == *last;
        *last = now;
        if settled {
            match now {
                Look::Folder => below.extend(children(path).map(|child| (*collection, child))),
                // A receiver that is gone means the engine is closing.
                _ => drop(change(now, *collection, path).map(|change| changes.send(change))),
            }
        }
        !settled
    });
    restless.extend(below.into_iter().map(|touched| (touched, Look::Never)));
    restless
}

/// A folder that was moved in brings one event for itself and none for what it holds.
fn children(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn change(look: Look, collection: CollectionId, path: &Path) -> Option<Change> {
    match look {
        Look::Gone => Some(Change::Gone(collection, path.to_owned())),
        Look::File { .. } if is_pdf_name(path) => Some(Change::Settled(collection, path.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    async fn next(changes: &mut UnboundedReceiver<Change>) -> Change {
        tokio::time::timeout(Duration::from_secs(10), changes.recv())
            .await
            .expect("a change within ten seconds")
            .expect("the watcher lives")
    }

    #[tokio::test]
    async fn a_file_in_a_new_nested_folder_settles_once() {
        let root = tempfile::tempdir().unwrap();
        let (watches, mut changes) = Watches::start();
        watches.add(CollectionId(1), root.path()).unwrap();
        let nested = root.path().join("a/b");
        fs::create_dir_all(&nested).unwrap();
        let pdf = nested.join("one.pdf");
        fs::write(&pdf, "x").unwrap();
        assert_eq!(next(&mut changes).await, Change::Settled(CollectionId(1), pdf));
    }

    #[tokio::test]
    async fn a_file_still_being_written_waits() {
        let root = tempfile::tempdir().unwrap();
        let (watches, mut changes) = Watches::start();
        watches.add(CollectionId(1), root.path()).unwrap();
        let pdf = root.path().join("slow.pdf");
        tokio::time::sleep(QUIET * 4).await; // long enough without anything for ticks to be missed
        for part in 0..8 {
            fs::write(&pdf, vec![b'x'; part + 1]).unwrap();
            tokio::time::sleep(Duration::from_millis(250)).await;
            assert!(changes.try_recv().is_err(), "half a file must not be read");
        }
        assert_eq!(next(&mut changes).await, Change::Settled(CollectionId(1), pdf));
    }

    #[tokio::test]
    async fn a_rename_is_a_file_gone_and_a_file_settled() {
        let root = tempfile::tempdir().unwrap();
        let (old, new) = (root.path().join("old.pdf"), root.path().join("new.pdf"));
        fs::write(&old, "x").unwrap();
        let (watches, mut changes) = Watches::start();
        watches.add(CollectionId(7), root.path()).unwrap();
        fs::rename(&old, &new).unwrap();
        let both = [next(&mut changes).await, next(&mut changes).await];
        assert!(both.contains(&Change::Gone(CollectionId(7), old)), "{both:?}");
        assert!(both.contains(&Change::Settled(CollectionId(7), new)), "{both:?}");
    }

    #[tokio::test]
    async fn a_folder_that_is_not_there_cannot_be_watched() {
        let (watches, _changes) = Watches::start();
        let error = watches.add(CollectionId(1), Path::new("/no/such/folder")).unwrap_err();
        assert_eq!(error.code(), "engine.unwatchable");
    }
}
