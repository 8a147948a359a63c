//! What tuning on some articles does for others: the articles are cut into parts, and each part is searched with an encoder
//! tuned on the questions of the other parts (the study of the DL-DPR paper, with no article on both sides).

use super::run::{rank_all, source};
use super::{Article, Paragraph};
use crate::adapt::{self, Course, ENCODERS, with};
use crate::embed::Remembered;
use crate::source::{Expansion, Source};
use crate::table::Table;
use crate::{Embed, Metrics, Result};
use pincite_models::Trainee;
use pincite_search::Weights;
use pincite_tune::{Corpus, Pair, Present, Progress, Settings, tune};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// Weights on the dense half and on late interaction that are read off.
const WEIGHED: [(f32, f32); 10] = [
    (0.3, 0.0),
    (0.4, 0.0),
    (0.5, 0.0),
    (0.6, 0.0),
    (0.7, 0.0),
    (0.8, 0.0),
    (0.4, 0.15),
    (0.4, 0.3),
    (0.4, 0.45),
    (0.4, 0.6),
];

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
    /// The tuning; what judges it are pairs of the same articles.
    #[serde(flatten)]
    pub tuning: Course,
    /// By system ("dense", "hybrid", "lexical") on the articles not trained on: the base.
    pub base: BTreeMap<String, Metrics>,
    /// The best weights of the run, with the search's usual weights.
    pub tuned: BTreeMap<String, Metrics>,
    /// What the gate would put to use.
    pub gated: BTreeMap<String, Metrics>,
    /// The whole search with other weights, those of its dense half and of late interaction: the base, the best weights of
    /// the run. For reading only: weights picked here have seen the questions they are judged by.
    pub weighed: Vec<((f32, f32), Metrics, Metrics)>,
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
    /// [`crate::Error::Tune`], [`crate::Error::Embedding`].
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
        let before = trainee.snapshot()?.without_moments();
        let tuned = tune(trainee, &corpus, &pairs, (&self.settings, Present::default()), None, hear)?;
        let mut figures = BTreeMap::new();
        for encoder in ENCODERS {
            let Some((snapshot, weights)) = with(encoder, &before, &tuned, &weights) else { continue };
            trainee.restore(snapshot)?;
            figures.insert(encoder, measure(searched, trainee, &weights)?);
        }
        trainee.restore(before)?;
        let of = |encoder: &str| figures.get(encoder).or_else(|| figures.get("base")).cloned().unwrap_or_default();
        let (base, tuned_figures) = (of("base"), of("tuned"));
        let pairs = base.weighed.iter().zip(&tuned_figures.weighed);
        let weighed = pairs.map(|((weight, base), (_, tuned))| (*weight, *base, *tuned)).collect();
        let (base, gated) = (base.systems, of("gated").systems);
        Ok(Fold { tuning: tuned.into(), base, tuned: tuned_figures.systems, gated, weighed })
    }
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

/// What one encoder makes of the articles.
#[derive(Clone, Default)]
struct Measured {
    systems: BTreeMap<String, Metrics>,
    /// The whole search by the weights of its dense half and of late interaction.
    weighed: Vec<((f32, f32), Metrics)>,
}

fn measure(articles: &[Article], trainee: &Trainee, weights: &Weights) -> Result<Measured> {
    let mut encoder = trainee;
    let mut remembered = Remembered::new(&mut encoder);
    let documents = articles.iter().map(|article| source(article).searched(Some(&mut remembered), Expansion::None));
    let documents = documents.collect::<Result<Vec<_>>>()?;
    let mut systems = |(dense, late)| -> Result<BTreeMap<String, Metrics>> {
        let (embed, weights) = (Some(&mut remembered as &mut dyn Embed), Weights { dense, late, ..*weights });
        let report = rank_all(articles, &documents, embed, &weights, &mut |_, _| ControlFlow::Continue(()))?;
        Ok(report.systems)
    };
    let usual = systems((weights.dense, weights.late))?;
    let mut weighed = Vec::new();
    for both in WEIGHED {
        weighed.extend(systems(both)?.get("hybrid").map(|metrics| (both, *metrics)));
    }
    Ok(Measured { systems: usual, weighed })
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
        let about = [part.to_owned(), encoder.to_owned(), system.clone(), m.n.to_string()];
        table.row(about.into_iter().chain(m.cells()));
    }
}
