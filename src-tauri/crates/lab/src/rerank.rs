//! Metrics with each of several weights of the cross-encoder and of late interaction, to fit the product's weights on
//! held-out training documents. Not for fitting weights to a collection.

use crate::arguments::Rerank;
use crate::{Error, pdf, study};
use pincite_engine::{Engine, Options, SPLITTING};
use pincite_eval::{Embed, Models, Read, squad};
use pincite_models::CrossEncoder;
use pincite_search::{FusionWeights, Weights};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// The compared weights of late interaction, each with every weight of the cross-encoder.
const LATE: [f32; 3] = [0.0, 0.3, 0.6];
/// The compared weights of the cross-encoder, in tenths.
const TENTHS: std::ops::RangeInclusive<u8> = 0..=10;

/// Ranks the questions of a file with each weight, and prints the metrics. A SQuAD file ends in ".json", a file with
/// questions about PDFs in ".jsonl".
pub(crate) async fn run(options: Options, given: &Rerank) -> Result<(), Error> {
    let scratch = tempfile::tempdir()?;
    let library = Some(scratch.path().join("study.db"));
    let engine = Engine::open(Options { library, splitting: Some(SPLITTING), ..options }).await?;
    let (encoder, model) = (engine.encoder().await?, engine.reranker().await?);
    let reader = CachedReader { model: &model, seen: Mutex::default() };
    let mut encoder = &*encoder;
    let models = Models { encoder: Some(&mut encoder as &mut dyn Embed), reader: Some(&reader) };
    let weights = compared();
    if given.questions.extension().is_some_and(|extension| extension == "json") {
        let unwatched = &mut |_, _| ControlFlow::Continue(());
        let reports = squad::run_each(&squad::read(&given.questions)?, models, &weights, unwatched)?;
        return study::print(&by_weight(&weights, reports.iter().map(|report| report.systems.get("reranked"))));
    }
    let questions = pincite_eval::pdf::read(&given.questions)?;
    let documents = pdf::ingest(&engine, &given.questions, &questions).await?;
    let reports = pincite_eval::pdf::run_each(&questions, &documents, models, &weights)?;
    study::print(&by_weight(&weights, reports.iter().map(|report| report.systems.get("reranked"))))
}

/// The compared weights.
fn compared() -> Vec<Weights> {
    let late = |late| FusionWeights { late, ..FusionWeights::default() };
    let cross = |tenths| f32::from(tenths) / 10.0;
    LATE.iter()
        .flat_map(|share| {
            TENTHS.map(|tenths| Weights { cross: cross(tenths), fusion: late(*share), ..Weights::default() })
        })
        .collect()
}

/// The metrics by weight.
fn by_weight<M>(weights: &[Weights], metrics: impl Iterator<Item = M>) -> BTreeMap<String, M> {
    let name =
        |weights: &Weights| format!("cross-encoder {:.1}, late interaction {:.1}", weights.cross, weights.fusion.late);
    weights.iter().map(name).zip(metrics).collect()
}

/// A cross-encoder that reads each passage once per question.
struct CachedReader<'m> {
    model: &'m CrossEncoder,
    seen: Mutex<HashMap<String, HashMap<String, f32>>>,
}

impl Read for CachedReader<'_> {
    fn score(&self, question: &str, passages: &[&str]) -> pincite_eval::Result<Vec<f32>> {
        let seen = || self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen().get(question).cloned().unwrap_or_default();
        let new: Vec<&str> = passages.iter().copied().filter(|passage| !known.contains_key(*passage)).collect();
        let scores = Read::score(self.model, question, &new)?;
        let mut seen = seen();
        let known = seen.entry(question.to_owned()).or_default();
        known.extend(new.into_iter().map(str::to_owned).zip(scores));
        Ok(passages.iter().map(|passage| known[*passage]).collect())
    }

    fn probability(&self, score: f32) -> f32 {
        self.model.probability(score)
    }
}
