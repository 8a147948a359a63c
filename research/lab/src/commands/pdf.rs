//! The studies on PDFs with questions and evidence.

use super::study;
use crate::arguments::Pdf;
use pincite_engine::{Adding, Engine, Options, SPLITTING};
use pincite_eval::{Embed, Models, pdf};
use pincite_lab::Result;
use pincite_passage::Splitting;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Adds the PDFs to a library that is thrown away, and asks the questions, before and after adapting if that is wanted.
pub(crate) async fn run(options: Options, given: &Pdf) -> Result<()> {
    let questions = pdf::read(&given.questions)?;
    let scratch = tempfile::tempdir()?;
    let splitting = Splitting { max_tokens: given.max_tokens.unwrap_or(SPLITTING.max_tokens) };
    let library = Some(scratch.path().join("study.db"));
    let home = options.home.clone();
    let engine = Engine::open(Options { library, splitting: Some(splitting), ..options }).await?;
    let documents = ingest(&engine, &given.questions, &questions).await?;
    if given.adapt {
        return study::adapt(&engine, &home, &given.writing, &given.training, |student, how, author, on_stage| {
            pincite_lab::pdf::adapt(&questions, &documents, student, how, author, on_stage)
        })
        .await;
    }
    let encoder = engine.encoder().await?;
    let mut encoder = &*encoder;
    let unwatched = &mut |_, _| ControlFlow::Continue(());
    let models = Models { encoder: Some(&mut encoder as &mut dyn Embed), reader: None };
    study::print(&pdf::run(&questions, &documents, models, unwatched)?)
}

/// The PDFs of the questions in a file as the search has them, by the name that the questions use.
pub(crate) async fn ingest(
    engine: &Engine,
    file: &Path,
    questions: &[pdf::Question],
) -> Result<BTreeMap<String, pdf::Document>> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let named: BTreeSet<&str> = questions.iter().map(|question| question.pdf.as_str()).collect();
    let collection = engine.create_collection("Study").await?.id;
    engine.work().await?;
    let paths: Vec<PathBuf> = named.iter().map(|name| folder.join(name)).collect();
    engine.add(collection, Adding { paths, password: None }).await?;
    engine.wait_until_idle().await?;
    let listed = engine.documents(collection).await?;
    let mut documents = BTreeMap::new();
    for name in named {
        let path = std::path::absolute(folder.join(name))?.display().to_string();
        // A PDF that could not be read has no passages; the evaluation says which question lacks it.
        let Some(document) = listed.iter().find(|listed| listed.path == path && listed.passages > 0) else { continue };
        let searched = engine.searched(collection, document.id).await?;
        documents.insert(name.to_owned(), pdf::Document::new(&searched.passages, searched.index, searched.tables));
    }
    Ok(documents)
}
