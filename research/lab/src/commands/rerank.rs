//! Metrics with each of several weights of the cross-encoder, to fit the product's weight on held-out training documents.

use super::{pdf, study};
use crate::arguments::Rerank;
use pincite_engine::{Engine, Options, SPLITTING};
use pincite_eval::{Embed, Models, squad};
use pincite_lab::Result;
use pincite_search::{CachedScorer, Weights};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The compared weights of the cross-encoder, in tenths.
const TENTHS: std::ops::RangeInclusive<u8> = 0..=10;

/// Ranks the questions of a file with each weight, and prints the metrics. A SQuAD file ends in ".json", a file with
/// questions about PDFs in ".jsonl".
pub(crate) async fn run(options: Options, given: &Rerank) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let library = Some(scratch.path().join("study.db"));
    let engine = Engine::open(Options { library, splitting: Some(SPLITTING), ..options }).await?;
    let encoder = engine.encoder().await?;
    let model = engine.reranker().await?;
    let reader = CachedScorer::new(&*model);
    let mut encoder = &*encoder;
    let models = Models { encoder: Some(&mut encoder as &mut dyn Embed), reader: Some(&reader) };
    let weights = TENTHS.map(|tenths| Weights { cross: f32::from(tenths) / 10.0, ..Weights::default() });
    let weights: Vec<Weights> = weights.collect();
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

/// The metrics by weight.
fn by_weight<M>(weights: &[Weights], metrics: impl Iterator<Item = M>) -> BTreeMap<String, M> {
    let name = |weights: &Weights| format!("cross-encoder {:.1}", weights.cross);
    weights.iter().map(name).zip(metrics).collect()
}
