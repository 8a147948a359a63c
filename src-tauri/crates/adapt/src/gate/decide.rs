//! Whether other fusion weights or a trained encoder may be used: only if the whole search gets better, by more than chance.
//! Not for asking the questions; an [`Exam`] does that.
//!
//! Nobody may pick the best of many on some questions and judge it by the same questions. So the held-out questions are cut
//! in two halves, by passage. One half picks candidate and weights, and the other tests that pick. Both halves take both
//! parts, and one test must reach half the level (Bonferroni). This is valid however the two tests depend on each other.
//! Pooling the halves would not be valid, because each half's pick depends on the other's questions.
//!
//! Halves see only large gains. So half of the level goes to a test in which nothing is picked. It tests the fully trained
//! candidate, with the weights that suit the base, on all held-out questions.
//!
//! Questions come in several styles ([`Style`]), and the style in which a candidate gains least counts. Its chance is the
//! greatest of the styles' chances. To be used, a candidate must pass in every style, so this needs no correction
//! (intersection–union test, Berger 1982). Questions count as the strata are in the collection.
//!
//! In simulations with 100 passages and three questions about each, in three styles, a gain that the halves alone find 124
//! of 200 times is found 174 times. With 60 passages, useless candidates pass 3 of 400 times, against 2. A gain in all
//! styles but one passes 5 of 200 times.
//!
//! Two things are judged. [`refit`] judges whether other fusion weights suit the base. It was trained on no question, so
//! all of them can judge. [`decide`] judges whether a trained encoder is used, with the weights that suit it best. It must
//! beat the base as it is used now, and the base with refitted weights. Otherwise the weights helped, not the training.

use crate::gate::fusion::Fit;
use crate::gate::paired::chance;
use crate::seed::random;
use crate::{Choice, Decision, Exam, Reason, Style, Trial, Verdict};
use pincite_search::{FusionWeights, Weights};
use rand::seq::SliceRandom;

/// Chance of using an encoder that is no better.
const LEVEL: f64 = 0.05;

/// Fewer groups of held-out passages than this prove nothing in halves.
pub const FEWEST: usize = 20;

/// What the weights of the base are fitted toward: weights that suit what people asked about other texts (those of
/// `models/tuning-start`; docs/experiments). Generated questions tell whether late interaction helps a collection.
/// They tell less well how much weight it needs.
const TOWARD: FusionWeights = FusionWeights { dense: 0.4, late: 0.6 };

/// Name of the base with refitted weights.
pub(super) const REFITTED: &str = "base, refitted weights";

/// Decides whether the base is to be used with other weights, by its trial in an exam of any questions; it is then the
/// candidate 0 of the decision. The same seed gives the same verdict.
pub fn refit(exam: &Exam<'_>, base: &Trial, seed: u64) -> Verdict {
    let refitted = Trial { name: REFITTED.to_owned(), ..base.clone() };
    let present = exam.present();
    let toward = Weights { fusion: TOWARD, ..exam.tried()[present] };
    Gate { exam, base, candidates: &[refitted], refitted: present, toward, straight: None, seed }.verdict()
}

/// Decides between the base and the candidates, of which the last is fully trained. Their trials are of questions that
/// they were not trained on. `refitted` are weights that suit the base. The same seed gives the same verdict.
pub fn decide(exam: &Exam<'_>, base: &Trial, candidates: &[Trial], refitted: Weights, seed: u64) -> Verdict {
    let straight = candidates.len().checked_sub(1);
    Gate { exam, base, candidates, refitted: exam.position(refitted), toward: refitted, straight, seed }.verdict()
}

/// Cuts the questions in halves by group, of about the same number of questions: true for those of the first.
fn half(groups: &[usize], seed: u64) -> Vec<bool> {
    let mut sizes: Vec<(usize, usize)> = (0..=groups.iter().max().copied().unwrap_or(0)).map(|it| (0, it)).collect();
    groups.iter().for_each(|group| sizes[*group].0 += 1);
    sizes.shuffle(&mut random(seed, 0x6A7E));
    sizes.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let mut first = vec![false; sizes.len()];
    sizes.iter().step_by(2).for_each(|(_, group)| first[*group] = true);
    groups.iter().map(|group| first[*group]).collect()
}

/// A candidate with the weights it is used with.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    pub(super) candidate: usize,
    /// Position of the weights.
    pub(super) weights: usize,
}

/// A candidate picked by one half and tested on the other, or tested straight away.
pub(super) struct Round {
    /// Questions that had no say.
    pub(super) tested: Vec<bool>,
    pub(super) candidate: usize,
    /// Weights fitted to each candidate, as positions.
    pub(super) weights: Vec<usize>,
    /// Chance of such a gain in each style over the base, the worse of two: as it is now, and with refitted weights. It is
    /// corrected for the number of tests there are.
    pub(super) chances: Vec<f64>,
}

impl Round {
    /// Chance of such a gain in the style where it is greatest.
    pub(super) fn chance(&self) -> f64 {
        self.chances.iter().copied().fold(0.0, f64::max)
    }

    /// Its candidate with the weights it is used with.
    pub(super) fn pick(&self) -> Pick {
        Pick { candidate: self.candidate, weights: self.weights[self.candidate] }
    }
}

/// The trials that are compared, and how.
pub(super) struct Gate<'a> {
    pub(super) exam: &'a Exam<'a>,
    pub(super) base: &'a Trial,
    pub(super) candidates: &'a [Trial],
    /// Position of the weights that suit the base.
    pub(super) refitted: usize,
    /// What weights are fitted toward.
    toward: Weights,
    /// The candidate that is tested without being picked, if there is one.
    straight: Option<usize>,
    seed: u64,
}

