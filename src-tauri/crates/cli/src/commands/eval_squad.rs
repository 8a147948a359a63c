//! `pincite eval squad`.

use super::{Context, eval_adapting, measured};
use crate::Outcome;
use crate::arguments::EvalSquad;
use crate::error::Error;
use crate::progress::Stages;
use pincite_eval::squad::Article;
use pincite_eval::{Embed, squad};
use pincite_search::Weights;
use std::ops::ControlFlow;

/// Ranks every article's paragraphs for its questions and prints the metrics.
pub(crate) async fn run(context: &Context, given: &EvalSquad) -> Result<Outcome, Error> {
    let articles = squad::read(&given.file)?;
    if given.adapting.adapt.is_some() {
        return eval_adapting::run(context, &given.adapting, |trainee, how, author, on_stage| {
            squad::adapt(&articles, trainee, how, author, on_stage)
        })
        .await;
    }
    as_it_is(context, &articles).await
}

async fn as_it_is(context: &Context, articles: &[Article]) -> Result<Outcome, Error> {
    let encoder = measured::encoder(&context.engine).await;
    let mut encoder = encoder.as_deref();
    let mut progress = Stages::new();
    let mut advance = |done, total| {
        progress.show("questions", done, total);
        ControlFlow::Continue(())
    };
    let embed = encoder.as_mut().map(|encoder| encoder as &mut dyn Embed);
    let report = squad::run(articles, embed, &Weights::default(), &mut advance)?;
    drop(progress);
    measured::print(context, &report);
    Ok(Outcome::Done)
}
