//! Another untuned encoder for a collection, which a person chose: it answers once all documents have its vectors. Cancelling and
//! killing leave the present one in place, and undoing leads back to it.

use crate::classroom::{Classroom, GENERATOR, LESSON, OTHER, base, open};
use crate::kills::Worker;
use crate::{alone, training_on};
use pincite_api::{Event, RunKind, TuningPhase, TuningState, TuningView};
use pincite_library::PassageId;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Enough that something can happen while they are embedded.
const MANY: usize = 60;

async fn room_with_two_encoders() -> Classroom {
    let room = Classroom::new().await;
    room.add_encoder();
    room
}

/// Changes the encoder; waits until that is done.
async fn change(room: &Classroom, name: &str) -> TuningView {
    let run = room.adapt.use_encoder(room.collection, name).await.unwrap();
    room.adapt.wait(run.id).await.unwrap()
}

/// All answers that a question gets until a run has ended.
async fn answers_during(room: &Classroom, run: &TuningView) -> BTreeSet<BTreeMap<PassageId, u32>> {
    let mut seen = BTreeSet::new();
    loop {
        seen.insert(room.scores().await);
        if room.adapt.run(run.id).await.unwrap().ended_at.is_some() {
            return seen;
        }
    }
}

/// Questions are asked all the time, and a document is added: each answer is wholly by one of the two encoders. The other
/// collection has the same documents and keeps its encoder.
#[tokio::test(flavor = "multi_thread")]
async fn it_answers_once_it_is_complete() {
    let _alone = alone().await;
    let room = room_with_two_encoders().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    let library = room.library().await;
    let second = library.create_collection("Second").await.unwrap().id;
    room.store_lessons(second).await;
    room.add_tables(MANY, 12).await;
    let of_second = library.generations(second).await.unwrap();
    let by_base = room.scores().await;
    let plan = adapt.plan_encoder(collection, OTHER).await.unwrap();
    assert_eq!((plan.documents, plan.passages, plan.problem), (2 + MANY as u32, 220 + 12 * MANY as u32, None));
    assert_eq!(plan.bytes, u64::from(plan.passages) * (32 + 1) * 4, "32 numbers and the number of the passage");
    assert!(plan.seconds.is_some_and(|seconds| seconds > 0.0), "it was tried out");
    room.work().await;
    let run = adapt.use_encoder(collection, OTHER).await.unwrap();
    assert_eq!((run.kind, run.encoder.as_deref()), (RunKind::Encoder, Some(OTHER)));
    room.store_late().await;
    let seen = answers_during(&room, &run).await;
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated, done.offered), (TuningState::Done, true, false), "{done:?}");
    let active = room.active().await;
    assert_eq!((active.encoder.as_str(), active.base.clone(), Some(active.id)), (OTHER, None, done.generation));
    room.check_vectors().await;
    let by_other = room.scores().await;
    assert_ne!(by_base, by_other, "the two must be told apart by their scores");
    assert!(seen.contains(&by_base) && seen.is_subset(&BTreeSet::from([by_base.clone(), by_other])), "mixed: {seen:?}");
    assert_eq!(library.generations(second).await.unwrap(), of_second, "the other collection is as it was");
    adapt.generations().undo(collection).await.unwrap();
    assert_eq!((room.active().await.encoder, room.scores().await), (base(), by_base), "and the way back");
    room.check_vectors().await;
    room.nothing_left().await;
}

/// What is there already is not computed again: an encoder that was used before comes back at once.
#[tokio::test(flavor = "multi_thread")]
async fn vectors_that_are_there_are_kept() {
    let _alone = alone().await;
    let room = room_with_two_encoders().await;
    room.work().await;
    let first = change(&room, OTHER).await;
    let back = change(&room, &base()).await;
    assert_eq!(
        (back.state, room.active().await.encoder),
        (TuningState::Done, base()),
        "the default one is chosen alike"
    );
    room.store_late().await;
    let plan = room.adapt.plan_encoder(room.collection, OTHER).await.unwrap();
    assert_eq!((plan.documents, plan.passages), (1, 1), "only the new document lacks them");
    let again = change(&room, OTHER).await;
    assert_eq!(again.generation, first.generation, "the same generation answers again");
    room.check_vectors().await;
    assert_eq!(room.adapt.generations().list(room.collection).await.unwrap().len(), 2);
}

