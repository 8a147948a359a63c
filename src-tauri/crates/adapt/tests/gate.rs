//! From pairs to a verdict with real searches: vectors that help are let through, shuffled ones are not.

#![allow(clippy::panic, reason = "a test that cannot go on says so")]

use pincite_adapt::{Corpus, DocumentText, Encoded, Exam, Pair, Rank, decide, split};
use pincite_api::{Decision, Verdict};
use pincite_language::Language;
use pincite_search::{DocumentIndex, Vectors, Weights, terms_of};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::ops::ControlFlow;

const WIDTH: usize = 16;
const DOCUMENTS: usize = 8;
const PASSAGES: usize = 40;

/// Documents whose passages share no words with the questions: only vectors can tell which answers.
fn corpus() -> (Corpus, Vec<Pair>) {
    let text = |document: usize, at: usize| (0..9).map(|word| format!("w{document}x{at}x{word} ")).collect::<String>();
    let document = |document: usize| {
        let texts: Vec<String> = (0..PASSAGES).map(|at| text(document, at)).collect();
        let segment =
            DocumentIndex::new(texts.iter().map(|text| terms_of(text, &[], Language::English)), Vectors::default());
        DocumentText::new(format!("document {document}"), texts, segment)
    };
    let pair = |at: usize| Pair {
        question: format!("which is number {at}?"),
        document: at / PASSAGES,
        passages: vec![at % PASSAGES],
    };
    (Corpus { documents: (0..DOCUMENTS).map(document).collect() }, (0..DOCUMENTS * PASSAGES).map(pair).collect())
}

fn noise(random: &mut Pcg64) -> f32 {
    random.random::<f32>() - 0.5
}

/// An encoder whose questions are their passages plus noise.
fn encoder(corpus: &Corpus, pairs: &[Pair], spread: f32, seed: u64) -> Encoded {
    let mut passages = Pcg64::seed_from_u64(0);
    let mut random = Pcg64::seed_from_u64(seed);
    let rows: Vec<Vec<f32>> =
        corpus.documents.iter().map(|_| (0..PASSAGES * WIDTH).map(|_| noise(&mut passages)).collect()).collect();
    let question = |pair: &Pair| {
        let row = &rows[pair.document][pair.passages[0] * WIDTH..][..WIDTH];
        row.iter().map(|value| value + spread * noise(&mut random)).collect()
    };
    let questions = pairs.iter().map(question).collect();
    let vectors = |row: &Vec<f32>| Vectors::new(WIDTH, (0..PASSAGES as u32).collect(), row.clone());
    Encoded { passages: rows.iter().map(vectors).collect(), questions }
}

fn trial(exam: &Exam<'_>, encoded: &Encoded) -> Vec<Rank> {
    let Ok(ranks) = exam.trial(encoded, &mut |_| ControlFlow::Continue(())) else { panic!("nothing is read") };
    ranks
}

/// The verdict on an encoder of the given noise against a base of noise 2.5.
fn verdict(change: impl Fn(&Corpus, &[Pair]) -> Encoded) -> Verdict {
    let (corpus, pairs) = corpus();
    let held_out = split(&pairs, &corpus, 0.5, 3).held_out;
    let exam = Exam::new(&corpus, &held_out, Weights::default(), None);
    let base = trial(&exam, &encoder(&corpus, &held_out, 2.5, 1));
    let tuned = trial(&exam, &change(&corpus, &held_out));
    decide(&exam, &base, &tuned, 5)
}

#[test]
fn an_encoder_that_finds_more_is_used() {
    let verdict = verdict(|corpus, pairs| encoder(corpus, pairs, 1.5, 2));
    assert_eq!(verdict.decision, Decision::Activate, "less noise");
    assert!(verdict.after.is_some_and(|after| after.mrr10 > verdict.before.mrr10), "the table says so too");
}

#[test]
fn an_encoder_trained_on_shuffled_pairs_is_refused() {
    let verdict = verdict(|corpus, pairs| {
        let mut shuffled = encoder(corpus, pairs, 1.5, 2);
        shuffled.questions.rotate_left(1);
        shuffled
    });
    assert!(matches!(verdict.decision, Decision::KeepBase { .. }), "every question goes astray");
}

#[test]
fn an_encoder_that_changes_nothing_is_refused() {
    let verdict = verdict(|corpus, pairs| encoder(corpus, pairs, 2.5, 1));
    assert!(matches!(verdict.decision, Decision::KeepBase { .. }), "no gain, no change: {:?}", verdict.decision);
}
