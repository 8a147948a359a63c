//! Prints what speaks for an answer in a document: training data of the model that says whether it is there. The product
//! computes the same numbers.

use crate::arguments;
use pincite_engine::{Engine, Options};
use pincite_lab::Result;
use pincite_lab::learning::answered::{Answered, Depth};
use pincite_lab::learning::set::{self, Asked, SetDocument};
use pincite_models::{CrossEncoder, Encoder};
use pincite_search::Evidence;
use serde::Serialize;
use std::io::Write;

/// What is printed of a question.
#[derive(Serialize)]
struct Line<'l> {
    document: &'l str,
    key: Option<&'l str>,
    question: &'l str,
    present: bool,
    evidence: &'l [f32],
}

/// Asks the questions of a set, document by document, and prints a JSON line for each.
pub(crate) async fn run(options: Options, given: &arguments::Evidence) -> Result<()> {
    let engine = Engine::open(options).await?;
    let encoder = engine.encoder().await?;
    let reader = engine.reranker().await?;
    let documents = set::read(&given.set)?;
    let asked = set::asked(&documents, 1);
    let mut output = std::io::stdout().lock();
    for of_one in asked.chunk_by(|one, next| one.document == next.document) {
        let number = of_one.first().map_or(0, |one| one.document);
        let document = &documents[number];
        for (one, evidence) in of_one.iter().zip(evidence(document, of_one, given.depth, &encoder, &reader)?) {
            let Some(Evidence(numbers)) = evidence else { continue };
            let line = Line {
                document: document.name(),
                key: one.key.as_deref(),
                question: &one.text,
                present: !one.here.is_empty(),
                evidence: &numbers,
            };
            serde_json::to_writer(&mut output, &line)?;
            writeln!(output)?;
        }
        writeln!(std::io::stderr(), "documents {}/{}", number + 1, documents.len())?;
    }
    Ok(())
}

/// The evidence for each question of a document.
fn evidence(
    document: &SetDocument,
    asked: &[Asked],
    depth: usize,
    encoder: &Encoder,
    reader: &CrossEncoder,
) -> Result<Vec<Option<Evidence>>> {
    let found = Answered::new(document, asked, Depth { kept: depth, read: depth }, encoder, reader)?;
    let mut evidence = Vec::with_capacity(asked.len());
    for (question, ranked) in found.questions.iter().zip(&found.ranked) {
        let scores = ranked.iter().filter_map(|one| one.score.cross);
        let best = scores.map(|score| reader.probability(score)).reduce(f32::max);
        evidence.push(best.map(|best| Evidence::of(&question.query, &found.segment, best)));
    }
    Ok(evidence)
}
