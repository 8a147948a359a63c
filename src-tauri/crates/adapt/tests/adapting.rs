//! Adapting a collection: what helps is put to use, what does not leaves everything as it was, and neither cancelling nor
//! killing does harm. Real parts: a tiny encoder that learns a tiny language, SQLite, processes that are killed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on should stop")]

mod asking;
mod changing;
mod classroom;
mod kills;
mod side_by_side;

use classroom::{Classroom, LESSON, base};
use pincite_adapt::{Adapt, Settings};
use pincite_api::{Decision, Event, Evidence, TuningPhase, TuningRequest, TuningState, TuningView, Verdict};
use pincite_library::PassageId;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, MutexGuard};

/// Waits until no other test runs: these tests say how long something may take, and train on all processors.
pub(crate) async fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::const_new(());
    ALONE.lock().await
}

/// Trains the encoder on a file of pairs.
pub(crate) fn training_on(pairs: PathBuf) -> TuningRequest {
    TuningRequest { pairs: Some(pairs), questions: None }
}

/// Trains the encoder on what was marked.
fn training_on_marks() -> TuningRequest {
    TuningRequest::default()
}

/// The encoder learns from a file that may be deleted at once, and answers questions that it never learned from. A document
/// added meanwhile is in the new generation. All of it can be undone.
#[tokio::test(flavor = "multi_thread")]
async fn what_helps_is_put_to_use() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    let before = room.answered().await;
    let by_base = room.scores().await;
    room.work().await;
    let pairs = room.pairs(false);
    let plan = adapt.plan(collection, &training_on(pairs.clone())).await.unwrap();
    assert_eq!((plan.pairs, plan.unmatched, plan.problem), (220, 0, None));
    assert!(plan.steps > 0 && plan.seconds.is_some(), "it was tried out");
    let run = adapt.start_with(collection, training_on(pairs.clone()), LESSON).await.unwrap();
    std::fs::remove_file(&pairs).unwrap();
    let again = adapt.start_with(collection, training_on_marks(), LESSON).await;
    assert!(again.is_err(), "one at a time");
    room.store_late().await;
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated), (TuningState::Done, true), "{done:?}");
    let after = room.answered().await;
    room.check_vectors().await;
    let made = done.generation.unwrap();
    let active = room.active().await;
    assert_eq!((active.id, active.base), (made, Some(base())), "what it made answers");
    assert_eq!((room.names("tuning"), room.names("tuned")), (vec![], vec![active.encoder]), "no more is left of it");
    assert!(done.report.bytes > 0 && done.report.losses.len() > 10 && done.report.examined.len() > 2, "{done:?}");
    adapt.generations().undo(collection).await.unwrap();
    room.check_vectors().await;
    assert_ne!(room.active().await.id, made, "it can be taken back");
    assert_eq!(room.scores().await, by_base, "and the base answers as it did");
    adapt.generations().activate(collection, made).await.unwrap();
    assert!(before < 20 && after > 150, "{before} of 220 questions were answered before, {after} now");
}

/// Questions whose passages were shuffled teach nothing that holds: the base stays, and nothing has changed.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_help_is_refused() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    let before = adapt.generations().list(collection).await.unwrap();
    let by_base = room.scores().await;
    room.work().await;
    let run = adapt.start_with(collection, training_on(room.pairs(true)), LESSON).await.unwrap();
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated, done.generation), (TuningState::Done, false, None), "{done:?}");
    assert!(matches!(done.report.verdict, Some(Verdict { decision: Decision::KeepBase { .. }, .. })), "{done:?}");
    assert!(done.report.reason.is_some(), "and it is said why");
    assert_eq!(adapt.generations().list(collection).await.unwrap(), before, "nothing was made");
    assert_eq!(room.scores().await, by_base, "answers are what they were, to the bit");
    room.nothing_left().await;
}

