//! How many questions there were and what became of them. Not for the questions themselves.

use crate::{Rejection, Skip};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Counts of questions and passages. Kept and rejected together are all that were asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export)]
pub struct Tally {
    /// Questions written.
    pub asked: usize,
    /// Questions that are good.
    pub kept: usize,
    /// Questions that are not, by the code of the reason.
    pub rejected: BTreeMap<String, usize>,
    /// Passages that were not asked about, by the code of the reason.
    pub skipped: BTreeMap<String, usize>,
}

impl Tally {
    /// Counts questions by why they are not used; `None`: they are.
    pub fn of(rejected: impl IntoIterator<Item = Option<Rejection>>) -> Self {
        let mut tally = Self::default();
        rejected.into_iter().for_each(|rejected| tally.count(rejected));
        tally
    }

    /// Counts one question by what became of it.
    pub fn count(&mut self, rejected: Option<Rejection>) {
        self.asked += 1;
        match rejected {
            None => self.kept += 1,
            Some(reason) => *self.rejected.entry(reason.code().to_owned()).or_default() += 1,
        }
    }

    /// Counts one passage that was not asked about.
    pub fn skip(&mut self, reason: Skip) {
        *self.skipped.entry(reason.code().to_owned()).or_default() += 1;
    }

    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.kept += other.kept;
        other.rejected.iter().for_each(|(code, count)| *self.rejected.entry(code.clone()).or_default() += count);
        other.skipped.iter().for_each(|(code, count)| *self.skipped.entry(code.clone()).or_default() += count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        let mut one = Tally::default();
        one.count(None);
        one.count(Some(Rejection::Vague));
        one.skip(Skip::Contents);
        let mut both = one.clone();
        both.count(Some(Rejection::NotFound { rank: Some(12) }));
        both.add(&one);
        assert_eq!((both.asked, both.kept, both.rejected["vague"]), (5, 2, 2), "counts of parts are added");
        assert_eq!(both.kept + both.rejected.values().sum::<usize>(), both.asked, "no question is missing");
        assert_eq!(both.skipped["contents"], 2, "passages are counted beside them");
        assert_eq!(serde_json::from_str::<Tally>("{}").unwrap(), Tally::default(), "an older report is read");
    }
}
