//! Trains an encoder on a file of pairs for one epoch and writes what it learned, holding nothing out: what other trainers do, for
//! comparison with them (`tests/peers/train_end_to_end.py` runs it). It prints the loss of each step.

use crate::arguments::TrainEncoder;
use pincite_adapt::{Corpus, DocumentText, Pair, PairLine, Settings, plan, read_pairs};
use pincite_engine::Home;
use pincite_lab::Result;
use pincite_lab::losses::{Examples, LabelledBatch, Loss, Tokenised, rates};
use pincite_language::Language;
use pincite_models::{Batch, Memory, Trainee, runtime, write_tuned};
use pincite_search::{DocumentIndex, Vectors, terms_of};
use std::collections::BTreeMap;
use std::io::Write;

/// Trains and writes the weights.
pub(crate) fn run(home: &Home, given: &TrainEncoder) -> Result<()> {
    runtime::start(&runtime::candidates(home.folder()))?;
    let lines = read_pairs(&given.pairs)?;
    let mut trainee = Trainee::open(&given.model, false, Memory::default())?;
    let (corpus, pairs) = corpus(&lines);
    let usual = Settings::default();
    let settings = Settings { learning_rate: given.learning_rate.unwrap_or(usual.learning_rate), ..usual };
    let tokenised = Tokenised::new(&trainee, &corpus, &pairs)?;
    let examples = Examples { corpus: &corpus, pairs: &pairs, labels: &[], loss: Loss::DlDpr, epoch: 0 };
    let batches = plan(&pairs, &corpus, &settings, 0).batches;
    let mut output = std::io::stdout().lock();
    for (step, chosen) in batches.iter().enumerate() {
        let LabelledBatch { questions, passages, positives, bias, .. } = tokenised.batch(&examples, chosen);
        let rates = rates(&settings, &pairs, chosen, step, batches.len());
        let stepped = trainee.step(&Batch { questions, passages, positives, bias }, &rates)?;
        writeln!(output, "{}", stepped.loss)?;
    }
    write_tuned(&given.to, &given.model, &trainee.snapshot()?.without_moments(), 1.0)?;
    Ok(())
}

/// The documents that the lines name, with the passages they quote, and the pairs in them.
fn corpus(lines: &[PairLine]) -> (Corpus, Vec<Pair>) {
    let mut documents: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut places = Vec::new();
    for line in lines {
        let name = line.document.as_deref().unwrap_or_default();
        let passages = documents.entry(name).or_default();
        let place = passages.iter().position(|passage| *passage == line.passage).unwrap_or(passages.len());
        if place == passages.len() {
            passages.push(line.passage.clone());
        }
        places.push((name, place));
    }
    let number = |name: &str| documents.keys().position(|known| *known == name).unwrap_or_default();
    let pair = |(line, (name, place)): (&PairLine, &(&str, usize))| Pair {
        question: line.question.clone(),
        document: number(name),
        passages: vec![*place],
    };
    let pairs = lines.iter().zip(&places).map(pair).collect();
    let words = |passages: &[String]| {
        DocumentIndex::new(passages.iter().map(|text| terms_of(text, &[], Language::English)), Vectors::default())
    };
    let texts = documents.iter().map(|(name, passages)| DocumentText::new(*name, passages.clone(), words(passages)));
    (Corpus { documents: texts.collect() }, pairs)
}
