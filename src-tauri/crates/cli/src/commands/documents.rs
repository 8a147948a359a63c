//! `pincite collections`, `documents`, `rename`, `tag` and `remove`: what is there, and what it is called. Not for adding
//! or searching.

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output::{self, BAD, FAINT, GOOD, STRONG, WARN};
use clap::{Args, Subcommand};
use pincite_api::{CollectionView, DocumentView, MemberView, Recognition, Status};
use pincite_engine::escaped;

#[derive(Args, Debug)]
pub(crate) struct Collections {
    #[command(subcommand)]
    action: Option<CollectionAction>,
}

#[derive(Debug, Subcommand)]
enum CollectionAction {
    /// Create an empty collection.
    Create {
        /// Its name.
        name: String,
    },
    /// Rename a collection.
    Rename {
        /// Its current name.
        name: String,
        /// Its new name.
        new_name: String,
    },
    /// List, add or remove who may see a collection of a shared library.
    Members {
        /// Its name.
        name: String,
        /// Let this person or group of the server see it.
        #[arg(long, value_name = "NAME")]
        add: Vec<String>,
        /// Take it out of the sight of this member.
        #[arg(long, value_name = "NAME")]
        remove: Vec<String>,
    },
    /// Delete a collection, and the documents that only it lists. The files are not touched.
    Delete {
        /// Its name.
        name: String,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Documents {
    #[command(flatten)]
    place: InCollection,
    /// Only documents with this tag.
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Language {
    /// The document (number, name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// The code of its language: de, fr, zh; und if it has none.
    #[arg(value_name = "LANGUAGE")]
    language: String,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Rename {
    /// The document (number, name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// Its new name. With "" it is called by its title or its file name again.
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Tag {
    /// The document (number, name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// The tags. Without any, those of the document are printed.
    #[arg(value_name = "TAG")]
    tags: Vec<String>,
    /// Take these tags off.
    #[arg(long, requires = "tags")]
    remove: bool,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Remove {
    /// The documents (numbers, file names, or the start of either).
    #[arg(required = true, value_name = "DOCUMENT")]
    documents: Vec<String>,
    #[command(flatten)]
    place: InCollection,
}

/// Changes the list of collections if requested, then prints it.
pub(super) async fn collections(context: &Context, given: Collections) -> Result<Outcome, Error> {
    let engine = &context.engine;
    match given.action {
        None => {}
        Some(CollectionAction::Create { name }) => drop(engine.create_collection(&name).await?),
        Some(CollectionAction::Rename { name, new_name }) => {
            engine.rename_collection(context.collection_named(&name).await?, &new_name).await?;
        }
        Some(CollectionAction::Members { name, add, remove }) => return members(context, &name, &add, &remove).await,
        Some(CollectionAction::Delete { name }) => {
            engine.delete_collection(context.collection_named(&name).await?).await?;
        }
    }
    let collections = engine.collections().await?;
    if !context.as_json(&collections) {
        collections.iter().for_each(print_collection);
    }
    Ok(Outcome::Done)
}

/// Changes who may see a collection if requested, then prints who does.
async fn members(context: &Context, name: &str, add: &[String], remove: &[String]) -> Result<Outcome, Error> {
    let collection = context.collection_named(name).await?;
    for name in add {
        context.engine.add_member(collection, name).await?;
    }
    for name in remove {
        context.engine.remove_member(collection, name).await?;
    }
    let members = context.engine.members(collection).await?;
    if !context.as_json(&members) {
        for MemberView { name, made_it } in &members {
            let made_it = if *made_it { "  made it" } else { "" };
            output::line(&format!("{STRONG}{}{STRONG:#}{FAINT}{made_it}{FAINT:#}", escaped(name)));
        }
    }
    Ok(Outcome::Done)
}

fn print_collection(collection: &CollectionView) {
    let CollectionView { name, documents, passages, .. } = collection;
    let watched: String =
        collection.watched.iter().map(|folder| format!("  {FAINT}watches {folder}{FAINT:#}")).collect();
    let name = escaped(name);
    let encoder = collection.encoder.as_ref().map(|encoder| format!("  {FAINT}searched by {encoder}{FAINT:#}"));
    let encoder = encoder.unwrap_or_default();
    output::line(&format!("{STRONG}{name}{STRONG:#}  {documents} documents, {passages} passages{encoder}{watched}"));
}

/// Lists a collection's documents, or those with a tag.
pub(super) async fn documents(context: &Context, given: Documents) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    let mut documents = context.engine.documents(collection).await?;
    if let Some(tag) = given.tag.map(|tag| tag.to_lowercase()) {
        documents.retain(|document| document.tags.iter().any(|it| it.to_lowercase() == tag));
    }
    if !context.as_json(&documents) {
        documents.iter().for_each(print_document);
    }
    Ok(Outcome::Done)
}

/// One document with its status and what was skipped.
pub(super) fn print_document(document: &DocumentView) {
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
        output::line(&format!("       {FAINT}{}{FAINT:#}", document.path));
    }
    if let Some(language) = document.language.as_deref().filter(|language| *language != "en") {
        anstream::println!("       language: {language}");
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
        let problem = &page.problem;
        anstream::println!("       page {label}: {} {FAINT}[{}]{FAINT:#}", problem.technical(), problem.code);
    }
}

/// "12 pages recognised from scans, 97 % sure".
fn recognition(of: &Recognition) -> String {
    let percent = (of.confidence * 100.0).floor();
    let more = if of.unfinished { ", more to come" } else { "" };
    match of.pages {
        0 => "scanned pages are waiting for recognition".to_owned(),
        1 => format!("1 page recognised from a scan, {percent} % sure{more}"),
        pages => format!("{pages} pages recognised from scans, {percent} % sure{more}"),
    }
}

/// Gives a document another name.
pub(super) async fn rename(context: &Context, given: Rename) -> Result<Outcome, Error> {
    let document = context.document(&given.place, &given.document).await?;
    let renamed = context.engine.rename(document.id, &given.name).await?;
    if !context.as_json(&renamed) {
        output::line(&format!("{} is now called {}", document.name, renamed.name));
    }
    Ok(Outcome::Done)
}

/// Says which language a document is in.
pub(super) async fn language(context: &Context, given: Language) -> Result<Outcome, Error> {
    let document = context.document(&given.place, &given.document).await?;
    let changed = context.engine.set_language(document.id, &given.language).await?;
    if !context.as_json(&changed) {
        output::line(&format!("{} is searched as {}", changed.name, changed.language.as_deref().unwrap_or("und")));
    }
    Ok(Outcome::Done)
}

/// Puts tags on a document or takes them off, then prints those it has.
pub(super) async fn tag(context: &Context, given: Tag) -> Result<Outcome, Error> {
    let mut document = context.document(&given.place, &given.document).await?;
    for tag in &given.tags {
        document = match given.remove {
            true => context.engine.untag(document.id, tag).await?,
            false => context.engine.tag(document.id, tag).await?,
        };
    }
    if !context.as_json(&document) {
        document.tags.iter().for_each(|tag| output::line(tag));
    }
    Ok(Outcome::Done)
}

/// Removes documents from a collection. All names are resolved before the first removal.
pub(super) async fn remove(context: &Context, given: Remove) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    let mut removed = Vec::new();
    for name in &given.documents {
        removed.push(context.document_in(collection, name).await?);
    }
    for document in &removed {
        context.engine.remove(document.id).await?;
    }
    if !context.as_json(&removed) {
        removed.iter().for_each(|document| output::line(&format!("removed {}", document.name)));
    }
    Ok(Outcome::Done)
}
