//! The gate on trials made up by chance, where the truth is known: how often it lets a useless encoder through, and how
//! often a good one. Not for real searches; `tests/gate.rs` has those.

use crate::gate::fusion::{LATE, candidates};
use crate::gate::weights_of;
use crate::seed::random;
use crate::{Corpus, Decision, DocumentText, Exam, Pair, Reason, Style, Styled, Trial, Verdict, decide, refit};
use pincite_search::Weights;
use rand::RngExt;
use rand_pcg::Pcg64;

/// Questions about each passage, each in all styles.
const QUESTIONS: usize = 3;

const STYLES: [Style; 3] = [Style::Written, Style::Short, Style::Reworded];

/// How many weights are tried.
fn tried() -> usize {
    candidates(Weights::default()).len()
}

/// A corpus of passages that have nothing in common, and as many questions about each.
fn corpus_of(passages: usize) -> (Corpus, Styled) {
    let texts: Vec<String> = (0..passages).map(|at| format!("passage{at}")).collect();
    let pair = |at| Pair { question: format!("question {at}"), document: 0, passages: vec![at / QUESTIONS] };
    let corpus = Corpus { documents: vec![DocumentText::plain("", &texts)] };
    let questions = passages * QUESTIONS;
    let pairs = STYLES.iter().flat_map(|_| (0..questions).map(pair)).collect();
    (corpus, Styled { pairs, styles: STYLES.iter().flat_map(|style| vec![*style; questions]).collect() })
}

/// About normal: the sum of three uniform numbers, which is quick.
fn normal(random: &mut Pcg64, spread: f64) -> f64 {
    2.0 * spread * ((0..3).map(|_| random.random::<f64>()).sum::<f64>() - 1.5)
}

/// How hard each question is, whoever answers, in each style.
fn hardness(passages: usize, random: &mut Pcg64) -> Vec<f64> {
    let questions: Vec<f64> = (0..passages * QUESTIONS).map(|_| normal(random, 0.8) + 0.3).collect();
    STYLES.iter().flat_map(|_| &questions).map(|hard| hard + normal(random, 0.6)).collect()
}

/// By how much an encoder makes the questions of a style easier.
type Better = fn(Style) -> f64;

/// An encoder's trial: luck with each passage, each question, each style and each weight; `better` makes all of it easier,
/// and `weights` says how much each weight does.
fn trial(hard: &[f64], better: Better, weights: impl Fn(usize) -> f64, random: &mut Pcg64) -> Trial {
    let questions = hard.len() / STYLES.len();
    let mut lucks = |count: usize, spread| (0..count).map(|_| normal(random, spread)).collect::<Vec<f64>>();
    let (luck, of_style, passage) = (lucks(questions, 0.4), lucks(hard.len(), 0.45), lucks(questions, 0.4));
    let mut rank = |at: usize, weight: usize| {
        let (question, style) = (at % questions, STYLES[at / questions]);
        let luck = luck[question] + of_style[at] + passage[question / QUESTIONS] + normal(random, 0.2);
        Some(1 + (hard[at] + luck - better(style) - weights(weight)).exp() as usize)
    };
    let ranks = (0..tried()).map(|weight| (0..hard.len()).map(|at| rank(at, weight)).collect()).collect();
    Trial { name: format!("{}", better(Style::Written)), ranks }
}

fn flat(_: usize) -> f64 {
    0.0
}

/// Verdicts of many exams of a base against four candidates.
fn verdicts(runs: u64, passages: usize, better: Better, weights: impl Fn(usize) -> f64 + Copy) -> Vec<Verdict> {
    let (corpus, styled) = corpus_of(passages);
    let exam = Exam::in_styles(&corpus, &styled, Weights::default());
    let run = |seed| {
        let mut random = random(seed, 7);
        let hard = hardness(passages, &mut random);
        let base = trial(&hard, |_| 0.0, weights, &mut random);
        let candidates: Vec<Trial> = (0..4).map(|_| trial(&hard, better, weights, &mut random)).collect();
        let refitted = weights_of(&refit(&exam, &base, seed).decision, Weights::default());
        decide(&exam, &base, &candidates, refitted.unwrap_or_default(), seed)
    };
    (0..runs).map(run).collect()
}

fn activated(verdicts: &[Verdict]) -> usize {
    verdicts.iter().filter(|it| matches!(it.decision, Decision::Activate(_))).count()
}

