//! `pincite cite` and `pincite notes`. Not for showing pages (`show`).

use super::{Context, pick};
use crate::arguments::{Colour, InCollection, Notes, NotesAction, Words};
use crate::error::Error;
use crate::{Outcome, output};
use pincite_api::{AnnotationId, AnnotationView, DocumentView, WordRange};
use serde_json::json;

/// Words that were found in a document.
struct Found {
    document: DocumentView,
    range: WordRange,
}

/// Prints words of a page with their citation.
pub(crate) async fn cite(context: &Context, words: &Words) -> Result<Outcome, Error> {
    let Found { document, range } = find(context, words).await?;
    let cited = context.engine.cite(document.id, &[range]).await?;
    if context.json {
        output::json(&cited);
    } else {
        output::line(&cited.quote);
    }
    Ok(Outcome::Done)
}

/// Lists, adds or removes highlights.
pub(crate) async fn run(context: &Context, given: Notes) -> Result<Outcome, Error> {
    match given.action {
        Some(NotesAction::Add { words, note, colour }) => add(context, &words, &note, colour).await,
        Some(NotesAction::Remove { highlight }) => remove(context, highlight).await,
        None => list(context, &given.document.unwrap_or_default(), &given.place).await,
    }
}

async fn list(context: &Context, document: &str, place: &InCollection) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &place.collection).await?.id;
    let document = pick::document(&context.engine, collection, document).await?;
    let notes = context.engine.annotations(document.id).await?;
    if context.json {
        output::json(&notes);
    } else {
        notes.iter().for_each(print);
    }
    Ok(Outcome::Done)
}

async fn add(context: &Context, words: &Words, note: &str, colour: Colour) -> Result<Outcome, Error> {
    let Found { document, range } = find(context, words).await?;
    let made = context.engine.annotate(document.id, &[range], note, colour_of(colour)).await?;
    if context.json {
        output::json(&made);
    } else {
        print(&made);
    }
    Ok(Outcome::Done)
}

async fn remove(context: &Context, highlight: AnnotationId) -> Result<Outcome, Error> {
    context.engine.remove_annotation(highlight).await?;
    if context.json {
        output::json(&json!({ "removed": highlight }));
    } else {
        output::line(&format!("highlight {highlight} removed"));
    }
    Ok(Outcome::Done)
}

async fn find(context: &Context, words: &Words) -> Result<Found, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &words.place.collection).await?.id;
    let document = pick::document(engine, collection, &words.document).await?;
    if let Some(password) = &words.password {
        engine.unlock(document.id, password.clone());
    }
    let page = pick::page(engine, &document, &words.page).await?;
    let range = engine.find_words(document.id, page, &words.words.join(" ")).await?;
    Ok(Found { document, range })
}

fn print(note: &AnnotationView) {
    output::line(&format!("{}. “{}”", note.id, note.text));
    if !note.note.is_empty() {
        output::line(&format!("   {}", note.note.replace('\n', "\n   ")));
    }
    output::line(&format!("   {}", note.citation));
}

fn colour_of(colour: Colour) -> pincite_api::Colour {
    match colour {
        Colour::Yellow => pincite_api::Colour::Yellow,
        Colour::Green => pincite_api::Colour::Green,
        Colour::Blue => pincite_api::Colour::Blue,
        Colour::Pink => pincite_api::Colour::Pink,
    }
}
