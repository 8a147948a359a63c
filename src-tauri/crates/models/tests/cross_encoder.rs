//! Tiny cross-encoders of random weights against Transformers (`fixtures/cross/make.py` made both).

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod common;

use std::ops::ControlFlow;
use std::path::PathBuf;

use common::{fixture, start};
use pincite_models::{CrossEncoder, Device, Error, PairScore, TextPair};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    question: String,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    passage: String,
    score: f32,
    /// Of a model that has an output for it.
    presence: Option<f32>,
    /// Of a model that has an output for spans.
    #[serde(default)]
    tokens: Vec<TokenRow>,
}

/// A token of the passage: the letters where it starts and ends, and its logits of start and end.
#[derive(Deserialize)]
struct TokenRow {
    start: usize,
    end: usize,
    logits: [f32; 2],
}

fn folder(name: &str) -> PathBuf {
    fixture("cross").join(name)
}

fn open(name: &str) -> CrossEncoder {
    start();
    CrossEncoder::open(&folder(name), Device::Cpu).expect("the fixture opens")
}

fn reference(name: &str) -> Reference {
    let bytes = std::fs::read(folder(name).join("reference.json")).expect("the reference is there");
    serde_json::from_slice(&bytes).expect("and can be read")
}

fn scores(model: &CrossEncoder, question: &str, passages: &[&str]) -> Vec<f32> {
    read(model, question, passages).into_iter().map(|score| score.rank).collect()
}

fn read(model: &CrossEncoder, question: &str, passages: &[&str]) -> Vec<PairScore> {
    model.score(question, passages, &mut |_| ControlFlow::Continue(())).expect("it runs")
}

#[test]
fn scores_agree_with_the_reference() {
    for name in ["tiny-one-label", "tiny-two-labels", "tiny-presence"] {
        let (model, Reference { question, rows }) = (open(name), reference(name));
        let passages: Vec<&str> = rows.iter().map(|row| row.passage.as_str()).collect();
        for (ours, row) in read(&model, &question, &passages).iter().zip(&rows) {
            let near = |ours: f32, theirs: f32| (ours - theirs).abs() < 1e-4;
            assert!(near(ours.rank, row.score), "{name}: {ours:?} is not {} for {:?}", row.score, row.passage);
            let presence = row.presence.unwrap_or(row.score);
            assert!(near(ours.presence, presence), "{name}: {ours:?}, not {presence} for {:?}", row.passage);
        }
        let spread = rows.iter().map(|row| row.score).fold(f32::MIN, f32::max)
            - rows.iter().map(|row| row.score).fold(f32::MAX, f32::min);
        assert!(spread > 0.01, "the reference tells passages apart, else the comparison says nothing");
    }
}

#[test]
fn spans_agree_with_the_reference() {
    let model = open("tiny-span");
    let Reference { question, rows } = reference("tiny-span");
    let mut read = 0;
    for Row { passage, tokens, .. } in &rows {
        let pair = TextPair { question: &question, passage };
        let Some(span) = model.span(&pair).expect("it runs") else {
            assert!(tokens.is_empty(), "a passage without tokens has no span");
            continue;
        };
        let byte = |letter: usize| passage.chars().take(letter).map(char::len_utf8).sum();
        for TokenRow { start, end, logits: [first, last] } in tokens {
            let score = span.score(&(byte(*start)..byte(*end))).expect("a token stands there");
            assert!((score - first - last).abs() < 1e-4, "{score} is not {first} + {last}: {start} in {passage:?}");
            read += 1;
        }
        let after = passage.len() + 5;
        assert_eq!(span.score(&(after..after + 1)), None, "nothing stands behind the passage");
    }
    assert!(read > 50, "the reference has tokens, else the comparison says nothing");
    let without = open("tiny-presence");
    assert_eq!(without.span(&TextPair { question: &question, passage: "A notice." }).expect("it runs"), None);
}

#[test]
fn a_score_does_not_depend_on_the_other_passages() {
    let model = open("tiny-one-label");
    let long = "revenue and total net income ".repeat(30);
    let together = scores(&model, "the notice", &["a party", &long, "net income"]);
    for (passage, score) in ["a party", &long, "net income"].iter().zip(&together) {
        let alone = scores(&model, "the notice", &[passage])[0];
        assert!((alone - score).abs() < 1e-4, "padding changes a score: {alone} and {score}");
    }
}

#[test]
fn the_order_of_question_and_passage_matters() {
    let model = open("tiny-one-label");
    let (one, other) = ("net income of the party", "written notice");
    let (forward, backward) = (scores(&model, one, &[other])[0], scores(&model, other, &[one])[0]);
    assert!((forward - backward).abs() > 1e-4, "token types or positions are lost: {forward} and {backward}");
}

#[test]
fn three_labels_are_refused() {
    start();
    let Err(error) = CrossEncoder::open(&folder("tiny-three-labels"), Device::Cpu) else { panic!("it opened") };
    assert!(matches!(error, Error::BadFile { .. }), "{error}");
    assert!(error.to_string().contains("3 labels"), "{error}");
}

#[test]
fn an_encoder_is_no_cross_encoder() {
    start();
    let Err(error) = CrossEncoder::open(&fixture("tiny-mean"), Device::Cpu) else { panic!("it opened") };
    assert!(error.to_string().contains("classifier.weight"), "it says what is missing: {error}");
}

#[test]
fn progress_can_stop_the_work() {
    let model = open("tiny-one-label");
    let passages = vec!["notice of revenue"; 2000];
    let stopped = model.score("a", &passages, &mut |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(Error::Cancelled)));
}
