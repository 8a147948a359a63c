//! `pincite cite` and `pincite notes`: words on a page, and highlights with notes. Not for showing pages (`pages`).

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output;
use clap::{Args, Subcommand, ValueEnum};
use pincite_api::{AnnotationId, AnnotationView, DocumentId, WordRange};
use serde_json::json;

/// Words on a page.
#[derive(Args, Debug)]
pub(crate) struct Words {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// The words, as they are on the page.
    #[arg(required = true, num_args = 1.., value_name = "WORDS")]
    words: Vec<String>,
    /// The page: its number, counted from 1, or its printed label.
    #[arg(long, short, value_name = "PAGE")]
    page: String,
    #[command(flatten)]
    place: InCollection,
    /// Password of an encrypted file.
    #[arg(long, value_name = "PASSWORD")]
    password: Option<String>,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct Notes {
    #[command(subcommand)]
    action: Option<NotesAction>,
    /// List the highlights of this document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    document: Option<String>,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Debug, Subcommand)]
enum NotesAction {
    /// Highlight words of a page, with or without a note.
    Add {
        #[command(flatten)]
        words: Words,
        /// The note.
        #[arg(long, short, default_value = "", value_name = "TEXT", hide_default_value = true)]
        note: String,
        /// The colour.
        #[arg(long, value_enum, default_value_t = Colour::Yellow)]
        colour: Colour,
    },
    /// Remove a highlight with its note.
    Remove {
        /// Its number.
        highlight: AnnotationId,
    },
}

/// Colour of a highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Pink.
    Pink,
}

/// Words that were found in a document.
struct Found {
    document: DocumentId,
    range: WordRange,
}

/// Prints words of a page with their citation.
pub(super) async fn cite(context: &Context, words: Words) -> Result<Outcome, Error> {
    let Found { document, range } = find(context, words).await?;
    let cited = context.engine.cite(document, &[range]).await?;
    if !context.as_json(&cited) {
        output::line(&cited.quote);
    }
    Ok(Outcome::Done)
}

/// Lists, adds or removes highlights.
pub(super) async fn notes(context: &Context, given: Notes) -> Result<Outcome, Error> {
    match given.action {
        Some(NotesAction::Add { words, note, colour }) => add(context, words, &note, colour).await,
        Some(NotesAction::Remove { highlight }) => remove(context, highlight).await,
        None => list(context, &given.document.unwrap_or_default(), &given.place).await,
    }
}

async fn list(context: &Context, document: &str, place: &InCollection) -> Result<Outcome, Error> {
    let document = context.document(place, document).await?;
    let notes = context.engine.annotations(document.id).await?;
    if !context.as_json(&notes) {
        notes.iter().for_each(print);
    }
    Ok(Outcome::Done)
}

async fn add(context: &Context, words: Words, note: &str, colour: Colour) -> Result<Outcome, Error> {
    let Found { document, range } = find(context, words).await?;
    let made = context.engine.annotate(document, &[range], note, colour_of(colour)).await?;
    if !context.as_json(&made) {
        print(&made);
    }
    Ok(Outcome::Done)
}

async fn remove(context: &Context, highlight: AnnotationId) -> Result<Outcome, Error> {
    context.engine.remove_annotation(highlight).await?;
    if !context.as_json(&json!({ "removed": highlight })) {
        output::line(&format!("highlight {highlight} removed"));
    }
    Ok(Outcome::Done)
}

async fn find(context: &Context, words: Words) -> Result<Found, Error> {
    let document = context.unlocked(&words.place, &words.document, words.password).await?;
    let page = context.page(&document, &words.page).await?;
    let range = context.engine.find_words(document.id, page, &words.words.join(" ")).await?;
    Ok(Found { document: document.id, range })
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
