//! Cross-validation over articles (the study of the DL-DPR paper, with no article on both sides). The articles are
//! split into parts. Each part is searched with an encoder tuned on the questions of the other parts. Not for tuning
//! itself.

use super::run::{rank_all, source};
use super::{Article, Paragraph};
use crate::adapt::{self, Course, Search, Student};
use crate::embed::CachedEncoder;
use crate::source::Source;
use crate::table::Table;
use crate::{Metrics, Models, Result};
use pincite_adapt::{Corpus, Pair, Present, Progress, Settings, Tuning};
use pincite_models::Trainee;
use pincite_search::{FusionWeights, Weights};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// Fusion weights that each part is searched with besides those of the adaptation.
const GRID: [FusionWeights; 15] = [
    fusion(0.3, 0.0),
    fusion(0.4, 0.0),
    fusion(0.5, 0.0),
    fusion(0.6, 0.0),
    fusion(0.7, 0.0),
    fusion(0.8, 0.0),
    fusion(0.4, 0.15),
    fusion(0.4, 0.3),
    fusion(0.4, 0.45),
    fusion(0.4, 0.6),
    fusion(0.5, 0.3),
    fusion(0.5, 0.45),
    fusion(0.5, 0.6),
    fusion(0.6, 0.45),
    fusion(0.7, 0.45),
];

const fn fusion(dense: f32, late: f32) -> FusionWeights {
    FusionWeights { dense, late }
}

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
    /// By encoder ("base", "tuned", "tuned, refitted", "gated", as of an adaptation) and system ("dense", "hybrid",
    /// "lexical"), on the articles not trained on. Where the gate keeps the base, that is what it would put to use.
    pub encoders: BTreeMap<String, BTreeMap<String, Metrics>>,
    /// The whole search with other fusion weights. For reading only: weights picked here have seen the questions they are
    /// judged by.
    pub by_weights: Vec<ByWeights>,
}

/// The whole search with some fusion weights.
#[derive(Clone, Debug, Serialize)]
pub struct ByWeights {
    /// Weight of the dense half.
    pub dense_weight: f32,
    /// Weight of late interaction.
    pub late_weight: f32,
    /// With the base encoder.
    pub base: Metrics,
    /// With the trained weights that were kept.
    pub tuned: Metrics,
}

/// Every part, and all together.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// Settings of every run.
    pub settings: Settings,
    /// The parts.
    pub folds: Vec<Fold>,
    /// The same over the questions of all parts.
    pub overall: BTreeMap<String, BTreeMap<String, Metrics>>,
}

impl Folds {
    /// Runs the study with an encoder that is as opened. `on_progress` learns of the part and of the run's progress, and may stop.
    ///
    /// # Errors
    /// [`crate::Error::Adapt`], [`crate::Error::Embedding`].
    pub fn run(
        &self,
        articles: &[Article],
        student: Student<'_>,
        on_progress: &mut dyn FnMut(usize, Progress) -> ControlFlow<()>,
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
            let student = Student { trainee: &mut *student.trainee, ..student };
            folds.push(self.fold(&side(false), &side(true), student, &mut |progress| on_progress(part, progress))?);
        }
        Ok(Study { settings: self.settings, overall: overall(&folds), folds })
    }

    fn fold(
        &self,
        learned: &[Article],
        searched: &[Article],
        student: Student<'_>,
        on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Fold> {
        let (corpus, pairs) = corpus(learned);
        let Student { trainee, teacher } = student;
        let base = trainee.snapshot()?.without_moments();
        let tuning =
            Tuning { corpus: &corpus, pairs: &pairs, settings: &self.settings, teacher, present: Present::default() };
        let tuned = tuning.train(trainee, None, on_progress)?;
        let (mut encoders, mut by_grid) = (BTreeMap::new(), Vec::new());
        for (share, searches) in adapt::encoders(&tuned) {
            trainee.restore(base.towards(&tuned.best, share))?;
            let measured = measure(searched, trainee, &searches)?;
            encoders.extend(measured.encoders);
            by_grid.push(measured.by_grid);
        }
        trainee.restore(base)?;
        if !encoders.contains_key("gated") {
            encoders.extend(encoders.get("base").cloned().map(|base| ("gated".to_owned(), base)));
        }
        let both = GRID.into_iter().zip(by_grid[0].iter().zip(&by_grid[1]));
        let by_weights = both.map(|(FusionWeights { dense, late }, (base, tuned))| ByWeights {
            dense_weight: dense,
            late_weight: late,
            base: *base,
            tuned: *tuned,
        });
        Ok(Fold { tuning: tuned.into(), encoders, by_weights: by_weights.collect() })
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
struct Measured {
    /// By what it is called and by system.
    encoders: BTreeMap<String, BTreeMap<String, Metrics>>,
    /// The whole search with each of [`GRID`].
    by_grid: Vec<Metrics>,
}

fn measure(articles: &[Article], trainee: &Trainee, searches: &[Search]) -> Result<Measured> {
    let mut encoder = trainee;
    let mut remembered = CachedEncoder::new(&mut encoder);
    let documents = articles.iter().map(|article| source(article).searched(Some(&mut remembered)));
    let documents = documents.collect::<Result<Vec<_>>>()?;
    let grid = GRID.map(|fusion| Weights { fusion, ..Weights::default() });
    let all: Vec<Weights> = searches.iter().map(|(_, weights)| *weights).chain(grid).collect();
    let on_progress = &mut |_, _| ControlFlow::Continue(());
    let models = Models { encoder: Some(&mut remembered), reader: None };
    let mut reports = rank_all(articles, &documents, models, &all, on_progress)?.into_iter();
    let searched = searches.iter().zip(reports.by_ref());
    let encoders = searched.map(|((encoder, _), report)| ((*encoder).to_owned(), report.systems)).collect();
    let by_grid = reports.map(|report| report.systems.get("hybrid").copied().unwrap_or_default()).collect();
    Ok(Measured { encoders, by_grid })
}

/// Means over all questions. What only some parts have, because their gates refitted the weights of the base, has none.
fn overall(folds: &[Fold]) -> BTreeMap<String, BTreeMap<String, Metrics>> {
    let Some(first) = folds.first() else { return BTreeMap::new() };
    let in_all = |encoder: &&String| folds.iter().all(|fold| fold.encoders.contains_key(*encoder));
    let system = |encoder: &str, system: &String| {
        let parts: Vec<&Metrics> = folds.iter().filter_map(|fold| fold.encoders.get(encoder)?.get(system)).collect();
        (system.clone(), Metrics::merge(&parts))
    };
    let systems = |encoder: &String| first.encoders[encoder].keys().map(|it| system(encoder, it)).collect();
    first.encoders.keys().filter(in_all).map(|encoder| (encoder.clone(), systems(encoder))).collect()
}

impl fmt::Display for Study {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["part", "encoder", "system", "n", "Top-1", "Top-3", "Top-5", "MRR@10"]);
        for (part, fold) in self.folds.iter().enumerate() {
            fold.encoders.iter().for_each(|(encoder, systems)| add(&mut table, &part.to_string(), encoder, systems));
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
