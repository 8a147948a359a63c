//! Tells when another process writes to the library file, or dies: the system says when its write-ahead log changes.

use super::locks::beside;
use crate::changes::{Counts, Source};
use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::ffi::OsString;
use std::path::Path;

/// Counts writes of other processes from now on.
pub(crate) fn watch(library: &Path, counts: Counts) -> Source {
    let watcher = watcher(library, counts);
    let is_reliable = watcher.is_some() && cfg!(target_os = "linux");
    Source { is_reliable, kept: watcher.map(|watcher| Box::new(watcher) as _) }
}

/// Watches the library's folder, because the log and the files of workers are made anew.
fn watcher(library: &Path, counts: Counts) -> Option<RecommendedWatcher> {
    let names = Names {
        log: beside(library, "wal").file_name()?.into(),
        worker: beside(library, "worker-").file_name()?.into(),
    };
    let folder = library.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    let on_event = move |event: notify::Result<notify::Event>| {
        // An event that is lost is a reason to look, too.
        if event.map_or(true, |event| event.paths.iter().any(|path| names.concern(event.kind, path))) {
            counts.one();
        }
    };
    let mut watcher = notify::recommended_watcher(on_event).ok()?;
    watcher.watch(&folder, RecursiveMode::NonRecursive).ok()?;
    Some(watcher)
}

/// Names of the files beside the library that tell of other processes.
struct Names {
    log: OsString,
    /// How the files of workers begin.
    worker: OsString,
}

impl Names {
    /// Whether an event may be a commit, or the end of a process: then the system closes its worker's file.
    fn concern(&self, kind: EventKind, path: &Path) -> bool {
        let Some(name) = path.file_name() else { return false };
        match kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => {
                name.as_encoded_bytes().starts_with(self.worker.as_encoded_bytes())
            }
            EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any) => name == self.log,
            _ => false,
        }
    }
}
