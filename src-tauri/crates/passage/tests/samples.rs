//! The sample documents of the repository, read and split as the product does it.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use pincite_passage::{Kind, Passage, Splitting, split};
use pincite_pdf::{Document, Limits, Reader};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const SPLITTING: Splitting = Splitting { max_tokens: 256 };

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets")
}

fn count_words(text: &str) -> usize {
    2 + text.split_whitespace().count()
}

/// Letters and digits in lower case, what the measure of answers compares.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

async fn read(name: &str) -> (Document, Vec<Passage>) {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_pincite-passage-reader"));
    let read = Reader::new(program, Limits::default())
        .read(&assets().join(name), None, |_, _| ControlFlow::Continue(()))
        .await;
    let document = read.unwrap_or_else(|error| panic!("{name}: {error}"));
    let passages = split(&document.contents, &document.pages, SPLITTING, &count_words);
    (document, passages)
}

/// Whether a passage holds an answer, as the protocol of `pincite eval pdf` has it: a common run of 60 letters and digits,
/// or all of a shorter one.
fn shares_run(passage: &str, answer: &str) -> bool {
    let passage = plain(passage);
    let answer = plain(answer);
    let answer: Vec<char> = answer.chars().collect();
    let length = answer.len().min(60);
    answer.windows(length).any(|run| passage.contains(&run.iter().collect::<String>()))
}

/// Each answer stands in a passage that knows its page.
fn answers_stand_in_passages(name: &str, passages: &[Passage]) {
    let questions =
        std::fs::read_to_string(assets().join("questions.jsonl")).expect("the questions are in the repository");
    for line in questions.lines() {
        let question: serde_json::Value = serde_json::from_str(line).expect("a question a line");
        let evidence = question["evidence"].as_array().expect("a list");
        for answer in evidence.iter().filter(|_| question["pdf"] == name) {
            let text = answer["text"].as_str().expect("words");
            let pages: HashSet<u64> =
                answer["pages0"].as_array().expect("pages").iter().filter_map(|page| page.as_u64()).collect();
            let holds = |passage: &&Passage| {
                shares_run(&passage.text, text)
                    && passage.spans.iter().any(|span| pages.contains(&u64::from(span.page)))
            };
            assert!(passages.iter().any(|passage| holds(&passage)), "{name}: no passage of its page holds {text:?}");
        }
    }
}

fn no_word_is_lost(name: &str, document: &Document, passages: &[Passage]) {
    let place = |page: u32, x: f32, y: f32| (page, x.to_bits(), y.to_bits());
    let spans = passages.iter().flat_map(|passage| &passage.spans);
    let seen: HashSet<_> = spans.map(|span| place(span.page, span.rect.x0, span.rect.y0)).collect();
    for page in &document.pages {
        let body =
            page.lines.iter().filter(|line| matches!(line.role, pincite_pdf::Role::Body | pincite_pdf::Role::TableRow));
        for word in body.flat_map(|line| &page.words[line.start as usize..line.end as usize]) {
            let is_word = word.text.chars().any(char::is_alphanumeric);
            assert!(
                !is_word || seen.contains(&place(page.index, word.rect.x0, word.rect.y0)),
                "{name}: lost {:?}",
                word.text
            );
        }
    }
}

/// The passage that holds some words.
fn with<'p>(passages: &'p [Passage], words: &str) -> &'p Passage {
    passages.iter().find(|passage| passage.text.contains(words)).unwrap_or_else(|| panic!("no passage holds {words:?}"))
}

#[tokio::test]
async fn an_agreement_keeps_its_words_answers_and_clauses() {
    let (document, passages) = read("services-agreement.pdf").await;
    no_word_is_lost("services-agreement.pdf", &document, &passages);
    answers_stand_in_passages("services-agreement.pdf", &passages);
    let governing = with(&passages, "exclusive jurisdiction");
    assert!(governing.headings.iter().any(|heading| heading == "24. GENERAL"), "{:?}", governing.headings);
    let audit = with(&passages, "seven years after the end of the Contract Year");
    assert!(
        audit.clause.as_deref().is_some_and(|clause| clause.starts_with("9.") || clause.starts_with("10")),
        "{:?}",
        audit.clause
    );
    let clauses: HashSet<_> = passages.iter().filter_map(|passage| passage.clause.as_deref()).collect();
    assert!(clauses.len() > 30, "most passages of an agreement know their clause: {}", clauses.len());
}

#[tokio::test]
async fn a_report_keeps_its_words_answers_and_tables() {
    let (document, passages) = read("annual-report.pdf").await;
    no_word_is_lost("annual-report.pdf", &document, &passages);
    answers_stand_in_passages("annual-report.pdf", &passages);
    let tables = passages.iter().filter(|passage| passage.kind == Kind::Table).count();
    assert!(tables >= 12, "the report has tables too long to flow with the text: {tables}");
    let sheet = with(&passages, "Inventories 164.9 158.2");
    assert!(sheet.text.contains("2026 2025"), "a row of figures stands with the years above it: {}", sheet.text);
}

#[tokio::test]
async fn an_awkward_file_keeps_its_words_and_answers() {
    let (document, passages) = read("awkward.pdf").await;
    no_word_is_lost("awkward.pdf", &document, &passages);
    answers_stand_in_passages("awkward.pdf", &passages);
    assert!(
        passages.iter().all(|passage| !passage.text.contains("PRINTER'S MARK")),
        "what is cropped away is not text"
    );
}
