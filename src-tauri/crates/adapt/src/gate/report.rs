//! The verdict in figures: before and after, what was tried, and which questions moved. Not for deciding (`decide`).

use crate::gate::decide::{Gate, Pick, REFITTED, Round};
use crate::gate::paired::deviations;
use crate::{Decision, Metrics, Moved, Reason, Trial, Tried, Verdict};
use pincite_api::reciprocal;
use pincite_search::FusionWeights;

/// Questions shown that gained, and as many that lost.
const SHOWN: usize = 5;

/// Deviations at which a true gain passes the test four times out of five: those of the level (1.96) and of the power
/// (0.84).
const DETECTABLE: f64 = 2.8;

/// Less than this many deviations are no gain to plan by.
const NOTICEABLE: f64 = 0.5;

impl Gate<'_> {
    /// The verdict of a round.
    pub(super) fn judge(&self, round: &Round) -> Verdict {
        let all = (0..self.exam.len()).filter(|at| round.tested[*at]).collect::<Vec<_>>();
        let (before, after) = (&self.base.ranks[self.exam.present()], self.ranks(round));
        let metrics = |ranks: &[Option<usize>]| Metrics::of(all.iter().map(|at| ranks[*at]));
        Verdict {
            decision: self.decision(round),
            before: metrics(before),
            after: Some(metrics(after)),
            p_value: Some(round.chance),
            tried: self.tried(round, metrics),
            moved: self.moved(&all, before, after),
        }
    }

    fn ranks(&self, round: &Round) -> &[Option<usize>] {
        &self.candidates[round.candidate].ranks[round.weights[round.candidate]]
    }

    /// How many questions would show the gain seen: deviations grow with the root of their number.
    pub(super) fn needed(&self, round: &Round) -> Option<usize> {
        let pick = Pick { candidate: round.candidate, weights: round.weights[round.candidate] };
        let seen = deviations(&self.differences(&round.tested, pick, self.refitted));
        let times = (DETECTABLE / seen).powi(2).max(1.0);
        (seen > NOTICEABLE).then(|| (times * self.exam.len() as f64 / 10.0).ceil() as usize * 10)
    }

    fn tried(&self, round: &Round, metrics: impl Fn(&[Option<usize>]) -> Metrics) -> Vec<Tried> {
        let row = |trial: &Trial, name: &str, at: usize| {
            let FusionWeights { dense: dense_weight, late: late_weight } = self.exam.tried()[at].fusion;
            Tried { name: name.to_owned(), dense_weight, late_weight, metrics: metrics(&trial.ranks[at]) }
        };
        let mut all = vec![row(self.base, &self.base.name, self.exam.present())];
        if self.refitted != self.exam.present() {
            all.push(row(self.base, REFITTED, self.refitted));
        }
        all.extend(self.candidates.iter().zip(&round.weights).map(|(trial, at)| row(trial, &trial.name, *at)));
        all
    }

    /// The questions that gained most, then those that lost most.
    fn moved(&self, all: &[usize], before: &[Option<usize>], after: &[Option<usize>]) -> Vec<Moved> {
        let gain = |at: usize| reciprocal(after[at]) - reciprocal(before[at]);
        let mut order: Vec<usize> = all.iter().copied().filter(|at| gain(*at) != 0.0).collect();
        order.sort_by(|one, other| gain(*other).total_cmp(&gain(*one)));
        let gained = order.iter().take_while(|at| gain(**at) > 0.0).take(SHOWN);
        let lost = order.iter().rev().take_while(|at| gain(**at) < 0.0).take(SHOWN);
        let row = |at: &usize| Moved {
            at: *at,
            question: self.exam.question(*at).to_owned(),
            before: before[*at],
            after: after[*at],
        };
        gained.chain(lost).map(row).collect()
    }

    /// Nothing was worth testing.
    pub(super) fn keep(&self, reason: Reason) -> Verdict {
        let before = Metrics::of(self.base.ranks[self.exam.present()].iter().copied());
        let decision = Decision::KeepBase { reason };
        Verdict { decision, before, after: None, p_value: None, tried: Vec::new(), moved: Vec::new() }
    }
}
