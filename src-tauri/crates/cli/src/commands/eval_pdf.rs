//! `pincite eval pdf`: the PDFs are ingested as the product ingests them, into a library of their own.

use super::add::draw_until_settled;
use super::{Context, adapting, measured, pick};
use crate::Outcome;
use crate::arguments::EvalPdf;
use crate::error::Error;
use crate::progress;
use pincite_engine::{Adding, Engine, Options};
use pincite_eval::{Embed, pdf};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Name of the collection inside the evaluation's library.
const COLLECTION: &str = "Evaluation";

/// Adds the PDFs the questions name, asks each question of its own document and prints the figures.
pub(crate) async fn run(context: &Context, options: Options, arguments: EvalPdf) -> Result<Outcome, Error> {
    let questions = pdf::read(&arguments.questions)?;
    let scratch = Scratch::new(arguments.library.as_deref())?;
    let engine = Engine::open(Options { library: Some(scratch.file()), ..options }).await?;
    let folder = arguments.questions.parent().unwrap_or(Path::new(""));
    let named: BTreeSet<&str> = questions.iter().map(|question| question.pdf.as_str()).collect();
    let documents = ingest(&engine, folder, &named).await?;
    if arguments.adapting.adapt.is_some() {
        return adapting::run(context, &arguments.adapting, |trainee, how, author, hear| {
            pdf::adapt(&questions, &documents, trainee, how, author, hear)
        })
        .await;
    }
    let encoder = measured::encoder(&engine).await;
    let mut encoder = encoder.as_deref();
    let bar = progress::steps("questions", questions.len());
    let embed = encoder.as_mut().map(|encoder| encoder as &mut dyn Embed);
    let report = pdf::run(&questions, &documents, embed, &mut measured::advance(&bar))?;
    bar.finish_and_clear();
    measured::print(context, &report);
    Ok(Outcome::Done)
}

async fn ingest(
    engine: &Engine,
    folder: &Path,
    named: &BTreeSet<&str>,
) -> Result<BTreeMap<String, pdf::Document>, Error> {
    let collection = pick::collection_or_new(engine, COLLECTION).await?.id;
    engine.work().await?;
    let paths: Vec<PathBuf> = named.iter().map(|name| folder.join(name)).collect();
    let events = engine.events();
    let added = engine.add(collection, Adding { paths, password: None }).await?;
    draw_until_settled(engine, events, &added).await?;
    let listed = engine.documents(collection).await?;
    let mut documents = BTreeMap::new();
    for name in named {
        let path = std::path::absolute(folder.join(name)).unwrap_or_else(|_| folder.join(name)).display().to_string();
        // A document that could not be read has no passages; the evaluation says which question lacks it.
        let Some(document) = listed.iter().find(|listed| listed.path == path && listed.passages > 0) else { continue };
        let (passages, segment) = engine.searched(collection, document.id).await?;
        documents.insert((*name).to_owned(), pdf::Document::new(&passages, segment));
    }
    Ok(documents)
}

/// Where the evaluation's library is: a folder that goes with the evaluation, or one to keep.
enum Scratch {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

impl Scratch {
    fn new(kept: Option<&Path>) -> Result<Self, Error> {
        match kept {
            Some(file) => Ok(Self::Kept(file.to_owned())),
            None => tempfile::tempdir().map(Self::Temporary).map_err(Error::Scratch),
        }
    }

    fn file(&self) -> PathBuf {
        match self {
            Self::Kept(file) => file.clone(),
            Self::Temporary(folder) => folder.path().join("evaluation.db"),
        }
    }
}
