//! What is said of how to learn, and what suits the pairs where nothing is said. Not for how a run goes.

use crate::{Mixing, Settings};
use pincite_question::Origin;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Settings that were asked for; the others are those that suit the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export)]
pub struct Recipe {
    /// Passages per batch, hard negatives not counted.
    pub batch: Option<usize>,
    /// Questions of one passage that share a batch, at most.
    pub together: Option<usize>,
    /// Times every pair is learned from in a run, at most.
    pub epochs: Option<usize>,
    /// Runs, of whose weights the mean is kept.
    pub runs: Option<usize>,
    /// Highest learning rate of a batch with one question a passage; with n it is √n times as high.
    pub learning_rate: Option<f64>,
    /// Where the pairs of a batch come from.
    pub mixing: Option<Mixing>,
    /// Hard negatives per question.
    pub hard_negatives: Option<usize>,
    /// Whether the run begins at the start that comes with Pincite, if there is one for the base, instead of at the base.
    pub start: Option<bool>,
    /// Whether late interaction teaches the vectors.
    pub taught: Option<bool>,
    /// What makes a run repeatable.
    #[ts(type = "number | null")]
    pub seed: Option<u64>,
}

impl Recipe {
    /// The settings of a run that learns from questions of this origin.
    pub fn for_questions_of(&self, origin: Origin) -> Settings {
        let usual = Settings::suiting(origin);
        Settings {
            batch: self.batch.unwrap_or(usual.batch),
            together: self.together.unwrap_or(usual.together),
            epochs: self.epochs.unwrap_or(usual.epochs),
            runs: self.runs.unwrap_or(usual.runs),
            learning_rate: self.learning_rate.unwrap_or(usual.learning_rate),
            mixing: self.mixing.unwrap_or(usual.mixing),
            hard_negatives: self.hard_negatives.unwrap_or(usual.hard_negatives),
            start: self.start.unwrap_or(usual.start),
            taught: self.taught.unwrap_or(usual.taught),
            seed: self.seed.unwrap_or(usual.seed),
            ..usual
        }
    }
}

impl Settings {
    /// Settings that suit questions of this origin. What programs ask is not quite what people ask: who learns it too well
    /// answers people worse (figures in docs/experiments).
    pub fn suiting(origin: Origin) -> Self {
        let usual = Self::default();
        match origin {
            Origin::Keywords => Self { learning_rate: 8e-6, epochs: 1, hard_negatives: 0, ..usual },
            Origin::Generator => Self { learning_rate: 2.5e-5, epochs: 1, hard_negatives: 0, ..usual },
            Origin::Import | Origin::Person => usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_counts_and_the_rest_suits_the_questions() {
        let said = Recipe { epochs: Some(7), mixing: Some(Mixing::AcrossDocuments), ..Recipe::default() };
        for origin in [Origin::Keywords, Origin::Generator, Origin::Import, Origin::Person] {
            let (settings, usual) = (said.for_questions_of(origin), Settings::suiting(origin));
            assert_eq!(settings, Settings { epochs: 7, mixing: Mixing::AcrossDocuments, ..usual });
        }
        let rate = |origin| Settings::suiting(origin).learning_rate;
        assert!(rate(Origin::Keywords) < rate(Origin::Generator), "the less like people's, the slower");
        assert!(rate(Origin::Generator) < rate(Origin::Person));
    }
}
