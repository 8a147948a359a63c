//! Runs: their history is kept, one is done at a time, and one whose process died waits for the next.

use crate::processes::{busy_process, kill};
use crate::support::{Temporary, block_on, problem};
use pincite_library::{JobId, JobState, Library, Places, RunId, RunKind, Task};

#[tokio::test]
async fn a_run_is_kept_from_request_to_report() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "tuned", "print", 3).await.unwrap().id;
    let run = library.add_run(deal, RunKind::Adapt, r#"{"seed":7}"#).await.unwrap();
    let queued = library.run(run).await.unwrap();
    assert_eq!((queued.state, queued.report.as_str()), (JobState::Queued, "null"));
    let job = library.claim_next(Places::ALL).await.unwrap().unwrap();
    assert_eq!((job.id, job.task), (queued.job, Task::Run { run }));
    assert!(library.report_run(run, r#"{"loss":[3.2]}"#).await.unwrap());
    assert_eq!(library.job(job.id).await.unwrap().attempts, 0, "progress: its start does not count any more");
    assert!(library.set_run_generation(run, generation).await.unwrap());
    assert!(library.finish_run_with(run, generation).await.unwrap());
    let done = temporary.again().await.run(run).await.unwrap();
    assert_eq!((done.state, done.activated, done.generation), (JobState::Done, true, Some(generation)));
    assert_eq!((done.request.as_str(), done.report.as_str()), (r#"{"seed":7}"#, r#"{"loss":[3.2]}"#));
    assert!(done.ended_at >= Some(done.created_at) && done.problem.is_none());
    for changed in [
        library.report_run(run, "1").await.unwrap(),
        library.set_run_generation(run, generation).await.unwrap(),
        library.finish_run_with(run, generation).await.unwrap(),
        library.cancel_job(done.job, Some(&problem("adapt.cancelled"))).await.unwrap(),
    ] {
        assert!(!changed, "what has ended stays as it ended");
    }
    assert_eq!(library.run(run).await.unwrap(), done);
}

#[tokio::test]
async fn runs_are_listed_newest_first_with_why_they_failed() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let other = library.create_collection("Other").await.unwrap().id;
    let mut runs = Vec::new();
    for _ in 0..3 {
        runs.push(library.add_run(deal, RunKind::Adapt, "{}").await.unwrap());
    }
    library.add_run(other, RunKind::Adapt, "{}").await.unwrap();
    assert!(library.fail_job(job(library, runs[0]).await, &problem("adapt.memory")).await.unwrap());
    assert!(
        library.cancel_job(job(library, runs[1]).await, Some(&problem("adapt.cancelled"))).await.unwrap(),
        "before it began"
    );
    let listed = library.runs(deal).await.unwrap();
    let told: Vec<_> = listed.iter().map(|run| (run.id, run.state, run.problem.clone())).collect();
    let expected = [
        (runs[2], JobState::Queued, None),
        (runs[1], JobState::Cancelled, Some(problem("adapt.cancelled"))),
        (runs[0], JobState::Failed, Some(problem("adapt.memory"))),
    ];
    assert_eq!(told, expected);
    library.delete_collection(deal).await.unwrap();
    assert_eq!(library.run(runs[2]).await.unwrap_err().code(), "library.no_run", "it goes with it");
}

#[tokio::test]
async fn the_history_outlives_the_generation() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.ensure_generation(deal, "e5", "print-0", 3).await.unwrap();
    let generation = library.ensure_generation(deal, "tuned", "print-1", 3).await.unwrap().id;
    let run = library.add_run(deal, RunKind::Adapt, "{}").await.unwrap();
    library.set_run_generation(run, generation).await.unwrap();
    library.finish_job(job(library, run).await).await.unwrap();
    library.delete_generation(generation).await.unwrap();
    assert_eq!(library.run(run).await.unwrap().generation, None);
}

#[tokio::test]
async fn a_run_knows_that_a_person_activated_what_it_offered() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.ensure_generation(deal, "e5", "print-0", 3).await.unwrap();
    let generation = library.ensure_generation(deal, "tuned", "print-1", 3).await.unwrap().id;
    let run = library.add_run(deal, RunKind::Adapt, "{}").await.unwrap();
    library.set_run_generation(run, generation).await.unwrap();
    library.finish_job(job(library, run).await).await.unwrap();
    assert!(!library.run(run).await.unwrap().activated, "it was only offered");
    library.activate(generation).await.unwrap();
    assert!(library.run(run).await.unwrap().activated);
}

#[tokio::test]
async fn what_does_not_belong_is_refused() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let nowhere = library.add_run(pincite_library::CollectionId(9), RunKind::Adapt, "{}").await.unwrap_err();
    assert_eq!(nowhere.code(), "library.no_collection");
    assert!(library.add_run(deal, RunKind::Adapt, "{not json").await.is_err(), "the interface must be able to read it");
    let run = library.add_run(deal, RunKind::Adapt, "{}").await.unwrap();
    assert!(library.report_run(run, "{not json").await.is_err());
    let unknown = library.set_run_generation(run, pincite_library::GenerationId(9)).await.unwrap_err();
    assert_eq!(unknown.code(), "library.no_generation");
    assert_eq!(library.run(RunId(9)).await.unwrap_err().code(), "library.no_run");
}

#[test]
fn one_run_is_done_at_a_time_and_a_killed_one_is_taken_up() {
    let temporary = block_on(Temporary::new());
    let library = &temporary.library;
    let deal = block_on(library.create_collection("Deal")).unwrap().id;
    let run = block_on(library.add_run(deal, RunKind::Adapt, "{}")).unwrap();
    block_on(library.add_run(deal, RunKind::Questions, "{}")).unwrap();
    let child = busy_process(library.path());
    assert_eq!(block_on(library.run(run)).unwrap().state, JobState::Running, "its process lives");
    assert_eq!(block_on(library.claim_next(Places::ALL)).unwrap(), None, "nor is another run done beside it");
    kill(library, child);
    assert_eq!(block_on(library.run(run)).unwrap().state, JobState::Queued, "nobody is at it any more");
    let job = block_on(library.claim_next(Places::ALL)).unwrap().unwrap();
    assert_eq!((job.task, job.attempts), (Task::Run { run }, 2), "so another process goes on");
    assert_eq!(block_on(library.claim_next(Places::ALL)).unwrap(), None);
}

/// The job of a run.
async fn job(library: &Library, run: RunId) -> JobId {
    library.run(run).await.unwrap().job
}
