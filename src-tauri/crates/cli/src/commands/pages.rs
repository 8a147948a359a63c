//! Commands that move in a document: `pincite show`, `find`, `outline`, `links`, `link` and `open`. Not for searching.

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output::{self, STRONG};
use clap::Args;
use pincite_api::{
    DocumentView, Found, Highlight, HighlightKind, LinkTarget, Occurrence, OutlineEntry, PageLink, PassageId,
};
use pincite_engine::{Output, escaped, escaped_path};
use serde::Serialize;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    #[command(flatten)]
    place: InCollection,
    /// The page: its number, counted from 1, or its printed label.
    #[arg(long, value_name = "PAGE", required_unless_present = "hit")]
    page: Option<String>,
    /// Highlight this passage (its number from `ask`).
    #[arg(long, value_name = "NUMBER")]
    hit: Option<PassageId>,
    /// With `--hit`: also highlight the best sentence and the words of this question.
    #[arg(long, value_name = "QUESTION", requires = "hit")]
    question: Option<String>,
    /// Password of an encrypted file.
    #[arg(long, value_name = "PASSWORD")]
    password: Option<String>,
    /// The image file. An existing file is not replaced.
    #[arg(long, value_name = "FILE", default_value = "page.png")]
    out: PathBuf,
    /// Replace an existing file. A document of the library is never replaced.
    #[arg(long)]
    force: bool,
    /// Dots per inch.
    #[arg(long, default_value_t = 150.0, value_name = "DPI")]
    dpi: f32,
}

#[derive(Args, Debug)]
pub(crate) struct Find {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// The words, exactly as written. Letter case, accents and line ends do not matter.
    #[arg(required = true, num_args = 1.., value_name = "WORDS")]
    words: Vec<String>,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct OfDocument {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// Password of an encrypted file.
    #[arg(long, value_name = "PASSWORD")]
    password: Option<String>,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct MakeLink {
    /// The document (number, file name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    #[command(flatten)]
    place: InCollection,
    /// Number of the page, counted from 1.
    #[arg(long, value_name = "PAGE", value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
    /// Highlight this passage of the page (its number from `ask`).
    #[arg(long, value_name = "NUMBER")]
    hit: Option<PassageId>,
}

#[derive(Args, Debug)]
pub(crate) struct OpenLink {
    /// The link: pincite://open?…
    #[arg(value_name = "LINK")]
    link: String,
}

/// Points are 1/72 inch.
const POINTS_PER_INCH: f32 = 72.0;

#[derive(Serialize)]
struct Shown<'a> {
    document: &'a str,
    page: u32,
    label: &'a str,
    out: &'a str,
}

/// Writes a page image, with the hit's highlights if one is given.
pub(super) async fn show(context: &Context, given: Show) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let document = context.unlocked(&given.place, &given.document, given.password).await?;
    let highlights = match given.hit {
        Some(hit) => engine.highlights(document.id, hit, given.question.as_deref()).await?,
        None => Vec::new(),
    };
    let page = match given.page {
        Some(asked) => context.page(&document, &asked).await?,
        None => start_of(&highlights),
    };
    let image = engine.highlighted_page(document.id, page, given.dpi / POINTS_PER_INCH, &highlights).await?;
    let output = Output { path: given.out, force: given.force };
    engine.write(&output, &image).await?;
    let label = engine.page(document.id, page).await?.label;
    let out = escaped_path(&output.path);
    if !context.as_json(&Shown { document: &document.name, page: page + 1, label: &label, out: &out }) {
        output::line(&format!("{} page {}{} written to {out}", document.name, page + 1, labelled(&label)));
    }
    Ok(Outcome::Done)
}

/// The page on which a hit's best sentence starts.
fn start_of(highlights: &[Highlight]) -> u32 {
    let best = highlights.iter().find(|highlight| highlight.kind == HighlightKind::Sentence);
    best.or(highlights.first()).map_or(0, |highlight| highlight.page)
}

fn labelled(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!(" (labelled {label})") }
}

/// Prints where words stand in a document.
pub(super) async fn find(context: &Context, given: Find) -> Result<Outcome, Error> {
    let document = context.document(&given.place, &given.document).await?;
    let found = context.engine.find_in(document.id, &given.words.join(" ")).await?;
    if !context.as_json(&found) {
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
pub(super) async fn outline(context: &Context, given: OfDocument) -> Result<Outcome, Error> {
    let document = context.unlocked(&given.place, &given.document, given.password).await?;
    let outline = context.engine.outline(document.id).await?;
    if context.as_json(&outline) {
        return Ok(Outcome::Done);
    }
    let labels = context.engine.page_labels(document.id).await?;
    for OutlineEntry { level, title, page, .. } in &outline.entries {
        let place = page.map(|page| format!("  {}", named(page, &labels))).unwrap_or_default();
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
pub(super) async fn links(context: &Context, given: OfDocument) -> Result<Outcome, Error> {
    let document = context.unlocked(&given.place, &given.document, given.password).await?;
    let mut listed = Vec::new();
    for page in 0..document.pages {
        let links = context.engine.links(document.id, page).await?;
        listed.extend(links.into_iter().map(|link| Listed { page, link }));
    }
    if context.as_json(&listed) {
        return Ok(Outcome::Done);
    }
    let labels = context.engine.page_labels(document.id).await?;
    for Listed { page, link } in listed {
        let target = match link.target {
            LinkTarget::Place { page, .. } => named(page, &labels),
            LinkTarget::Address { address } => address,
        };
        output::line(&format!("{} → {target}", named(page, &labels)));
    }
    Ok(Outcome::Done)
}

fn named(page: u32, labels: &[String]) -> String {
    page_name(labels.get(page as usize).map_or("", String::as_str), page)
}

/// A page by its printed label, or by its number where it has none.
fn page_name(label: &str, page: u32) -> String {
    if label.is_empty() { format!("PDF p. {}", page + 1) } else { format!("p. {label}") }
}

/// Prints a link to a page.
pub(super) async fn make_link(context: &Context, given: MakeLink) -> Result<Outcome, Error> {
    let document = context.document(&given.place, &given.document).await?;
    if given.page > document.pages {
        let page = given.page.to_string();
        return Err(Error::UnknownPage { document: document.name, page, pages: document.pages });
    }
    let link = context.engine.link(document.id, given.page - 1, given.hit).await?.to_string();
    if !context.as_json(&link) {
        output::line(&link);
    }
    Ok(Outcome::Done)
}

/// Prints the place that a link leads to.
pub(super) async fn open_link(context: &Context, given: OpenLink) -> Result<Outcome, Error> {
    let place = context.engine.linked_place(&given.link).await?;
    if !context.as_json(&place) {
        let label = labelled(&place.page_label);
        output::line(&format!("{} page {}{label}", place.document_name, place.page + 1));
    }
    Ok(Outcome::Done)
}
