//! `pincite questions asked`, `forget` and `remember`: questions that people asked. Not for questions about passages
//! (`questions`).

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output;
use clap::{Args, ValueEnum};
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Forget {
    /// Only this question. Without it: all of the collection.
    #[arg(num_args = 0.., value_name = "QUESTION", conflicts_with = "all")]
    question: Vec<String>,
    /// Those of all collections.
    #[arg(long, conflicts_with = "collection")]
    all: bool,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Remember {
    /// What is wished for.
    #[arg(value_enum)]
    wish: Option<Wish>,
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Wish {
    /// It is.
    On,
    /// It is not.
    Off,
}

/// Lists the questions that people asked of a collection.
pub(super) async fn list(context: &Context, place: &InCollection) -> Result<Outcome, Error> {
    let asked = context.engine.asked_questions(context.collection(place).await?).await?;
    if context.as_json(&asked) {
        return Ok(Outcome::Done);
    }
    for question in asked {
        let scope = question.document.map(|document| format!("  (document {document})")).unwrap_or_default();
        output::line(&format!("{:>6}× {}{scope}", question.times, question.text));
    }
    Ok(Outcome::Done)
}

/// Forgets one question of a collection, all of them, or those of all collections.
pub(super) async fn forget(context: &Context, given: Forget) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = match given.all {
        true => None,
        false => Some(context.collection(&given.place).await?),
    };
    let text = given.question.join(" ");
    let forgotten = match collection.filter(|_| !text.is_empty()) {
        Some(collection) => engine.forget_question(collection, &text).await?,
        None => engine.forget_questions(collection).await?,
    };
    if !context.as_json(&json!({ "forgotten": forgotten })) {
        output::line(&format!("{forgotten} questions forgotten"));
    }
    Ok(Outcome::Done)
}

/// Turns the keeping on or off, if that is wished for, and says how it is.
pub(super) async fn remember(context: &Context, given: Remember) -> Result<Outcome, Error> {
    let memory = match given.wish {
        Some(wish) => context.engine.set_question_memory(wish == Wish::On).await?,
        None => context.engine.question_memory().await?,
    };
    if !context.as_json(&memory) {
        let kept = if memory.on { "kept" } else { "not kept" };
        output::line(&format!("The questions that you ask are {kept}; {} are there", memory.count));
    }
    Ok(Outcome::Done)
}
