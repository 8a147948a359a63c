//! Parts of both evaluations: the product's encoder, and printing. Not for measuring (`pincite_eval`).

use super::Context;
use crate::error::Error;
use crate::output;
use pincite_adapt::Pretrained;
use pincite_api::Problem;
use pincite_engine::Engine;
use pincite_models::{CrossEncoder, Encoder, Trainee};
use serde::Serialize;
use std::fmt::Display;
use std::sync::Arc;

/// The default encoder. Without one the evaluation is lexical only, and a note says so.
pub(crate) async fn encoder(engine: &Engine) -> Option<Arc<Encoder>> {
    let opened = engine.encoder().await;
    opened.inspect_err(|error| output::note(&Problem::from(error))).ok()
}

/// The cross-encoder. Without one there is no reranked system, and a note says so.
pub(crate) async fn reader(engine: &Engine) -> Option<Arc<CrossEncoder>> {
    let opened = engine.reranker().await;
    opened.inspect_err(|error| output::note(&Problem::from(error))).ok()
}

/// The default encoder for tuning. A note says so if it starts elsewhere than the product's tuning.
pub(crate) async fn trainee(context: &Context) -> Result<Trainee, Error> {
    let Pretrained { trainee, note } = context.engine.adapt().trainee().await?;
    note.iter().for_each(|note| output::note(&Problem::from(note)));
    Ok(trainee)
}

/// The metrics, as JSON or as a table.
pub(crate) fn print(context: &Context, report: &(impl Serialize + Display)) {
    if context.json {
        output::json(report);
    } else {
        output::line(&report.to_string());
    }
}
