//! `pincite link` and `pincite open`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::{MakeLink, OpenLink};
use crate::error::Error;
use crate::output;

/// Prints a link to a page.
pub(crate) async fn make(context: &Context, arguments: MakeLink) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &arguments.place.collection).await?.id;
    let document = pick::document(engine, collection, &arguments.document).await?;
    if arguments.page > document.pages {
        let page = arguments.page.to_string();
        return Err(Error::UnknownPage { document: document.name, page, pages: document.pages });
    }
    let link = engine.link(document.id, arguments.page - 1, arguments.hit).await?.to_string();
    if context.json {
        output::json(&link);
    } else {
        output::line(&link);
    }
    Ok(Outcome::Done)
}

/// Prints the place that a link leads to.
pub(crate) async fn open(context: &Context, OpenLink { link }: OpenLink) -> Result<Outcome, Error> {
    let place = context.engine.linked_place(&link).await?;
    if context.json {
        output::json(&place);
    } else {
        let label =
            if place.page_label.is_empty() { String::new() } else { format!(" (labelled {})", place.page_label) };
        output::line(&format!("{} page {}{label}", place.document_name, place.page + 1));
    }
    Ok(Outcome::Done)
}