#[test]
fn useless_candidates_are_refused() {
    let through = activated(&verdicts(100, 60, |_| 0.0, flat));
    assert!(through <= 5, "of 100 times four useless candidates, at most 5 % may pass: {through}");
}

#[test]
fn good_candidates_are_accepted() {
    let through = activated(&verdicts(20, 100, |_| 0.4, flat));
    assert!(through >= 18, "a clear gain passes nine times out of ten: {through} of 20");
}

#[test]
fn the_worst_style_counts() {
    let but_one = activated(&verdicts(60, 60, |style| if style == Style::Reworded { 0.0 } else { 1.0 }, flat));
    assert!(but_one <= 3, "a great gain in two styles is none if the third gains nothing: {but_one} of 60");
    let unequal = &verdicts(1, 60, |style| if style == Style::Short { 0.8 } else { 2.0 }, flat)[0];
    let styles: Vec<Style> = unequal.styles.iter().map(|it| it.style).collect();
    assert_eq!(styles, STYLES, "all of them are shown");
    let short = &unequal.styles[1];
    assert_eq!((unequal.before, unequal.after), (short.before, Some(short.after)), "the verdict is by the worst");
    let greatest = unequal.styles.iter().map(|it| it.p_value).fold(0.0, f64::max);
    assert_eq!(unequal.p_value, Some(greatest), "and so is its chance");
}

#[test]
fn what_went_all_the_way_needs_no_halves() {
    let through = activated(&verdicts(24, 100, |_| 0.3, flat));
    assert!(through >= 19, "a gain that halves would find 15 of 24 times passes more often: {through}");
}

/// How much each weight of late interaction does, if it does anything.
fn late(weight: usize) -> f64 {
    0.2 * (weight % LATE.len()) as f64
}

/// Verdicts on refitting the weights of a base.
fn refitted(runs: u64, weights: impl Fn(usize) -> f64 + Copy) -> Vec<Verdict> {
    let (corpus, styled) = corpus_of(60);
    let exam = Exam::in_styles(&corpus, &styled, Weights::default());
    let run = |seed| {
        let mut random = random(seed, 8);
        let hard = hardness(60, &mut random);
        refit(&exam, &trial(&hard, |_| 0.0, weights, &mut random), seed)
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
    assert!(people >= 30, "chance alone would come near them 8 of 50 times: {people}");
}

#[test]
fn weights_that_do_nothing_are_left_alone() {
    let through = activated(&refitted(100, flat));
    assert!(through <= 5, "66 weights make no difference, but {through} of 100 times others are used");
}

#[test]
fn a_gain_by_weights_alone_is_not_credited_to_training() {
    let through = activated(&verdicts(60, 60, |_| 0.0, late));
    assert!(through <= 3, "all encoders gain by other weights, none by tuning: {through} of 60");
}

#[test]
fn too_few_questions_keep_the_base() {
    let few = &verdicts(1, 19, |_| 5.0, flat)[0];
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
    let (corpus, styled) = corpus_of(60);
    let exam = Exam::in_styles(&corpus, &styled, Weights::default());
    let mut random = random(1, 7);
    let hard = hardness(60, &mut random);
    let [base, candidate] = [(|_| 0.0) as Better, |_| -1.0].map(|better| trial(&hard, better, flat, &mut random));
    let worse = decide(&exam, &base, &[candidate], Weights::default(), 1);
    assert_eq!(worse.decision, Decision::KeepBase { reason: Reason::NoneBetter }, "it loses on both halves");
    assert_eq!((worse.before.questions, worse.after), (180, None), "the table shows the base alone");
}

#[test]
fn the_verdict_tells_what_it_saw() {
    let good = &verdicts(1, 60, |_| 1.5, flat)[0];
    assert!(
        matches!(&good.decision, Decision::Activate(choice) if choice.name == "1.5"),
        "by name: {:?}",
        good.decision
    );
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
    let verdicts = verdicts(30, 60, |_| 0.12, flat);
    let needed: Vec<usize> = verdicts
        .iter()
        .filter_map(|it| match it.decision {
            Decision::KeepBase { reason: Reason::Chance { needed } } => needed,
            _ => None,
        })
        .collect();
    assert!(needed.len() > 7, "a small gain is often taken for chance: {}", needed.len());
    assert!(needed.iter().all(|it| *it >= 180), "fewer questions than there were would not have done: {needed:?}");
}
