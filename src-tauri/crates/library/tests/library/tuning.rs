//! Tuning runs: their history is kept, one process is at a run, and a run whose process died is known to be so.

use crate::processes::{lines, spawn, told};
use crate::support::{Temporary, block_on, problem};
use pincite_library::{JobState, Library, RunKind, TuningRunId};
use std::io::Write;

#[tokio::test]
async fn a_run_is_kept_from_request_to_report() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "tuned", "print", 3).await.unwrap().id;
    let run = library.add_tuning_run(deal, RunKind::Tuning, r#"{"seed":7}"#).await.unwrap();
    let queued = library.tuning_run(run).await.unwrap();
    assert_eq!((queued.state, queued.interrupted, queued.report.as_str()), (JobState::Queued, false, "null"));
    assert!(library.take_tuning_run(run).await.unwrap());
    assert!(library.report_tuning_run(run, r#"{"loss":[3.2]}"#).await.unwrap());
    assert!(library.set_tuning_generation(run, generation).await.unwrap());
    assert!(library.finish_tuning_run(run, true).await.unwrap());
    let done = temporary.again().await.tuning_run(run).await.unwrap();
    assert_eq!((done.state, done.activated, done.generation), (JobState::Done, true, Some(generation)));
    assert_eq!((done.request.as_str(), done.report.as_str()), (r#"{"seed":7}"#, r#"{"loss":[3.2]}"#));
    assert!(done.ended_at >= Some(done.created_at) && done.problem.is_none() && !done.interrupted);
    for changed in [
        library.take_tuning_run(run).await.unwrap(),
        library.report_tuning_run(run, "1").await.unwrap(),
        library.set_tuning_generation(run, generation).await.unwrap(),
        library.cancel_tuning_run(run, &problem("engine.cancelled")).await.unwrap(),
    ] {
        assert!(!changed, "what has ended stays as it ended");
    }
    assert_eq!(library.tuning_run(run).await.unwrap(), done);
}

#[tokio::test]
async fn runs_are_listed_newest_first_with_why_they_failed() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let other = library.create_collection("Other").await.unwrap().id;
    let mut runs = Vec::new();
    for _ in 0..3 {
        runs.push(library.add_tuning_run(deal, RunKind::Tuning, "{}").await.unwrap());
    }
    library.add_tuning_run(other, RunKind::Tuning, "{}").await.unwrap();
    assert!(library.fail_tuning_run(runs[0], &problem("tune.memory")).await.unwrap());
    assert!(library.cancel_tuning_run(runs[1], &problem("adapt.cancelled")).await.unwrap(), "before it began");
    let listed = library.tuning_runs(deal).await.unwrap();
    let told: Vec<_> = listed.iter().map(|run| (run.id, run.state, run.problem.clone())).collect();
    let expected = [
        (runs[2], JobState::Queued, None),
        (runs[1], JobState::Cancelled, Some(problem("adapt.cancelled"))),
        (runs[0], JobState::Failed, Some(problem("tune.memory"))),
    ];
    assert_eq!(told, expected);
    library.delete_collection(deal).await.unwrap();
    assert_eq!(library.tuning_run(runs[2]).await.unwrap_err().code(), "library.no_tuning_run", "it goes with it");
}

#[tokio::test]
async fn the_history_outlives_the_generation() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.ensure_generation(deal, "e5", "print-0", 3).await.unwrap();
    let generation = library.ensure_generation(deal, "tuned", "print-1", 3).await.unwrap().id;
    let run = library.add_tuning_run(deal, RunKind::Tuning, "{}").await.unwrap();
    library.set_tuning_generation(run, generation).await.unwrap();
    library.finish_tuning_run(run, false).await.unwrap();
    library.delete_generation(generation).await.unwrap();
    assert_eq!(library.tuning_run(run).await.unwrap().generation, None);
}

#[tokio::test]
async fn a_run_knows_that_a_person_activated_what_it_offered() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.ensure_generation(deal, "e5", "print-0", 3).await.unwrap();
    let generation = library.ensure_generation(deal, "tuned", "print-1", 3).await.unwrap().id;
    let run = library.add_tuning_run(deal, RunKind::Tuning, "{}").await.unwrap();
    library.set_tuning_generation(run, generation).await.unwrap();
    library.finish_tuning_run(run, false).await.unwrap();
    assert!(!library.tuning_run(run).await.unwrap().activated, "it was only offered");
    library.activate(generation).await.unwrap();
    assert!(library.tuning_run(run).await.unwrap().activated);
}

#[tokio::test]
async fn what_does_not_belong_is_refused() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let nowhere = library.add_tuning_run(pincite_library::CollectionId(9), RunKind::Tuning, "{}").await.unwrap_err();
    assert_eq!(nowhere.code(), "library.no_collection");
    assert!(
        library.add_tuning_run(deal, RunKind::Tuning, "{not json").await.is_err(),
        "the interface must be able to read it"
    );
    let run = library.add_tuning_run(deal, RunKind::Tuning, "{}").await.unwrap();
    assert!(library.report_tuning_run(run, "{not json").await.is_err());
    let unknown = library.set_tuning_generation(run, pincite_library::GenerationId(9)).await.unwrap_err();
    assert_eq!(unknown.code(), "library.no_generation");
    assert_eq!(library.take_tuning_run(TuningRunId(9)).await.unwrap_err().code(), "library.no_tuning_run");
}

#[test]
#[ignore = "run by other tests in a process of its own"]
fn child_takes_the_run_and_waits() {
    let Some(path) = told() else { return };
    block_on(async {
        let library = Library::open(&path).await.unwrap();
        let deal = library.collections().await.unwrap()[0].id;
        let run = library.tuning_runs(deal).await.unwrap()[0].id;
        println!("took {}", library.take_tuning_run(run).await.unwrap());
        std::io::stdout().flush().unwrap();
        std::io::stdin().read_line(&mut String::new()).unwrap();
    });
}

#[test]
fn a_killed_run_is_known_and_can_be_taken_up() {
    let temporary = block_on(Temporary::new());
    let library = &temporary.library;
    let deal = block_on(library.create_collection("Deal")).unwrap().id;
    let run = block_on(library.add_tuning_run(deal, RunKind::Tuning, "{}")).unwrap();
    let mut child = spawn("tuning::child_takes_the_run_and_waits", library.path());
    assert_eq!(lines(&mut child, "took ").next().as_deref(), Some("true"));
    let running = block_on(library.tuning_run(run)).unwrap();
    assert_eq!((running.state, running.interrupted), (JobState::Running, false), "its process lives");
    assert!(!block_on(library.take_tuning_run(run)).unwrap(), "two never tune the same run");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(block_on(library.tuning_run(run)).unwrap().interrupted, "nobody is at it any more");
    assert!(block_on(library.take_tuning_run(run)).unwrap(), "so another process may go on");
    let taken = block_on(library.tuning_run(run)).unwrap();
    assert_eq!((taken.state, taken.interrupted), (JobState::Running, false));
    assert!(!block_on(library.take_tuning_run(run)).unwrap(), "nor does one process twice");
}
