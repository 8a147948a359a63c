//! The learning itself, on a device: the GPU where it is right and faster, and the CPU when that fails. Not for what
//! becomes of the outcome.

use super::course::Course;
use super::material::Material;
use super::wish::Lesson;
use crate::{Engine, Error};
use pincite_library::TuningRunId;
use pincite_tune::{Present, Tuned, tune};
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Everything it takes to train.
#[derive(Clone)]
pub(super) struct Training {
    pub(super) engine: Engine,
    pub(super) run: TuningRunId,
    pub(super) lesson: Lesson,
    pub(super) material: Arc<Material>,
    /// The search as it is used now.
    pub(super) present: Present,
    pub(super) course: Arc<Mutex<Course>>,
    pub(super) token: CancellationToken,
}

impl Training {
    /// Tunes; a run that was interrupted goes on from its checkpoint, and so does one whose GPU failed.
    pub(super) async fn run(&self) -> Result<Tuned, Error> {
        let encoders = &self.engine.0.encoders;
        let gpu = encoders.trains_on_gpu(&*encoders.named(&self.lesson.base).await?);
        somewhere(gpu, |device| self.on(device), |lost| self.engine.0.notice(lost)).await
    }

    async fn on(&self, device: &'static str) -> Result<Tuned, Error> {
        self.course.lock().await.kept.device = device.to_owned();
        let opened = self.engine.0.encoders.trainee_at_start(&self.lesson.base, device == "gpu").await;
        let (mut trainee, note) = opened.map_err(|error| match error {
            Error::Models(error) => pincite_tune::Error::from(error).into(),
            other => other,
        })?;
        note.iter().for_each(|note| self.engine.0.notice(note));
        let (stop, token) = (trainee.stop(), self.token.clone());
        let stopping = tokio::spawn(async move {
            token.cancelled().await;
            stop.now();
        });
        let (training, folder) = (self.clone(), self.engine.0.home.tuning(self.run.0));
        let tuning = tokio::task::spawn_blocking(move || {
            let Training { material, lesson, present, course, .. } = training;
            let hear = &mut |news| course.blocking_lock().hear(news);
            tune(&mut trainee, &material.corpus, &material.pairs, (&lesson.settings, present), Some(&folder), hear)
        });
        let tuned = tuning.await;
        stopping.abort();
        Ok(tuned.map_err(|_| Error::Stopped { what: format!("Tuning run {}", self.run) })??)
    }
}

/// Works on the GPU if there is one for it, and on the CPU if there is none or it fails, which is told.
async fn somewhere<T, F: Future<Output = Result<T, Error>>>(
    gpu: bool,
    work: impl Fn(&'static str) -> F,
    tell: impl Fn(&Error),
) -> Result<T, Error> {
    if gpu {
        match work("gpu").await {
            Err(Error::Tune(pincite_tune::Error::Models(error))) if is_of_the_device(&error) => {
                tell(&Error::GpuLost { reason: error.to_string() });
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
    use super::somewhere;
    use crate::Error;
    use std::cell::RefCell;

    /// Where it worked, how that ended, and what was told.
    async fn tried(gpu: bool, on_gpu: fn() -> pincite_tune::Error) -> (Vec<&'static str>, bool, Vec<&'static str>) {
        let (places, told) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        let work = async |device| {
            places.borrow_mut().push(device);
            if device == "gpu" { Err(Error::Tune(on_gpu())) } else { Ok(()) }
        };
        let done = somewhere(gpu, work, |lost| told.borrow_mut().push(lost.code())).await.is_ok();
        (places.into_inner(), done, told.into_inner())
    }

    fn lost() -> pincite_tune::Error {
        let (model, reason) = ("tiny".to_owned(), "device lost".to_owned());
        pincite_models::Error::Session { model, doing: "running", reason }.into()
    }

    #[tokio::test]
    async fn a_gpu_that_fails_gives_way_to_the_cpu() {
        assert_eq!(tried(false, lost).await, (vec!["cpu"], true, vec![]), "without one");
        assert_eq!(tried(true, lost).await, (vec!["gpu", "cpu"], true, vec!["engine.gpu_lost"]), "it is told");
        let cancelled = || pincite_tune::Error::Cancelled;
        assert_eq!(tried(true, cancelled).await, (vec!["gpu"], false, vec![]), "what is cancelled is not begun again");
    }
}
