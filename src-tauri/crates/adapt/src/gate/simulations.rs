//! The gate on trials made up by chance, where the truth is known: how often it lets a useless encoder through, and how
//! often a good one. Not for real searches; `tests/gate.rs` has those.

use crate::gate::fusion::{LATE, candidates};
use crate::gate::weights_of;
use crate::seed::random;
use crate::{Corpus, Decision, DocumentText, Exam, Pair, Reason, Trial, Verdict, decide, refit};
use pincite_search::Weights;
use rand::RngExt;
use rand_pcg::Pcg64;

/// Questions about each passage.
const QUESTIONS: usize = 3;

/// How many weights are tried.
fn tried() -> usize {
    candidates(Weights::default()).len()
}

/// A corpus of passages that have nothing in common, and as many questions about each.
fn corpus_of(passages: usize) -> (Corpus, Vec<Pair>) {
    let texts: Vec<String> = (0..passages).map(|at| format!("passage{at}")).collect();
    let pair = |at| Pair { question: format!("question {at}"), document: 0, passages: vec![at / QUESTIONS] };
    let corpus = Corpus { documents: vec![DocumentText::plain("", &texts)] };
    (corpus, (0..passages * QUESTIONS).map(pair).collect())
}

fn normal(random: &mut Pcg64, spread: f64) -> f64 {
    spread * ((0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0)
}

/// How hard each question is, whoever answers.
fn hardness(questions: usize, random: &mut Pcg64) -> Vec<f64> {
    (0..questions).map(|_| normal(random, 1.0) + 0.3).collect()
}

/// An encoder's trial: luck with each passage, each question and each weight; `better` makes all of it easier, and
/// `weights` says how much each weight does.
fn trial(hard: &[f64], better: f64, weights: impl Fn(usize) -> f64, random: &mut Pcg64) -> Trial {
    let luck: Vec<f64> = hard.iter().map(|_| normal(random, 0.6)).collect();
    let passage: Vec<f64> = hard.iter().map(|_| normal(random, 0.4)).collect();
    let mut rank = |at: usize, weight: usize| {
        let hard = hard[at] + luck[at] + passage[at / QUESTIONS] + normal(random, 0.2) - better - weights(weight);
        Some(1 + hard.exp() as usize)
    };
    let ranks = (0..tried()).map(|weight| (0..hard.len()).map(|at| rank(at, weight)).collect()).collect();
    Trial { name: format!("{better}"), ranks }
}

fn flat(_: usize) -> f64 {
    0.0
}

/// Verdicts of many exams of a base against four candidates.
fn verdicts(runs: u64, passages: usize, better: f64, weights: impl Fn(usize) -> f64 + Copy) -> Vec<Verdict> {
    let (corpus, pairs) = corpus_of(passages);
    let exam = Exam::new(&corpus, &pairs, Weights::default());
    let run = |seed| {
        let mut random = random(seed, 7);
        let hard = hardness(pairs.len(), &mut random);
        let base = trial(&hard, 0.0, weights, &mut random);
        let candidates: Vec<Trial> = (0..4).map(|_| trial(&hard, better, weights, &mut random)).collect();
        let refitted = weights_of(&refit(&exam, &base, seed).decision, Weights::default());
        decide(&exam, &base, &candidates, refitted.unwrap_or_default(), seed)
    };
    (0..runs).map(run).collect()
}

fn activated(verdicts: &[Verdict]) -> usize {
    verdicts.iter().filter(|it| matches!(it.decision, Decision::Activate { .. })).count()
}

#[test]
fn useless_candidates_are_refused() {
    let through = activated(&verdicts(200, 60, 0.0, flat));
    assert!(through <= 10, "of 200 times four useless candidates, at most 5 % may pass: {through}");
}

#[test]
fn good_candidates_are_accepted() {
    let through = activated(&verdicts(50, 100, 0.4, flat));
    assert!(through >= 45, "a clear gain passes nine times out of ten: {through} of 50");
}

#[test]
fn what_went_all_the_way_needs_no_halves() {
    let through = activated(&verdicts(50, 100, 0.2, flat));
    assert!(through >= 30, "a gain that halves would find half of the time passes more often: {through} of 50");
}

/// How much each weight of late interaction does, if it does anything.
fn late(weight: usize) -> f64 {
    0.2 * (weight % LATE.len()) as f64
}

/// Verdicts on refitting the weights of a base.
fn refitted(runs: u64, weights: impl Fn(usize) -> f64 + Copy) -> Vec<Verdict> {
    let (corpus, pairs) = corpus_of(60);
    let exam = Exam::new(&corpus, &pairs, Weights::default());
    let run = |seed| {
        let mut random = random(seed, 8);
        let hard = hardness(pairs.len(), &mut random);
        refit(&exam, &trial(&hard, 0.0, weights, &mut random), seed)
    };
    (0..runs).map(run).collect()
}

#[test]
fn weights_that_suit_better_are_used() {
    let used: Vec<f32> = refitted(100, late)
        .iter()
        .filter_map(|it| weights_of(&it.decision, Weights::default()))
        .map(|it| it.fusion.late)
        .collect();
    assert!(used.len() > 80, "late interaction helps: {} of 100 times it is used", used.len());
    assert!(used.iter().all(|weight| *weight >= 0.3), "with much of it: {used:?}");
}

#[test]
fn of_weights_that_do_alike_those_near_people_s_are_used() {
    let some = |weight: usize| f64::from(u8::from(!weight.is_multiple_of(LATE.len())));
    let used: Vec<Weights> =
        refitted(50, some).iter().filter_map(|it| weights_of(&it.decision, Weights::default())).collect();
    let near =
        |weights: &&Weights| (weights.fusion.dense - 0.4).abs() < 0.11 && (weights.fusion.late - 0.6).abs() < 0.16;
    let people = used.iter().filter(near).count();
    assert!(people >= 38, "chance alone would come near them 8 of 50 times: {people}");
}

#[test]
fn weights_that_do_nothing_are_left_alone() {
    // In 5 % of all times they may pass; 18 of 200 would come about once in a hundred times.
    let through = activated(&refitted(200, flat));
    assert!(through < 18, "55 weights make no difference, but {through} of 200 times others are used");
}

#[test]
fn a_gain_by_weights_alone_is_not_credited_to_training() {
    let through = activated(&verdicts(100, 60, 0.0, late));
    assert!(through <= 5, "all encoders gain by other weights, none by tuning: {through} of 100");
}

#[test]
fn too_few_questions_keep_the_base() {
    let few = &verdicts(1, 19, 5.0, flat)[0];
    let expected = Decision::KeepBase { reason: Reason::TooFew { held_out: 19, needed: 20 } };
    assert_eq!(few.decision, expected, "however good it looks");
    let none = decide(&Exam::new(&Corpus::default(), &[], Weights::default()), &empty(), &[], Weights::default(), 1);
    assert!(matches!(none.decision, Decision::KeepBase { .. }), "nothing held out, nothing changed");
}

fn empty() -> Trial {
    Trial { name: String::new(), ranks: vec![Vec::new(); tried()] }
}

#[test]
fn worse_candidates_are_not_even_tested() {
    let (corpus, pairs) = corpus_of(60);
    let exam = Exam::new(&corpus, &pairs, Weights::default());
    let mut random = random(1, 7);
    let hard = hardness(pairs.len(), &mut random);
    let [base, candidate] = [0.0, -1.0].map(|better| trial(&hard, better, flat, &mut random));
    let worse = decide(&exam, &base, &[candidate], Weights::default(), 1);
    assert_eq!(worse.decision, Decision::KeepBase { reason: Reason::NoneBetter }, "it loses on both halves");
    assert_eq!((worse.before.questions, worse.after), (180, None), "the table shows the base alone");
}

#[test]
fn the_verdict_tells_what_it_saw() {
    let good = &verdicts(1, 60, 1.5, flat)[0];
    assert!(matches!(&good.decision, Decision::Activate { name, .. } if name == "1.5"), "by name: {:?}", good.decision);
    let after = good.after.unwrap();
    assert_eq!((good.before.questions, after.questions), (180, 180), "nothing was picked, so all questions test");
    assert!(after.mrr10 > good.before.mrr10 && good.p_value.unwrap() <= 0.05, "better, and not by chance");
    assert_eq!(good.tried.len(), 5, "the base and all candidates side by side");
    assert_eq!(good.tried[0].metrics.questions, 180, "on the same questions");
    let gain = |it: &crate::Moved| 1.0 / it.after.unwrap() as f64 - 1.0 / it.before.unwrap() as f64;
    assert!(good.moved.len() > 5 && gain(&good.moved[0]) > 0.0, "the greatest gain first");
    assert!(good.moved.last().is_some_and(|it| gain(it) < 0.0), "and what was lost is not hidden");
}

#[test]
fn a_small_gain_says_what_would_show_it() {
    let verdicts = verdicts(40, 60, 0.12, flat);
    let needed: Vec<usize> = verdicts
        .iter()
        .filter_map(|it| match it.decision {
            Decision::KeepBase { reason: Reason::Chance { needed } } => needed,
            _ => None,
        })
        .collect();
    assert!(needed.len() > 10, "a small gain is often taken for chance: {}", needed.len());
    assert!(needed.iter().all(|it| *it >= 180), "fewer questions than there were would not have done: {needed:?}");
}
