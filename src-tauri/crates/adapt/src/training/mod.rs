//! Training an encoder on pairs. Not for deciding whether its weights may be used: the gate does that.
//!
//! The encoder is trained by document-level dense passage retrieval (DL-DPR): every batch holds questions of one document,
//! so the encoder learns to tell apart passages about the same things. Other losses learn from a cross-encoder's labels, too.

mod assemble;
mod batches;
mod checkpoint;
pub(crate) mod encode;
mod labels;
mod progress;
mod run;
mod schedule;
mod settings;
mod stopping;
mod trainer;
mod tuning;

pub(crate) use assemble::{Examples, Tokenised};
pub use batches::{Mixing, plan};
pub(crate) use checkpoint::write_synced;
pub use progress::{Progress, Step};
pub use schedule::Schedule;
pub use settings::Settings;
pub use tuning::{Fitted, Present, Tuned, Tuning, learn};
