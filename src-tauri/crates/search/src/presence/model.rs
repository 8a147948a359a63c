//! The logistic model of presence, and what is said of a document: it answers, it may, or it does not. `models/presence` says
//! how the weights and the bounds were fitted.

use super::evidence::{EVIDENCE, Evidence};
use crate::{Error, Result};
use pincite_api::Match;
use serde::Deserialize;

/// The weights that come with Pincite.
const SHIPPED: &str = include_str!("../../../../../models/pincite-presence/model.json");

/// A logistic model over [`Evidence`], with two bounds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresenceModel {
    weights: [f32; EVIDENCE],
    bias: f32,
    /// From this probability on a question is answered.
    found: f32,
    /// Below this probability it is not.
    not_found: f32,
}

/// Whether what is searched answers a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Presence {
    /// The probability that it does, 0 to 1.
    pub probability: f32,
    /// The same in one word.
    pub state: Match,
}

impl Presence {
    /// A quoted phrase is there or not: it needs no model.
    pub const CERTAIN: Self = Self { probability: 1.0, state: Match::Found };
    /// A row of a table has the figure asked for: of such questions so many are answered by the row's page (experiment 054).
    pub const BY_ROW: Self = Self { probability: 0.87, state: Match::Found };
    /// A row of a table is shown, and it has not the figure asked for.
    pub const BY_OTHER_ROW: Self = Self { probability: 0.5, state: Match::Unsure };
    /// Nothing read the document: it is in another language.
    pub const UNREAD: Self = Self { probability: 0.5, state: Match::Unsure };
    /// It is not there.
    pub const ABSENT: Self = Self { probability: 0.0, state: Match::NotFound };
}

impl PresenceModel {
    /// The one that comes with Pincite.
    ///
    /// # Errors
    /// [`Error::PresenceModel`] if its file is damaged; a test makes sure it is not.
    pub fn shipped() -> Result<Self> {
        Self::from_json(SHIPPED)
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`Error::PresenceModel`] if it is none.
    pub fn from_json(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| Error::PresenceModel { reason: error.to_string() })
    }

    /// What the evidence of one document says.
    pub fn judge(&self, evidence: &Evidence) -> Presence {
        let sum: f32 = self.weights.iter().zip(evidence.0).map(|(weight, value)| weight * value).sum();
        let probability = 1.0 / (1.0 + (-(sum + self.bias)).exp());
        Presence { probability, state: self.state(probability) }
    }

    /// A probability in one word.
    pub fn state(&self, probability: f32) -> Match {
        match probability {
            likely if likely >= self.found => Match::Found,
            unlikely if unlikely < self.not_found => Match::NotFound,
            _ => Match::Unsure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first number decides alone.
    const FIRST: &str = r#"{ "weights": [2, 0, 0, 0, 0, 0], "bias": -1, "found": 0.8, "not_found": 0.2 }"#;

    fn judged(first: f32) -> Presence {
        let mut numbers = [0.5; EVIDENCE];
        numbers[0] = first;
        PresenceModel::from_json(FIRST).unwrap().judge(&Evidence(numbers))
    }

    #[test]
    fn a_probability_is_one_of_three_words() {
        assert!((judged(0.5).probability - 0.5).abs() < 1e-6, "2 · 0.5 − 1 = 0");
        let states = [-0.5, 0.5, 1.5].map(|first| judged(first).state);
        assert_eq!(states, [Match::NotFound, Match::Unsure, Match::Found]);
    }

    #[test]
    fn what_is_no_model_is_refused() {
        for text in ["", "{}", &FIRST.replace("[2, ", "["), &FIRST.replace("bias", "bios")] {
            assert_eq!(PresenceModel::from_json(text).unwrap_err().code(), "search.presence_model", "{text}");
        }
        let PresenceModel { found, not_found, .. } = PresenceModel::shipped().unwrap();
        assert!(0.0 < not_found && not_found < found && found < 1.0, "{not_found} {found}");
    }
}