/// Where a generator wrote all questions a run that passes its test only offers what it made. A person activates it.
#[tokio::test(flavor = "multi_thread")]
async fn generated_questions_activate_nothing() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    let before = room.active().await.id;
    let by_base = room.scores().await;
    room.work().await;
    let run = adapt.start_with(collection, training_on(room.generated_pairs()), LESSON).await.unwrap();
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated, done.offered), (TuningState::Done, false, true), "{done:?}");
    assert_eq!(
        done.report.evidence,
        Evidence { people: 0, generated: 220, natural: 0 },
        "the offer says what it rests on"
    );
    let verdict = done.report.verdict.unwrap();
    assert!(verdict.decision == Decision::Offer && verdict.people.is_none(), "nobody asked: {verdict:?}");
    assert!(verdict.after.is_some_and(|after| after.mrr10 > verdict.before.mrr10) && verdict.p_value < Some(0.05));
    assert_eq!((room.active().await.id, room.scores().await), (before, by_base), "what answers is as it was");
    let made = done.generation.unwrap();
    room.other_process().await.sweep().await.unwrap();
    let listed = adapt.generations().list(collection).await.unwrap();
    assert!(listed.iter().any(|one| one.id == made && one.missing == 0), "it waits, complete: {listed:?}");
    adapt.generations().activate(collection, made).await.unwrap();
    room.check_vectors().await;
    assert!(room.answered().await > 150, "and helps");
    let now = adapt.run(run.id).await.unwrap();
    assert_eq!((now.activated, now.offered), (true, false), "{now:?}");
}

/// A request or report of another version is no default: the run says that it cannot be read, and fails.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_an_error() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let library = room.library().await;
    let kind = pincite_library::RunKind::Adapt;
    let run = library.add_run(room.collection, kind, r#"{"epochs": 3}"#).await.unwrap();
    let listed = room.adapt.history(room.collection).await.unwrap().remove(0);
    assert_eq!(listed.problem.unwrap().code, "adapt.run_unreadable", "it is listed with its problem");
    room.work().await;
    let done = room.adapt.wait(run).await.unwrap();
    assert_eq!((done.state, &*done.problem.unwrap().code), (TuningState::Failed, "adapt.run_unreadable"));
}

/// In whatever phase: within two seconds a run is over, and everything is as it was.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_run_leaves_nothing() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    let before = adapt.generations().list(collection).await.unwrap();
    let by_base = room.scores().await;
    let pairs = room.pairs(false);
    let waiting = adapt.start_with(collection, training_on(pairs.clone()), LESSON).await.unwrap();
    assert_eq!(waiting.state, TuningState::Queued, "nobody works yet");
    adapt.cancel(waiting.id).await.unwrap();
    room.nothing_left().await;
    room.work().await;
    let other = room.other_process().await;
    for phase in [TuningPhase::Preparing, TuningPhase::Training, TuningPhase::Judging, TuningPhase::Embedding] {
        let (done, took) = cancelled_in(&room, &other, &pairs, phase).await;
        assert_eq!(done.state, TuningState::Cancelled, "in {phase:?}: {:?}", done.problem);
        assert_eq!(done.problem.unwrap().code, "adapt.cancelled");
        room.nothing_left().await;
        assert!(took < Duration::from_secs(10), "{phase:?} took {took:?} to stop");
        assert_eq!(
            adapt.generations().list(collection).await.unwrap(),
            before,
            "no half generation is left of {phase:?}"
        );
    }
    assert_eq!(room.scores().await, by_base);
}

/// A run that another process cancelled when it came to `phase`, and how long it went on. The last phase of a small
/// collection can be over before the wish arrives: then the run is done, its generation is taken back, and another one
/// is begun.
async fn cancelled_in(room: &Classroom, other: &Adapt, pairs: &Path, phase: TuningPhase) -> (TuningView, Duration) {
    for _ in 0..10 {
        let mut events = room.events();
        let run = room.adapt.start_with(room.collection, training_on(pairs.to_owned()), LESSON).await.unwrap();
        while !matches!(events.recv().await, Ok(Event::Tuning(news)) if news.phase == phase) {}
        let began = Instant::now();
        // As another process does it, which can only say so in the library.
        let wished = other.cancel(run.id).await;
        let done = room.adapt.wait(run.id).await.unwrap();
        match (done.generation, wished) {
            (Some(generation), _) if done.state == TuningState::Done => {
                room.adapt.generations().undo(room.collection).await.unwrap();
                room.adapt.generations().delete(room.collection, generation).await.unwrap();
            }
            (_, wished) => {
                wished.unwrap();
                return (done, began.elapsed());
            }
        }
    }
    panic!("ten runs were over before they could be cancelled in {phase:?}")
}

