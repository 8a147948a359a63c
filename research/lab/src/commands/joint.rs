//! Trains a joint ranker on candidates of questions, and compares it with other ways to select.

use super::{pdf, study};
use crate::arguments::{CompareJoint, Joint, TrainJoint};
use pincite_adapt::Schedule;
use pincite_engine::{Engine, Options, SPLITTING};
use pincite_eval::{Embed, Models};
use pincite_lab::Result;
use pincite_lab::joint_trainee::{JointTrainee, Selection};
use pincite_lab::pdf::{Candidates, Comparison, run_joint};
use pincite_models::Rates;
use pincite_search::{JOINT_FEATURES, JointFeatures, JointRanker};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Units of the hidden layer.
const HIDDEN: usize = 32;
/// Questions per step.
const BATCH: usize = 16;
/// Passages of a prefix, at most.
const PREFIX: usize = 6;
/// How much chance there is in the negatives of a prefix, beside their scores (Min et al. 2021, §3.2).
const GUMBEL: f64 = 1.0;
/// Share of the steps in which the learning rate rises.
const WARM_UP: f64 = 0.05;

/// A question with what the joint ranker sees.
struct Example {
    features: JointFeatures,
    /// Relevant items that each passage covers.
    covers: Vec<BTreeSet<usize>>,
    /// Scores of the whole search.
    totals: Vec<f32>,
}

/// Compares ways to select several passages for questions about PDFs.
pub(crate) async fn measure(options: Options, given: &Joint) -> Result<()> {
    let questions = pincite_eval::pdf::read(&given.questions)?;
    let scratch = tempfile::tempdir()?;
    let library = Some(scratch.path().join("study.db"));
    let engine = Engine::open(Options { library, splitting: Some(SPLITTING), ..options }).await?;
    let documents = pdf::ingest(&engine, &given.questions, &questions).await?;
    let encoder = engine.encoder().await?;
    let reader = engine.reranker().await?;
    let mut encoder = &*encoder;
    let models = Models { encoder: Some(&mut encoder as &mut dyn Embed), reader: Some(&*reader) };
    let ranker = JointRanker::shipped()?;
    let unwatched = &mut |_, _| ControlFlow::Continue(());
    study::print(&run_joint(&questions, &documents, models, &ranker, unwatched)?)
}

/// Trains and writes the weights.
pub(crate) fn train(given: &TrainJoint) -> Result<()> {
    let examples: Vec<Example> = read(&given.candidates)?.iter().map(Example::new).collect();
    let mut examples: Vec<&Example> = examples.iter().filter(|example| !example.oracle().is_empty()).collect();
    let mut random = Pcg64::seed_from_u64(given.seed);
    let mut trainee = JointTrainee::new(JOINT_FEATURES, HIDDEN, given.seed)?;
    let steps = given.epochs * examples.len().div_ceil(BATCH);
    let schedule = Schedule { peak: given.learning_rate, warm_up: WARM_UP, steps };
    let mut step = 0;
    for epoch in 1..=given.epochs {
        let ranker = trainee.ranker()?;
        examples.shuffle(&mut random);
        let mut total = 0.0;
        for batch in examples.chunks(BATCH) {
            let selections = selections(batch, given.teacher_forcing, &ranker, &mut random);
            let rates = Rates { learning_rate: schedule.rate(step), weight_decay: 1e-3, max_norm: 1.0 };
            total += trainee.step(&selections, &rates);
            step += 1;
        }
        let mean = total / examples.len().div_ceil(BATCH) as f32;
        writeln!(std::io::stderr(), "epochs {epoch}/{}, loss {mean:.4}", given.epochs)?;
    }
    trainee.write(&given.to)
}

/// Prints what a joint ranker comes to on candidates of questions.
pub(crate) fn compare(given: &CompareJoint) -> Result<()> {
    let ranker = match &given.weights {
        Some(file) => JointRanker::from_bytes(&std::fs::read(file)?)?,
        None => JointRanker::shipped()?,
    };
    let mut comparison = Comparison::new(&ranker).with_bounds(&given.bounds);
    for candidates in read(&given.candidates)? {
        comparison.add(&candidates);
    }
    study::print(&comparison.report())
}

