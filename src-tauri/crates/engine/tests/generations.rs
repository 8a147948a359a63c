//! Generations in the engine: questions, files and lost encoders while another generation becomes active. Real parts:
//! two tiny encoders, the sample documents, the reader process.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod folders;
mod shelf;

use pincite_api::{Event, Mode, Phase};
use pincite_engine::Adding;
use shelf::{LONG, OTHER, SHORT, Shelf};
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Questions are asked without pause while another process switches to and fro: each answer is wholly the one or the
/// other generation's.
#[tokio::test(flavor = "multi_thread")]
async fn answers_come_from_one_generation() {
    let shelf = Shelf::with(SHORT).await;
    let generations = [shelf.untuned().await, shelf.tuned().await];
    let mut pure = Vec::new();
    for generation in generations {
        shelf.engine.adapt().generations().activate(shelf.collection, generation).await.unwrap();
        pure.push(shelf.scores(Mode::Dense).await);
    }
    assert_ne!(pure[0], pure[1], "the two encoders must be told apart by their scores");
    let other = shelf.other_process().await;
    let stop = CancellationToken::new();
    let told = stop.clone();
    let switching = tokio::spawn(async move {
        for round in (0..).take_while(|_| !told.is_cancelled()) {
            other.activate(generations[round % 2]).await.unwrap();
            tokio::time::sleep(Duration::from_millis(7)).await;
        }
    });
    let mut seen = [0, 0];
    for _ in 0..40 {
        let (one, other) = tokio::join!(shelf.scores(Mode::Dense), shelf.scores(Mode::Dense));
        for answer in [one, other] {
            let which = pure.iter().position(|pure| *pure == answer);
            seen[which.expect("an answer that is neither generation's mixes them")] += 1;
        }
    }
    stop.cancel();
    switching.await.unwrap();
    assert!(seen.iter().all(|count| *count > 0), "both must have answered: {seen:?}");
    let active = shelf.active().await;
    let last = generations.iter().position(|one| *one == active);
    assert_eq!(shelf.scores(Mode::Dense).await, pure[last.unwrap()], "and in the end the one that is active");
}

/// A tuned encoder that is gone is an error with a remedy; words answer meanwhile, and going back heals it.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_encoder_is_told() {
    let mut shelf = Shelf::with(SHORT).await;
    let untuned = shelf.untuned().await;
    let tuned = shelf.tuned().await;
    let by_words = shelf.order(Mode::Lexical).await;
    shelf.engine.adapt().generations().activate(shelf.collection, tuned).await.unwrap();
    std::fs::rename(shelf.tuned_folder(), shelf.home().join("elsewhere")).unwrap();
    shelf.reopen().await;
    let answer = shelf.ask(Mode::Hybrid).await;
    assert_eq!(answer.notes.len(), 1, "it is said, and once: {:?}", answer.notes);
    let note = &answer.notes[0];
    assert_eq!(note.code, "engine.tuned_missing");
    assert!(note.technical().contains(shelf.tuned_folder().to_str().unwrap()), "it says where: {note:?}");
    assert!(answer.hits.iter().all(|hit| hit.score.dense.is_none()), "no other encoder steps in");
    assert_eq!(shelf.order(Mode::Hybrid).await, by_words, "and words rank as ever");
    let document = shelf.stored().await;
    shelf.add(SHORT).await;
    assert_eq!(shelf.stored().await, document, "a file that is added again is not cut anew for want of the encoder");
    shelf.engine.adapt().generations().undo(shelf.collection).await.unwrap();
    assert_eq!(shelf.active().await, untuned);
    assert!(shelf.ask(Mode::Hybrid).await.notes.is_empty(), "going back heals it");
    let error = shelf.engine.adapt().generations().activate(shelf.collection, tuned).await.unwrap_err();
    assert_eq!((error.code(), shelf.active().await), ("engine.tuned_missing", untuned), "nor is it switched to");
    std::fs::create_dir_all(shelf.tuned_folder().parent().unwrap()).unwrap();
    folders::copy_folder(&shelf.home().join("models").join(shelf::base()), &shelf.tuned_folder());
    let error = shelf.engine.adapt().generations().activate(shelf.collection, tuned).await.unwrap_err();
    assert_eq!(error.code(), "engine.tuned_missing", "other weights in its place are not it");
}

