//! Works off runs as the engine does.

use pincite_adapt::Adapt;
use pincite_library::{self as library, JobId, Library, Places, Task};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Does runs until it closes: it stops those that were cancelled, and releases one when it closes.
pub(super) async fn work_off(adapt: Adapt, library: Library, closing: CancellationToken) {
    let places = Places { runs: true, files: false, grids: false };
    let mut changes = library.changes();
    while !closing.is_cancelled() {
        let Some(job) = library.claim_next(places).await.unwrap() else {
            tokio::select! {
                () = changes.next() => {}
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
                () = closing.cancelled() => {}
            }
            continue;
        };
        let Task::Run { run } = job.task else { panic!("no other job has a place: {job:?}") };
        let token = closing.child_token();
        let result = tokio::select! {
            result = adapt.perform(run, &token) => result,
            () = cancel_when_ended(&library, job.id, &token) => unreachable!("it waits for the run"),
            () = closing.cancelled() => Err(pincite_adapt::Error::Cancelled),
        };
        match result {
            Ok(()) => library.finish_job(job.id).await.unwrap(),
            Err(_) if closing.is_cancelled() => library.release_job(job.id).await.unwrap(),
            Err(error) => {
                let problem = library::Problem { code: error.code().to_owned(), message: error.to_string() };
                library.fail_job(job.id, &problem).await.unwrap()
            }
        };
        adapt.ended(run).await;
    }
}

async fn cancel_when_ended(library: &Library, job: JobId, token: &CancellationToken) {
    let mut changes = library.changes();
    loop {
        if !library.own_jobs().await.unwrap().contains(&job) {
            token.cancel();
        }
        changes.next().await;
    }
}
