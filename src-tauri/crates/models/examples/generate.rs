//! Generates texts on demand, for comparison with other programs (`tests/peers/generation_speed.py` drives it).
//!
//! `generate <model folder> <texts.json> [cpu|gpu]`; each line read is a `Decoding` in JSON, with which all texts are
//! continued. Printed is, in JSON, the seconds it took, the most memory the process has held, in MiB, and the tokens.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::error::Error;
use std::io::stdin;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use pincite_models::{Device, Generator, runtime};

/// The most memory this process has held, as Linux counts it.
fn peak_mebibytes() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, texts, rest @ ..] = arguments.as_slice() else {
        return Err("usage: see the head of this example".into());
    };
    runtime::start(&runtime::candidates(&PathBuf::from(std::env::var_os("PINCITE_HOME").unwrap_or_default())))?;
    let gpu = rest.first().is_some_and(|device| device == "gpu");
    let generator = Generator::open(Path::new(model), if gpu { Device::Gpu } else { Device::Cpu })?;
    let texts: Vec<String> = serde_json::from_slice(&std::fs::read(texts)?)?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for line in stdin().lines() {
        let decoding = serde_json::from_str(&line?)?;
        let start = Instant::now();
        let generated = generator.generate(&texts, &decoding, &mut |_| ControlFlow::Continue(()))?;
        let seconds = start.elapsed().as_secs_f64();
        let tokens: Vec<Vec<_>> =
            generated.into_iter().map(|list| list.into_iter().map(|one| one.tokens).collect()).collect();
        println!("{}", serde_json::json!({ "seconds": seconds, "peak_mib": peak_mebibytes()?, "tokens": tokens }));
    }
    Ok(())
}
