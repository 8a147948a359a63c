//! `pincite eval`: measures the product's own search. PDFs are added like the product does it, to a separate library. Not
//! for the metrics (`pincite_eval`).

mod filled;
mod marking;
mod table;

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output;
use crate::progress::Stages;
use clap::{Args, Subcommand};
use pincite_api::{CollectionId, DocumentId, DocumentView, Event, Problem, Status};
use pincite_engine::{Adding, Engine, Options, Output};
use pincite_eval::{Embed, Models, pdf, squad};
use pincite_models::{CrossEncoder, Encoder};
use pincite_search::{PairScorer, Weights};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::broadcast::{Receiver, error::RecvError};

#[derive(Args, Debug)]
pub(crate) struct Eval {
    #[command(subcommand)]
    set: EvalSet,
}

#[derive(Debug, Subcommand)]
enum EvalSet {
    /// SQuAD 2.0: every paragraph of an article is a passage, every article a document.
    Squad(EvalSquad),
    /// PDFs with questions and evidence. The PDFs are added, and each question is asked about its own document.
    Pdf(EvalPdf),
    /// A review table of PDFs: which cells are found, unsure or not found, against annotators' answers.
    Table(table::EvalTable),
}

#[derive(Args, Debug)]
struct EvalSquad {
    /// The JSON file.
    file: PathBuf,
    /// Ask only every COUNT-th question of each article: reading all of them takes hours.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Make one document of all articles: each question is asked of all paragraphs.
    #[arg(long)]
    pool: bool,
    /// The encoder to compare vectors of [default: the search's own one].
    #[arg(long, value_name = "NAME")]
    encoder: Option<String>,
}

#[derive(Args, Debug)]
struct EvalPdf {
    /// JSON lines with `id`, `pdf` (relative to this file's folder), `question` and `evidence`. Evidence is a list of
    /// `pages0` (page numbers, counted from 0) and `text`.
    questions: PathBuf,
    /// Library file to keep for later evaluations [default: a temporary one].
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Write the ranks of each question to this file, one JSON object a line. Its `cited_page` is counted from 1. An
    /// existing file is not replaced.
    #[arg(long, value_name = "FILE")]
    ranks: Option<PathBuf>,
    /// Replace an existing file of ranks.
    #[arg(long, requires = "ranks")]
    force: bool,
}

/// Name of the collection in the evaluation's library.
const COLLECTION: &str = "Evaluation";

/// Measures the search on a set of questions, and prints the metrics.
pub(super) async fn eval(context: &Context, options: Options, given: Eval) -> Result<Outcome, Error> {
    match given.set {
        EvalSet::Squad(given) => on_squad(context, &given).await,
        EvalSet::Pdf(given) => on_pdfs(context, options, given).await,
        EvalSet::Table(given) => table::on_table(context, options, given).await,
    }
}

/// Ranks every article's paragraphs for its questions.
async fn on_squad(context: &Context, given: &EvalSquad) -> Result<Outcome, Error> {
    let mut articles = squad::read(&given.file)?;
    articles.iter_mut().for_each(|article| article.keep_every(given.every as usize));
    if given.pool {
        articles = vec![squad::pooled(articles)];
    }
    let mut opened = Opened::of(&context.engine).await;
    if let Some(name) = &given.encoder {
        opened.encoder = Some(context.engine.encoder_named(name).await?);
    }
    let weights = opened.encoder.as_ref().map_or_else(Weights::default, |it| Weights::of_model(it.name()));
    let mut encoder = opened.encoder.as_deref();
    let models = models(&mut encoder, opened.reader.as_deref());
    let mut progress = Stages::new();
    let report = squad::run(&articles, models, &weights, &mut shown(&mut progress))?;
    drop(progress);
    Ok(print(context, &report))
}

/// Adds the PDFs of the questions, and asks each question about its own document.
async fn on_pdfs(context: &Context, options: Options, given: EvalPdf) -> Result<Outcome, Error> {
    let questions = pdf::read(&given.questions)?;
    let files = pdf::files(&given.questions, questions.iter().map(|question| question.pdf.as_str()))?;
    let scratch = Scratch::new(given.library.as_deref())?;
    let engine = Engine::open(Options { library: Some(scratch.file()), ..options }).await?;
    let ranks = given.ranks.map(|path| Output { path, force: given.force });
    if let Some(output) = &ranks {
        engine.refuse_to_replace(output).await?;
    }
    let documents = ingest(&engine, &files).await?;
    let opened = Opened::of(&engine).await;
    let mut encoder = opened.encoder.as_deref();
    let models = models(&mut encoder, opened.reader.as_deref());
    let mut progress = Stages::new();
    let report = pdf::run(&questions, &documents, models, &mut shown(&mut progress))?;
    drop(progress);
    if let Some(output) = &ranks {
        engine.write(output, lines(&report.ranks).as_bytes()).await?;
    }
    Ok(print(context, &report))
}

