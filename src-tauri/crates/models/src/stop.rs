//! Stops a run of the runtime from another thread, between two operators. Not for progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ort::session::RunOptions;

use crate::error::Error;
use crate::session::{AfterRun, failed, run_options};

/// Stops the runs that use it. Clones stop the same runs.
#[derive(Clone)]
pub struct Stop {
    options: Arc<RunOptions>,
    stopped: Arc<AtomicBool>,
}

impl Stop {
    /// A stop that has not been used.
    ///
    /// # Errors
    /// [`Error::Session`] if the runtime cannot make one.
    pub fn new() -> Result<Self, Error> {
        Self::with_options(run_options(AfterRun::Free))
    }

    fn with_options(options: Result<RunOptions, ort::Error>) -> Result<Self, Error> {
        let options = options.map_err(|error| failed("stop", "loading", error))?;
        Ok(Self { options: Arc::new(options), stopped: Arc::default() })
    }

    /// Stops the current run, and every later one at its start.
    pub fn now(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        // A run that cannot be stopped ends with its last operator.
        let _ = self.options.terminate();
    }

    /// Whether it was used.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    pub(crate) fn options(&self) -> &RunOptions {
        &self.options
    }
}
