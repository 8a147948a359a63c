//! Prints what speaks for an answer in a document: training data of the model that says whether it is there. The product
//! computes the same numbers.

use crate::arguments;
use pincite_engine::Options;
use pincite_lab::Result;
use pincite_lab::learning::answered::{Depth, each_document};
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

/// Asks the questions of a set, document by document, and prints a JSON line for each of which something was read.
pub(crate) async fn run(options: Options, given: &arguments::Evidence) -> Result<()> {
    let mut output = std::io::stdout().lock();
    let depth = Depth { kept: given.depth, read: given.depth };
    each_document(options, &given.set, depth, |found| {
        for (at, one) in found.asked.iter().enumerate() {
            let scores = found.ranked[at].iter().filter_map(|one| one.score.cross);
            let Some(best) = scores.map(|score| found.reader.probability(score)).reduce(f32::max) else { continue };
            let Evidence(evidence) = Evidence::of(&found.questions[at].query, &found.segment, best);
            let line = Line {
                document: found.document.name(),
                key: one.key.as_deref(),
                question: &one.text,
                present: !one.here.is_empty(),
                evidence: &evidence,
            };
            serde_json::to_writer(&mut output, &line)?;
            writeln!(output)?;
        }
        Ok(())
    })
    .await
}
