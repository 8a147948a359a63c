//! The writing of questions cut off, at random moments and in random ways: in the end there is what there would have been.

use super::{adds_up, by_rows, set_of, written};
use crate::alone;
use crate::classroom::Classroom;
use crate::kills::Worker;
use pincite_api::{Event, TuningPhase, TuningState, WhichQuestions};
use rand::RngExt;
use std::time::{Duration, Instant};

const KILLS: usize = 10;
const DOCUMENTS: usize = 3;
const PASSAGES: usize = 400;

/// Killed ten times while it writes: no question is lost, none is there twice, and the report tells what is there.
#[tokio::test(flavor = "multi_thread")]
async fn kills_lose_and_double_no_question() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let whole = Classroom::new().await;
    room.add_tables(DOCUMENTS, PASSAGES).await;
    whole.add_tables(DOCUMENTS, PASSAGES).await;
    whole.work().await;
    let at_once = written(&whole, by_rows()).await;
    let expected = set_of(&whole).await;
    adds_up(&at_once.report.questions, &expected);
    let run = room.adapt.questions().generate(room.collection, by_rows()).await.unwrap();
    let mut seen = vec![0];
    for _ in 0..KILLS {
        let worker = Worker::start(room.home());
        let enough = seen[seen.len() - 1] + rand::rng().random_range(0..expected.len() / (KILLS + 1));
        while count(&room).await < enough {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        worker.kill();
        let now = set_of(&room).await;
        assert!(now.is_subset(&expected), "what is there is what would be there");
        adds_up(&room.adapt.run(run.id).await.unwrap().report.questions, &now);
        seen.push(now.len());
    }
    assert!(seen.is_sorted(), "nothing that was stored is lost: {seen:?}");
    assert!(seen[KILLS] > 0 && seen[KILLS] < expected.len(), "kills met it at work: {seen:?} of {}", expected.len());
    room.work().await;
    let done = room.adapt.wait(run.id).await.unwrap();
    assert_eq!(done.state, TuningState::Done, "{done:?}");
    assert_eq!(set_of(&room).await, expected, "each question is there once");
    assert_eq!(done.report.questions, at_once.report.questions, "and is told once");
    room.nothing_left().await;
}

async fn count(room: &Classroom) -> usize {
    let none = room.adapt.questions().page(room.collection, &WhichQuestions::default(), 0, 0).await.unwrap();
    none.total as usize
}

/// Cancelled by another process it stops within two seconds, keeps what was written, and another run goes on from there.
#[tokio::test(flavor = "multi_thread")]
async fn cancelled_it_keeps_what_was_written() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    room.add_tables(DOCUMENTS, PASSAGES).await;
    let other = room.other_process().await;
    room.work().await;
    let mut events = room.events();
    let run = room.adapt.questions().generate(room.collection, by_rows()).await.unwrap();
    let is_on =
        |event: &Event| matches!(event, Event::Tuning(it) if it.phase == TuningPhase::Generating && it.done > 300);
    while !is_on(&events.recv().await.unwrap()) {}
    let began = Instant::now();
    other.cancel(run.id).await.unwrap();
    let done = room.adapt.wait(run.id).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(2), "it took {:?}", began.elapsed());
    assert_eq!((done.state, &*done.problem.unwrap().code), (TuningState::Cancelled, "adapt.cancelled"));
    let first = set_of(&room).await;
    assert!(!first.is_empty(), "what was written stays");
    room.nothing_left().await;
    let rest = written(&room, by_rows()).await;
    let both = set_of(&room).await;
    assert!(first.is_subset(&both));
    assert_eq!(both.len() - first.len(), rest.report.questions.asked, "only the rest was asked about");
}
