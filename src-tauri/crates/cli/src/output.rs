//! Prints text for people and JSON for programs. Colours appear only on a terminal. Not for deciding what is printed.

use crate::error::Error;
use anstyle::{AnsiColor, Style};
use pincite_api::{
    Answer, CitationStyle, CollectionView, DocumentView, Duplicate, Hit, Match, ModelView, Problem, Recognition, Score,
    Status, Strength,
};
use pincite_engine::escaped;
use serde::Serialize;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const WARN: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// One JSON document on standard output.
pub(crate) fn json(value: &impl Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => anstream::println!("{text}"),
        Err(error) => anstream::eprintln!("this result cannot be written as JSON: {error}"),
    }
}

/// A failed command, on standard error.
pub(crate) fn failure(error: &Error, as_json: bool) {
    let problem = Problem { code: error.code().to_owned(), message: escaped(&error.to_string()), detail: None };
    if as_json {
        json(&serde_json::json!({ "error": problem }));
    } else {
        anstream::eprintln!("{BAD}error{BAD:#} {} {FAINT}[{}]{FAINT:#}", problem.message, problem.code);
    }
}

/// A note for the user, on standard error.
pub(crate) fn note(problem: &Problem) {
    anstream::eprintln!("{WARN}note{WARN:#} {} {FAINT}[{}]{FAINT:#}", problem.technical(), problem.code);
}

/// A plain line on standard output.
pub(crate) fn line(text: &str) {
    anstream::println!("{text}");
}

/// A remark beside the result, on standard error.
pub(crate) fn remark(text: &str) {
    anstream::eprintln!("{FAINT}{text}{FAINT:#}");
}

/// The ranked passages of an answer, with citations in a style.
pub(crate) fn answer(answer: &Answer, style: CitationStyle) {
    answer.notes.iter().for_each(note);
    if answer.answered == Some(Match::None) && !answer.hits.is_empty() {
        anstream::println!("{WARN}No good match in these documents.{WARN:#} Nearest passages:\n");
    } else if let Some(found) = answer.found.filter(|found| *found > 0) {
        anstream::println!("{STRONG}{}{STRONG:#}\n", answers_found(found));
    }
    for (rank, hit) in answer.hits.iter().enumerate() {
        passage(rank + 1, hit, style);
    }
    anstream::println!("{FAINT}{} passages in {:.0} ms{FAINT:#}", answer.hits.len(), answer.milliseconds);
}

fn answers_found(count: u32) -> String {
    if count == 1 { "1 answer found".to_owned() } else { format!("{count} answers found") }
}

fn passage(rank: usize, hit: &Hit, style: CitationStyle) {
    anstream::println!("{STRONG}{rank}. {}{STRONG:#}", hit.cited.cite(style).text);
    anstream::println!("   {FAINT}document {} · passage {} · {}{FAINT:#}", hit.document, hit.id, score(hit));
    anstream::println!("{}", indented(&pieces(hit)));
    for other in &hit.same_as {
        anstream::println!("   {FAINT}also: {} · passage {}{FAINT:#}", other.citation, other.passage);
    }
    anstream::println!();
}

fn score(hit: &Hit) -> String {
    let part = |name: &str, value: Option<f32>| value.map(|value| format!(" · {name} {value:.2}")).unwrap_or_default();
    let Score { total, lexical, dense, numeric, late, cross } = hit.score;
    let parts = [("words", lexical), ("meaning", dense), ("numbers", numeric), ("detail", late), ("reading", cross)];
    let parts: String = parts.into_iter().map(|(name, value)| part(name, value)).collect();
    let strength = hit.strength.map(|strength| format!("{} · ", name_of(strength))).unwrap_or_default();
    format!("{strength}score {total:.2}{parts}")
}

fn name_of(strength: Strength) -> &'static str {
    match strength {
        Strength::Strong => "strong",
        Strength::Possible => "possible",
        Strength::Weak => "weak",
    }
}

/// The passage's text with its best sentence in bold and the question's words underlined.
fn pieces(hit: &Hit) -> String {
    let mut text = String::new();
    for piece in &hit.pieces {
        let mut style = if piece.sentence { Style::new().bold() } else { Style::new() };
        if piece.matched {
            style = style.underline();
        }
        text.push_str(&format!("{style}{}{style:#}", piece.text));
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}")).collect::<Vec<_>>().join("\n")
}

/// The list of collections.
pub(crate) fn collections(collections: &[CollectionView]) {
    for collection in collections {
        let watched: String =
            collection.watched.iter().map(|folder| format!("  {FAINT}watches {folder}{FAINT:#}")).collect();
        anstream::println!(
            "{STRONG}{}{STRONG:#}  {} documents, {} passages{watched}",
            escaped(&collection.name),
            collection.documents,
            collection.passages
        );
    }
}

/// The list of documents with their status and what was skipped.
pub(crate) fn documents(documents: &[DocumentView]) {
    documents.iter().for_each(document);
}

/// One document with its status and what was skipped.
pub(crate) fn document(document: &DocumentView) {
    let (style, word) = match document.status {
        Status::Waiting => (FAINT, "waiting"),
        Status::Ready => (GOOD, "ready"),
        Status::Partly => (WARN, "partly"),
        Status::Failed => (BAD, "failed"),
    };
    anstream::println!(
        "{:>5}  {style}{word:<7}{style:#}  {STRONG}{}{STRONG:#}  {} pages, {} passages",
        document.id,
        document.name,
        document.pages,
        document.passages
    );
    if document.name != document.file {
        anstream::println!("       {FAINT}{}{FAINT:#}", document.path);
    }
    if !document.tags.is_empty() {
        anstream::println!("       tags: {}", document.tags.join(", "));
    }
    if let Some(problem) = &document.problem {
        anstream::println!("       {} {FAINT}[{}]{FAINT:#}", problem.technical(), problem.code);
    }
    if let Some(recognised) = &document.recognition {
        anstream::println!("       {}", recognition(recognised));
    }
    for page in &document.skipped {
        let label = if page.label.is_empty() { (page.page + 1).to_string() } else { page.label.clone() };
        let Problem { code, .. } = &page.problem;
        anstream::println!("       page {label}: {} {FAINT}[{code}]{FAINT:#}", page.problem.technical());
    }
}

/// A file that the collection had already.
pub(crate) fn already_here(duplicate: &Duplicate) {
    anstream::println!("       {} is already here as {}", duplicate.file, duplicate.document.name);
}

/// "12 pages recognised from scans, 97 % sure".
fn recognition(of: &Recognition) -> String {
    let (pages, percent) = (of.pages, (of.confidence * 100.0).floor());
    let more = if of.unfinished { ", more to come" } else { "" };
    match pages {
        0 => "scanned pages are waiting for recognition".to_owned(),
        1 => format!("1 page recognised from a scan, {percent} % sure{more}"),
        _ => format!("{pages} pages recognised from scans, {percent} % sure{more}"),
    }
}

/// The models of the catalogue.
pub(crate) fn models(models: &[ModelView]) {
    for model in models {
        let (style, word) = if model.installed { (GOOD, "installed") } else { (FAINT, "not here") };
        let used = if model.in_use { ", in use" } else { "" };
        anstream::println!(
            "{STRONG}{}{STRONG:#}  {style}{word}{used}{style:#}  {}, {}\n    {}",
            model.name,
            size(model.bytes),
            model.licence,
            model.description
        );
    }
}

/// A readable size. 0 bytes means unknown.
fn size(bytes: u64) -> String {
    if bytes == 0 { "size unknown".to_owned() } else { format!("{} MB", bytes / 1_000_000) }
}
