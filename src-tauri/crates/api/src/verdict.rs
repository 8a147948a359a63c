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
    /// The search as it is now, on the questions below. They are weighted as the strata are in the collection.
    pub before: Metrics,
    /// The search with the candidate that was tested, on the same questions, none of which had a say in choosing it; none
    /// if no candidate was worth testing. They are those of the style in which it gains least.
    pub after: Option<Metrics>,
    /// Each style of the questions tested, as they were written first.
    #[serde(default)]
    pub styles: Vec<InStyle>,
    /// Prose and tables, in the style in which the candidate gains least.
    #[serde(default)]
    pub strata: Vec<InStratum>,
    /// How people's own questions came out, if there were any.
    #[serde(default)]
    pub people: Option<OnPeoples>,
    /// Chance of a gain as great as this if the candidate were no better, corrected for the number of tests.
    pub p_value: Option<f64>,
    /// The base as it is now and all candidates on the same questions, each with the weights fitted to it.
    pub tried: Vec<Tried>,
    /// Questions that gained most, the greatest gain first, then those that lost most.
    pub moved: Vec<Moved>,
}

impl Verdict {
    /// That nothing was tested; `before` is the search as it is now.
    pub fn untested(decision: Decision, before: Metrics) -> Self {
        Self {
            decision,
            before,
            after: None,
            styles: Vec::new(),
            strata: Vec::new(),
            people: None,
            p_value: None,
            tried: Vec::new(),
            moved: Vec::new(),
        }
    }
}

/// How people's questions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Style {
    /// As it was written.
    Written,
    /// A few keywords.
    Short,
    /// Without the rare words of the passage that answers.
    Reworded,
}

/// What kind of text a passage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Stratum {
    /// Sentences.
    Prose,
    /// Many of its words are numbers.
    Tables,
}

/// Questions of one style, before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct InStyle {
    /// The style.
    pub style: Style,
    /// The search as it is now.
    pub before: Metrics,
    /// The search with the candidate.
    pub after: Metrics,
    /// Chance of such a gain in this style if the candidate were no better, corrected as that of the verdict.
    pub p_value: f64,
}

/// Questions about one kind of text, before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct InStratum {
    /// The kind.
    pub stratum: Stratum,
    /// Its share of the passages, 0 to 1.
    pub share: f64,
    /// The search as it is now.
    pub before: Metrics,
    /// The search with the candidate.
    pub after: Metrics,
}

/// People's marks and the questions that they asked, before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct OnPeoples {
    /// The search as it is now.
    pub before: Metrics,
    /// The search with the candidate.
    pub after: Metrics,
}

/// A candidate with the weights it is used with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Choice {
    /// Its position among the candidates.
    pub candidate: usize,
    /// Its name.
    pub name: String,
    /// How much its vectors count in the search, 0 to 1.
    pub dense_weight: f32,
    /// How much late interaction counts, 0 to 1.
    pub late_weight: f32,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export)]
pub enum Decision {
    /// Use this candidate.
    Activate(Choice),
    /// Keep this candidate for a person to use: it is better, but too few questions of people were there to judge.
    Offer(Choice),
    /// Leave everything as it was.
    KeepBase {
        /// Why.
        reason: Reason,
    },
}

impl Decision {
    /// The candidate that is used or offered.
    pub fn choice(&self) -> Option<&Choice> {
        match self {
            Self::Activate(choice) | Self::Offer(choice) => Some(choice),
            Self::KeepBase { .. } => None,
        }
    }
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
