//! Settings of text generation, and generated texts. Not for the search itself.

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// Limit of beams, because of memory.
const MOST_BEAMS: usize = 1000;

/// How texts are generated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Decoding {
    /// How the next token is chosen.
    pub search: Search,
    /// Penalty of repeated tokens (Keskar et al. 2019); 1 is none.
    pub repetition_penalty: f32,
    /// Token limit of a text, its end token included.
    pub max_new_tokens: usize,
    /// Texts per input: at most the number of beams, and one for a greedy search.
    pub returned: usize,
    /// Seed of sampling. The same seed gives the same texts.
    pub seed: u64,
}

/// How the next token is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Search {
    /// The most likely token.
    Greedy,
    /// Beam search. With one beam it is greedy.
    Beam {
        /// Number of beams.
        beams: usize,
        /// The log-probability of a text is divided by its length to this power. Values above 0 favour long texts.
        length_penalty: f32,
        /// Whether to stop when there are as many finished texts as beams. Otherwise it stops when none can improve.
        early_stopping: bool,
    },
    /// Random sampling.
    Sample {
        /// Sample from this many of the most likely tokens; 0 is all.
        top_k: usize,
        /// Sample from the most likely tokens with this total probability; 1 is all.
        top_p: f32,
        /// Divisor of the logits. Values below 1 favour likely tokens.
        temperature: f32,
    },
}

/// A generated text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generated {
    /// The text.
    pub text: String,
    /// Score, higher is better, at most 0. With beams it is the sum of the tokens' log-probabilities after the
    /// repetition penalty, divided by the length to the power of the length penalty. Otherwise it is their mean, before
    /// temperature, `top_k` and `top_p`.
    pub score: f32,
    /// Its tokens, with the end token unless it was truncated at `max_new_tokens`.
    pub tokens: Vec<u32>,
}

impl Default for Decoding {
    /// As the DL-DPR paper generates its questions: nine beams.
    fn default() -> Self {
        Self {
            search: Search::Beam { beams: 9, length_penalty: 1.0, early_stopping: false },
            repetition_penalty: 1.05,
            max_new_tokens: 256,
            returned: 1,
            seed: 0,
        }
    }
}

impl Decoding {
    /// Number of unfinished texts per input.
    pub(super) fn rows(&self) -> usize {
        match self.search {
            Search::Greedy => 1,
            Search::Beam { beams, .. } => beams,
            Search::Sample { .. } => self.returned,
        }
    }

    /// Checks the settings.
    pub(super) fn check(&self) -> Result<()> {
        let positive = |number: f32| number.is_finite() && number > 0.0;
        let wrong = match self.search {
            _ if self.returned == 0 => "no text is to be returned",
            _ if self.max_new_tokens == 0 => "the texts may have no token",
            _ if !positive(self.repetition_penalty) => "the repetition penalty is not a number above 0",
            Search::Greedy if self.returned > 1 => "a greedy search finds one text, more than one is to be returned",
            Search::Beam { beams, .. } if !(1..=MOST_BEAMS).contains(&beams) => "there is no beam, or more than 1,000",
            Search::Beam { beams, .. } if self.returned > beams => "more texts are to be returned than there are beams",
            Search::Beam { length_penalty, .. } if !length_penalty.is_finite() => "the length penalty is not a number",
            Search::Sample { temperature, .. } if !positive(temperature) => "the temperature is not a number above 0",
            Search::Sample { top_p, .. } if !(positive(top_p) && top_p <= 1.0) => "top_p is not between 0 and 1",
            _ => return Ok(()),
        };
        Err(Error::Decoding { reason: wrong.to_owned() })
    }
}
