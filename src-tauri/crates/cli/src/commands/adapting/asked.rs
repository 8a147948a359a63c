//! `pincite questions asked`, `forget` and `remember`. Not for questions about passages (`questions`).

use super::{Context, pick};
use crate::arguments::{Forget, InCollection, Remember, Wish};
use crate::error::Error;
use crate::{Outcome, output, question_text};
use serde_json::json;

/// Lists the questions that people asked of a collection.
pub(crate) async fn list(context: &Context, place: &InCollection) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &place.collection).await?.id;
    let asked = context.engine.asked_questions(collection).await?;
    if context.json {
        output::json(&asked);
    } else {
        asked.iter().for_each(question_text::asked);
    }
    Ok(Outcome::Done)
}

/// Forgets one question of a collection, all of them, or those of all collections.
pub(crate) async fn forget(context: &Context, given: &Forget) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = match given.all {
        true => None,
        false => Some(pick::collection(engine, &given.place.collection).await?.id),
    };
    let text = given.question.join(" ");
    let forgotten = match collection.filter(|_| !text.is_empty()) {
        Some(collection) => engine.forget_question(collection, &text).await?,
        None => engine.forget_questions(collection).await?,
    };
    if context.json {
        output::json(&json!({ "forgotten": forgotten }));
    } else {
        output::line(&format!("{forgotten} questions forgotten"));
    }
    Ok(Outcome::Done)
}

/// Turns the keeping on or off, if that is wished for, and says how it is.
pub(crate) async fn remember(context: &Context, given: &Remember) -> Result<Outcome, Error> {
    let memory = match given.wish {
        Some(wish) => context.engine.set_question_memory(wish == Wish::On).await?,
        None => context.engine.question_memory().await?,
    };
    if context.json {
        output::json(&memory);
    } else {
        question_text::memory(memory);
    }
    Ok(Outcome::Done)
}
