//! What the gate found, for people to read and programs to act on. Not for finding it.

use crate::Metrics;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Whether a tuned encoder may be used, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Verdict {
    /// What to do.
    pub decision: Decision,
    /// The search as it is now, on the questions below.
    pub before: Metrics,
    /// The search with the candidate that was tested, on the same questions, none of which had a say in choosing it; none
    /// if no candidate was worth testing.
    pub after: Option<Metrics>,
    /// Chance of a gain as great as this if the candidate were no better, corrected for the number of tests.
    pub p_value: Option<f64>,
    /// The base as it is now and all candidates on the same questions, each with the weights fitted to it.
    pub tried: Vec<Tried>,
    /// Questions that gained most, the greatest gain first, then those that lost most.
    pub moved: Vec<Moved>,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export)]
pub enum Decision {
    /// Use this candidate.
    Activate {
        /// Its position among the candidates.
        candidate: usize,
        /// Its name.
        name: String,
        /// How much its vectors count in the search, 0 to 1.
        dense_weight: f32,
        /// How much late interaction counts, 0 to 1.
        late_weight: f32,
    },
    /// Leave everything as it was.
    KeepBase {
        /// Why.
        reason: Reason,
    },
}

/// Why the base stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export)]
pub enum Reason {
    /// Too few passages were held out to tell a gain from chance.
    TooFew {
        /// Groups of passages held out.
        held_out: usize,
        /// Groups needed.
        needed: usize,
    },
    /// No candidate was better on the questions that choose.
    NoneBetter,
    /// The best candidate's gain may be chance.
    Chance {
        /// Held-out questions that would show a gain of this size four times out of five; none if there was no gain.
        needed: Option<usize>,
    },
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooFew { held_out, needed } => write!(
                f,
                "Only {held_out} passages had test questions; {needed} are needed to tell a gain from chance."
            ),
            Self::NoneBetter => write!(f, "No tuned model found more answers than the present search."),
            Self::Chance { needed: None } => write!(f, "The best tuned model was not better on the test questions."),
            Self::Chance { needed: Some(needed) } => write!(
                f,
                "The gain may be chance. About {needed} test questions would be needed to show one of this size."
            ),
        }
    }
}

/// One of the encoders compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Tried {
    /// Its name.
    pub name: String,
    /// The weight fitted to its vectors, 0 to 1; of the base the present one.
    pub dense_weight: f32,
    /// The weight fitted to late interaction with it, 0 to 1; of the base the present one.
    pub late_weight: f32,
    /// How it did.
    pub metrics: Metrics,
}

/// A question whose answer moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Moved {
    /// Position among the questions held out.
    pub at: usize,
    /// The question.
    pub question: String,
    /// Rank of its answer before, from 1; none if not among the first hundred.
    pub before: Option<usize>,
    /// Rank of its answer now.
    pub after: Option<usize>,
}

/// An examination during a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Examined {
    /// Steps made until then; 0 is the base.
    pub step: usize,
    /// The encoder alone.
    pub dense: Metrics,
    /// The whole search.
    pub hybrid: Metrics,
}
