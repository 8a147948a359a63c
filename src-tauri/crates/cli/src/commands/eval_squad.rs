//! `pincite eval squad`.

use super::{Context, eval_adapting, measured};
use crate::Outcome;
use crate::arguments::EvalSquad;
use crate::error::Error;
use crate::progress::Stages;
use pincite_eval::squad::Article;
use pincite_eval::{Embed, Models, Read, squad};
use pincite_search::Weights;
use std::ops::ControlFlow;

/// Ranks every article's paragraphs for its questions and prints the metrics.
pub(crate) async fn run(context: &Context, given: &EvalSquad) -> Result<Outcome, Error> {
    let mut articles = squad::read(&given.file)?;
    articles.iter_mut().for_each(|article| article.keep_every(given.every as usize));
    if given.adapting.adapt.is_some() {
        return eval_adapting::run(context, &given.adapting, |student, how, author, on_stage| {
            squad::adapt(&articles, student, how, author, on_stage)
        })
        .await;
    }
    as_it_is(context, &articles).await
}

async fn as_it_is(context: &Context, articles: &[Article]) -> Result<Outcome, Error> {
    let (encoder, reader) = (measured::encoder(&context.engine).await, measured::reader(&context.engine).await);
    let mut encoder = encoder.as_deref();
    let mut progress = Stages::new();
    let mut advance = |done, total| {
        progress.show("questions", done, total);
        ControlFlow::Continue(())
    };
    let models = Models {
        encoder: encoder.as_mut().map(|encoder| encoder as &mut dyn Embed),
        reader: reader.as_deref().map(|reader| reader as &dyn Read),
    };
    let report = squad::run(articles, models, &Weights::default(), &mut advance)?;
    drop(progress);
    measured::print(context, &report);
    Ok(Outcome::Done)
}
