//! Whether a trained encoder may be used: only if the search that is shown gets better, by more than chance.
//!
//! One encoder is compared with the base that it was trained from, on questions that it was not trained on, and nothing is chosen by them. So
//! one paired test decides.

use super::exam::{Exam, Rank};
use super::metrics::{metrics_of, reciprocal};
use super::paired::{chance, deviations};
use crate::{Decision, FEWEST, Moved, Reason, Verdict};

/// Chance of using an encoder that is no better.
const LEVEL: f64 = 0.05;

/// Deviations at which a true gain passes the test four times out of five: those of the level (1.64) and of the power
/// (0.84).
const DETECTABLE: f64 = 2.5;

/// Less than this many deviations are no gain to plan by.
const NOTICEABLE: f64 = 0.5;

/// Questions shown that gained, and as many that lost.
const SHOWN: usize = 5;

/// Decides by the ranks of the exam's questions in the search with the base and with the encoder on trial. The same seed gives
/// the same verdict.
pub fn decide(exam: &Exam<'_>, before: &[Rank], after: &[Rank], seed: u64) -> Verdict {
    let metrics = metrics_of(before);
    let held_out = exam.group_count();
    if held_out < FEWEST {
        let reason = Reason::TooFew { held_out, needed: FEWEST };
        return Verdict::untested(Decision::KeepBase { reason }, metrics);
    }
    let gains = exam.gains(before, after);
    let p_value = chance(&gains, seed);
    Verdict {
        decision: decision(&gains, p_value, before.len()),
        after: Some(metrics_of(after)),
        p_value: Some(p_value),
        moved: moved(exam, before, after),
        ..Verdict::untested(Decision::Activate, metrics)
    }
}

fn decision(gains: &[f64], p_value: f64, questions: usize) -> Decision {
    if gains.iter().sum::<f64>() <= 1e-9 {
        return Decision::KeepBase { reason: Reason::NoneBetter };
    }
    if p_value > LEVEL {
        return Decision::KeepBase { reason: Reason::Chance { needed: needed(gains, questions) } };
    }
    Decision::Activate
}

/// How many questions would show the gain seen: deviations grow with the root of their number.
fn needed(gains: &[f64], questions: usize) -> Option<usize> {
    let seen = deviations(gains);
    let times = (DETECTABLE / seen).powi(2).max(1.0);
    (seen > NOTICEABLE).then(|| (times * questions as f64 / 10.0).ceil() as usize * 10)
}

/// The questions that gained most, then those that lost most.
fn moved(exam: &Exam<'_>, before: &[Rank], after: &[Rank]) -> Vec<Moved> {
    let gain = |at: usize| reciprocal(after[at]) - reciprocal(before[at]);
    let mut order: Vec<usize> = (0..before.len()).filter(|at| gain(*at) != 0.0).collect();
    order.sort_by(|one, other| gain(*other).total_cmp(&gain(*one)));
    let gained = order.iter().take_while(|at| gain(**at) > 0.0).take(SHOWN);
    let lost = order.iter().rev().take_while(|at| gain(**at) < 0.0).take(SHOWN);
    let mut moved = Vec::new();
    for &at in gained.chain(lost) {
        let question = exam.question(at).to_owned();
        moved.push(Moved { at, question, before: before[at], after: after[at] });
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Corpus, DocumentText, Pair};
    use pincite_search::Weights;

    /// Questions about so many passages, each of its own.
    fn verdict(questions: usize, before: impl Fn(usize) -> Rank, after: impl Fn(usize) -> Rank) -> Verdict {
        let text = |at: usize| (0..9).map(|word| format!("w{at}x{word} ")).collect::<String>();
        let texts: Vec<String> = (0..questions).map(text).collect();
        let corpus = Corpus { documents: vec![DocumentText::plain("lease", &texts)] };
        let pair = |at| Pair { question: format!("number {at}?"), document: 0, passages: vec![at] };
        let pairs: Vec<Pair> = (0..questions).map(pair).collect();
        let exam = Exam::new(&corpus, &pairs, Weights::default(), None);
        let before: Vec<Rank> = (0..questions).map(before).collect();
        let after: Vec<Rank> = (0..questions).map(after).collect();
        decide(&exam, &before, &after, 7)
    }

    #[test]
    fn a_clear_gain_is_used_and_chance_is_not() {
        let first = |many: usize| move |at: usize| Some(if at < many { 1 } else { 2 });
        assert_eq!(verdict(40, |_| Some(2), first(10)).decision, Decision::Activate, "ten gain and none loses");
        let chance = verdict(40, |_| Some(2), first(2)).decision;
        let Decision::KeepBase { reason: Reason::Chance { needed: Some(needed) } } = chance else {
            unreachable!("two may be chance: {chance:?}")
        };
        assert!((50..200).contains(&needed), "more questions might show it: {needed}");
        let none = verdict(40, first(2), first(2)).decision;
        assert_eq!(none, Decision::KeepBase { reason: Reason::NoneBetter }, "nothing moved");
        let few = verdict(19, |_| Some(2), first(19)).decision;
        assert_eq!(few, Decision::KeepBase { reason: Reason::TooFew { held_out: 19, needed: FEWEST } });
    }

    #[test]
    fn the_questions_that_moved_most_are_told() {
        let after = |at| [Some(1), None, Some(2), Some(3)].get(at).copied().unwrap_or(Some(2));
        let moved = verdict(30, |_| Some(2), after).moved;
        let places: Vec<usize> = moved.iter().map(|one| one.at).collect();
        assert_eq!(places, [0, 1, 3], "what gained, then what lost, the most first");
        assert_eq!((moved[1].before, moved[1].after, moved[1].question.as_str()), (Some(2), None, "number 1?"));
    }

    /// A useless encoder passes as often as the level says.
    #[test]
    fn a_useless_encoder_passes_rarely() {
        let passes = (0..400u64).filter(|seed| {
            let drawn = |at: usize, salt: u64| {
                let mixed = (seed * 1000 + at as u64 + salt).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                Some(1 + (mixed >> 40) as usize % 4)
            };
            verdict(30, |at| drawn(at, 0), |at| drawn(at, 500_000)).decision == Decision::Activate
        });
        let passes = passes.count();
        assert!(passes <= 32, "{passes} of 400, where 20 are expected");
    }
}
