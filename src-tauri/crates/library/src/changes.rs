//! Tells when the library may have changed, without looking at it: own commits say so, and each database has its way to tell of
//! those of others.

use std::any::Any;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::watch;

/// A transaction is many writes to the log: one look for all of them. The lock of a dead process is released by then, too.
const BURST: Duration = Duration::from_millis(20);
/// Looks that follow without a further event. A transaction becomes visible only when its writes are on the disk, and that
/// tells nobody: a look may come too early.
const AGAIN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];
/// Where the system does not tell reliably of writes to an open file, the library is looked at this often.
const LOOK: Duration = Duration::from_secs(3);

/// Counts commits of this process and writes of others, and has who listens.
#[derive(Clone, Debug)]
pub(crate) struct Committed(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    counts: Counts,
    /// Started with the first listener.
    others: OnceLock<Source>,
}

/// Counts of commits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// Of any program.
    all: watch::Sender<u64>,
    /// Of the other programs that share a library. Where nobody tells whose a commit is, they count as none.
    elsewhere: watch::Sender<u64>,
}

impl Counts {
    /// Something was committed.
    pub(crate) fn one(&self) {
        self.all.send_modify(|count| *count += 1);
    }

    /// Another program of a shared library committed something.
    pub(crate) fn one_elsewhere(&self) {
        self.elsewhere.send_modify(|count| *count += 1);
        self.one();
    }
}

/// What tells of the writes of other processes.
#[derive(Debug)]
pub(crate) struct Source {
    /// Whether it tells of all of them.
    pub(crate) is_reliable: bool,
    /// It ends when this is dropped.
    #[expect(dead_code, reason = "held, never read")]
    pub(crate) kept: Option<Box<dyn Any + Send + Sync>>,
}

impl Committed {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Inner { counts: Counts::default(), others: OnceLock::new() }))
    }

    /// Something was committed.
    pub(crate) fn tell(&self) {
        self.0.counts.one();
    }

    /// Commits from now on. The first time this begins to count those of others.
    pub(crate) fn listen(&self, others: impl FnOnce(Counts) -> Source) -> Changes {
        let source = self.0.others.get_or_init(|| others(self.0.counts.clone()));
        Changes { count: self.0.counts.all.subscribe(), is_told: source.is_reliable, looks: 0 }
    }

    /// Commits of the other programs that share the library, from now on.
    pub(crate) fn listen_elsewhere(&self, others: impl FnOnce(Counts) -> Source) -> Changes {
        self.0.others.get_or_init(|| others(self.0.counts.clone()));
        Changes { count: self.0.counts.elsewhere.subscribe(), is_told: true, looks: AGAIN.len() }
    }
}

/// Commits since the last look, by any process. Made before the look, so that none is missed.
#[derive(Debug)]
pub struct Changes {
    count: watch::Receiver<u64>,
    /// Whether the system tells of writes of other processes.
    is_told: bool,
    /// How many of the looks in [`AGAIN`] followed the last event.
    looks: usize,
}

impl Changes {
    /// Returns when the library may have changed since the last time.
    pub async fn next(&mut self) {
        let patience = if self.is_told { AGAIN.get(self.looks) } else { Some(&LOOK) };
        match patience {
            None => self.changed().await,
            Some(patience) => {
                if tokio::time::timeout(*patience, self.changed()).await.is_err() {
                    self.looks += 1;
                }
            }
        }
    }

    async fn changed(&mut self) {
        if self.count.changed().await.is_err() {
            return std::future::pending().await; // the library is closed
        }
        self.looks = 0;
        tokio::time::sleep(BURST).await;
        self.count.mark_unchanged();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{Instant, timeout};

    /// Seconds until the next look; none if there is none for longer than any look waits.
    async fn seconds(changes: &mut Changes) -> Option<u64> {
        let began = Instant::now();
        let looked = timeout(AGAIN[1] + AGAIN[0], changes.next()).await;
        looked.ok().map(|()| began.elapsed().as_secs())
    }

    /// Another process had written to the log and was not yet done with the disk when its transaction was looked for.
    /// Nothing told that it became visible, and who waited for it waited for ever.
    #[tokio::test]
    async fn a_transaction_that_becomes_visible_late_is_seen() {
        let committed = watch::Sender::new(0);
        let mut changes = Changes { count: committed.subscribe(), is_told: true, looks: AGAIN.len() };
        committed.send_modify(|count| *count += 1);
        assert_eq!(seconds(&mut changes).await, Some(0), "at once");
        assert_eq!([seconds(&mut changes).await, seconds(&mut changes).await], [Some(1), Some(5)], "and twice more");
        assert_eq!(seconds(&mut changes).await, None, "nobody looks while nothing happens");
    }
}
