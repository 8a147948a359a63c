//! Before and after a training: fusion weights are refitted to the base, then candidates between it and the weights kept are
//! tried, and the gate decides. Not for the decision itself (`gate`) or for the training.

use crate::gate::weights_of;
use crate::training::encode::{self, OnProgress, Passages};
use crate::{Corpus, Decision, Exam, Examined, Pair, Progress, Result, Styled, Trial, Tuning, Verdict, decide, refit};
use pincite_models::{Encode, Snapshot, Trainee};
use serde::{Deserialize, Serialize};

/// Interpolation coefficients of the candidates, from the base (0) to the weights kept (1). Half-way is cheap insurance
/// against forgetting (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
const COEFFICIENTS: [f32; 2] = [0.5, 1.0];

/// Candidates compared with the base at the end.
pub const CANDIDATES: usize = COEFFICIENTS.len();

/// Questions, at most, that refit the weights, each in all its styles: enough to tell a gain of a point from chance.
const REFITTED_BY: usize = 1500;

/// What a run is judged by.
pub(crate) struct Judge<'j> {
    pub(crate) corpus: &'j Corpus,
    pub(crate) tuning: &'j Tuning<'j>,
    /// Questions about the documents of the exam, trained on or held out.
    pub(crate) pairs: &'j [Pair],
    /// The questions held out.
    pub(crate) exam: &'j Exam<'j>,
}

/// How the base did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Before {
    /// Whether other fusion weights suit it better.
    pub(crate) refitted: Verdict,
    /// Its metrics on the questions held out.
    pub(crate) examined: Examined,
    /// The questions held out, asked with it.
    now: Trial,
}

/// The verdict, and which candidate it is about.
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// Interpolation coefficient of the candidate to use, if one passed.
    pub(crate) coefficient: Option<f32>,
}

/// Whether other fusion weights suit an encoder better, by some of these pairs.
pub(crate) fn refitted(
    encoder: &dyn Encode,
    tuning: &Tuning<'_>,
    pairs: &[Pair],
    on_progress: OnProgress<'_>,
) -> Result<Verdict> {
    let styled = Styled::all(&some(pairs, REFITTED_BY), tuning.corpus, encoder, tuning.settings.seed)?;
    let exam = Exam::in_styles(tuning.corpus, &styled, tuning.present.weights);
    let judging = &mut |progress| on_progress(as_part_of_all(progress, 0, 1));
    let encoded = encode::for_exam(encoder, tuning.corpus, &exam, Passages::WithTokens, judging)?;
    Ok(refit(&exam, &exam.trial("base", &encoded), tuning.settings.seed))
}

impl Judge<'_> {
    /// Tries the base, which `trainee` must be, with the present weights and with others.
    pub(crate) fn before(&self, trainee: &Trainee, on_progress: OnProgress<'_>) -> Result<Before> {
        let tuning = self.tuning;
        let styled = Styled::all(&some(self.pairs, REFITTED_BY), self.corpus, trainee, tuning.settings.seed)?;
        let all = Exam::in_styles(self.corpus, &styled, tuning.present.weights);
        let encoded = encode::for_exams(trainee, self.corpus, &all, self.exam, on_progress)?;
        let refitted = refit(&all, &all.trial("base", &encoded), tuning.settings.seed);
        let encoded = encode::ask_instead(trainee, encoded, self.exam)?;
        let examined = self.exam.examined(0, &encoded).examined;
        Ok(Before { refitted, examined, now: self.exam.trial("base", &encoded) })
    }

    /// The whole search with each candidate between the base and the weights kept, and the decision.
    pub(crate) fn judge(
        &self,
        trainee: &mut Trainee,
        before: Before,
        base: &Snapshot,
        best: Option<&Snapshot>,
        on_progress: OnProgress<'_>,
    ) -> Result<Outcome> {
        let mut candidates = Vec::new();
        for (tried, coefficient) in COEFFICIENTS.iter().enumerate() {
            let Some(best) = best else { continue };
            trainee.restore(base.towards(best, *coefficient))?;
            let judging = &mut |progress| on_progress(as_part_of_all(progress, tried, CANDIDATES));
            let encoded = encode::for_exam(&*trainee, self.corpus, self.exam, Passages::WithTokens, judging)?;
            candidates.push(self.exam.trial(format!("{:.0} % tuned", coefficient * 100.0), &encoded));
        }
        let present = self.tuning.present;
        let weights = weights_of(&before.refitted.decision, present.weights).unwrap_or(present.weights);
        let tuned = decide(self.exam, &before.now, &candidates, weights, self.tuning.settings.seed);
        Ok(chosen(tuned, before.refitted, present.untuned))
    }
}

/// What is used: a candidate that passed; else the base with refitted weights if these passed and the base is in use now;
/// else nothing.
fn chosen(tuned: Verdict, refitted: Verdict, untuned: bool) -> Outcome {
    match (&tuned.decision, &refitted.decision) {
        (Decision::Activate(choice), _) => {
            let coefficient = COEFFICIENTS.get(choice.candidate).copied();
            Outcome { verdict: tuned, coefficient }
        }
        (_, Decision::Activate(_)) if untuned => Outcome { verdict: refitted, coefficient: Some(0.0) },
        _ => Outcome { verdict: tuned, coefficient: None },
    }
}

/// So many of the pairs at most, evenly spread.
fn some(pairs: &[Pair], most: usize) -> Vec<Pair> {
    pairs.iter().step_by(pairs.len().div_ceil(most).max(1)).cloned().collect()
}

/// The progress of one trial as a part of all of them.
fn as_part_of_all(progress: Progress, tried: usize, trials: usize) -> Progress {
    match progress {
        Progress::Embedding { done, total } => Progress::Judging { done: tried * total + done, total: trials * total },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, Metrics, Reason};

    fn verdict(candidate: Option<usize>) -> Verdict {
        let activate = |candidate| {
            Decision::Activate(Choice { candidate, name: String::new(), dense_weight: 0.5, late_weight: 0.3 })
        };
        let decision = candidate.map_or(Decision::KeepBase { reason: Reason::NoneBetter }, activate);
        Verdict::untested(decision, Metrics::default())
    }

    #[test]
    fn a_tuned_encoder_is_never_replaced_by_the_base() {
        let coefficient = |tuned, refitted, untuned| chosen(verdict(tuned), verdict(refitted), untuned).coefficient;
        assert_eq!(coefficient(Some(0), Some(0), true), Some(0.5), "a tuned encoder that beats the refitted base");
        assert_eq!(coefficient(None, Some(0), true), Some(0.0), "else the refitted base");
        assert_eq!(coefficient(None, Some(0), false), None, "but not in place of a tuned encoder");
        assert_eq!(coefficient(None, None, true), None, "else nothing");
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
