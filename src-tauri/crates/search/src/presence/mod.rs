//! Whether a document answers a question at all: what its passages say for it ([`Evidence`]), and a logistic model of that
//! ([`PresenceModel`]). Not for which of its passages answers (`score`).

mod evidence;
mod model;

pub use evidence::{EVIDENCE, Evidence, logit};
pub use model::{Presence, PresenceModel};
