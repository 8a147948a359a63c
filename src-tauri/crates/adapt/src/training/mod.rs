//! Training an encoder on pairs. Not for deciding whether its weights may be used: the gate does that.
//!
//! The encoder is trained by document-level dense passage retrieval (DL-DPR): every batch holds questions of one document,
//! so the encoder learns to tell apart passages about the same things.

mod assemble;
mod batches;
mod checkpoint;
mod encode;
mod progress;
mod run;
mod settings;
mod stopping;
mod trainer;
mod tuning;

pub(crate) use assemble::{Examples, Tokenised};
pub use batches::plan;
pub use progress::{Progress, Step};
pub use settings::{Schedule, Settings};
pub use tuning::{Tuned, Tuning};
