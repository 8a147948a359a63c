//! When to stop, and which weights to keep: once the held-out figure has not risen for a while, the last ones that are
//! not distinguishable from the best. Not for measuring it.

use serde::{Deserialize, Serialize};

/// Standard errors behind the best from which weights are worse than those.
const WORSE: f64 = 1.0;

/// Watches a figure of which higher is better, such as MRR@10 on held-out questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stopping {
    patience: usize,
    best: Option<(usize, f64)>,
    /// Step of the weights kept.
    kept: Option<usize>,
    /// Metrics since the best.
    since: usize,
}

/// What a figure means for the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trend {
    /// The best so far: these are to be kept.
    Best,
    /// Not better, but no worse than chance would have it: these are to be kept, for the learning rate has fallen since
    /// and with it what chance does to weights.
    AsGood,
    /// Worse than those kept.
    Worse,
}

impl Stopping {
    /// Waits for `patience` metrics (one at least) that are no better before it ends a run.
    pub(crate) fn new(patience: usize) -> Self {
        Self { patience: patience.max(1), best: None, kept: None, since: 0 }
    }

    /// Notes a figure that is `behind` the best by so many standard errors of their difference (infinitely many if that
    /// is not known). Equal is not better, and what is not a number is always worse.
    pub(crate) fn note(&mut self, step: usize, figure: f64, behind: f64) -> Trend {
        if !figure.is_nan() && self.best.is_none_or(|(_, best)| figure > best) {
            (self.best, self.kept, self.since) = (Some((step, figure)), Some(step), 0);
            return Trend::Best;
        }
        self.since += 1;
        if figure.is_nan() || behind >= WORSE {
            return Trend::Worse;
        }
        self.kept = Some(step);
        Trend::AsGood
    }

    /// Whether the run is to end.
    pub(crate) fn over(&self) -> bool {
        self.since >= self.patience
    }

    /// Step of the weights kept.
    pub(crate) fn kept(&self) -> Option<usize> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::{Stopping, Trend};

    /// What becomes of metrics that are told from the best by these standard errors, and when it is over.
    fn noted(stopping: &mut Stopping, metrics: &[(f64, f64)]) -> Vec<(Trend, bool)> {
        let note =
            |(at, (figure, behind)): (usize, &(f64, f64))| (stopping.note(at, *figure, *behind), stopping.over());
        metrics.iter().enumerate().map(note).collect()
    }

    #[test]
    fn stops_after_patience_and_remembers_the_best() {
        let mut stopping = Stopping::new(2);
        let trends = noted(&mut stopping, &[70.0, 72.0, 71.0, 73.0, 73.0, 72.9].map(|figure| (figure, f64::INFINITY)));
        let expected = [
            (Trend::Best, false),
            (Trend::Best, false),
            (Trend::Worse, false),
            (Trend::Best, false),
            (Trend::Worse, false),
            (Trend::Worse, true),
        ];
        assert_eq!(trends, expected, "a new best starts the waiting anew, an equal figure does not");
        assert_eq!(stopping.kept(), Some(3), "the first of the best, if nothing is known of chance");
    }

    #[test]
    fn later_weights_are_kept_unless_they_are_worse_by_more_than_chance() {
        let mut stopping = Stopping::new(3);
        let trends = noted(&mut stopping, &[(70.0, f64::INFINITY), (75.0, 0.0), (74.8, 0.3), (74.0, 1.6)]);
        let expected = [(Trend::Best, false), (Trend::Best, false), (Trend::AsGood, false), (Trend::Worse, false)];
        assert_eq!(trends, expected, "within a standard error of the best");
        assert_eq!(stopping.kept(), Some(2), "the last within a standard error of it");
        assert_eq!(stopping.note(4, 74.9, 0.2), Trend::AsGood, "kept");
        assert!(stopping.over(), "but no better for too long");
    }

    #[test]
    fn a_run_that_breaks_down_is_never_kept() {
        let mut stopping = Stopping::new(1);
        assert_eq!(stopping.note(0, f64::NAN, 0.0), Trend::Worse, "not a number is no figure");
        assert!(stopping.over() && stopping.kept().is_none(), "and nothing to keep");
    }
}
