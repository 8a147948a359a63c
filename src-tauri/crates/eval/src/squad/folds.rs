//! What tuning on some articles does for others: the articles are cut into parts, and each part is searched with an encoder
//! tuned on the questions of the other parts (the study of the DL-DPR paper, with no article on both sides).

use super::run::source;
use super::{Article, Paragraph, run};
use crate::adapt;
use crate::embed::Remembered;
use crate::source::Source;
use crate::table::Table;
use crate::{Embed, Error, Metrics, Result};
use pincite_models::{Snapshot, Trainee};
use pincite_search::Weights;
use pincite_tune::{Corpus, Decision, Figures, Pair, Progress, Settings, Verdict, tune};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// Weights on the dense half that are read off.
const WEIGHED: [f32; 6] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

/// What is studied.
#[derive(Clone, Copy, Debug)]
pub struct Folds {
    /// Number of parts.
    pub count: usize,
    /// Which part is searched; `None`: each in turn.
    pub only: Option<usize>,
    /// How is tuned. Its seed also cuts the parts.
    pub settings: Settings,
}

/// What became of one part.
#[derive(Clone, Debug, Serialize)]
pub struct Fold {
    /// Pairs learned from, and pairs of the same articles that judged.
    pub training: usize,
    /// Pairs of the same articles that judged.
    pub held_out: usize,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// MRR@10 of encoder alone and of the whole search on the pairs that judged, at each examination: step, dense, hybrid.
    pub examined: Vec<(usize, Figures, Figures)>,
    /// What the gate said.
    pub verdict: Verdict,
    /// By system ("dense", "hybrid", "lexical") on the articles not trained on: the base.
    pub base: BTreeMap<String, Metrics>,
    /// The best weights of the run, with the search's usual weights.
    pub tuned: BTreeMap<String, Metrics>,
    /// What the gate would put to use.
    pub gated: BTreeMap<String, Metrics>,
    /// The whole search with other weights on its dense half: the weight, the base, the best weights of the run. For
    /// reading only: a weight picked here has seen the questions it is judged by.
    pub weighed: Vec<(f32, Metrics, Metrics)>,
}

/// Every part, and all together.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// Settings of every run.
    pub settings: Settings,
    /// The parts.
    pub folds: Vec<Fold>,
    /// By encoder ("base", "tuned", "gated") and system, over the questions of all parts.
    pub overall: BTreeMap<String, BTreeMap<String, Metrics>>,
}

impl Folds {
    /// Runs the study with an encoder that is as opened. `hear` learns of the part and of the run's progress, and may stop.
    ///
    /// # Errors
    /// [`Error::Tune`], [`Error::Embedding`], [`Error::Stopped`].
    pub fn run(
        &self,
        articles: &[Article],
        trainee: &mut Trainee,
        hear: &mut dyn FnMut(usize, Progress) -> ControlFlow<()>,
    ) -> Result<Study> {
        let mut order: Vec<usize> = (0..articles.len()).collect();
        order.shuffle(&mut Pcg64::seed_from_u64(self.settings.seed));
        let parts = (0..self.count).filter(|part| self.only.is_none_or(|only| only == *part));
        let mut folds = Vec::new();
        for part in parts {
            let side = |searched: bool| {
                let chosen = order.iter().enumerate().filter(|(at, _)| (at % self.count == part) == searched);
                chosen.map(|(_, article)| articles[*article].clone()).collect::<Vec<_>>()
            };
            folds.push(self.fold(&side(false), &side(true), trainee, &mut |progress| hear(part, progress))?);
        }
        let overall = BTreeMap::from([
            ("base".to_owned(), overall(&folds, |fold| &fold.base)),
            ("tuned".to_owned(), overall(&folds, |fold| &fold.tuned)),
            ("gated".to_owned(), overall(&folds, |fold| &fold.gated)),
        ]);
        Ok(Study { settings: self.settings, folds, overall })
    }