impl Gate<'_> {
    /// Both halves have their turn, and what is tested straight away; the best outcome counts.
    fn verdict(&self) -> Verdict {
        let held_out = self.exam.groups().iter().max().map_or(0, |last| last + 1);
        if held_out < FEWEST {
            return self.keep(Reason::TooFew { held_out, needed: FEWEST });
        }
        let first = half(self.exam.groups(), self.seed);
        let second: Vec<bool> = first.iter().map(|it| !it).collect();
        let rounds = [self.straight(), self.round(&first, second.clone()), self.round(&second, first.clone())];
        let best =
            rounds.into_iter().flatten().reduce(|one, other| if other.chance() < one.chance() { other } else { one });
        best.map_or_else(|| self.keep(Reason::NoneBetter), |round| self.judge(&round))
    }

    fn fit<'a>(&'a self, counts: &'a [f64]) -> Fit<'a> {
        let (weights, groups) = (self.exam.tried(), self.exam.groups());
        Fit { weights, toward: self.toward, groups, counts }
    }

    /// Picks on one half and tests on the other; none if the picking half finds nothing better than the base.
    fn round(&self, choosing: &[bool], tested: Vec<bool>) -> Option<Round> {
        let counts = self.exam.counts(choosing);
        let fit = self.fit(&counts);
        let weights: Vec<usize> = self.candidates.iter().map(|candidate| fit.choose(candidate)).collect();
        let candidate = self.pick(choosing, &weights)?;
        let tests = if self.straight.is_some() { 4.0 } else { 2.0 };
        let pick = Pick { candidate, weights: weights[candidate] };
        Some(Round { chances: self.chances(pick, &tested, tests), candidate, weights, tested })
    }

    /// Picks nothing, and so tests on all questions; none if there is nothing to be tested.
    fn straight(&self) -> Option<Round> {
        let (candidate, tested) = (self.straight?, vec![true; self.exam.len()]);
        let pick = Pick { candidate, weights: self.refitted };
        if self.gain(pick, &tested) <= 1e-9 {
            return None;
        }
        let (tests, weights) = (2.0, vec![self.refitted; self.candidates.len()]);
        Some(Round { chances: self.chances(pick, &tested, tests), candidate, weights, tested })
    }

    /// The weights of the base that a candidate must beat.
    fn rivals(&self) -> impl Iterator<Item = usize> {
        let refitted = Some(self.refitted).filter(|refitted| *refitted != self.exam.present());
        std::iter::once(self.exam.present()).chain(refitted)
    }

    /// Chance of such a gain in each style, corrected for the number of tests.
    fn chances(&self, pick: Pick, tested: &[bool], tests: f64) -> Vec<f64> {
        let in_style = |style| {
            let counts = self.exam.counts_in(style, tested);
            let over = |other| chance(&self.differences(&counts, pick, other), self.seed);
            (tests * self.rivals().map(over).fold(0.0, f64::max)).min(1.0)
        };
        self.exam.styles().into_iter().map(in_style).collect()
    }

    /// The candidate that gains most on these questions, if it gains anything.
    fn pick(&self, choosing: &[bool], weights: &[usize]) -> Option<usize> {
        let picks = weights.iter().enumerate().map(|(candidate, weights)| Pick { candidate, weights: *weights });
        let gains = picks.map(|pick| (pick.candidate, self.gain(pick, choosing)));
        let best = gains.reduce(|best, it| if it.1 > best.1 + 1e-9 { it } else { best });
        best.filter(|(_, gain)| *gain > 1e-9).map(|(candidate, _)| candidate)
    }

    /// What a candidate gains on average in the style where it gains least.
    fn gain(&self, pick: Pick, used: &[bool]) -> f64 {
        self.gain_in(self.worst_style(pick, used), pick, used)
    }

    /// The style in which a candidate gains least.
    pub(super) fn worst_style(&self, pick: Pick, used: &[bool]) -> Style {
        let gain = |style: &Style| self.gain_in(*style, pick, used);
        let styles = self.exam.styles().into_iter();
        styles.min_by(|one, other| gain(one).total_cmp(&gain(other))).unwrap_or(Style::Written)
    }

    /// What a candidate gains in a style over the base, the worse of two: as it is now, and with refitted weights.
    fn gain_in(&self, style: Style, pick: Pick, used: &[bool]) -> f64 {
        let counts = self.exam.counts_in(style, used);
        let all = counts.iter().sum::<f64>().max(1.0);
        let over = |other| self.differences(&counts, pick, other).iter().sum::<f64>() / all;
        self.rivals().map(over).fold(f64::INFINITY, f64::min)
    }

    /// What each group of the questions that count gains by a candidate, with some weights, over the base with others.
    pub(super) fn differences(&self, counts: &[f64], pick: Pick, over: usize) -> Vec<f64> {
        let with: Vec<f64> = self.candidates[pick.candidate].gains(pick.weights).collect();
        let without: Vec<f64> = self.base.gains(over).collect();
        self.fit(counts).differences(&with, &without)
    }

    /// Uses the candidate if its gain is more than chance.
    pub(super) fn decision(&self, round: &Round) -> Decision {
        if round.chance() > LEVEL {
            return Decision::KeepBase { reason: Reason::Chance { needed: self.needed(round) } };
        }
        let Round { candidate, ref weights, .. } = *round;
        let FusionWeights { dense: dense_weight, late: late_weight } = self.exam.tried()[weights[candidate]].fusion;
        let name = self.candidates[candidate].name.clone();
        Decision::Activate(Choice { candidate, name, dense_weight, late_weight })
    }
}