/// A file that is being read while another generation becomes active gets the vectors of that one, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_switch_while_a_file_is_read() {
    let shelf = Shelf::with(SHORT).await;
    shelf.untuned().await;
    let tuned = shelf.tuned().await;
    let mut events = shelf.engine.events();
    let engine = shelf.engine.clone();
    let collection = shelf.collection;
    let switching = tokio::spawn(async move {
        loop {
            match events.recv().await.unwrap() {
                Event::Progress(progress) if progress.phase == Phase::Reading => break,
                _ => {}
            }
        }
        engine.adapt().generations().activate(collection, tuned).await
    });
    shelf.add(LONG).await;
    switching.await.unwrap().expect("the file was not stored yet: nothing was in the way of the switch");
    assert_eq!(shelf.active().await, tuned);
    assert_eq!(shelf.lacking().await, [], "the document got the vectors of the generation that answers now");
    let documents = shelf.engine.documents(shelf.collection).await.unwrap();
    let name = Path::new(LONG).file_name().unwrap().to_str().unwrap();
    let long = documents.iter().find(|document| document.file == name).unwrap();
    assert!(long.passages > 0 && long.problem.is_none(), "{long:?}");
}

/// A person gives a collection another untuned encoder, while questions are asked and a file is added. Each answer is wholly of
/// the one or the other. The file is searched afterwards, and another collection with it keeps its encoder.
#[tokio::test(flavor = "multi_thread")]
async fn another_encoder_is_used_while_files_come() {
    let shelf = Shelf::with(SHORT).await;
    let engine = &shelf.engine;
    let second = engine.create_collection("Second").await.unwrap().id;
    let paths = vec![Shelf::sample(SHORT), Shelf::sample(LONG)];
    engine.add(second, Adding { paths, password: None }).await.unwrap();
    engine.wait_until_idle().await.unwrap();
    shelf.add_encoder();
    let stored = shelf.stored().await;
    let by_base = shelf.scores(Mode::Dense).await;
    let scope = vec![engine.documents(shelf.collection).await.unwrap()[0].id];
    let run = engine.use_encoder(shelf.collection, OTHER).await.unwrap();
    let adding = Adding { paths: vec![Shelf::sample(LONG)], password: None };
    engine.add(shelf.collection, adding).await.unwrap();
    let mut seen = Vec::new();
    while engine.adapt().run(run.id).await.unwrap().ended_at.is_none() {
        seen.push(shelf.scores_in(&scope, Mode::Dense).await);
    }
    engine.wait_until_idle().await.unwrap();
    let collections = engine.collections().await.unwrap();
    let encoders: Vec<_> = collections.iter().map(|it| (it.name.as_str(), it.encoder.as_deref())).collect();
    assert_eq!(encoders, [("Matter", Some(OTHER)), ("Second", Some(shelf::base().as_str()))]);
    assert_eq!(shelf.lacking().await, [], "the file that came meanwhile has its vectors");
    assert!(shelf.scores(Mode::Dense).await.len() > by_base.len(), "and is found");
    assert!(shelf.stored().await.starts_with(&stored), "nothing was cut anew");
    let by_other = shelf.scores_in(&scope, Mode::Dense).await;
    assert_ne!(by_other, by_base, "the two encoders must be told apart by their scores");
    assert!(seen.iter().all(|scores| *scores == by_base || *scores == by_other), "mixed: {seen:?}");
    engine.adapt().generations().undo(shelf.collection).await.unwrap();
    engine.wait_until_idle().await.unwrap();
    assert_eq!(shelf.lacking().await, [], "the way back leads to a complete generation, too");
    assert_eq!(shelf.scores_in(&scope, Mode::Dense).await, by_base);
}

/// Whatever lacks vectors in the active generation gets them after a switch.
#[tokio::test(flavor = "multi_thread")]
async fn gaps_are_healed() {
    let shelf = Shelf::with(SHORT).await;
    let untuned = shelf.untuned().await;
    let tuned = shelf.tuned().await;
    shelf.engine.adapt().generations().activate(shelf.collection, tuned).await.unwrap();
    let other = shelf.other_process().await;
    let copied = shelf.store_copy(&other, untuned).await;
    assert_eq!(shelf.lacking().await, [copied], "stored with vectors of the generation that was active before");
    shelf.engine.adapt().generations().activate(shelf.collection, tuned).await.unwrap();
    shelf.engine.wait_until_idle().await.unwrap();
    assert_eq!(shelf.lacking().await, [], "the switch queued what was missing");
    let back = shelf.engine.adapt().generations().undo(shelf.collection).await;
    back.expect("the former generation has it as well");
    assert_eq!(shelf.active().await, untuned);
}
