//! The end of a run: the base is weighed anew, candidates between it and the best weights are tried, the gate decides. Not
//! for the decision itself (`gate`) or for the training.

use crate::encode::{self, Hear};
use crate::{Corpus, Decision, Exam, Pair, Progress, Result, Settings, Verdict, decide, weigh};
use pincite_models::{Snapshot, Trainee};
use std::ops::ControlFlow;

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
    pub(crate) settings: &'j Settings,
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
        let all = Exam::new(self.corpus, &all, self.exam.weights());
        let encoded = encode::for_exams(trainee, self.corpus, (&all, self.exam), &mut |news| hear(0, news))?;
        let weighed = weigh(&all, &all.trial("base", &encoded), self.settings.seed);
        let encoded = encode::ask_instead(trainee, encoded, self.exam, &mut |_| ControlFlow::Continue(()))?;
        let now = self.exam.trial("base", &encoded);
        let mut candidates = Vec::new();
        for (tried, share) in (1..).zip(shares) {
            trainee.restore(best.map(|best| base.towards(best, *share)).unwrap_or_default())?;
            let encoded = encode::for_exam(trainee, self.corpus, self.exam, &mut |news| hear(tried, news))?;
            candidates.push(self.exam.trial(format!("{:.0} % tuned", share * 100.0), &encoded));
        }
        let anew = weighed.decision.weights(self.exam.weights());
        let tuned = decide(self.exam, &now, &candidates, anew.unwrap_or(self.exam.weights()), self.settings.seed);
        let share = match tuned.decision {
            Decision::Activate { candidate, .. } => SHARES.get(candidate).copied(),
            Decision::KeepBase { .. } => None,
        };
        Ok(match (share, anew) {
            (None, Some(_)) => (weighed, Some(0.0)),
            (share, _) => (tuned, share),
        })
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
