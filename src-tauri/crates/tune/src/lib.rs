//! An encoder learns a collection's own questions, and is used only if that helps. Not for running networks by hand,
//! storing, or searching: those are other rooms.
//!
//! The method is document-level dense passage retrieval (DL-DPR): every batch holds questions of one document, so that
//! the encoder learns to tell apart passages that talk about the same things. The way of the data: [`read_pairs`] and
//! [`pairs_of`] find the [`Pair`]s of a [`Corpus`], [`split`] holds passages out, [`plan`] makes an epoch's batches,
//! [`hard_negatives`] adds what is easily mistaken, [`Schedule`] and [`Stopping`] say how fast and how long. An [`Exam`]
//! asks the questions held out, and [`decide`] says whether the result may be used.

mod alike;
mod assemble;
mod batches;
mod checkpoint;
mod corpus;
mod encode;
mod error;
mod exam;
mod figures;
mod fusion;
mod gate;
mod holdout;
mod judge;
mod matching;
mod negatives;
mod paired;
mod pairs;
mod progress;
mod recipe;
mod run;
mod runs;
mod schedule;
mod seed;
mod settings;
#[cfg(test)]
mod simulations;
mod stopping;
mod trainer;
mod tune;
mod verdict;

pub use alike::Alike;
pub use assemble::Tokenised;
pub use batches::{Mixing, Plan, plan};
pub use corpus::{Corpus, DocumentText};
pub use error::{Error, Result};
pub use exam::{Encoded, Exam, Trial};
pub use figures::Figures;
pub use gate::{FEWEST, decide, weigh};
pub use holdout::{Split, groups, split};
pub use judge::CANDIDATES;
pub use matching::{Matched, Unmatched, pairs_of, places_of};
pub use negatives::hard_negatives;
pub use pairs::{Pair, PairLine, read_pairs};
pub use progress::{Examined, Progress, Step};
pub use recipe::Recipe;
pub use schedule::Schedule;
pub use settings::Settings;
pub use stopping::{Stopping, Trend};
pub use tune::{Present, Tuned, learn, tune};
pub use verdict::{Decision, Moved, Reason, Tried, Verdict};