/// A run that is closed away is neither cancelled nor failed, and its start is not held against it.
#[tokio::test(flavor = "multi_thread")]
async fn closing_ends_no_run() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let working = room.work().await;
    let mut events = room.events();
    let run = room.adapt.start_with(room.collection, training_on(room.pairs(false)), LESSON).await.unwrap();
    while !matches!(events.recv().await, Ok(Event::Tuning(news)) if news.phase == TuningPhase::Training) {}
    room.close();
    working.await.unwrap();
    let now = room.adapt.run(run.id).await.unwrap();
    assert_eq!((now.state, now.problem), (TuningState::Queued, None), "it goes on with the next process");
}

/// What was marked is what is learned from, when no file is given; what was marked as no answer is not.
#[tokio::test(flavor = "multi_thread")]
async fn marks_are_learned_from() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    let none = adapt.plan(collection, &training_on_marks()).await.unwrap();
    assert_eq!((none.pairs, none.problem.unwrap().code.as_str()), (0, "adapt.too_few_pairs"));
    let document = room.documents().await[0].id;
    let hits: Vec<PassageId> = room.scores().await.into_keys().collect();
    let mark = adapt.marks().add(collection, " 0 1 2 ", document, hits[0], true).await.unwrap();
    adapt.marks().add(collection, "0 1 3", document, hits[1], false).await.unwrap();
    let marks = adapt.marks().list(collection).await.unwrap();
    assert_eq!(marks.len(), 2);
    assert_eq!((&marks[0], &*marks[0].question), (&mark, "0 1 2"), "as it was said");
    let other = adapt.marks().add(collection, "0 1 2", document, PassageId(1_000_000), true).await;
    assert_eq!(other.unwrap_err().code(), "library.no_passage");
    let few = adapt.plan(collection, &training_on_marks()).await.unwrap();
    assert_eq!((few.pairs, few.documents), (1, 1), "the one that answers");
    assert_eq!(few.problem.unwrap().code, "adapt.too_few_pairs", "said before anybody waits for it");
    room.work().await;
    let run = adapt.start_with(collection, training_on_marks(), LESSON).await.unwrap();
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, &*done.problem.unwrap().code), (TuningState::Failed, "adapt.too_few_pairs"));
    room.nothing_left().await;
    adapt.marks().remove(mark.id).await.unwrap();
    assert_eq!(adapt.marks().list(collection).await.unwrap(), marks[1..]);
}

/// Tuned encoders go with what they were tuned for; what a killed process left is swept by the next one.
#[tokio::test(flavor = "multi_thread")]
async fn a_collection_takes_its_encoders_along() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    std::fs::create_dir_all(room.home().join("tuned").join(format!("{}-tuned-77", base()))).unwrap();
    std::fs::create_dir_all(room.home().join("tuned/by-hand")).unwrap();
    std::fs::create_dir_all(room.home().join("tuning/77")).unwrap();
    room.work().await;
    assert_eq!((room.names("tuned"), room.names("tuning")), (vec!["by-hand".to_owned()], vec![]), "orphans are swept");
    let mut made = Vec::new();
    for seed in [1, 2] {
        let settings = Settings { seed, ..LESSON };
        let run = adapt.start_with(collection, training_on(room.generated_pairs()), settings).await.unwrap();
        made.extend(adapt.wait(run.id).await.unwrap().generation);
    }
    adapt.generations().activate(collection, made[1]).await.unwrap();
    assert_eq!(room.names("tuned").len(), 3, "each run makes its own: {made:?}");
    assert!(adapt.generations().delete(collection, made[1]).await.is_err(), "the one that answers stays");
    adapt.generations().delete(collection, made[0]).await.unwrap();
    assert_eq!(room.names("tuned").len(), 2);
    let files = adapt.files_of(collection).await.unwrap();
    room.library().await.delete_collection(collection).await.unwrap();
    adapt.remove_files(files).await;
    assert_eq!(room.names("tuned"), ["by-hand"]);
}
