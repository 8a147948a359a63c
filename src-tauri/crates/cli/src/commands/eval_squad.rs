//! `pincite eval squad`.

use super::{Context, adapting, measured};
use crate::Outcome;
use crate::arguments::EvalSquad;
use crate::error::Error;
use crate::progress::Stages;
use pincite_eval::squad::{Article, Folds};
use pincite_eval::{Embed, squad};
use pincite_question::Origin;
use pincite_search::Weights;
use pincite_tune::{Progress, Recipe};
use std::ops::ControlFlow;

/// Ranks every article's paragraphs for its questions and prints the metrics. With parts, also those of tuned encoders.
pub(crate) async fn run(context: &Context, given: &EvalSquad) -> Result<Outcome, Error> {
    let articles = squad::read(&given.file)?;
    if given.adapting.adapt.is_some() {
        return adapting::run(context, (&given.adapting, &given.recipe), |trainee, how, author, hear| {
            squad::adapt(&articles, trainee, how, author, hear)
        })
        .await;
    }
    match given.folds {
        Some(count) => {
            let settings = Recipe::from(&given.recipe).for_questions_of(Origin::Person);
            let folds = Folds { count, only: given.fold, settings };
            tuned(context, &articles, folds).await
        }
        None => as_it_is(context, &articles).await,
    }
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

async fn tuned(context: &Context, articles: &[Article], folds: Folds) -> Result<Outcome, Error> {
    let mut trainee = measured::trainee(context).await?;
    let mut progress = Stages::new();
    let study = folds.run(articles, &mut trainee, &mut |_, news| {
        if let Progress::Step(step) = news {
            progress.show("steps", step.step, step.steps);
        }
        ControlFlow::Continue(())
    })?;
    drop(progress);
    measured::print(context, &study);
    Ok(Outcome::Done)
}
