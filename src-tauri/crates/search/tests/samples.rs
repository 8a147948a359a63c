//! The sample questions, asked of the sample documents by words only: a change of any ranking shows in the snapshot. Not
//! for judging the rankings (`pincite eval`).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use pincite_language::Language;
use pincite_library::{CollectionId, Library, NewPassage, PageMeta, TestDocument};
use pincite_passage::{Passage, Splitting, split};
use pincite_pdf::{Document, Limits, Page, Reader};
use pincite_search::{CollectionIndex, Gather, Mode, SearchModels, SearchRequest, passage_terms, search};
use serde::Deserialize;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const SPLITTING: Splitting = Splitting { max_tokens: 256 };
const HITS: usize = 3;

#[derive(Deserialize)]
struct Question {
    id: String,
    question: String,
}

fn asset(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(name)
}

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Reads, splits and stores a document as the product does.
async fn add(library: &Library, collection: CollectionId, number: u8, name: &str) {
    let path = asset(name);
    let reader = Reader::new(env!("CARGO_BIN_EXE_pincite-search-reader").into(), Limits::default());
    let read = reader.read(&path, None, |_, _| ControlFlow::Continue(())).await;
    let Document { contents, pages } = read.unwrap();
    let with_terms = |passage: Passage| NewPassage { terms: passage_terms(&passage, Language::English), passage };
    let passages = split(&contents, &pages, SPLITTING, &count_words).into_iter().map(with_terms).collect::<Vec<_>>();
    let mut document = TestDocument::new(path, number, passages);
    let page = |page: &Page| {
        let label = contents.label_of(page);
        PageMeta { label, width: page.width, height: page.height, problem: None }
    };
    document.pages = pages.iter().map(page).collect();
    document.store(library, collection).await.unwrap();
}

/// The first hits of each question: document, page and clause.
async fn rankings(library: &Library, collection: CollectionId) -> String {
    let index = CollectionIndex::load(library, collection).await.unwrap();
    let mut said = String::new();
    for line in std::fs::read_to_string(asset("questions.jsonl")).unwrap().lines() {
        let Question { id, question } = serde_json::from_str(line).unwrap();
        let request =
            SearchRequest { text: &question, contents: &[], k: HITS, mode: Mode::Lexical, gather: Gather::Best };
        writeln!(said, "{id}: {question}").unwrap();
        for hit in search(&index, library, SearchModels::default(), &request).await.unwrap().hits {
            let clause = hit.clause.as_deref().unwrap_or("no clause");
            writeln!(said, "    {}, page {}, {clause}", hit.document_name, hit.page + 1).unwrap();
        }
    }
    said
}

#[tokio::test]
async fn the_samples_are_ranked_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).await.unwrap();
    let collection = library.create_collection("Samples").await.unwrap().id;
    for (number, name) in (0..).zip(["annual-report.pdf", "awkward.pdf", "services-agreement.pdf"]) {
        add(&library, collection, number, name).await;
    }
    insta::assert_snapshot!("rankings_of_the_samples", rankings(&library, collection).await);
}