/// The networks that are there.
struct Opened {
    encoder: Option<Arc<Encoder>>,
    reader: Option<Arc<CrossEncoder>>,
}

impl Opened {
    /// Without an encoder the evaluation is lexical only, and without a cross-encoder no system is reranked. A note says so.
    async fn of(engine: &Engine) -> Self {
        let encoder = engine.encoder().await.inspect_err(note);
        let reader = engine.reranker().await.inspect_err(note);
        Self { encoder: encoder.ok(), reader: reader.ok() }
    }
}

fn note(error: &pincite_engine::Error) {
    output::note(&Problem::from(error));
}

fn models<'m>(encoder: &'m mut Option<&'m Encoder>, reader: Option<&'m CrossEncoder>) -> Models<'m> {
    Models {
        encoder: encoder.as_mut().map(|encoder| encoder as &mut dyn Embed),
        reader: reader.map(|reader| reader as &dyn PairScorer),
    }
}

/// Shows how many questions are asked.
fn shown(progress: &mut Stages) -> impl FnMut(usize, usize) -> ControlFlow<()> + '_ {
    |done, total| {
        progress.show("questions", done, total);
        ControlFlow::Continue(())
    }
}

/// The metrics, as JSON or as a table.
fn print(context: &Context, report: &(impl Serialize + Display)) -> Outcome {
    if !context.as_json(report) {
        output::line(&report.to_string());
    }
    Outcome::Done
}

/// One JSON object a line for each question.
fn lines(ranks: &[pdf::QuestionRanks]) -> String {
    ranks.iter().map(|ranks| format!("{}\n", json!({ "id": ranks.id, "systems": ranks.systems }))).collect()
}

/// Adds the files, and takes the passages of each document.
async fn ingest(engine: &Engine, files: &BTreeMap<String, PathBuf>) -> Result<BTreeMap<String, pdf::Document>, Error> {
    let collection = engine.collection_or_new(COLLECTION).await?.id;
    let mut documents = BTreeMap::new();
    for (name, document) in add(engine, collection, files).await? {
        let searched = engine.searched(collection, document).await?;
        documents.insert(name, pdf::Document::new(&searched.passages, searched.index, searched.tables));
    }
    Ok(documents)
}

/// Adds the files and waits until all are read. Prints a note for each file that could not be read completely. Returns
/// those with passages, by the names in the questions: two files with the same bytes are one document with two names. The
/// evaluation reports questions about others.
async fn add(
    engine: &Engine,
    collection: CollectionId,
    files: &BTreeMap<String, PathBuf>,
) -> Result<BTreeMap<String, DocumentId>, Error> {
    engine.work().await?;
    let paths: Vec<PathBuf> = files.values().cloned().collect();
    let events = engine.events();
    let added = engine.add(collection, Adding { paths: paths.clone(), password: None }).await?;
    added.refused.iter().for_each(|refused| output::note(&refused.problem));
    settle(engine, events, &added.queued).await?;
    let listed = engine.documents_at(collection, &paths).await?;
    let mut documents = BTreeMap::new();
    for (name, path) in files {
        let Some(document) = listed.get(path) else { continue };
        document.problem.iter().for_each(output::note);
        if document.passages > 0 {
            documents.insert(name.clone(), document.id);
        }
    }
    Ok(documents)
}

/// Shows the number of finished documents until all are finished.
async fn settle(engine: &Engine, events: Receiver<Event>, queued: &[DocumentView]) -> Result<(), Error> {
    let waited: Vec<DocumentId> = queued.iter().map(|document| document.id).collect();
    let mut progress = Stages::new();
    progress.show("documents", 0, waited.len());
    tokio::select! {
        settled = engine.wait_until_settled(&waited) => settled?,
        () = count(events, &waited, &mut progress) => engine.wait_until_settled(&waited).await?,
    }
    progress.show("documents", waited.len(), waited.len());
    Ok(())
}

/// Counts the finished documents. A duplicate is removed.
async fn count(mut events: Receiver<Event>, waited: &[DocumentId], progress: &mut Stages) {
    let mut settled = HashSet::new();
    loop {
        let document = match events.recv().await {
            Ok(Event::Document(document)) if document.status != Status::Waiting => document.id,
            Ok(Event::DocumentRemoved { document, .. }) => document,
            Err(RecvError::Closed) => return,
            Ok(_) | Err(RecvError::Lagged(_)) => continue,
        };
        if waited.contains(&document) && settled.insert(document) && settled.len() < waited.len() {
            progress.show("documents", settled.len(), waited.len());
        }
    }
}

/// The folder of the evaluation's library: a temporary one, or one to keep.
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
