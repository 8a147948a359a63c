//! Prints the candidates of each question with what a joint ranking sees of them: its training data. Not for ranking.

use crate::arguments::Candidates;
use crate::{Error, pdf};
use pincite_engine::{Engine, Options, SPLITTING};
use pincite_eval::{Embed, Models};
use std::io::Write;

/// Adds the PDFs to a library that is thrown away, and prints a JSON line for each question.
pub(crate) async fn run(options: Options, given: &Candidates) -> Result<(), Error> {
    let (questions, scratch) = (pincite_eval::pdf::read(&given.questions)?, tempfile::tempdir()?);
    let library = Some(scratch.path().join("study.db"));
    let engine = Engine::open(Options { library, splitting: Some(SPLITTING), ..options }).await?;
    let documents = pdf::ingest(&engine, &given.questions, &questions).await?;
    let (encoder, reader) = (engine.encoder().await?, engine.reranker().await?);
    let mut encoder = &*encoder;
    let models = Models { encoder: Some(&mut encoder as &mut dyn Embed), reader: Some(&*reader) };
    let mut output = std::io::stdout().lock();
    let mut write = |candidates: pincite_eval::pdf::Candidates| {
        let line = serde_json::to_writer(&mut output, &candidates).is_ok() && writeln!(output).is_ok();
        if line { Ok(()) } else { Err(pincite_eval::Error::Stopped) }
    };
    Ok(pincite_eval::pdf::candidates(&questions, &documents, models, given.count, &mut write)?)
}
