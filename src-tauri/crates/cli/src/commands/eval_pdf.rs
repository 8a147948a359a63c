//! `pincite eval pdf`: adds the PDFs like the product, to a separate library. Not for the metrics (`pincite_eval`).

use super::{Context, eval_adapting, measured, pick};
use crate::Outcome;
use crate::arguments::EvalPdf;
use crate::error::Error;
use crate::output;
use crate::progress::Stages;
use pincite_api::{DocumentId, DocumentView, Event, Status};
use pincite_engine::{Adding, Engine, Options, Output};
use pincite_eval::{Embed, Models, Read, pdf};
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Name of the collection in the evaluation's library.
const COLLECTION: &str = "Evaluation";

/// Adds the PDFs of the questions, asks each question about its own document and prints the metrics.
pub(crate) async fn run(context: &Context, options: Options, arguments: EvalPdf) -> Result<Outcome, Error> {
    let questions = pdf::read(&arguments.questions)?;
    let files = pdf::files(&arguments.questions, &questions)?;
    let scratch = Scratch::new(arguments.library.as_deref())?;
    let engine = Engine::open(Options { library: Some(scratch.file()), ..options }).await?;
    let ranks = arguments.ranks.map(|path| Output { path, force: arguments.force });
    if let Some(output) = &ranks {
        engine.refuse_to_replace(output).await?;
    }
    let documents = ingest(&engine, &files).await?;
    if arguments.adapting.adapt.is_some() {
        return eval_adapting::run(context, &arguments.adapting, |student, how, author, on_stage| {
            pdf::adapt(&questions, &documents, student, how, author, on_stage)
        })
        .await;
    }
    let (encoder, reader) = (measured::encoder(&engine).await, measured::reader(&engine).await);
    let mut encoder = encoder.as_deref();
    let mut progress = Stages::new();
    let mut advance = |done, total| {
        progress.show("questions", done, total);
        ControlFlow::Continue(())
    };
    let models = Models {
        encoder: encoder.as_mut().map(|encoder| encoder as &mut dyn Embed),
        reader: reader.as_deref().map(|reader| reader as &dyn Read),
    };
    if arguments.joint {
        let ranker = engine.joint_ranker().await?;
        let report = pdf::run_joint(&questions, &documents, models, &ranker, &mut advance)?;
        drop(progress);
        measured::print(context, &report);
        return Ok(Outcome::Done);
    }
    let report = pdf::run(&questions, &documents, models, &mut advance)?;
    drop(progress);
    if let Some(output) = &ranks {
        engine.write(output, lines(&report.ranks).as_bytes()).await?;
    }
    measured::print(context, &report);
    Ok(Outcome::Done)
}

/// One JSON object a line for each question.
fn lines(ranks: &[pdf::QuestionRanks]) -> String {
    ranks.iter().map(|ranks| format!("{}\n", json!({ "id": ranks.id, "systems": ranks.systems }))).collect()
}

/// Adds the files and waits until all are read. Prints a note for each file that could not be read completely. Returns
/// the documents by the names in the questions: two files with the same bytes are one document with two names.
async fn ingest(engine: &Engine, files: &BTreeMap<String, PathBuf>) -> Result<BTreeMap<String, pdf::Document>, Error> {
    let collection = pick::collection_or_new(engine, COLLECTION).await?.id;
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
        // The evaluation reports questions whose document has no passages.
        if document.passages > 0 {
            let (passages, segment) = engine.searched(collection, document.id).await?;
            documents.insert(name.clone(), pdf::Document::new(&passages, segment));
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
