//! Questions with the passages that answer them: where pairs come from, which passages say the same, and which pairs are
//! held out. Not for training on them.

mod alike;
mod corpus;
mod holdout;
mod matching;
mod natural;
mod pair;

pub(crate) use corpus::Place;
pub use corpus::{Corpus, DocumentText};
pub(crate) use holdout::group_count;
pub use holdout::{FEWEST, Split, groups, split};
pub use matching::{Matched, Unmatched, pairs_of, places_of};
pub use natural::{Lesson, natural_lessons};
pub use pair::{Pair, PairLine, read_pairs};