fn read(file: &Path) -> Result<Vec<Candidates>> {
    let lines = BufReader::new(std::fs::File::open(file)?).lines();
    lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

/// The steps of one selection for each question.
fn selections(batch: &[&Example], teacher_forcing: bool, ranker: &JointRanker, random: &mut Pcg64) -> Vec<Selection> {
    let mut selections = Vec::new();
    for example in batch {
        match teacher_forcing {
            true => selections.extend(example.forced()),
            false => selections.extend(example.by_oracle(ranker, random)),
        }
    }
    selections
}

impl Example {
    fn new(candidates: &Candidates) -> Self {
        let of = |at: &usize| &candidates.passages[*at];
        Self {
            features: candidates.features(&candidates.distinct),
            covers: candidates.distinct.iter().map(|at| of(at).covers.clone()).collect(),
            totals: candidates.distinct.iter().map(|at| of(at).total).collect(),
        }
    }

    /// The fewest passages that cover all items, chosen greedily; the better ranked one of two.
    fn oracle(&self) -> Vec<usize> {
        let (mut missing, mut chosen): (BTreeSet<usize>, _) = (self.covers.iter().flatten().copied().collect(), vec![]);
        while !missing.is_empty() {
            let new = |at: usize| self.covers[at].intersection(&missing).count();
            let by_gain = |one: &usize, other: &usize| {
                new(*one).cmp(&new(*other)).then(self.totals[*one].total_cmp(&self.totals[*other]))
            };
            let Some(best) = (0..self.covers.len()).max_by(by_gain) else { break };
            missing.retain(|item| !self.covers[best].contains(item));
            chosen.push(best);
        }
        chosen
    }

    /// Steps after prefixes of right and wrong passages. All right ones that are missing are targets: a dynamic oracle (Min
    /// et al. 2021, §3.2).
    fn by_oracle(&self, ranker: &JointRanker, random: &mut Pcg64) -> Vec<Selection> {
        let oracle = self.oracle();
        let mut prefix: Vec<usize> = oracle.iter().copied().take(PREFIX).collect();
        let wrong: Vec<usize> = (0..self.covers.len()).filter(|at| !oracle.contains(at)).collect();
        let scores = ranker.scores(&self.features.rows(&[], &wrong));
        let gumbel = |uniform: f64| -(-uniform.max(1e-12).ln()).ln();
        let drawn = scores.iter().map(|one| f64::from(*one) + GUMBEL * gumbel(random.random()));
        let mut wrong: Vec<(f64, usize)> = drawn.zip(wrong).collect();
        wrong.sort_by(|one, other| other.0.total_cmp(&one.0));
        prefix.extend(wrong.into_iter().map(|(_, at)| at).take(PREFIX.saturating_sub(prefix.len())));
        prefix.shuffle(random);
        self.steps(&prefix, &|selected| oracle.iter().copied().filter(|one| !selected.contains(one)).collect())
    }

    /// Steps after right passages alone, the best ranked first, each with the next one as its target: teacher forcing.
    fn forced(&self) -> Vec<Selection> {
        let mut oracle = self.oracle();
        oracle.sort_by(|one, other| self.totals[*other].total_cmp(&self.totals[*one]));
        oracle.truncate(PREFIX);
        self.steps(&oracle, &|selected| oracle.iter().skip(selected.len()).copied().take(1).collect())
    }

    /// One step for each beginning of a prefix, and for the whole. The first one without targets is the last.
    fn steps(&self, prefix: &[usize], targets: &dyn Fn(&[usize]) -> Vec<usize>) -> Vec<Selection> {
        let step = |length: usize| {
            let selected = &prefix[..length];
            let left: Vec<usize> = (0..self.covers.len()).filter(|at| !selected.contains(at)).collect();
            let place = |target: &usize| left.iter().position(|at| at == target);
            let targets = targets(selected).iter().filter_map(place).collect();
            Selection { rows: self.features.rows(selected, &left), targets }
        };
        let steps: Vec<Selection> = (0..=prefix.len()).map(step).collect();
        let last = steps.iter().position(|step| step.targets.is_empty()).unwrap_or(steps.len() - 1);
        steps.into_iter().take(last + 1).filter(|step| !step.rows.is_empty()).collect()
    }
}
