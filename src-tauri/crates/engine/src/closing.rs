//! Closing the engine in order: what is at hand goes back into the queue, and no network runs while the process ends. Not
//! for a process that dies: its jobs are found by the next one.

use crate::Engine;
use std::time::Duration;
use tokio::runtime::Runtime;

/// How long jobs may take to stop. They look at least once a page and once a batch of passages.
const TO_STOP: Duration = Duration::from_secs(4);
/// How long the file may take to close.
const TO_CLOSE: Duration = Duration::from_secs(4);
/// How long models may take to open, and networks to finish a batch.
const TO_FINISH: Duration = Duration::from_secs(4);

impl Engine {
    /// Stops working and closes the library. Jobs at hand go back into the queue as if they had never been started, and
    /// tunings go on with the next process that works. Nothing can be done with the engine afterwards. Takes a few
    /// seconds at most.
    pub async fn close(&self) {
        let queue = &self.0.queue;
        queue.closing.cancel();
        self.remove_due(None).await;
        queue.workers.close();
        if tokio::time::timeout(TO_STOP, queue.workers.wait()).await.is_err() {
            self.release_running().await;
        }
        let library = self.0.library.clone();
        if tokio::time::timeout(TO_CLOSE, library.close()).await.is_err() {
            tracing::warn!("the library is closed with its write-ahead log beside it");
        }
        tracing::info!("closed");
    }

    /// Those that did not stop in time: whatever they still do is not stored, or stored as a whole.
    async fn release_running(&self) {
        for job in self.0.queue.running_jobs() {
            if let Err(error) = self.0.library.release_job(job).await {
                tracing::warn!(job = job.0, code = error.code(), "job could not be released");
            }
        }
    }
}

/// Ends the runtime of a closed engine, just before the process ends. A process that exits while another of its threads
/// is in ONNX Runtime crashes: the library frees what that thread uses.
pub fn end(runtime: Runtime) {
    runtime.shutdown_timeout(TO_FINISH);
}

/// Returns when the program is asked to end: by Ctrl-C or, on Unix, by SIGTERM.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::SignalKind;
        tokio::select! {
            () = signal(SignalKind::interrupt()) => {}
            () = signal(SignalKind::terminate()) => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Where a signal cannot be listened to, it ends the program as it always did.
#[cfg(unix)]
async fn signal(kind: tokio::signal::unix::SignalKind) {
    match tokio::signal::unix::signal(kind) {
        Ok(mut signals) => {
            let _ = signals.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}
