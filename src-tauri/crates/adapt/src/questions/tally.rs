//! Counts questions and passages by what became of them. Not for judging them.

use crate::{Rejection, Skip, Tally};

/// Counts questions by why they are not used; `None`: they are.
pub(crate) fn tally_of(rejected: impl IntoIterator<Item = Option<Rejection>>) -> Tally {
    let mut tally = Tally::default();
    for rejected in rejected {
        tally.asked += 1;
        match rejected {
            None => tally.kept += 1,
            Some(reason) => *tally.rejected.entry(reason.code().to_owned()).or_default() += 1,
        }
    }
    tally
}

/// Counts one passage that was not asked about.
pub(crate) fn count_skipped(tally: &mut Tally, reason: Skip) {
    *tally.skipped.entry(reason.code().to_owned()).or_default() += 1;
}

/// Adds the counts of another part.
pub fn add_tally(tally: &mut Tally, other: &Tally) {
    tally.asked += other.asked;
    tally.kept += other.kept;
    for (code, count) in &other.rejected {
        *tally.rejected.entry(code.clone()).or_default() += count;
    }
    for (code, count) in &other.skipped {
        *tally.skipped.entry(code.clone()).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        let mut one = tally_of([None, Some(Rejection::Vague)]);
        count_skipped(&mut one, Skip::Contents);
        let mut both = tally_of([None, Some(Rejection::Vague), Some(Rejection::NotFound { rank: Some(12) })]);
        count_skipped(&mut both, Skip::Contents);
        add_tally(&mut both, &one);
        assert_eq!((both.asked, both.kept, both.rejected["vague"]), (5, 2, 2), "counts of parts are added");
        assert_eq!(both.kept + both.rejected.values().sum::<usize>(), both.asked, "no question is missing");
        assert_eq!(both.skipped["contents"], 2, "passages are counted beside them");
        assert_eq!(serde_json::from_str::<Tally>("{}").unwrap(), Tally::default(), "an older report is read");
    }
}
