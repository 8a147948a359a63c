//! Training the encoder on a device: the GPU where it is right and faster, and the CPU when that fails. Not for what is done
//! with the outcome.

use super::material::Material;
use super::progress::RunProgress;
use super::request::TrainingRequest;
use crate::adapt::blocking;
use crate::trainees::Pretrained;
use crate::{Adapt, Error, Result, Tuned, Tuning};
use pincite_library::RunId;
use pincite_search::{CachedScorer, PairScorer, Weights};
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Everything it takes to train.
#[derive(Clone)]
pub(super) struct Training {
    pub(super) adapt: Adapt,
    pub(super) run: RunId,
    pub(super) request: TrainingRequest,
    pub(super) material: Arc<Material>,
    pub(super) progress: Arc<Mutex<RunProgress>>,
    pub(super) token: CancellationToken,
}

impl Training {
    /// Trains; a run that was interrupted goes on from its checkpoint, and so does one whose GPU failed.
    pub(super) async fn run(&self) -> Result<Tuned> {
        let gpu = self.adapt.trains_on_gpu(&*self.adapt.encoders.named(&self.request.base).await?);
        with_fallback(gpu, |device| self.on(device), |lost| self.adapt.notice(lost)).await
    }

    async fn on(&self, device: &'static str) -> Result<Tuned> {
        self.progress.lock().await.report.device = device.to_owned();
        let opened = self.adapt.pretrained_trainee(&self.request.base, device == "gpu").await?;
        let Pretrained { mut trainee, note } = opened;
        note.iter().for_each(|note| self.adapt.notice(note));
        let stop = trainee.stop();
        let token = self.token.clone();
        let stopping = tokio::spawn(async move {
            token.cancelled().await;
            stop.now();
        });
        let training = self.clone();
        let folder = self.adapt.folder(self.run);
        // Where it cannot be opened, questions are answered without it.
        let opened = self.adapt.rerankers.current().await.ok();
        let tuning = blocking(format!("Tuning run {}", self.run), move || {
            let Self { material, request, progress, .. } = training;
            let on_progress = &mut |one| progress.blocking_lock().on_progress(one);
            let Material { corpus, pairs, .. } = &*material;
            let scores = opened.as_ref().map(|opened| CachedScorer::new(&**opened.model()));
            let reader = scores.as_ref().map(|scores| scores as &dyn PairScorer);
            let weights = Weights::of_model(&request.base);
            let tuning = Tuning { corpus, pairs, settings: &request.settings, weights, reader };
            tuning.train(&mut trainee, Some(&folder), on_progress)
        });
        let tuned = tuning.await;
        stopping.abort();
        tuned
    }
}

/// Works on the GPU if there is one for it. Works on the CPU if there is none or if it fails, which is notified.
async fn with_fallback<T, F: Future<Output = Result<T>>>(
    gpu: bool,
    work: impl Fn(&'static str) -> F,
    notify: impl Fn(&Error),
) -> Result<T> {
    if gpu {
        match work("gpu").await {
            Err(Error::Models(error)) if is_of_the_device(&error) => {
                notify(&Error::GpuLost { reason: error.to_string() });
            }
            other => return other,
        }
    }
    work("cpu").await
}

/// Whether another device may do better.
fn is_of_the_device(error: &pincite_models::Error) -> bool {
    matches!(error, pincite_models::Error::Session { .. } | pincite_models::Error::NoGpu { .. })
}

#[cfg(test)]
mod tests {
    use super::with_fallback;
    use crate::Error;
    use std::cell::RefCell;

    /// Where it worked, how that ended, and the notices.
    async fn tried(gpu: bool, on_gpu: fn() -> Error) -> (Vec<&'static str>, bool, Vec<&'static str>) {
        let places = RefCell::new(Vec::new());
        let notices = RefCell::new(Vec::new());
        let work = async |device| {
            places.borrow_mut().push(device);
            if device == "gpu" { Err(on_gpu()) } else { Ok(()) }
        };
        let done = with_fallback(gpu, work, |lost| notices.borrow_mut().push(lost.code())).await.is_ok();
        (places.into_inner(), done, notices.into_inner())
    }

    fn lost() -> Error {
        let model = "tiny".to_owned();
        let reason = "device lost".to_owned();
        pincite_models::Error::Session { model, doing: "running", reason }.into()
    }

    #[tokio::test]
    async fn a_gpu_that_fails_gives_way_to_the_cpu() {
        assert_eq!(tried(false, lost).await, (vec!["cpu"], true, vec![]), "without one");
        assert_eq!(tried(true, lost).await, (vec!["gpu", "cpu"], true, vec!["adapt.gpu_lost"]), "with a notice");
        let cancelled = || Error::Cancelled;
        assert_eq!(tried(true, cancelled).await, (vec!["gpu"], false, vec![]), "what is cancelled is not begun again");
    }
}
