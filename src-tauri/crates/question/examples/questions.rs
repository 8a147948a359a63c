//! Asks keyword questions about passages, sifts them by words, and tells what became of passages and questions.
//!
//! `cargo run -p pincite-passage --example passages -- --json FILE… | cargo run -p pincite-question --example questions -- \
//! [--count 3] [--seed 1] [--show skipped|questions] [--sample 50]`
#![allow(clippy::print_stdout, reason = "printing is what this example does")]

use pincite_passage::Passage;
use pincite_question::{Filter, Frequencies, Keywords, Known, Origin, Sieve, Sifted, Tally, Written, skip};
use pincite_search::{DocumentIndex, Mode, Vectors, Weights, passage_terms};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::convert::Infallible;

#[derive(Deserialize)]
struct Line {
    pdf: String,
    passage: Passage,
}

struct Options {
    count: usize,
    seed: u64,
}

/// Passages by document, in the order of the input.
fn documents() -> serde_json::Result<Vec<Vec<Passage>>> {
    let mut documents: BTreeMap<String, Vec<Passage>> = BTreeMap::new();
    for line in serde_json::Deserializer::from_reader(std::io::stdin().lock()).into_iter::<Line>() {
        let line = line?;
        documents.entry(line.pdf).or_default().push(line.passage);
    }
    Ok(documents.into_values().collect())
}

/// The questions of each passage of a document that is asked about.
fn asked<'a>(passages: &'a [Passage], options: &Options) -> Vec<(&'a str, Vec<Sifted>)> {
    let keywords = Keywords::new(Frequencies::of(passages.iter().map(|passage| &passage.text)));
    let worth = passages.iter().filter(|passage| skip(&passage.text).is_none());
    let ask = |passage: &'a Passage| Written {
        passage: passage.ordinal,
        text: &passage.text,
        questions: keywords.ask(&passage.text, options.count, options.seed),
    };
    let written: Vec<Written<'a>> = worth.map(ask).collect();
    let segment = DocumentIndex::new(passages.iter().map(passage_terms), Vectors::default());
    let (weights, filter) = (Weights::default(), Filter::default());
    let sieve =
        Sieve { segment: &segment, mode: Mode::Lexical, weights: &weights, origin: Origin::Keywords, filter: &filter };
    let Ok(sifted) = sieve.sift(&written, &mut Known::default(), |_| Ok::<_, Infallible>(None));
    written.iter().map(|it| it.text).zip(sifted).collect()
}

fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

fn number(name: &str, otherwise: usize) -> usize {
    option(name).and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

fn main() -> serde_json::Result<()> {
    let options = Options { count: number("--count", 3), seed: number("--seed", 1) as u64 };
    let documents = documents()?;
    let all: Vec<(&str, Vec<Sifted>)> = documents.iter().flat_map(|passages| asked(passages, &options)).collect();
    let mut tally = Tally::of(all.iter().flat_map(|(_, sifted)| sifted));
    let reasons = documents.iter().flatten().filter_map(|passage| Some((passage, skip(&passage.text)?)));
    let skipped: Vec<(&Passage, pincite_question::Skip)> = reasons.collect();
    skipped.iter().for_each(|(_, reason)| tally.skip(*reason));
    println!("{} passages; {}", documents.iter().flatten().count(), serde_json::to_string(&tally)?);
    let ranks: Vec<usize> = all.iter().flat_map(|(_, sifted)| sifted).filter_map(|question| question.rank).collect();
    for k in [1, 2, 3, 5, 10, 20, 50] {
        let within = ranks.iter().filter(|rank| **rank <= k).count();
        println!("found in the first {k}: {:.1} % of those asked", 100.0 * within as f64 / tally.asked.max(1) as f64);
    }
    show(&all, &skipped, &options);
    Ok(())
}

/// A sample to look at.
fn show(all: &[(&str, Vec<Sifted>)], skipped: &[(&Passage, pincite_question::Skip)], options: &Options) {
    let mut random = rand_pcg::Pcg64::seed_from_u64(options.seed);
    let (sample, what) = (number("--sample", 50), option("--show").unwrap_or_default());
    if what == "skipped" {
        for (passage, reason) in skipped.sample(&mut random, sample) {
            println!("\n── {} [{}]\n{}", reason.code(), passage.headings.join(" › "), passage.text);
        }
    }
    if what == "questions" {
        for (text, sifted) in all.sample(&mut random, sample) {
            println!("\n── {text}");
            for question in sifted {
                println!("   {:?} {:?} {}", question.rank, question.rejected.map(|it| it.code()), question.text);
            }
        }
    }
}
