//! Trains an encoder on a file of pairs for one epoch and writes it down, holding nothing out: what other trainers do, for
//! comparison with them (`tests/peers/train_end_to_end.py` runs it).
//!
//! `train <model folder> <pairs.jsonl> <folder to write>`; prints the loss of each step. Adapting a collection is another
//! thing: `pincite tune` also judges what came of it.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

use pincite_models::{Batch, Memory, Rates, Side, Trainee, runtime, write_tuned};
use pincite_search::{Segment, Vectors};
use pincite_tune::{Corpus, DocumentText, Mixing, Pair, PairLine, Schedule, Settings, plan, read_pairs};

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
    let words = || Segment::new([""; 0], Vectors::default());
    let document = |(name, passages): (&&str, &Vec<String>)| DocumentText::new(*name, passages.clone(), words());
    (Corpus { documents: documents.iter().map(document).collect() }, pairs)
}

/// Token ids of each pair's question and passage.
struct Tokenised {
    questions: Vec<Vec<u32>>,
    passages: Vec<Vec<u32>>,
}

impl Tokenised {
    fn new(trainee: &Trainee, lines: &[PairLine]) -> Result<Self, pincite_models::Error> {
        let ids =
            |text: fn(&PairLine) -> &str, side| trainee.token_ids(&lines.iter().map(text).collect::<Vec<_>>(), side);
        let questions = ids(|line| &line.question, Side::Question)?;
        Ok(Self { questions, passages: ids(|line| &line.passage, Side::Passage)? })
    }

    fn batch(&self, chosen: &[usize]) -> Batch<'_> {
        let size = chosen.len();
        Batch {
            questions: chosen.iter().map(|pair| self.questions[*pair].as_slice()).collect(),
            passages: chosen.iter().map(|pair| self.passages[*pair].as_slice()).collect(),
            positives: (0..size * size).map(|at| if at / size == at % size { 1.0 } else { 0.0 }).collect(),
            bias: vec![0.0; size * size],
            ..Batch::default()
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let [model, file, to] = arguments.as_slice() else { return Err("usage: see the head of this example".into()) };
    runtime::start(&runtime::candidates(&PathBuf::from(std::env::var_os("PINCITE_HOME").unwrap_or_default())))?;
    let lines = read_pairs(file)?;
    let mut trainee = Trainee::open(model, false, Memory::default())?;
    let (corpus, pairs) = corpus(&lines);
    let tokenised = Tokenised::new(&trainee, &lines)?;
    let Settings { batch, learning_rate, warm_up, weight_decay, max_norm, seed, .. } = Settings::default();
    let batches = plan(&pairs, &corpus, batch, Mixing::OneDocument, seed, 0).batches;
    let schedule = Schedule { peak: learning_rate, warm_up, steps: batches.len() };
    for (step, chosen) in batches.iter().enumerate() {
        let rates = Rates { learning_rate: schedule.rate(step), weight_decay, max_norm };
        println!("{}", trainee.step(&tokenised.batch(chosen), &rates)?.loss);
    }
    write_tuned(to, model, &trainee.snapshot()?.without_moments(), 1.0)?;
    Ok(())
}
