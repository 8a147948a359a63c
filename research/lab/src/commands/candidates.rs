//! Prints the candidates of each question with what a joint ranking sees of them: its training data. Not for ranking.

use super::pdf;
use crate::arguments::Candidates;
use pincite_engine::{Engine, Options, SPLITTING};
use pincite_eval::{Embed, Models};
use pincite_lab::Result;
use pincite_lab::pdf::Candidates as Drawn;
use std::io::Write;

/// Adds the PDFs to a library that is thrown away, and prints a JSON line for each question.
pub(crate) async fn run(options: Options, given: &Candidates) -> Result<()> {
    let questions = pincite_eval::pdf::read(&given.questions)?;
    let scratch = tempfile::tempdir()?;
    let library = Some(scratch.path().join("study.db"));
    let engine = Engine::open(Options { library, splitting: Some(SPLITTING), ..options }).await?;
    let documents = pdf::ingest(&engine, &given.questions, &questions).await?;
    let encoder = engine.encoder().await?;
    let reader = engine.reranker().await?;
    let mut encoder = &*encoder;
    let models = Models { encoder: Some(&mut encoder as &mut dyn Embed), reader: Some(&*reader) };
    let mut output = std::io::stdout().lock();
    let mut write = |candidates: Drawn| {
        serde_json::to_writer(&mut output, &candidates)?;
        Ok(writeln!(output)?)
    };
    pincite_lab::pdf::candidates(&questions, &documents, models, given.count, &mut write)
}
