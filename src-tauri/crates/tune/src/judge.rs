//! The end of a run: the base is weighed anew, candidates between it and the best weights are tried, the gate decides. Not
//! for the decision itself (`gate`) or for the training.

use crate::encode::{self, Hear};
use crate::{Corpus, Decision, Exam, Pair, Present, Progress, Result, Verdict, decide, weigh};
use pincite_models::{Snapshot, Trainee};

/// How far candidates go from the base to the best weights: interpolation is cheap insurance against forgetting
/// (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
const SHARES: [f32; 4] = [0.25, 0.5, 0.75, 1.0];

/// Questions, at most, by which the base is weighed anew: enough to tell a gain of half a point from chance.
const WEIGHED_BY: usize = 4000;

/// What a run is judged by.
pub(crate) struct Judge<'j> {
    pub(crate) corpus: &'j Corpus,
    /// All of them, learned from or held out.
    pub(crate) pairs: &'j [Pair],
    /// Of those held out.
    pub(crate) exam: &'j Exam<'j>,
    pub(crate) present: Present,
    pub(crate) seed: u64,
}

impl Judge<'_> {
    /// The whole search with the base, weighed as now and anew, and with each candidate, and the decision; with it, how far
    /// to go from the base.
    pub(crate) fn judge(
        &self,
        trainee: &mut Trainee,
        (base, best): (&Snapshot, Option<&Snapshot>),
        hear: Hear<'_>,
    ) -> Result<(Verdict, Option<f32>)> {
        let shares = if best.is_some() { &SHARES[..] } else { &[] };
        let mut hear = |tried: usize, news| hear(news_of_trial(news, tried, shares.len() + 1));
        trainee.restore(base.clone())?;
        let all = some(self.pairs, WEIGHED_BY);
        let all = Exam::new(self.corpus, &all, self.present.weights);
        let encoded = encode::for_exams(trainee, self.corpus, (&all, self.exam), &mut |news| hear(0, news))?;
        let weighed = weigh(&all, &all.trial("base", &encoded), self.seed);
        let encoded = encode::ask_instead(trainee, encoded, self.exam)?;
        let now = self.exam.trial("base", &encoded);
        let mut candidates = Vec::new();
        for (tried, share) in (1..).zip(shares) {
            trainee.restore(best.map(|best| base.towards(best, *share)).unwrap_or_default())?;
            let encoded = encode::for_exam(trainee, self.corpus, self.exam, &mut |news| hear(tried, news))?;
            candidates.push(self.exam.trial(format!("{:.0} % tuned", share * 100.0), &encoded));
        }
        let anew = weighed.decision.weights(self.present.weights);
        let tuned = decide(self.exam, &now, &candidates, anew.unwrap_or(self.present.weights), self.seed);
        Ok(chosen(tuned, weighed, self.present.untuned))
    }
}

/// What is put to use, and how far from the base that is: a candidate that passed, else the base weighed anew if that
/// passed and it is the base that answers now, else nothing.
fn chosen(tuned: Verdict, weighed: Verdict, untuned: bool) -> (Verdict, Option<f32>) {
    match (&tuned.decision, &weighed.decision) {
        (Decision::Activate { candidate, .. }, _) => {
            let share = SHARES.get(*candidate).copied();
            (tuned, share)
        }
        (_, Decision::Activate { .. }) if untuned => (weighed, Some(0.0)),
        _ => (tuned, None),
    }
}

/// So many of the pairs at most, evenly spread.
fn some(pairs: &[Pair], most: usize) -> Vec<Pair> {
    pairs.iter().step_by(pairs.len().div_ceil(most).max(1)).cloned().collect()
}

/// What is heard of one trial, as a part of all of them.
fn news_of_trial(news: Progress, tried: usize, trials: usize) -> Progress {
    match news {
        Progress::Embedding { done, total } => Progress::Judging { done: tried * total + done, total: trials * total },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figures, Reason};

    fn verdict(candidate: Option<usize>) -> Verdict {
        let activate =
            |candidate| Decision::Activate { candidate, name: String::new(), dense_weight: 0.5, late_weight: 0.3 };
        Verdict {
            decision: candidate.map_or(Decision::KeepBase { reason: Reason::NoneBetter }, activate),
            before: Figures::default(),
            after: None,
            p_value: None,
            tried: Vec::new(),
            moved: Vec::new(),
        }
    }

    #[test]
    fn what_passed_is_used_and_never_takes_the_place_of_what_is_better() {
        let share = |tuned, weighed, untuned| chosen(verdict(tuned), verdict(weighed), untuned).1;
        assert_eq!(share(Some(1), Some(0), true), Some(0.5), "a tuned encoder that beats the base weighed anew");
        assert_eq!(share(None, Some(0), true), Some(0.0), "else the base weighed anew");
        assert_eq!(share(None, Some(0), false), None, "but not in the place of a tuned encoder");
        assert_eq!(share(None, None, true), None, "else nothing");
    }

    #[test]
    fn some_of_many_are_spread_evenly() {
        let pairs: Vec<Pair> =
            (0..10).map(|document| Pair { question: String::new(), document, passages: vec![0] }).collect();
        let documents = |most| some(&pairs, most).iter().map(|pair| pair.document).collect::<Vec<_>>();
        assert_eq!(documents(4), [0, 3, 6, 9]);
        assert_eq!(documents(10).len(), 10, "all of few");
    }
}
