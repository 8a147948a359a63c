//! Recognises page pictures on demand, for comparison with other programs (`tests/peers/ocr.py` drives it).
//!
//! `recognise <model folder>` reads the path of a PNG file per line and prints, as JSON, its lines of words with boxes
//! and the seconds it took.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use pincite_models::{Stop, runtime};
use pincite_ocr::{Picture, RecognisedLine, Recogniser};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    pincite_models::set_environment();
    let model = std::env::args().nth(1).map(PathBuf::from).ok_or("usage: recognise <model folder>")?;
    runtime::start(&runtime::candidates(&PathBuf::from(std::env::var_os("PINCITE_HOME").unwrap_or_default())))?;
    let recogniser = Recogniser::open(&model, std::thread::available_parallelism()?.get())?;
    let stop = Stop::new()?;
    for path in std::io::stdin().lines() {
        let start = Instant::now();
        let picture = Picture::from_png(&std::fs::read(path?.trim())?)?;
        let page = recogniser.recognise(&picture, &stop)?;
        let lines: Vec<_> = page.lines.iter().map(line).collect();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{}",
            serde_json::json!({ "lines": lines, "tilt": page.tilt.angle, "confidence": page.confidence(), "seconds": seconds })
        );
    }
    Ok(())
}

fn line(line: &RecognisedLine) -> serde_json::Value {
    let words = line.words.iter().map(|word| serde_json::json!([word.text, word.left, word.right, word.confidence]));
    serde_json::json!({ "size": line.size, "baseline": line.baseline, "words": words.collect::<Vec<_>>() })
}
