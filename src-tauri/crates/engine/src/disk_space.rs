//! A full disk: said once, and waited out. Not for deciding what needs space.

use crate::{Engine, Error};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the disk is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// What must have become free before work is tried again: it begins a document from the start.
const ENOUGH: u64 = 1 << 20;
/// It is tried again after this in any case: a quota does not show in the disk's free space.
const PATIENCE: Duration = Duration::from_secs(300);

/// Whether the disk is full, as far as this process knows.
#[derive(Default)]
pub(crate) struct DiskSpace(Mutex<Option<Full>>);

/// The disk when it was found full.
#[derive(Clone, Copy)]
struct Full {
    free: u64,
    since: Instant,
}

impl Full {
    fn is_over(self, free: u64) -> bool {
        free >= self.free.saturating_add(ENOUGH) || self.since.elapsed() >= PATIENCE
    }
}

impl DiskSpace {
    /// `true` if it was not known before.
    fn becomes_full(&self, free: u64) -> bool {
        self.full().replace(Full { free, since: Instant::now() }).is_none()
    }

    /// Whether there is space again, or was all the time.
    fn is_free(&self, free: u64) -> bool {
        let mut full = self.full();
        if full.is_some_and(|full| full.is_over(free)) {
            *full = None;
        }
        full.is_none()
    }

    fn full(&self) -> MutexGuard<'_, Option<Full>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Says that the disk is full, once until there is space again.
    pub(crate) fn disk_is_full(&self) {
        let library = self.0.library.path();
        if self.0.queue.disk_space.becomes_full(free(library)) {
            self.0.notice(&Error::WaitingForSpace { library: library.to_owned() });
        }
    }

    /// Returns at once unless the disk was found full, and otherwise when there is space again or the engine closes.
    pub(crate) async fn wait_for_space(&self) {
        let queue = &self.0.queue;
        while !queue.disk_space.is_free(free(self.0.library.path())) {
            if queue.closing.run_until_cancelled(tokio::time::sleep(LOOK)).await.is_none() {
                return;
            }
        }
    }
}

/// Bytes free on the disk of a file; 0 where the system does not tell.
pub(crate) fn free(file: &Path) -> u64 {
    file.parent().and_then(|folder| fs4::available_space(folder).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_said_once_and_over_when_something_is_freed() {
        let space = DiskSpace::default();
        assert!(space.is_free(0), "nobody found it full");
        assert!(space.becomes_full(4096) && !space.becomes_full(4096), "two workers find it, one says it");
        assert!(!space.is_free(4096) && !space.is_free(ENOUGH));
        assert!(space.is_free(4096 + ENOUGH) && space.is_free(0));
        assert!(space.becomes_full(0), "full again, and said again");
    }
}
