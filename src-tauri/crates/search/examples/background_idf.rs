//! Counts the passages that contain each term, and prints the table of background IDF.
//!
//! `background_idf < pairs.jsonl > src/score/background_idf.tsv` (in the crate's folder), each line a JSON object with a `passage`. Terms in
//! fewer than five passages are left out: terms outside the table have the greatest value.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::stdin;

use pincite_language::Language;
use pincite_search::{ANALYSIS_VERSION, analyse};
use serde::Deserialize;

/// Fewest passages of a term.
const FEWEST: usize = 5;

#[derive(Deserialize)]
struct Line {
    passage: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut passages = BTreeSet::new();
    let mut holding = BTreeMap::<String, usize>::new();
    for line in stdin().lines() {
        let Line { passage } = serde_json::from_str(&line?)?;
        if !passages.contains(&passage) {
            let terms: BTreeSet<String> = analyse(&passage, Language::English).into_iter().collect();
            terms.into_iter().for_each(|term| *holding.entry(term).or_default() += 1);
            passages.insert(passage);
        }
    }
    println!("analysis\t{ANALYSIS_VERSION}\npassages\t{}", passages.len());
    holding.iter().filter(|(_, count)| **count >= FEWEST).for_each(|(term, count)| println!("{term}\t{count}"));
    Ok(())
}
