//! What a decision means for the weights of the search. Not for deciding (`gate`).

use pincite_api::Decision;
use pincite_search::{FusionWeights, Weights};

/// The weights of the search after this decision; `None` if they stay as they are.
pub fn weights_of(decision: &Decision, now: Weights) -> Option<Weights> {
    let choice = decision.choice()?;
    let fusion = FusionWeights { dense: choice.dense_weight, late: choice.late_weight };
    Some(Weights { fusion, ..now })
}
