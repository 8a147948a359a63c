//! Training an encoder by the losses that Pincite does not use (experiment 042): PAIR, GPL and DPR⁺. They learn from a
//! cross-encoder's labels. The batches are the product's, of one document.

mod assemble;
mod graph;
mod labels;
mod student;

pub use assemble::{Examples, LabelledBatch, Tokenised};
pub use graph::{Loss, TEACHER, loss_graph};
pub use labels::{Label, Labels};

use crate::Result;
use crate::adapt::{Course as Report, Recipe, Stage, Student as Taught, Trained};
use labels::Labelling;
use pincite_adapt::{Corpus, Pair, Progress, Schedule, Settings, Split, Step, plan, split};
use pincite_models::{Rates, Trainee};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use student::Student;

/// Trains an encoder that is as opened, and is so again afterwards, to the end: nothing is examined on the way.
///
/// # Errors
/// Whatever fails, also an `on_stage` that ends it, or a missing teacher.
pub(crate) fn train(
    recipe: &Recipe,
    corpus: &Corpus,
    pairs: &[Pair],
    taught: Taught<'_>,
    on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Trained> {
    let Taught { trainee, folder, teacher } = taught;
    let teacher = teacher.ok_or("This loss learns from the reranker, which is not installed.")?;
    let Recipe { settings, .. } = recipe;
    let Split { training, held_out, .. } = split(pairs, corpus, settings.held_out, settings.seed);
    let labelling = Labelling { teacher, corpus, pairs: &training, held_out: &held_out };
    let labels = labelling.labels(&*trainee, on_stage)?;
    let base = trainee.snapshot()?.without_moments();
    let course = Course { recipe, corpus, pairs: &training, labels: &labels };
    let losses = course.run(trainee, folder, on_stage)?;
    let best = trainee.snapshot()?.without_moments();
    trainee.restore(base)?;
    let course =
        Report { training: training.len(), held_out: held_out.len(), losses, examined: Vec::new(), verdict: None };
    Ok(Trained { best, course })
}

/// What is trained on.
struct Course<'c> {
    recipe: &'c Recipe,
    corpus: &'c Corpus,
    pairs: &'c [Pair],
    labels: &'c [Labels],
}

impl Course<'_> {
    /// Trains to the end, from the pretrained checkpoint if there is one. The trained weights are then those of the trainee.
    fn run(
        &self,
        trainee: &mut Trainee,
        folder: &Path,
        on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Vec<f32>> {
        if let Some(start) = trainee.pretrained().cloned() {
            trainee.restore(start)?;
        }
        let tokenised = Tokenised::new(trainee, self.corpus, self.pairs)?;
        let stages = self.stages();
        let steps = stages.iter().map(|stage| stage.batches.len()).sum();
        let mut student = Student::new(trainee, folder)?;
        let mut losses = Vec::new();
        for (epoch, EpochPlan { loss, batches }) in stages.iter().enumerate() {
            let examples = Examples { corpus: self.corpus, pairs: self.pairs, labels: self.labels, loss: *loss, epoch };
            for chosen in batches {
                let rates = rates(&self.recipe.settings, self.pairs, chosen, losses.len(), steps);
                let batch = tokenised.batch(&examples, chosen);
                let loss = student.step(*loss, &batch, &rates)?;
                losses.push(loss);
                let step = Step { step: losses.len(), steps, loss };
                if on_stage(Stage::Tuning(Progress::Step(step))).is_break() {
                    return Err(pincite_eval::Error::Stopped.into());
                }
            }
        }
        trainee.restore(student.snapshot())?;
        Ok(losses)
    }

    /// The epochs. PAIR trains in two stages of so many epochs each: with both parts of its loss on pairs that the teacher
    /// confirms, then on all pairs without the passage-centric part.
    fn stages(&self) -> Vec<EpochPlan> {
        let Recipe { loss, settings, .. } = self.recipe;
        let stages = match loss {
            Loss::Pair { .. } => vec![*loss, Loss::Pair { passage_share: 0.0 }],
            loss => vec![*loss],
        };
        let epochs = stages.into_iter().flat_map(|loss| vec![loss; settings.epochs]).enumerate();
        epochs.map(|(epoch, loss)| EpochPlan { loss, batches: self.batches(epoch, loss) }).collect()
    }

    fn batches(&self, epoch: usize, loss: Loss) -> Vec<Vec<usize>> {
        let first_stage = matches!(loss, Loss::Pair { passage_share } if passage_share > 0.0);
        let confirmed = |at: usize| {
            let answer = self.pairs[at].passages.first();
            answer.zip(self.labels.get(at)).is_some_and(|(answer, labels)| labels.confirm(*answer))
        };
        let taken: Vec<usize> = (0..self.pairs.len()).filter(|at| !first_stage || confirmed(*at)).collect();
        let pairs: Vec<Pair> = taken.iter().map(|at| self.pairs[*at].clone()).collect();
        let batches = plan(&pairs, self.corpus, &self.recipe.settings, epoch).batches;
        batches.into_iter().map(|batch| batch.into_iter().map(|at| taken[at]).collect()).collect()
    }
}

