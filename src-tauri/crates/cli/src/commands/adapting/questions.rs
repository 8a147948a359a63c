//! `pincite questions`.

use super::{Context, asked, follow, pick};
use crate::arguments::{
    AboutPassage, Delete, Export, Generate, InCollection, List, Origin, QuestionAction, Suggest, Which,
};
use crate::error::Error;
use crate::{Outcome, output, question_text};
use pincite_api::{
    CollectionId, Filter, Imported, QuestionId, QuestionRequest, QuestionView, WhichQuestions, WriterChoice,
};
use pincite_engine::{Output, escaped_path};
use serde_json::json;
use std::path::Path;

/// Does what is asked for with a collection's questions.
pub(crate) async fn run(context: &Context, action: QuestionAction) -> Result<Outcome, Error> {
    match action {
        QuestionAction::Generate(given) => generate(context, given).await,
        QuestionAction::List(given) => list(context, given).await,
        QuestionAction::Export(given) => export(context, given).await,
        QuestionAction::Import(given) => import(context, &given.file, &given.place).await,
        QuestionAction::Delete(given) => delete(context, given).await,
        QuestionAction::Add(given) => add(context, given).await,
        QuestionAction::Edit(given) => {
            let changed = context.engine.adapt().questions().edit(given.number, &given.question.join(" ")).await?;
            Ok(print(context, &[changed]))
        }
        QuestionAction::Keep(given) => keep(context, &given.numbers, true).await,
        QuestionAction::Drop(given) => keep(context, &given.numbers, false).await,
        QuestionAction::Suggest(given) => suggest(context, given).await,
        QuestionAction::Asked(place) => asked::list(context, &place).await,
        QuestionAction::Forget(given) => asked::forget(context, &given).await,
        QuestionAction::Remember(given) => asked::remember(context, &given).await,
    }
}

/// Starts to generate, or goes on with the run of the collection that has not ended, and waits for its end.
async fn generate(context: &Context, given: Generate) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &given.place.collection).await?.id;
    let request = request(given)?;
    let (events, adapt) = (engine.events(), engine.adapt());
    let run = match adapt.unfinished(collection).await? {
        Some(run) => run.id,
        None => {
            let plan = adapt.questions().plan(collection, &request).await?;
            if let Some(problem) = plan.problem {
                return Err(Error::Run(problem));
            }
            if !context.json {
                question_text::plan(&plan);
            }
            adapt.questions().generate(collection, request).await?.id
        }
    };
    engine.work().await?;
    let ended = follow::to_its_end(context, events, run).await?;
    follow::print(context, &ended, question_text::outcome, "generating was cancelled; the questions so far are kept")
}

fn request(given: Generate) -> Result<QuestionRequest, Error> {
    let usual = Filter::default();
    let round_trip = if given.no_filter { None } else { given.places.or(usual.round_trip) };
    Ok(QuestionRequest {
        writer: WriterChoice::from(given.writer),
        per_passage: given.per_passage,
        filter: Filter { round_trip, ..usual },
        prompt: given.prompt,
        seed: given.seed,
    })
}

async fn list(context: &Context, given: List) -> Result<Outcome, Error> {
    let questions = context.engine.adapt().questions();
    let (collection, which) = meant(context, &given.which).await?;
    let page = questions.page(collection, &which, given.offset, given.limit).await?;
    let counts = questions.tally(collection).await?;
    if context.json {
        output::json(&json!({ "questions": page.questions, "total": page.total, "counts": counts }));
    } else {
        page.questions.iter().for_each(question_text::question);
        output::line(&format!("{} of {} questions", page.questions.len(), page.total));
        counts.iter().for_each(question_text::count);
    }
    Ok(Outcome::Done)
}

async fn export(context: &Context, given: Export) -> Result<Outcome, Error> {
    let (collection, which) = meant(context, &given.which).await?;
    let output = Output { path: given.file, force: given.force };
    let written = context.engine.export_questions(collection, &which, &output).await?;
    if context.json {
        output::json(&json!({ "written": written }));
    } else {
        output::line(&format!("{written} questions written to {}", escaped_path(&output.path)));
    }
    Ok(Outcome::Done)
}

async fn import(context: &Context, file: &Path, place: &InCollection) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &place.collection).await?.id;
    let imported = context.engine.adapt().questions().import(collection, file).await?;
    let Imported { stored, unmatched } = imported;
    if context.json {
        output::json(&imported);
    } else {
        output::line(&format!("{stored} questions stored; {unmatched} lines are about no passage of the collection"));
    }
    Ok(if unmatched == 0 { Outcome::Done } else { Outcome::Partly })
}

async fn delete(context: &Context, given: Delete) -> Result<Outcome, Error> {
    let (collection, which) = meant(context, &given.which).await?;
    let deleted = if given.numbers.is_empty() {
        context.engine.adapt().questions().delete_all(collection, &which).await?
    } else {
        for number in &given.numbers {
            context.engine.adapt().questions().delete(*number).await?;
        }
        given.numbers.len() as u32
    };
    if context.json {
        output::json(&json!({ "deleted": deleted }));
    } else {
        output::line(&format!("{deleted} questions deleted"));
    }
    Ok(Outcome::Done)
}

async fn add(context: &Context, given: AboutPassage) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &given.place.collection).await?.id;
    let document = pick::document(engine, collection, &given.document).await?.id;
    let added = engine.adapt().questions().add(collection, document, given.passage, &given.question.join(" ")).await?;
    Ok(print(context, &[added]))
}

async fn keep(context: &Context, numbers: &[QuestionId], kept: bool) -> Result<Outcome, Error> {
    let mut changed = Vec::new();
    for number in numbers {
        changed.push(context.engine.adapt().questions().keep(*number, kept).await?);
    }
    Ok(print(context, &changed))
}

async fn suggest(context: &Context, given: Suggest) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &given.place.collection).await?.id;
    let suggested = context.engine.adapt().questions().suggest(collection, given.count, given.seed).await?;
    Ok(print(context, &suggested))
}

fn print(context: &Context, questions: &[QuestionView]) -> Outcome {
    if context.json {
        output::json(&questions);
    } else {
        questions.iter().for_each(question_text::question);
    }
    Outcome::Done
}

/// The collection, and which of its questions are meant.
async fn meant(context: &Context, given: &Which) -> Result<(CollectionId, WhichQuestions), Error> {
    let collection = pick::collection(&context.engine, &given.place.collection).await?.id;
    let document = match &given.document {
        Some(name) => Some(pick::document(&context.engine, collection, name).await?.id),
        None => None,
    };
    let kept = (given.kept || given.rejected).then_some(given.kept);
    let origin = given.origin.map(|origin| match origin {
        Origin::Generator => pincite_api::Origin::Generator,
        Origin::Import => pincite_api::Origin::Import,
        Origin::Person => pincite_api::Origin::Person,
    });
    Ok((collection, WhichQuestions { document, kept, origin }))
}
