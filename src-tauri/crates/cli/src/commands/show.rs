//! `pincite show`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Show;
use crate::error::Error;
use crate::output;
use pincite_api::{DocumentView, Highlight, HighlightKind};
use pincite_engine::{Output, escaped_path};
use serde::Serialize;

#[derive(Serialize)]
struct Shown<'a> {
    document: &'a str,
    page: u32,
    label: &'a str,
    out: String,
}

/// Points are 1/72 inch.
const POINTS_PER_INCH: f32 = 72.0;

/// Writes a page image, with the hit's highlights if one is given.
pub(crate) async fn run(context: &Context, arguments: Show) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &arguments.place.collection).await?.id;
    let document = pick::document(engine, collection, &arguments.document).await?;
    if let Some(password) = arguments.password {
        engine.unlock(document.id, password);
    }
    let highlights = match arguments.hit {
        Some(hit) => engine.highlights(document.id, hit, arguments.question.as_deref()).await?,
        None => Vec::new(),
    };
    let page = page_number(context, &document, arguments.page.as_deref(), &highlights).await?;
    let scale = arguments.dpi / POINTS_PER_INCH;
    let image = engine.highlighted_page(document.id, page, scale, &highlights).await?;
    let output = Output { path: arguments.out, force: arguments.force };
    engine.write(&output, &image).await?;
    let label = engine.page(document.id, page).await?.label;
    let out = escaped_path(&output.path);
    if context.json {
        output::json(&Shown { document: &document.name, page: page + 1, label: &label, out });
    } else {
        let label = if label.is_empty() { label } else { format!(" (labelled {label})") };
        output::line(&format!("{} page {}{label} written to {out}", document.name, page + 1));
    }
    Ok(Outcome::Done)
}

/// The page index, counted from 0. It comes from a number counted from 1, from a printed label, or from the start of
/// the hit's best sentence.
async fn page_number(
    context: &Context,
    document: &DocumentView,
    asked: Option<&str>,
    highlights: &[Highlight],
) -> Result<u32, Error> {
    let Some(asked) = asked else {
        let best = highlights.iter().find(|highlight| highlight.kind == HighlightKind::Sentence);
        return Ok(best.or(highlights.first()).map_or(0, |highlight| highlight.page));
    };
    pick::page(&context.engine, document, asked).await
}
