//! The jobs that this process runs, and the disk that it waits for. Not for doing jobs, nor for their order, which the
//! library keeps.

use pincite_library::{Job, JobId, Places, Task};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Files at work at a time: while one document is embedded the next is read.
const FILES: usize = 2;
/// What must have become free before work is tried again: it begins a document from the start.
const ENOUGH: u64 = 1 << 20;
/// It is tried again after this in any case: a quota does not show in the disk's free space.
const PATIENCE: Duration = Duration::from_secs(300);

/// The jobs that this process runs.
#[derive(Default)]
pub(crate) struct Queue {
    running: Mutex<HashMap<JobId, Running>>,
    /// A job of this process has ended, and its place is free.
    pub(crate) freed: Notify,
    /// Cancelled when the engine is closed, and with it every running job.
    pub(crate) closing: CancellationToken,
    /// Everything that works; it ends soon after `closing`.
    pub(crate) workers: TaskTracker,
    pub(crate) disk_space: DiskSpace,
}

/// A running job.
struct Running {
    task: Task,
    token: CancellationToken,
}

impl Queue {
    /// Jobs this process runs.
    pub(crate) fn running_jobs(&self) -> Vec<JobId> {
        self.running().keys().copied().collect()
    }

    /// The places that are free.
    pub(crate) fn places(&self) -> Places {
        let running = self.running();
        let count = |is_kind: fn(&Task) -> bool| running.values().filter(|job| is_kind(&job.task)).count();
        Places {
            files: count(is_of_a_file) < FILES,
            grids: count(|task| matches!(task, Task::Grid { .. })) == 0,
            runs: count(|task| matches!(task, Task::Run { .. })) == 0,
        }
    }

    pub(crate) fn start(&self, job: &Job) -> CancellationToken {
        let token = self.closing.child_token();
        self.running().insert(job.id, Running { task: job.task.clone(), token: token.clone() });
        token
    }

    /// `true` if this process works on no file any more.
    pub(crate) fn end(&self, job: JobId) -> bool {
        let mut running = self.running();
        running.remove(&job);
        self.freed.notify_one();
        !running.values().any(|job| is_of_a_file(&job.task))
    }

    /// Cancels the jobs that are not among those that this process runs by what the library says.
    pub(crate) fn keep_only(&self, own: &[JobId]) {
        let running = self.running();
        running.iter().filter(|(id, _)| !own.contains(id)).for_each(|(_, job)| job.token.cancel());
    }

    fn running(&self) -> MutexGuard<'_, HashMap<JobId, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn is_of_a_file(task: &Task) -> bool {
    !matches!(task, Task::Grid { .. } | Task::Run { .. })
}

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
    pub(crate) fn becomes_full(&self, free: u64) -> bool {
        self.full().replace(Full { free, since: Instant::now() }).is_none()
    }

    /// Whether there is space again, or was all the time.
    pub(crate) fn is_free(&self, free: u64) -> bool {
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
