//! Cross-validation over articles (the study of the DL-DPR paper, with no article on both sides). The articles are
//! split into parts. Each part is searched with an encoder tuned on the questions of the other parts. Not for tuning
//! itself.

use crate::adapt::{self, Course, Recipe, Stage, Student};
use crate::metrics::merged;
use crate::{CachedEncoder, Result};
use pincite_adapt::{Corpus, Pair};
use pincite_eval::squad::{Article, Paragraph, rank_all, source};
use pincite_eval::{Metrics, Models, Source, Table};
use pincite_models::Trainee;
use pincite_search::Weights;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// What is studied.
#[derive(Clone, Copy, Debug)]
pub struct Folds {
    /// Number of parts.
    pub count: usize,
    /// Which part is searched; `None`: each in turn.
    pub only: Option<usize>,
    /// How is trained. Its seed also cuts the parts.
    pub recipe: Recipe,
}

/// What became of one part.
#[derive(Clone, Debug, Serialize)]
pub struct Fold {
    /// The tuning; what judges it are pairs of the same articles.
    #[serde(flatten)]
    pub tuning: Course,
    /// By encoder ("base", "tuned") and system ("dense", "hybrid", "lexical"), on the articles not trained on.
    pub encoders: BTreeMap<String, BTreeMap<String, Metrics>>,
}

/// Every part, and all together.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// How each run trained.
    pub recipe: Recipe,
    /// The parts.
    pub folds: Vec<Fold>,
    /// The same over the questions of all parts.
    pub overall: BTreeMap<String, BTreeMap<String, Metrics>>,
}

impl Folds {
    /// Runs the study with an encoder that is as opened. `on_progress` learns of the part and of the run's progress, and may stop.
    ///
    /// # Errors
    /// Whatever fails, also an `on_progress` that ends it.
    pub fn run(
        &self,
        articles: &[Article],
        student: Student<'_>,
        on_progress: &mut dyn FnMut(usize, Stage) -> ControlFlow<()>,
    ) -> Result<Study> {
        let mut order: Vec<usize> = (0..articles.len()).collect();
        order.shuffle(&mut Pcg64::seed_from_u64(self.recipe.settings.seed));
        let parts = (0..self.count).filter(|part| self.only.is_none_or(|only| only == *part));
        let mut folds = Vec::new();
        for part in parts {
            let side = |searched: bool| {
                let chosen = order.iter().enumerate().filter(|(at, _)| (at % self.count == part) == searched);
                chosen.map(|(_, article)| articles[*article].clone()).collect::<Vec<_>>()
            };
            let student = Student { trainee: &mut *student.trainee, ..student };
            folds.push(self.fold(&side(false), &side(true), student, &mut |stage| on_progress(part, stage))?);
        }
        Ok(Study { recipe: self.recipe, overall: overall(&folds), folds })
    }

    fn fold(
        &self,
        learned: &[Article],
        searched: &[Article],
        student: Student<'_>,
        on_progress: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Fold> {
        let (corpus, pairs) = corpus(learned);
        let Student { trainee, folder, teacher } = student;
        let base = trainee.snapshot()?.without_moments();
        let trained =
            self.recipe.train(&corpus, &pairs, Student { trainee: &mut *trainee, folder, teacher }, on_progress)?;
        let mut encoders = BTreeMap::new();
        for (encoder, share) in adapt::ENCODERS {
            trainee.restore(base.towards(&trained.best, share))?;
            encoders.insert(encoder.to_owned(), measure(searched, trainee)?);
        }
        trainee.restore(base)?;
        Ok(Fold { tuning: trained.course, encoders })
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

/// What the search finds in the articles with an encoder, by system.
fn measure(articles: &[Article], trainee: &Trainee) -> Result<BTreeMap<String, Metrics>> {
    let mut encoder = trainee;
    let mut remembered = CachedEncoder::new(&mut encoder);
    let documents = articles.iter().map(|article| source(article).searched(Some(&mut remembered)));
    let documents = documents.collect::<pincite_eval::Result<Vec<_>>>()?;
    let models = Models { encoder: Some(&mut remembered), reader: None };
    let on_progress = &mut |_, _| ControlFlow::Continue(());
    let mut reports = rank_all(articles, &documents, models, &[Weights::default()], on_progress)?;
    Ok(reports.swap_remove(0).systems)
}

/// Means over all questions.
fn overall(folds: &[Fold]) -> BTreeMap<String, BTreeMap<String, Metrics>> {
    let Some(first) = folds.first() else { return BTreeMap::new() };
    let system = |encoder: &str, system: &String| {
        let parts: Vec<&Metrics> = folds.iter().filter_map(|fold| fold.encoders.get(encoder)?.get(system)).collect();
        (system.clone(), merged(&parts))
    };
    let systems = |encoder: &String| first.encoders[encoder].keys().map(|it| system(encoder, it)).collect();
    first.encoders.keys().map(|encoder| (encoder.clone(), systems(encoder))).collect()
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
