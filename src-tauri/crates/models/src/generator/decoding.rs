//! How texts are searched for: the settings, and what is found.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// More beams would only fill the memory.
const MOST_BEAMS: usize = 1000;

/// How texts are generated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Decoding {
    /// How the next token is chosen.
    pub search: Search,
    /// What a token that is already there becomes less likely by (Keskar et al. 2019); 1 is nothing.
    pub repetition_penalty: f32,
    /// Most tokens of a text, its end included.
    pub max_new_tokens: usize,
    /// Texts for each input: at most as many as there are beams, and one when the search is greedy.
    pub returned: usize,
    /// Where chance begins; the same seed gives the same texts.
    pub seed: u64,
}

/// How the next token is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Search {
    /// The likeliest.
    Greedy,
    /// The likeliest texts, of several that are followed at once. With one beam it is greedy.
    Beam {
        /// How many are followed.
        beams: usize,
        /// A text's log-probability is divided by its length to the power of this: above 0 favours long texts.
        length_penalty: f32,
        /// Whether to stop as soon as there are as many whole texts as beams, rather than when none can become better.
        early_stopping: bool,
    },
    /// By chance.
    Sample {
        /// Only among so many of the likeliest; 0 is all.
        top_k: usize,
        /// Only among the likeliest that together have this probability; 1 is all.
        top_p: f32,
        /// What the logits are divided by: below 1 favours the likely.
        temperature: f32,
    },
}

/// A text that was generated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generated {
    /// The text.
    pub text: String,
    /// How good it is, higher is better, at most 0: with beams the sum of the log-probabilities of its tokens, after
    /// the repetition penalty, divided by their number to the power of the length penalty; else their mean (of the
    /// distribution before temperature, `top_k` and `top_p`).
    pub score: f32,
    /// Its tokens, with the token that ends it unless it was cut off at `max_new_tokens`.
    pub tokens: Vec<u32>,
}

impl Default for Decoding {
    /// As the paper on DL-DPR generates its questions: nine beams.
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
    /// Texts followed at once for each input.
    pub(super) fn rows(&self) -> usize {
        match self.search {
            Search::Greedy => 1,
            Search::Beam { beams, .. } => beams,
            Search::Sample { .. } => self.returned,
        }
    }

    /// Refuses what cannot be done.
    pub(super) fn check(&self) -> Result<(), Error> {
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
