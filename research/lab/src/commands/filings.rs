//! Prints the tables of PDFs, and questions with the scores of all passages: what weights for rows of tables are fitted to
//! (`research/filing_rows.py`).

use super::pdf;
use super::tables::table_json;
use crate::arguments::Joint;
use pincite_engine::{Engine, Options, SPLITTING};
use pincite_eval::Embed;
use pincite_eval::pdf::{Document, Question};
use pincite_lab::Result;
use pincite_language::Language;
use pincite_models::{Encoder, Side};
use pincite_search::{
    CitedPassage, Mode, PairScorer, PreparedQuestion, RankedText, Reading, Weights, cited_pages, read,
};
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;

/// So many passages are read for a question.
const READ: usize = 50;

/// Adds the PDFs to a library that is thrown away, and prints a JSON line for each document and each question.
pub(crate) async fn run(options: Options, given: &Joint) -> Result<()> {
    let questions = pincite_eval::pdf::read(&given.questions)?;
    let scratch = tempfile::tempdir()?;
    let library = Some(scratch.path().join("study.db"));
    let engine = Engine::open(Options { library, splitting: Some(SPLITTING), ..options }).await?;
    let documents = pdf::ingest(&engine, &given.questions, &questions).await?;
    let encoder = engine.encoder().await?;
    let reader = engine.reranker().await?;
    let mut output = std::io::stdout().lock();
    for (name, document) in &documents {
        let tables: Vec<Value> = document.searched.tables.iter().map(|stored| table_json(&stored.table)).collect();
        serde_json::to_writer(&mut output, &json!({"pdf": name, "tables": tables}))?;
        writeln!(output)?;
    }
    for question in &questions {
        let Some(document) = documents.get(&question.pdf) else { continue };
        let passages = ranking(question, document, &encoder, &*reader)?;
        serde_json::to_writer(&mut output, &json!({"id": question.id, "pdf": question.pdf, "ranked": passages}))?;
        writeln!(output)?;
        writeln!(std::io::stderr(), "{}", question.id)?;
    }
    Ok(())
}

/// Number, cited page and scores of each passage, in the order of the whole search.
fn ranking(question: &Question, document: &Document, encoder: &Encoder, reader: &dyn PairScorer) -> Result<Vec<Value>> {
    let mut encoder = encoder;
    let vector = Some(Embed::embed(&mut encoder, &[&question.text], Side::Question)?.values);
    let prepared = PreparedQuestion { vector, ..PreparedQuestion::without_phrases(&question.text, Mode::Hybrid) };
    let weights = Weights::default();
    let scope = [&document.searched.segment];
    let first = prepared.first_stage(&scope, &weights, usize::MAX);
    let with_text = |ranked| RankedText {
        ranked,
        text: &document.searched.read[ranked.passage as usize],
        language: Language::English,
    };
    let mut ranked: Vec<RankedText<'_>> = first.into_iter().map(with_text).collect();
    let how = weights.by_cross_encoder(READ);
    let first: Vec<f32> = ranked.iter().map(|one| one.ranked.score.total).collect();
    let order: Vec<u32> = ranked.iter().map(|one| one.ranked.passage).collect();
    let mut readings = [Reading { question: &question.text, ranked: &mut ranked, how }];
    read(&mut readings, reader, &mut |_| ControlFlow::Continue(()))?;
    let cited =
        ranked.iter().map(|one| CitedPassage { passage: &document.passages[one.ranked.passage as usize], best: None });
    let pages = cited_pages(&prepared.query, &scope, cited);
    let row = |(one, page): (&RankedText<'_>, u32)| {
        let score = one.ranked.score;
        let before = order.iter().position(|number| *number == one.ranked.passage).map_or(0.0, |at| first[at]);
        json!([
            one.ranked.passage,
            page,
            score.lexical,
            score.dense,
            score.numeric,
            before,
            score.cross.map(|cross| cross.rank)
        ])
    };
    Ok(ranked.iter().zip(pages).map(row).collect())
}
