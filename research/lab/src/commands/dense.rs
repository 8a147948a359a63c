//! Metrics of the first stage with each of several weights of the dense score, to fit the weight of an encoder on training
//! documents.

use super::study;
use crate::arguments::Dense;
use pincite_engine::{Engine, Options};
use pincite_eval::{Embed, Models, squad};
use pincite_lab::Result;
use pincite_search::Weights;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The compared weights, in tenths.
const TENTHS: std::ops::RangeInclusive<u8> = 0..=10;

/// Ranks the questions of a SQuAD file with each weight, and prints the metrics.
pub(crate) async fn run(options: Options, given: &Dense) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let library = Some(scratch.path().join("study.db"));
    let engine = Engine::open(Options { library, ..options }).await?;
    let encoder = engine.encoder_named(&given.encoder).await?;
    let mut encoder = &*encoder;
    let models = Models { encoder: Some(&mut encoder as &mut dyn Embed), reader: None };
    let weight = |tenths| Weights { dense: f32::from(tenths) / 10.0, ..Weights::default() };
    let weights: Vec<Weights> = TENTHS.map(weight).collect();
    let articles = squad::read(&given.questions)?;
    let reports = squad::run_each(&articles, models, &weights, &mut |_, _| ControlFlow::Continue(()))?;
    let name = |weights: &Weights| format!("dense {:.1}", weights.dense);
    let hybrid = reports.iter().map(|report| report.systems.get("hybrid"));
    study::print(&weights.iter().map(name).zip(hybrid).collect::<BTreeMap<_, _>>())
}
