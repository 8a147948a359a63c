//! Prints the passages of PDFs, cut as the product cuts them: input for training data. Not for measuring.

use crate::arguments::Passages;
use pincite_engine::{Adding, Engine, Options};
use pincite_lab::Result;
use serde::Serialize;
use std::io::Write;

/// A passage of a PDF.
#[derive(Serialize)]
struct Line<'p> {
    /// File name of the document.
    document: &'p str,
    headings: &'p [String],
    text: &'p str,
}

/// Adds the PDFs to a library that is thrown away, and prints a JSON line for each passage.
pub(crate) async fn run(options: Options, given: &Passages) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let engine = Engine::open(Options { library: Some(scratch.path().join("passages.db")), ..options }).await?;
    let collection = engine.create_collection("Passages").await?.id;
    engine.work().await?;
    engine.add(collection, Adding { paths: given.paths.clone(), password: None }).await?;
    engine.wait_until_idle().await?;
    let mut output = std::io::stdout().lock();
    for document in engine.documents(collection).await?.iter().filter(|listed| listed.passages > 0) {
        let passages = engine.searched(collection, document.id).await?.passages;
        for passage in &passages {
            let line = Line { document: &document.file, headings: &passage.headings, text: &passage.text };
            serde_json::to_writer(&mut output, &line)?;
            writeln!(output)?;
        }
    }
    Ok(())
}
