//! Tuning in the engine: what helps is put to use, what does not leaves everything as it was, and neither cancelling nor
//! killing does harm. Real parts: a tiny encoder that learns a tiny language, SQLite, processes that are killed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot go on should stop"
)]

mod classroom;

use classroom::{Classroom, LESSON, base};
use pincite_engine::view::TuningState;
use std::time::Instant;

/// Only parts of a name as the first word: runs those tests.
fn main() {
    pincite_pdf::serve_if_asked();
    pincite_models::silence();
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let run = |name: &str, test: &mut dyn FnMut()| {
        if name.contains(&wanted) {
            let began = Instant::now();
            test();
            println!("test {name} ... ok ({:.1} s)", began.elapsed().as_secs_f32());
        }
    };
    run("what_helps_is_put_to_use", &mut || runtime.block_on(what_helps_is_put_to_use()));
}

/// The language is learned from a file that may go at once; questions never learned from are answered; a document that
/// comes meanwhile is there in the new generation; and all of it can be taken back.
async fn what_helps_is_put_to_use() {
    let room = Classroom::new().await;
    let (engine, collection) = (&room.engine, room.collection);
    let (before, by_base) = (room.answered().await, room.scores().await);
    engine.work().await.unwrap();
    let pairs = room.pairs(false);
    let plan = engine.plan_tuning_with(collection, Some(pairs.clone()), LESSON).await.unwrap();
    assert_eq!((plan.pairs, plan.unmatched, plan.problem), (220, 0, None));
    assert!(plan.steps > 0 && plan.seconds.is_some(), "it was tried out");
    let run = engine.start_tuning(collection, Some(pairs.clone()), LESSON).await.unwrap();
    std::fs::remove_file(&pairs).unwrap();
    let again = engine.start_tuning(collection, None, LESSON).await;
    assert!(again.is_err(), "one at a time");
    room.add("awkward.pdf").await;
    let done = engine.wait_until_tuned(run.id).await.unwrap();
    assert_eq!((done.state, done.activated), (TuningState::Done, true), "{done:?}");
    let after = room.answered().await;
    room.engine.wait_until_idle().await.unwrap();
    room.check_vectors().await;
    let made = done.generation.unwrap();
    let active = room.active().await;
    assert_eq!((active.id.0, active.base), (made, Some(base())), "what it made answers");
    assert_eq!((room.names("tuning"), room.names("tuned")), (vec![], vec![active.encoder]), "no more is left of it");
    assert!(done.course.bytes > 0 && done.course.losses.len() > 10 && done.course.examined.len() > 2, "{done:?}");
    engine.undo_activation(collection).await.unwrap();
    room.check_vectors().await;
    assert_ne!(room.active().await.id.0, made, "it can be taken back");
    assert_eq!(room.scores().await, by_base, "and the base answers as it did");
    engine.activate(collection, made).await.unwrap();
    assert!(before < 20 && after > 150, "{before} of 220 questions were answered before, {after} now");
}
