//! Prints all parts of the scores of passages, so that weights can be fitted to them (`research/fusion.py`).

use crate::arguments;
use pincite_engine::Options;
use pincite_lab::Result;
use pincite_lab::learning::answered::{Depth, each_document};
use pincite_search::{RankedPassage, coverage};
use serde::Serialize;
use std::io::Write;

/// What is printed of a question: a row for each passage of its document.
#[derive(Serialize)]
struct Line<'l> {
    document: &'l str,
    key: Option<&'l str>,
    question: &'l str,
    coverage: f32,
    passages: Vec<Row>,
}

/// The parts of a passage's score.
#[derive(Serialize)]
struct Row {
    passage: u32,
    right: bool,
    lexical: f32,
    dense: f32,
    numeric: f32,
    /// Logits of rank and presence, if it was read.
    read: Option<[f32; 2]>,
}

impl Row {
    fn of(ranked: &RankedPassage, right: bool) -> Self {
        let score = ranked.score;
        Self {
            passage: ranked.passage,
            right,
            lexical: score.lexical.unwrap_or_default(),
            dense: score.dense.unwrap_or_default(),
            numeric: score.numeric.unwrap_or_default(),
            read: score.cross.map(|cross| [cross.rank, cross.presence]),
        }
    }
}

/// Asks the questions of a set, document by document, and prints a JSON line for each.
pub(crate) async fn run(options: Options, given: &arguments::Evidence) -> Result<()> {
    let mut output = std::io::stdout().lock();
    let depth = Depth { kept: usize::MAX, read: given.depth };
    each_document(options, &given.set, depth, |found| {
        for (at, one) in found.asked.iter().enumerate() {
            let right = |ranked: &RankedPassage| one.here.iter().any(|place| place.passage == ranked.passage);
            let line = Line {
                document: found.document.name(),
                key: one.key.as_deref(),
                question: &one.text,
                coverage: coverage(&found.segment, &found.questions[at].query.terms),
                passages: found.ranked[at].iter().map(|ranked| Row::of(ranked, right(ranked))).collect(),
            };
            serde_json::to_writer(&mut output, &line)?;
            writeln!(output)?;
        }
        Ok(())
    })
    .await
}
