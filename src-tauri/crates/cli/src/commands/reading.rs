//! `pincite find`, `pincite outline` and `pincite links`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::{Find, OfDocument};
use crate::error::Error;
use crate::output;
use anstyle::Style;
use pincite_api::{DocumentView, Found, LinkTarget, Occurrence, OutlineEntry, PageLink};
use pincite_engine::escaped;
use serde::Serialize;

const STRONG: Style = Style::new().bold();

/// Prints where words stand in a document.
pub(crate) async fn find(context: &Context, arguments: Find) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &arguments.place.collection).await?.id;
    let document = pick::document(&context.engine, collection, &arguments.document).await?;
    let found = context.engine.find_in(document.id, &arguments.words.join(" ")).await?;
    if context.json {
        output::json(&found);
    } else {
        print_found(&document, &found);
    }
    Ok(if found.count == 0 { Outcome::NothingFound } else { Outcome::Done })
}

fn print_found(document: &DocumentView, found: &Found) {
    for occurrence in &found.occurrences {
        let Occurrence { label, page, before, text, after, .. } = occurrence;
        let [before, text, after] = [before, text, after].map(|part| escaped(part));
        output::line(&format!("{}  {before} {STRONG}{text}{STRONG:#} {after}", page_name(label, *page)));
    }
    let times = if found.count == 1 { "once".to_owned() } else { format!("{} times", found.count) };
    output::line(&format!("{} has this {times}", document.name));
}

/// Prints the outline of a document.
pub(crate) async fn outline(context: &Context, arguments: OfDocument) -> Result<Outcome, Error> {
    let document = opened(context, arguments).await?;
    let outline = context.engine.outline(document.id).await?;
    if context.json {
        output::json(&outline);
        return Ok(Outcome::Done);
    }
    let labels = context.engine.page_labels(document.id).await?;
    for OutlineEntry { level, title, page, .. } in &outline.entries {
        let label = |page: u32| labels.get(page as usize).map_or("", String::as_str);
        let place = page.map(|page| format!("  {}", page_name(label(page), page))).unwrap_or_default();
        output::line(&format!("{}{}{place}", "  ".repeat(*level as usize), escaped(title)));
    }
    Ok(Outcome::Done)
}

/// A link with its page, as `--json` prints it.
#[derive(Serialize)]
struct Listed {
    /// Counted from 0, as in every output for programs.
    page: u32,
    #[serde(flatten)]
    link: PageLink,
}

/// Prints the links of a document.
pub(crate) async fn links(context: &Context, arguments: OfDocument) -> Result<Outcome, Error> {
    let document = opened(context, arguments).await?;
    let mut listed = Vec::new();
    for page in 0..document.pages {
        let links = context.engine.links(document.id, page).await?;
        listed.extend(links.into_iter().map(|link| Listed { page, link }));
    }
    if context.json {
        output::json(&listed);
    } else {
        let labels = context.engine.page_labels(document.id).await?;
        listed.iter().for_each(|listed| print_link(listed, &labels));
    }
    Ok(Outcome::Done)
}

fn print_link(Listed { page, link }: &Listed, labels: &[String]) {
    let name = |page: u32| page_name(labels.get(page as usize).map_or("", String::as_str), page);
    let target = match &link.target {
        LinkTarget::Place { page, .. } => name(*page),
        LinkTarget::Address { address } => address.clone(),
    };
    output::line(&format!("{} → {target}", name(*page)));
}

async fn opened(context: &Context, arguments: OfDocument) -> Result<DocumentView, Error> {
    let collection = pick::collection(&context.engine, &arguments.place.collection).await?.id;
    let document = pick::document(&context.engine, collection, &arguments.document).await?;
    if let Some(password) = arguments.password {
        context.engine.unlock(document.id, password);
    }
    Ok(document)
}

/// A page by its printed label, or by its number where it has none.
fn page_name(label: &str, page: u32) -> String {
    if label.is_empty() { format!("PDF p. {}", page + 1) } else { format!("p. {label}") }
}
