//! Answers to a question are chosen together, because some questions have several. Here is which hits a search
//! wants, which questions ask for a list, what a joint ranking sees of passages, and which are selected. Not for scoring single passages (`score`) or for
//! showing them (`answer`).

mod decode;
mod features;
mod list;
mod ranker;

pub use decode::{ScoreNext, TreeDecoding, UntilComplete};
pub(crate) use features::without_references;
pub use features::{JOINT_FEATURES, JointCandidate, JointFeatures};
pub use list::asks_for_list;
pub use ranker::JointRanker;

use crate::score::RERANK_DEPTH;

/// Which hits are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gather {
    /// The best ones, whether they answer the question or not.
    #[default]
    Best,
    /// All that answer it.
    All,
}

impl Gather {
    /// Most hits, where a search asks for `k`. All answers may be as many as passages are read.
    pub(crate) fn most(self, k: usize) -> usize {
        match self {
            Self::Best => k,
            Self::All => k.max(RERANK_DEPTH),
        }
    }

    /// How many of the first passages are read, where `depth` are read of the best ones. An answer that is not read is not found.
    pub(crate) fn depth(self, depth: usize) -> usize {
        match self {
            Self::Best => depth,
            Self::All => RERANK_DEPTH,
        }
    }
}
