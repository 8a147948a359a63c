//! `pincite eval squad`.

use super::{Context, adapting, measured};
use crate::Outcome;
use crate::arguments::EvalSquad;
use crate::error::Error;
use crate::progress;
use pincite_eval::squad::{Article, Folds};
use pincite_eval::{Embed, squad};
use pincite_question::Origin;
use pincite_search::Weights;
use pincite_tune::{Progress, Recipe};
use std::ops::ControlFlow;

/// Ranks every article's paragraphs for its questions and prints the figures; with parts, those of tuned encoders too.
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
    let bar = progress::steps("questions", 0);
    let embed = encoder.as_mut().map(|encoder| encoder as &mut dyn Embed);
    let report = squad::run(articles, embed, &Weights::default(), &mut measured::advance(&bar))?;
    bar.finish_and_clear();
    measured::print(context, &report);
    Ok(Outcome::Done)
}

async fn tuned(context: &Context, articles: &[Article], folds: Folds) -> Result<Outcome, Error> {
    let mut trainee = measured::trainee(context).await?;
    let bar = progress::steps("steps", 0);
    let study = folds.run(articles, &mut trainee, &mut |_, news| {
        if let Progress::Step(step) = news {
            bar.set_length(step.steps as u64);
            bar.set_position(step.step as u64);
        }
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    measured::print(context, &study);
    Ok(Outcome::Done)
}