/// One pass over the pairs.
struct EpochPlan {
    loss: Loss,
    /// Pairs of each batch, by position.
    batches: Vec<Vec<usize>>,
}

/// The product's rates of a step: √n times as high where each passage answers n questions.
pub fn rates(settings: &Settings, pairs: &[Pair], chosen: &[usize], step: usize, steps: usize) -> Rates {
    let Settings { learning_rate, warm_up, weight_decay, max_norm, .. } = *settings;
    let schedule = Schedule { peak: learning_rate, warm_up, steps };
    let answers: BTreeSet<_> = chosen.iter().map(|pair| (pairs[*pair].document, &pairs[*pair].passages)).collect();
    let questions_per_passage = chosen.len() as f64 / answers.len().max(1) as f64;
    Rates { learning_rate: questions_per_passage.sqrt() * schedule.rate(step), weight_decay, max_norm }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_adapt::DocumentText;
    use pincite_language::Language;
    use pincite_models::{Batch, Memory, runtime};
    use pincite_search::{DocumentIndex, Vectors, terms_of};
    use std::path::PathBuf;

    #[test]
    fn a_step_here_is_a_step_of_the_product() {
        let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src-tauri/crates/models/tests/fixtures/tiny-mean");
        let mut trainee = Trainee::open(&folder, false, Memory::default()).unwrap();
        let texts: Vec<String> = (0..12)
            .map(|at| format!("The {at} barge stands beside pier {} for years. ", at * 7).repeat(at + 1))
            .collect();
        let index =
            DocumentIndex::new(texts.iter().map(|text| terms_of(text, &[], Language::English)), Vectors::default());
        let corpus = Corpus { documents: vec![DocumentText::new("", texts, index)] };
        let pair = |at| Pair { question: format!("What stands at {at}?"), document: 0, passages: vec![at] };
        let pairs: Vec<Pair> = (0..12).map(pair).collect();
        let examples = Examples { corpus: &corpus, pairs: &pairs, labels: &[], loss: Loss::DlDpr, epoch: 0 };
        let tokenised = Tokenised::new(&trainee, &corpus, &pairs).unwrap();
        let batch = tokenised.batch(&examples, &(0..12).collect::<Vec<_>>());
        let rates = Rates { learning_rate: 1e-3, weight_decay: 0.01, max_norm: 1.0 };
        let mut student = Student::new(&trainee, &folder).unwrap();
        for step in 0..4 {
            let ours = student.step(Loss::DlDpr, &batch, &rates).unwrap();
            let LabelledBatch { questions, passages, positives, bias, .. } = batch.clone();
            let theirs = trainee.step(&Batch { questions, passages, positives, bias }, &rates).unwrap().loss;
            assert!((ours - theirs).abs() < 1e-4 * theirs, "step {step}: {ours}, and {theirs} by the product");
        }
    }
}