    fn fold(
        &self,
        learned: &[Article],
        searched: &[Article],
        trainee: &mut Trainee,
        hear: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Fold> {
        let weights = Weights::default();
        let (corpus, pairs) = corpus(learned);
        let before = trainee.snapshot().map_err(failed)?.without_moments();
        let base = measure(searched, trainee, &weights)?;
        let base_weighed = weighed(searched, trainee, &weights)?;
        let outcome = tune(trainee, &corpus, &pairs, (&self.settings, weights), None, hear)?;
        trainee.restore(towards(&before, outcome.best.as_ref(), 1.0)).map_err(failed)?;
        let tuned = measure(searched, trainee, &weights)?;
        let tuned_weighed = weighed(searched, trainee, &weights)?;
        let gated = match (&outcome.verdict.decision, outcome.share) {
            (Decision::Activate { dense_weight, .. }, Some(share)) => {
                trainee.restore(towards(&before, outcome.best.as_ref(), share)).map_err(failed)?;
                measure(searched, trainee, &Weights { dense: *dense_weight, ..weights })?
            }
            _ => base.clone(),
        };
        trainee.restore(before).map_err(failed)?;
        let pairs = base_weighed.into_iter().zip(tuned_weighed);
        let weighed = pairs.map(|((weight, base), (_, tuned))| (weight, base, tuned)).collect();
        let examined = outcome.examined.iter().map(|it| (it.step, it.dense, it.hybrid)).collect();
        let (training, held_out, losses) = (outcome.training, outcome.held_out, outcome.losses);
        Ok(Fold { training, held_out, losses, examined, verdict: outcome.verdict, base, tuned, gated, weighed })
    }
}

fn failed(error: pincite_models::Error) -> Error {
    pincite_tune::Error::from(error).into()
}

fn towards(base: &Snapshot, best: Option<&Snapshot>, share: f32) -> Snapshot {
    best.map_or_else(|| base.clone(), |best| base.towards(best, share))
}

/// Articles as documents, and their questions, answerable or not, as pairs with their paragraph.
fn corpus(articles: &[Article]) -> (Corpus, Vec<Pair>) {
    let asked = |paragraph: &Paragraph| paragraph.questions.iter().map(|question| question.text.clone()).collect();
    let with_questions = |article: &Article| {
        let questions = article.paragraphs.iter().map(asked).collect();
        Source { questions, ..source(article) }
    };
    adapt::corpus(&articles.iter().map(with_questions).collect::<Vec<_>>())
}

fn measure(articles: &[Article], trainee: &Trainee, weights: &Weights) -> Result<BTreeMap<String, Metrics>> {
    let mut encoder = trainee;
    let embed = Some(&mut encoder as &mut dyn Embed);
    Ok(run(articles, embed, weights, &mut |_, _| ControlFlow::Continue(()))?.systems)
}

/// The whole search by the weight of its dense half.
fn weighed(articles: &[Article], trainee: &Trainee, weights: &Weights) -> Result<Vec<(f32, Metrics)>> {
    let mut encoder = trainee;
    let mut remembered = Remembered::new(&mut encoder);
    let mut one = |dense: f32| -> Result<Option<(f32, Metrics)>> {
        let embed = Some(&mut remembered as &mut dyn Embed);
        let report = run(articles, embed, &Weights { dense, ..*weights }, &mut |_, _| ControlFlow::Continue(()))?;
        Ok(report.systems.get("hybrid").map(|metrics| (dense, *metrics)))
    };
    Ok(WEIGHED.into_iter().map(&mut one).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Means over all questions.
fn overall(folds: &[Fold], of: impl Fn(&Fold) -> &BTreeMap<String, Metrics>) -> BTreeMap<String, Metrics> {
    let Some(first) = folds.first() else { return BTreeMap::new() };
    let system = |name: &String| {
        let parts: Vec<&Metrics> = folds.iter().filter_map(|fold| of(fold).get(name)).collect();
        (name.clone(), Metrics::together(&parts))
    };
    of(first).keys().map(system).collect()
}

impl fmt::Display for Study {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["part", "encoder", "system", "n", "Top-1", "Top-3", "Top-5", "MRR@10"]);
        for (part, fold) in self.folds.iter().enumerate() {
            for (encoder, systems) in [("base", &fold.base), ("tuned", &fold.tuned), ("gated", &fold.gated)] {
                add(&mut table, &part.to_string(), encoder, systems);
            }
        }
        self.overall.iter().for_each(|(encoder, systems)| add(&mut table, "all", encoder, systems));
        write!(formatter, "{table}")
    }
}

fn add(table: &mut Table, part: &str, encoder: &str, systems: &BTreeMap<String, Metrics>) {
    for (system, m) in systems.iter().filter(|(system, _)| *system != "lexical") {
        let figures = [m.top1, m.top3, m.top5, m.mrr10].map(|figure| format!("{figure:.1}"));
        let about = [part.to_owned(), encoder.to_owned(), system.clone(), m.n.to_string()];
        table.row(about.into_iter().chain(figures));
    }
}
