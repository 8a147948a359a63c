//! When to stop: once the held-out figure has not risen for a while. Not for measuring it.

use serde::{Deserialize, Serialize};

/// Watches a figure of which higher is better, such as MRR@10 on held-out questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stopping {
    patience: usize,
    best: Option<(usize, f64)>,
    /// Figures since the best.
    since: usize,
}

/// What a figure means for the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// The best so far: these weights are worth keeping.
    Best,
    /// Not better, but that may change.
    Waiting,
    /// Not better for too long: the run is over.
    Over,
}

impl Stopping {
    /// Waits for `patience` figures (one at least) that are no better before it ends a run.
    pub fn new(patience: usize) -> Self {
        Self { patience: patience.max(1), best: None, since: 0 }
    }

    /// Notes a figure. Equal is not better, and what is not a number never is.
    pub fn note(&mut self, step: usize, figure: f64) -> Trend {
        if !figure.is_nan() && self.best.is_none_or(|(_, best)| figure > best) {
            (self.best, self.since) = (Some((step, figure)), 0);
            return Trend::Best;
        }
        self.since += 1;
        if self.since >= self.patience { Trend::Over } else { Trend::Waiting }
    }

    /// Step and figure of the best so far.
    pub fn best(&self) -> Option<(usize, f64)> {
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::{Stopping, Trend};

    #[test]
    fn stops_after_patience_and_remembers_the_best() {
        let mut stopping = Stopping::new(2);
        let trends: Vec<Trend> = [70.0, 72.0, 71.0, 73.0, 73.0, 72.9]
            .into_iter()
            .enumerate()
            .map(|(at, it)| stopping.note(at, it))
            .collect();
        let expected = [Trend::Best, Trend::Best, Trend::Waiting, Trend::Best, Trend::Waiting, Trend::Over];
        assert_eq!(trends, expected, "a new best starts the waiting anew, an equal figure does not");
        assert_eq!(stopping.best(), Some((3, 73.0)), "the first of the best, not the last");
    }

    #[test]
    fn a_run_that_breaks_down_is_never_the_best() {
        let mut stopping = Stopping::new(1);
        assert_eq!(stopping.note(0, f64::NAN), Trend::Over, "not a number is no figure");
        assert_eq!(stopping.best(), None, "and nothing to keep");
    }
}
