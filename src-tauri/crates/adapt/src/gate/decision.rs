//! What a decision means for the weights of the search. Not for deciding (`gate`).

use pincite_api::Decision;
use pincite_search::{FusionWeights, Weights};

/// The weights of the search after this decision; `None` if they stay as they are.
pub fn weights_of(decision: &Decision, now: Weights) -> Option<Weights> {
    match *decision {
        Decision::Activate { dense_weight, late_weight, .. } => {
            let fusion = FusionWeights { dense: dense_weight, late: late_weight };
            Some(Weights { fusion, ..now })
        }
        Decision::KeepBase { .. } => None,
    }
}
