//! Before and after a run: the base is weighed anew, then candidates between it and the weights kept are tried, and the
//! gate decides. Not for the decision itself (`gate`) or for the training.

use crate::encode::{self, Hear, Sketches};
use crate::{Corpus, Decision, Exam, Examined, Pair, Present, Progress, Result, Trial, Verdict, decide, weigh};
use pincite_models::{Snapshot, Trainee};
use serde::{Deserialize, Serialize};

/// How far candidates go from the base to the weights kept: interpolation is cheap insurance against forgetting
/// (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
const SHARES: [f32; 4] = [0.25, 0.5, 0.75, 1.0];

/// Candidates compared with the base at the end.
pub const CANDIDATES: usize = SHARES.len();

/// Questions, at most, by which the base is weighed anew: enough to tell a gain of half a point from chance.
const WEIGHED_BY: usize = 4000;

/// What a run is judged by.
pub(crate) struct Judge<'j> {
    pub(crate) corpus: &'j Corpus,
    /// Questions about the documents of the exam, learned from or held out.
    pub(crate) pairs: &'j [Pair],
    /// Of those held out.
    pub(crate) exam: &'j Exam<'j>,
    pub(crate) present: Present,
    pub(crate) seed: u64,
}

/// How the base did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Before {
    /// Whether it is to be weighed anew.
    pub(crate) weighed: Verdict,
    /// The questions held out, asked with it.
    now: Trial,
}

impl Judge<'_> {
    /// Tries the base, which `trainee` must be, weighed as now and anew.
    pub(crate) fn before(&self, trainee: &Trainee, hear: Hear<'_>) -> Result<(Before, Examined)> {
        let all = some(self.pairs, WEIGHED_BY);
        let all = Exam::new(self.corpus, &all, self.present.weights);
        let encoded = encode::for_exams(trainee, self.corpus, (&all, self.exam), hear)?;
        let weighed = weigh(&all, &all.trial("base", &encoded), self.seed);
        let encoded = encode::ask_instead(trainee, encoded, self.exam)?;
        let (examined, _) = self.exam.examined(0, &encoded);
        Ok((Before { weighed, now: self.exam.trial("base", &encoded) }, examined))
    }

    /// The whole search with each candidate between the base and the weights kept, and the decision; with it, how far to
    /// go from the base.
    pub(crate) fn judge(
        &self,
        trainee: &mut Trainee,
        before: Before,
        (base, best): (&Snapshot, Option<&Snapshot>),
        hear: Hear<'_>,
    ) -> Result<(Verdict, Option<f32>)> {
        let mut candidates = Vec::new();
        for (tried, share) in SHARES.iter().enumerate() {
            let Some(best) = best else { continue };
            trainee.restore(base.towards(best, *share))?;
            let news = &mut |news| hear(news_of_trial(news, tried, SHARES.len()));
            let encoded = encode::for_exam(trainee, self.corpus, (self.exam, Sketches::Made), news)?;
            candidates.push(self.exam.trial(format!("{:.0} % tuned", share * 100.0), &encoded));
        }
        let anew = before.weighed.decision.weights(self.present.weights).unwrap_or(self.present.weights);
        let tuned = decide(self.exam, &before.now, &candidates, anew, self.seed);
        Ok(chosen(tuned, before.weighed, self.present.untuned))
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