/// Each of these is said before anything is begun, and says what to do.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_used_is_refused() {
    let _alone = alone().await;
    let room = room_with_two_encoders().await;
    let adapt = &room.adapt;
    for (name, code, remedy) in [
        (base().as_str(), "adapt.encoder_in_use", "pincite models"),
        (GENERATOR, "adapt.not_an_encoder", "pincite models"),
        ("multilingual-e5-small", "adapt.encoder_not_installed", "pincite models import"),
        ("nobody-knows-it", "models.unknown", "all-MiniLM-L6-v2, multilingual-e5-small"),
    ] {
        let error = adapt.use_encoder(room.collection, name).await.unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().contains(remedy), "{error}");
        let plan = adapt.plan_encoder(room.collection, name).await.unwrap();
        assert_eq!(plan.problem.map(|problem| problem.code).as_deref(), Some(code));
    }
    adapt.use_encoder(room.collection, OTHER).await.unwrap();
    let second = adapt.use_encoder(room.collection, OTHER).await.unwrap_err();
    assert_eq!(second.code(), "adapt.run_under_way", "one at a time");
    let training = adapt.start_with(room.collection, training_on(room.pairs(false)), LESSON).await.unwrap_err();
    assert_eq!(training.code(), "adapt.run_under_way", "of either kind");
}

/// Whether it waits or is at work: the present encoder answers on, and the next change goes on from there.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_change_leaves_the_present_one() {
    let _alone = alone().await;
    let room = room_with_two_encoders().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    room.add_tables(MANY, 12).await;
    let before = room.active().await;
    let by_base = room.scores().await;
    let waiting = adapt.use_encoder(collection, OTHER).await.unwrap();
    adapt.cancel(waiting.id).await.unwrap();
    assert_eq!(room.adapt.run(waiting.id).await.unwrap().state, TuningState::Cancelled);
    room.work().await;
    let mut events = room.events();
    let run = adapt.use_encoder(collection, OTHER).await.unwrap();
    while !matches!(events.recv().await, Ok(Event::Tuning(news)) if news.phase == TuningPhase::Embedding) {}
    room.other_process().await.cancel(run.id).await.unwrap();
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated), (TuningState::Cancelled, false), "{done:?}");
    assert_eq!((room.active().await, room.scores().await), (before, by_base));
    let plan = adapt.plan_encoder(collection, OTHER).await.unwrap();
    assert!(plan.passages <= 220 + 12 * MANY as u32 && plan.problem.is_none(), "{plan:?}");
    let done = change(&room, OTHER).await;
    assert_eq!((done.state, done.generation.is_some()), (TuningState::Done, true));
    room.check_vectors().await;
    room.nothing_left().await;
}

/// A process that was killed, or closed, leaves the run to the next one.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_cut_off_goes_on() {
    let _alone = alone().await;
    let room = room_with_two_encoders().await;
    room.add_tables(MANY, 12).await;
    let by_base = room.scores().await;
    let run = room.adapt.use_encoder(room.collection, OTHER).await.unwrap();
    Worker::start(room.home()).kill_in(TuningPhase::Embedding, Duration::from_millis(10));
    let between = room.scores().await;
    room.check_vectors().await;
    let opened = open(room.home()).await;
    opened.work().await;
    let done = opened.adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, room.active().await.encoder.as_str()), (TuningState::Done, OTHER), "{done:?}");
    room.check_vectors().await;
    assert!([by_base, room.scores().await].contains(&between), "in between one of the two answered alone");
}

/// Training starts from the encoder in use. The pretrained checkpoint is of the default one alone.
#[tokio::test(flavor = "multi_thread")]
async fn the_chosen_encoder_is_tuned() {
    let _alone = alone().await;
    let room = room_with_two_encoders().await;
    let adapt = &room.adapt;
    room.work().await;
    let changed = change(&room, OTHER).await;
    let before = room.answered().await;
    let mut events = room.events();
    let run = adapt.start_with(room.collection, training_on(room.pairs(false)), LESSON).await.unwrap();
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated), (TuningState::Done, true), "{done:?}");
    while let Ok(event) = events.try_recv() {
        assert!(!matches!(event, Event::Notice(_)), "nothing is said of a checkpoint: {event:?}");
    }
    let active = room.active().await;
    assert_eq!(active.base.as_deref(), Some(OTHER));
    assert!(active.encoder.starts_with(OTHER) && room.names("tuned") == [active.encoder]);
    room.check_vectors().await;
    assert!(room.answered().await > before + 100, "it learned");
    adapt.generations().undo(room.collection).await.unwrap();
    assert_eq!(Some(room.active().await.id), changed.generation, "first back to the encoder that was chosen");
    adapt.generations().undo(room.collection).await.unwrap();
    assert_eq!(room.active().await.encoder, base(), "then to the one before");
}
