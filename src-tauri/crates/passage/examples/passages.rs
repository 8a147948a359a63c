//! Prints the passages of PDFs, as text to read or with `--json` as one object a line.
//!
//! `cargo run -p pincite-passage --example passages -- [--json] [--tokens 256] [--language de] FILE…`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this example does")]

use pincite_language::Language;
use pincite_passage::{Passage, Splitting, split_in};
use pincite_pdf::{Document, Reader};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// About as many tokens as an encoder's vocabulary of word pieces makes of a text.
fn count_tokens(text: &str) -> usize {
    let word = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters.div_ceil(7)
            + word.chars().filter(|c| c.is_numeric()).count().div_ceil(3)
            + word.chars().filter(|c| !c.is_alphanumeric()).count()
    };
    2 + text.split_whitespace().map(word).sum::<usize>()
}

fn option<'a>(arguments: &'a [String], name: &str) -> Option<&'a String> {
    let at = arguments.iter().position(|argument| argument == name);
    at.and_then(|at| arguments.get(at + 1))
}

fn print(path: &str, passage: &Passage, as_json: bool) {
    let mut pages: Vec<u32> = passage.spans.iter().map(|span| span.page).collect();
    pages.dedup();
    if as_json {
        println!("{}", serde_json::json!({ "pdf": path, "pages": pages, "passage": passage }));
    } else {
        let clause = passage.clause.as_deref().unwrap_or("–");
        let path = passage.headings.join(" › ");
        println!(
            "── {} {:?} pages {pages:?}, {} tokens, {clause} [{path}]",
            passage.ordinal,
            passage.kind,
            count_tokens(&passage.text)
        );
        println!("{}\n", passage.text);
    }
}

fn passages_of(document: &Document, splitting: Splitting, language: Language) -> Vec<Passage> {
    let start = Instant::now();
    let passages = split_in(&document.contents, &document.pages, splitting, language, &count_tokens);
    eprintln!(
        "{} pages, {} passages, {:.1} ms",
        document.pages.len(),
        passages.len(),
        start.elapsed().as_secs_f64() * 1e3
    );
    passages
}

#[tokio::main]
async fn main() -> Result<(), pincite_pdf::Error> {
    pincite_pdf::serve_if_asked();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let max_tokens = option(&arguments, "--tokens").and_then(|tokens| tokens.parse().ok()).unwrap_or(256);
    let splitting = Splitting { max_tokens };
    let language = option(&arguments, "--language").and_then(|code| Language::of_code(code)).unwrap_or_default();
    let reader = Reader::of_this_program()?;
    for path in arguments.iter().filter(|argument| argument.to_lowercase().ends_with(".pdf")) {
        let document = reader.read(Path::new(path), None, |_, _| ControlFlow::Continue(())).await?;
        for passage in passages_of(&document, splitting, language) {
            print(path, &passage, arguments.iter().any(|argument| argument == "--json"));
        }
    }
    Ok(())
}
