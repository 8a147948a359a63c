//! Runs of three terms, by which texts are compared. Not for making terms.

use std::hash::{DefaultHasher, Hash, Hasher};

/// Hashes of a text's runs of three terms, sorted, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Runs(Vec<u64>);

impl Runs {
    pub(crate) fn of(terms: &[String]) -> Self {
        let mut runs: Vec<u64> = terms.windows(3).map(hash).collect();
        runs.sort_unstable();
        runs.dedup();
        Self(runs)
    }

    /// Number of different runs.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Number of runs that another text has, too.
    pub(crate) fn shared(&self, other: &Self) -> usize {
        self.0.iter().filter(|run| other.0.binary_search(run).is_ok()).count()
    }
}

fn hash(run: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    run.hash(&mut hasher);
    hasher.finish()
}
