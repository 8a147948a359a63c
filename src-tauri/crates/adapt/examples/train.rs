//! Trains an encoder on a file of pairs for one epoch and writes it down, holding nothing out: what other trainers do, for
//! comparison with them (`tests/peers/train_end_to_end.py` runs it).
//!
//! `train <model folder> <pairs.jsonl> <folder to write> [learning rate]`; prints the loss of each step. Adapting a
//! collection is another thing: `pincite tune` also judges what came of it.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;

use pincite_adapt::{Corpus, DocumentText, Pair, PairLine, Progress, Settings, learn, read_pairs};
use pincite_models::{Memory, Trainee, runtime, write_tuned};
use pincite_search::{DocumentIndex, Vectors, terms_of};

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
    let words =
        |passages: &[String]| DocumentIndex::new(passages.iter().map(|text| terms_of(text, &[])), Vectors::default());
    let texts = documents.iter().map(|(name, passages)| DocumentText::new(*name, passages.clone(), words(passages)));
    (Corpus { documents: texts.collect() }, pairs)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, file, to, rate @ ..] = arguments.as_slice() else {
        return Err("usage: see the head of this example".into());
    };
    let [model, file, to] = [model, file, to].map(PathBuf::from);
    runtime::start(&runtime::candidates(&PathBuf::from(std::env::var_os("PINCITE_HOME").unwrap_or_default())))?;
    let lines = read_pairs(&file)?;
    let mut trainee = Trainee::open(&model, false, Memory::default())?;
    let (corpus, pairs) = corpus(&lines);
    let mut settings = Settings::default();
    if let [rate] = rate {
        settings.learning_rate = rate.parse()?;
    }
    let on_progress = &mut |progress| {
        if let Progress::Step(step) = progress {
            println!("{}", step.loss);
        }
        ControlFlow::Continue(())
    };
    learn(&mut trainee, &corpus, &pairs, &settings, on_progress)?;
    write_tuned(&to, &model, &trainee.snapshot()?.without_moments(), 1.0)?;
    Ok(())
}
