//! Scores pairs on demand, for comparison with other programs (`tests/peers/rerank_speed.py` drives it).
//!
//! `rerank <model folder> <pairs.json>`, where the file has a question and its passages. For each line read, the word
//! `scores` prints the scores, and any other word prints the seconds that scoring took.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::error::Error;
use std::io::stdin;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use pincite_models::{CrossEncoder, Device, runtime};

#[derive(serde::Deserialize)]
struct Pairs {
    question: String,
    passages: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let [model, pairs] = <[_; 2]>::try_from(std::env::args().skip(1).map(PathBuf::from).collect::<Vec<_>>())
        .map_err(|_| "usage: rerank <model folder> <pairs.json>")?;
    runtime::start(&runtime::candidates(&PathBuf::from(std::env::var_os("PINCITE_HOME").unwrap_or_default())))?;
    let model = CrossEncoder::open(&model, Device::Cpu)?;
    let Pairs { question, passages } = serde_json::from_slice(&std::fs::read(pairs)?)?;
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    for line in stdin().lines() {
        let start = Instant::now();
        let scores = model.score(&question, &passages, &mut |_| ControlFlow::Continue(()))?;
        match line?.trim() {
            "scores" => {
                let ranks: Vec<f32> = scores.iter().map(|score| score.rank).collect();
                println!("{}", serde_json::to_string(&ranks)?);
            }
            _ => println!("{}", start.elapsed().as_secs_f64()),
        }
    }
    Ok(())
}
