//! Makes training steps on demand, for comparison with other programs (`tests/peers/train_speed.py` drives it).
//!
//! Usage: `train_step <model folder> <questions> <question tokens> <passage tokens> [cpu|gpu]`. It reads commands line
//! by line. `step` makes a step and prints seconds and loss; `step 200` uses passages of 200 tokens. `memory` prints
//! the peak memory of the process in MiB.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::error::Error;
use std::io::stdin;
use std::path::{Path, PathBuf};
use std::time::Instant;

use pincite_models::{Batch, Memory, Rates, Trainee, runtime};

/// Token ids without meaning, the same in every program that is compared.
fn texts(count: usize, tokens: usize) -> Vec<Vec<u32>> {
    let id = |row: usize, column: usize| (1000 + (row * 7919 + column * 104_729) % 28_000) as u32;
    (0..count).map(|row| (0..tokens).map(|column| id(row, column)).collect()).collect()
}

/// The most memory this process has held, as Linux counts it.
fn peak_mebibytes() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, sizes @ ..] = arguments.as_slice() else { return Err("usage: see the head of this example".into()) };
    let sizes: Vec<usize> = sizes.iter().take(3).map(|size| size.parse()).collect::<Result<_, _>>()?;
    let [pairs, question_tokens, passage_tokens] = sizes[..] else { return Err("three sizes are needed".into()) };
    runtime::start(&runtime::candidates(&PathBuf::from(std::env::var_os("PINCITE_HOME").unwrap_or_default())))?;
    let gpu = arguments.last().is_some_and(|last| last == "gpu");
    let mut trainee = Trainee::open(Path::new(model), gpu, Memory::default())?;
    let questions = texts(pairs, question_tokens);
    let rates = Rates { learning_rate: 2e-5, weight_decay: 0.01, max_norm: 1.0 };
    for line in stdin().lines() {
        let line = line?;
        if line.trim() == "memory" {
            println!("{}", peak_mebibytes()?);
            continue;
        }
        let tokens = line.split_whitespace().nth(1).map_or(Ok(passage_tokens), str::parse)?;
        let passages = texts(pairs, tokens);
        let batch = Batch {
            questions: questions.iter().map(Vec::as_slice).collect(),
            passages: passages.iter().map(Vec::as_slice).collect(),
            positives: (0..pairs * pairs).map(|at| if at / pairs == at % pairs { 1.0 } else { 0.0 }).collect(),
            bias: vec![0.0; pairs * pairs],
        };
        let start = Instant::now();
        let stepped = trainee.step(&batch, &rates)?;
        println!("{} {}", start.elapsed().as_secs_f64(), stepped.loss);
    }
    Ok(())
}
