//! Embeds texts on demand, for comparison with other programs (`tests/peers/embed_speed.py` drives it).
//!
//! `embed <model folder> <texts.json>`; for each line read, the word `passages` embeds all texts and prints the seconds it
//! took, and `question` embeds one question and prints the seconds.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::error::Error;
use std::io::stdin;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use pincite_models::{Device, Encode, Encoder, Side, runtime};

const QUESTION: &str = "How many days' notice must be given to terminate the agreement?";

fn main() -> Result<(), Box<dyn Error>> {
    let [model, texts] = <[_; 2]>::try_from(std::env::args().skip(1).map(PathBuf::from).collect::<Vec<_>>())
        .map_err(|_| "usage: embed <model folder> <texts.json>")?;
    runtime::start(&runtime::candidates(&PathBuf::from(std::env::var_os("PINCITE_HOME").unwrap_or_default())))?;
    let encoder = Encoder::open(&model, Device::Cpu)?;
    let texts: Vec<String> = serde_json::from_slice(&std::fs::read(texts)?)?;
    let passages: Vec<&str> = texts.iter().map(String::as_str).collect();
    for line in stdin().lines() {
        let (texts, side) = match line?.trim() {
            "question" => (&[QUESTION][..], Side::Question),
            _ => (&passages[..], Side::Passage),
        };
        let start = Instant::now();
        encoder.embed(texts, side, &mut |_| ControlFlow::Continue(()))?;
        println!("{}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
