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
    /// The search as it is now, on the questions held out.
    pub before: Metrics,
    /// The search with the trained encoder, on the same questions; none if there were too few of them.
    pub after: Option<Metrics>,
    /// How people's own questions came out, if there were any.
    pub people: Option<OnPeoples>,
    /// Chance of a gain as great as this if the encoder were no better.
    pub p_value: Option<f64>,
    /// Questions that gained most, the greatest gain first, then those that lost most.
    pub moved: Vec<Moved>,
}

impl Verdict {
    /// That nothing was tested; `before` is the search as it is now.
    pub fn untested(decision: Decision, before: Metrics) -> Self {
        Self { decision, before, after: None, people: None, p_value: None, moved: Vec::new() }
    }
}

/// People's marks and the questions that they asked, before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct OnPeoples {
    /// The search as it is now.
    pub before: Metrics,
    /// The search with the trained encoder.
    pub after: Metrics,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export)]
pub enum Decision {
    /// Use the trained encoder.
    Activate,
    /// Keep it for a person to use: it is better, but too few questions of people were there to judge.
    Offer,
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
    /// It did not find more.
    NoneBetter,
    /// Its gain may be chance.
    Chance {
        /// Held-out questions that would show a gain of this size four times out of five; none if there was no gain.
        needed: Option<usize>,
    },
    /// It does worse on people's own questions.
    People(OnPeoples),
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
            Self::People(OnPeoples { before, after }) => write!(
                f,
                "On {} questions that people asked or marked here, it is worse: MRR@10 {:.1} in place of {:.1}.",
                before.questions, after.mrr10, before.mrr10
            ),
        }
    }
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
