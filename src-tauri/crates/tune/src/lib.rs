//! Adapting the search to a collection's questions: its fusion weights, and its encoder. Not for running networks, storing,
//! or searching: other crates do that.
//!
//! The encoder is trained by document-level dense passage retrieval (DL-DPR): every batch holds questions of one document,
//! so the encoder learns to tell apart passages about the same things. The way of the data: [`read_pairs`] and
//! [`pairs_of`] find the [`Pair`]s of a [`Corpus`]. [`split`] holds passages out, and [`plan`] makes an epoch's batches.
//! [`Tuning::fit_weights`] fits the weights; [`Tuning::train`] trains. An [`Exam`] asks the questions held out, and
//! [`decide`] says whether the result may be used.

mod alike;
mod assemble;
mod batches;
mod checkpoint;
mod corpus;
mod decision;
mod encode;
mod error;
mod exam;
mod fusion;
mod gate;
mod holdout;
mod judge;
mod matching;
mod negatives;
mod paired;
mod pairs;
mod progress;
mod run;
mod schedule;
mod seed;
mod settings;
#[cfg(test)]
mod simulations;
mod stopping;
mod trainer;
mod tune;

pub use alike::Alike;
pub use assemble::Tokenised;
pub use batches::{Mixing, Plan, plan};
pub use corpus::{Corpus, DocumentText};
pub use decision::weights_of;
pub use encode::{Encode, OnTexts};
pub use error::{Error, Result};
pub use exam::{Encoded, Exam, Trial};
pub use gate::{FEWEST, decide, refit};
pub use holdout::{Split, groups, split};
pub use judge::CANDIDATES;
pub use matching::{Matched, Unmatched, pairs_of, places_of};
pub use negatives::hard_negatives;
pub use pairs::{Pair, PairLine, read_pairs};
pub use pincite_api::{Decision, Examined, Metrics, Moved, Reason, SEED, Tried, Verdict};
pub use progress::{Progress, Step};
pub use schedule::Schedule;
pub use settings::Settings;
pub use stopping::{Stopping, Trend};
pub use tune::{Fitted, Present, Tuned, Tuning, learn};
