//! Whole tunings of a tiny encoder of random weights: one that must help, one that cannot, one that is killed.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pincite_adapt::{Corpus, DocumentText, Error, Pair, Progress, Settings, Tuned, Tuning};
use pincite_api::Decision;
use pincite_language::Language;
use pincite_models::{Memory, Trainee, runtime, write_tuned};
use pincite_search::{DocumentIndex, Vectors, Weights, terms_of};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

const DOCUMENTS: usize = 3;
const PASSAGES: usize = 60;

fn base() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-mean")
}

fn trainee() -> Trainee {
    let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
    runtime::start(&runtime::candidates(&home)).expect("ONNX Runtime is there");
    Trainee::open(&base(), false, Memory::default()).expect("the fixture opens")
}

/// Two letters that stand for a number.
fn letters(number: usize) -> [char; 2] {
    [number / 10, number % 10].map(|digit| char::from(b'a' + digit as u8))
}

/// Passages are known by letters, and questions ask by the letters ten places on: words cannot find them, a rule can.
fn corpus() -> (Corpus, Vec<Pair>) {
    let spaced = |letters: [char; 2]| letters.map(|letter| letter.to_string()).join(" ");
    let shifted = |letters: [char; 2]| letters.map(|letter| char::from(letter as u8 + 10));
    let document = |_| {
        let texts: Vec<String> = (0..PASSAGES).map(|number| spaced(letters(number))).collect();
        let segment =
            DocumentIndex::new(texts.iter().map(|text| terms_of(text, &[], Language::English)), Vectors::default());
        DocumentText::new("codes", texts, segment)
    };
    let pair = |at: usize| {
        let document = at / PASSAGES;
        let passage = at % PASSAGES;
        Pair { question: spaced(shifted(letters(passage))), document, passages: vec![passage] }
    };
    let documents = (0..DOCUMENTS).map(document).collect();
    (Corpus { documents }, (0..DOCUMENTS * PASSAGES).map(pair).collect())
}

fn settings() -> Settings {
    Settings {
        epochs: 40,
        learning_rate: 2e-3,
        batch: 16,
        held_out: 0.4,
        exams: 1,
        patience: 40,
        ..Settings::default()
    }
}

fn run(pairs: &[Pair], settings: &Settings, folder: Option<&Path>, steps: usize) -> Result<Tuned, Error> {
    let (corpus, _) = corpus();
    let on_progress = &mut |progress| match progress {
        Progress::Step(step) if step.step >= steps => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let tuning = Tuning { corpus: &corpus, pairs, settings, weights: Weights::default(), reader: None };
    tuning.train(&mut trainee(), folder, on_progress)
}

#[test]
fn a_rule_is_learned_and_the_gate_opens() {
    let (_, pairs) = corpus();
    let tuned = run(&pairs, &settings(), None, usize::MAX).expect("the run ends");
    let first = tuned.losses[0];
    let last = tuned.losses[tuned.losses.len() - 1];
    assert!(last < 0.7 * first, "the loss falls: {first} to {last}");
    let metrics: Vec<f64> = tuned.examined.iter().map(|exam| exam.dense.mrr10).collect();
    let verdict = &tuned.verdict;
    assert_eq!(verdict.decision, Decision::Activate, "{metrics:?} {verdict:?}");
    assert!(tuned.best.step > 0, "with the weights to use");
}

#[test]
fn shuffled_pairs_are_refused() {
    let (_, mut pairs) = corpus();
    for (document, pairs) in pairs.chunks_mut(PASSAGES).enumerate() {
        let mut answers: Vec<Vec<usize>> = pairs.iter().map(|pair| pair.passages.clone()).collect();
        answers.shuffle(&mut Pcg64::seed_from_u64(document as u64));
        pairs.iter_mut().zip(answers).for_each(|(pair, answer)| pair.passages = answer);
    }
    let settings = Settings { epochs: 5, ..settings() };
    let tuned = run(&pairs, &settings, None, usize::MAX).expect("the run ends");
    let decision = &tuned.verdict.decision;
    assert!(matches!(decision, Decision::KeepBase { .. }), "there is nothing to learn: {:?}", tuned.verdict);
}

#[test]
fn a_run_that_was_stopped_goes_on_and_comes_to_the_same_end() {
    let settings = &Settings { epochs: 3, ..settings() };
    let (_, pairs) = corpus();
    let whole = run(&pairs, settings, None, usize::MAX).expect("the run ends");
    let folder = tempfile::tempdir().expect("temporary folder");
    let stopped = run(&pairs, settings, Some(folder.path()), 4);
    assert!(matches!(stopped, Err(Error::Cancelled)), "it was asked to stop");
    let resumed = run(&pairs, settings, Some(folder.path()), usize::MAX).expect("the run ends");
    assert_eq!(resumed.losses.len(), whole.losses.len(), "no step is lost or made twice");
    let apart = resumed.losses.iter().zip(&whole.losses).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(apart < 1e-3, "the same steps: {apart} apart");
    assert_eq!(resumed.examined.len(), whole.examined.len(), "nor is an examination");
    assert!(
        folder.path().join("checkpoint").exists(),
        "it can be taken up until the caller has its outcome in a safe place"
    );
}

#[test]
fn a_run_begins_at_the_pretrained_checkpoint_and_is_judged_against_the_base() {
    let (corpus, pairs) = corpus();
    let on_progress = &mut |_| ControlFlow::Continue(());
    let settings = settings();
    let learned = run(&pairs, &settings, None, usize::MAX).expect("the run ends").best;
    let home = tempfile::tempdir().expect("temporary folder");
    let start = home.path().join("start");
    write_tuned(&start, &base(), &learned, 1.0).expect("it can be written");
    let settings = Settings { epochs: 1, learning_rate: 1e-5, ..settings };
    let [begun, anew] = [true, false].map(|from_checkpoint| {
        let mut trainee = match from_checkpoint {
            true => trainee().with_pretrained(&start).expect("it is a checkpoint of this encoder"),
            false => trainee(),
        };
        let tuning =
            Tuning { corpus: &corpus, pairs: &pairs, settings: &settings, weights: Weights::default(), reader: None };
        let tuned = tuning.train(&mut trainee, None, on_progress).expect("it ends");
        assert_eq!(trainee.snapshot().expect("weights"), self::trainee().snapshot().expect("weights"), "as opened");
        tuned
    });
    assert!(begun.losses[0] < 0.7 * anew.losses[0], "{} and {}", begun.losses[0], anew.losses[0]);
    assert_eq!(begun.examined[0], anew.examined[0], "what comes first is the base, in both");
    assert_eq!(begun.verdict.decision, Decision::Activate, "{:?}", begun.verdict);
}

#[test]
fn a_stopped_trainee_ends_the_run() {
    let (corpus, pairs) = corpus();
    let mut trainee = trainee();
    trainee.stop().now();
    let settings = settings();
    let tuning =
        Tuning { corpus: &corpus, pairs: &pairs, settings: &settings, weights: Weights::default(), reader: None };
    let ended = tuning.train(&mut trainee, None, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(ended, Err(Error::Cancelled)), "stopped from another thread: {:?}", ended.err());
}
