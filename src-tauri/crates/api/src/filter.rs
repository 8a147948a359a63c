//! How good a question has to be. Plain data.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Settings of the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export)]
pub struct Filter {
    /// A question is kept if the search finds its passage in one of so many first places of its document; none keeps
    /// it wherever that is. Ten is how far down the search is judged (MRR@10). Fewer would throw away the questions that
    /// teach most.
    pub round_trip: Option<usize>,
    /// Fewest words.
    pub shortest: usize,
    /// Most words.
    pub longest: usize,
    /// Most words in a row that a generator may take from the passage.
    pub longest_copy: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Self { round_trip: Some(10), shortest: 3, longest: 40, longest_copy: 10 }
    }
}

impl Filter {
    /// Lets all pass that is a question, found or not.
    #[must_use]
    pub fn without_round_trip(self) -> Self {
        Self { round_trip: None, ..self }
    }
}
