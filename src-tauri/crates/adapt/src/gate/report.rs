//! The verdict in figures: before and after, what was tried, and which questions moved. Not for deciding (`decide`).

use crate::gate::decide::{Gate, Pick, REFITTED, Round};
use crate::gate::paired::deviations;
use crate::{Decision, InStratum, InStyle, Metrics, Moved, Reason, Stratum, Style, Trial, Tried, Verdict};
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
        let counts = self.exam.counts_in(self.worst_style(round.pick(), &round.tested), &round.tested);
        let (before, after) = self.ranks(round);
        let metrics = |ranks: &[Option<usize>]| Metrics::weighted(ranks, &counts);
        Verdict {
            decision: self.decision(round),
            before: metrics(before),
            after: Some(metrics(after)),
            styles: self.styles(round),
            strata: self.strata(round, &counts),
            people: None,
            p_value: Some(round.chance()),
            tried: self.tried(round, metrics),
            moved: self.moved(&counts, before, after),
        }
    }

    /// Ranks before and after.
    fn ranks(&self, round: &Round) -> (&[Option<usize>], &[Option<usize>]) {
        let Pick { candidate, weights } = round.pick();
        (&self.base.ranks[self.exam.present()], &self.candidates[candidate].ranks[weights])
    }

    fn styles(&self, round: &Round) -> Vec<InStyle> {
        let (before, after) = self.ranks(round);
        let row = |style, p_value| {
            let counts = self.exam.counts_in(style, &round.tested);
            let (before, after) = (Metrics::weighted(before, &counts), Metrics::weighted(after, &counts));
            InStyle { style, before, after, p_value }
        };
        self.exam.styles().into_iter().zip(&round.chances).map(|(style, chance)| row(style, *chance)).collect()
    }

    /// The strata that have questions which count.
    fn strata(&self, round: &Round, counts: &[f64]) -> Vec<InStratum> {
        let (strata, (before, after)) = (self.exam.strata(), self.ranks(round));
        let row = |stratum| {
            let weights: Vec<f64> =
                counts.iter().zip(&strata.of).map(|(count, of)| if *of == stratum { *count } else { 0.0 }).collect();
            let (before, after) = (Metrics::weighted(before, &weights), Metrics::weighted(after, &weights));
            InStratum { stratum, share: strata.share(stratum), before, after }
        };
        [Stratum::Prose, Stratum::Tables].map(row).into_iter().filter(|row| row.before.questions > 0).collect()
    }

    /// How many questions would show the gain seen: deviations grow with the root of their number.
    pub(super) fn needed(&self, round: &Round) -> Option<usize> {
        let pick = round.pick();
        let counts = self.exam.counts_in(self.worst_style(pick, &round.tested), &round.tested);
        let seen = deviations(&self.differences(&counts, pick, self.refitted));
        let times = (DETECTABLE / seen).powi(2).max(1.0);
        let written = self.exam.written();
        (seen > NOTICEABLE).then(|| (times * written as f64 / 10.0).ceil() as usize * 10)
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

    /// The questions that gained most, then those that lost most, of those that count.
    fn moved(&self, counts: &[f64], before: &[Option<usize>], after: &[Option<usize>]) -> Vec<Moved> {
        let gain = |at: usize| reciprocal(after[at]) - reciprocal(before[at]);
        let mut order: Vec<usize> = (0..counts.len()).filter(|at| counts[*at] > 0.0 && gain(*at) != 0.0).collect();
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
        let counts = self.exam.counts_in(Style::Written, &vec![true; self.exam.len()]);
        let before = Metrics::weighted(&self.base.ranks[self.exam.present()], &counts);
        Verdict::untested(Decision::KeepBase { reason }, before)
    }
}
