//! The cross-encoder and the joint ranker of the search, opened once. Not for ranking.

use crate::{Error, Home};
use pincite_models::{Catalogue, CrossEncoder, Device, JointRanker};
use pincite_search::{RERANK_DEPTH, Reranker};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// Time that reading the passages of one question may take.
const BUDGET: Duration = Duration::from_millis(1500);
/// Passages that are read on the slowest computer.
const FEWEST: usize = 10;

/// An opened cross-encoder.
pub(crate) struct OpenReranker {
    model: Arc<CrossEncoder>,
    joint: Arc<JointRanker>,
    /// Passages it reads in the time of one question, on this computer.
    depth: usize,
}

impl OpenReranker {
    /// The same for the search of one question. `most`: passages that are read at most.
    pub(crate) fn for_search(&self, most: usize) -> Reranker<'_> {
        Reranker { model: &self.model, joint: &self.joint, depth: self.depth.min(most) }
    }

    /// The model alone.
    pub(crate) fn model(&self) -> Arc<CrossEncoder> {
        Arc::clone(&self.model)
    }

    /// The joint ranker alone.
    pub(crate) fn joint(&self) -> Arc<JointRanker> {
        Arc::clone(&self.joint)
    }
}

/// The cross-encoder in use.
pub(crate) struct Rerankers {
    home: Home,
    device: Device,
    open: Mutex<Option<Arc<OpenReranker>>>,
}

impl Rerankers {
    pub(crate) fn new(home: Home, device: Device) -> Self {
        Self { home, device, open: Mutex::default() }
    }

    /// The cross-encoder in use: an imported one, else the one that comes with Pincite.
    ///
    /// # Errors
    /// [`Error::Models`] if it cannot be opened.
    pub(crate) async fn current(&self) -> Result<Arc<OpenReranker>, Error> {
        let mut open = self.open.lock().await;
        if let Some(reranker) = &*open {
            return Ok(Arc::clone(reranker));
        }
        let (home, device) = (self.home.folder().to_owned(), self.device);
        let opening = tokio::task::spawn_blocking(move || {
            let model = Catalogue::builtin()?.open_reranker(&home, device)?;
            let depth = model.pairs_within(BUDGET)?.clamp(FEWEST, RERANK_DEPTH);
            let joint = Arc::new(JointRanker::shipped()?);
            Ok::<_, Error>(OpenReranker { model: Arc::new(model), joint, depth })
        });
        let stopped = |_| Error::Stopped { what: "Opening the cross-encoder".to_owned() };
        let reranker = Arc::new(opening.await.map_err(stopped)??);
        *open = Some(Arc::clone(&reranker));
        Ok(reranker)
    }

    /// Forgets the open model: the models on the disk changed.
    pub(crate) async fn forget(&self) {
        *self.open.lock().await = None;
    }
}
