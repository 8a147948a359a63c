//! The cross-encoder reads the first passages together with the question. The model has random weights, so only the
//! mechanics are tested here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::answers::{AGREEMENT, Shelf};
use pincite_models::{CrossEncoder, Device, runtime};
use pincite_search::{CollectionIndex, Mode, Reranker, SearchModels, SearchRequest, SearchResult, search};
use std::path::{Path, PathBuf};

const QUESTION: &str = "Which fee, clause or notice is due?";
/// A phrase whose passage the model with random weights does not take for an answer.
const PHRASE: &str = "“first refusal”";

fn cross_encoder() -> CrossEncoder {
    let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
    runtime::start(&runtime::candidates(&home)).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/cross/tiny-one-label");
    CrossEncoder::open(&folder, Device::Cpu).unwrap()
}

async fn ask(shelf: &Shelf, reranker: Option<Reranker<'_>>, mode: Mode) -> SearchResult {
    ask_for(QUESTION, shelf, reranker, mode).await
}

async fn ask_for(text: &str, shelf: &Shelf, reranker: Option<Reranker<'_>>, mode: Mode) -> SearchResult {
    let index = CollectionIndex::load(&shelf.library, shelf.collection).await.unwrap();
    let request = SearchRequest { text, content: None, k: 5, mode };
    search(&index, &shelf.library, SearchModels { encoder: None, reranker }, &request).await.unwrap()
}

async fn shelf() -> Shelf {
    let shelf = Shelf::new().await;
    shelf.add("Services Agreement.pdf", 1, &AGREEMENT, false).await;
    shelf
}

#[tokio::test]
async fn every_passage_that_was_read_has_a_probability() {
    let (shelf, model) = (shelf().await, cross_encoder());
    let found = ask(&shelf, Some(Reranker { model: &model, depth: 50 }), Mode::Hybrid).await;
    assert_eq!(found.hits.len(), 3, "nothing is lost");
    assert!(
        found.hits.windows(2).all(|pair| pair[0].score.total >= pair[1].score.total),
        "in the order of their scores"
    );
    for hit in &found.hits {
        let expected = hit.score.cross.map(|score| 1.0 / (1.0 + (-score).exp()));
        assert_eq!(hit.probability, expected, "a model without calibration is taken at its word");
        assert!(hit.probability.is_some(), "all were read");
    }
    let best = found.hits.iter().filter_map(|hit| hit.probability).fold(0.0, f32::max);
    assert_eq!(found.answered, Some(best >= 0.5), "the best one decides");
}

#[tokio::test]
async fn passages_beyond_the_depth_stay_behind_and_unread() {
    let (shelf, model) = (shelf().await, cross_encoder());
    let first = ask(&shelf, None, Mode::Hybrid).await.hits;
    let found = ask(&shelf, Some(Reranker { model: &model, depth: 1 }), Mode::Hybrid).await;
    let ids = |hits: &[pincite_search::Hit]| hits.iter().map(|hit| hit.id).collect::<Vec<_>>();
    assert_eq!(ids(&found.hits), ids(&first), "one passage cannot change its place");
    let read: Vec<bool> = found.hits.iter().map(|hit| hit.probability.is_some()).collect();
    assert_eq!(read, [true, false, false]);
}

#[tokio::test]
async fn only_the_hybrid_mode_is_reranked() {
    let (shelf, model) = (shelf().await, cross_encoder());
    let lexical = ask(&shelf, Some(Reranker { model: &model, depth: 50 }), Mode::Lexical).await;
    assert!(lexical.hits.iter().all(|hit| hit.probability.is_none()), "whoever asks for words gets their order");
    let without = ask(&shelf, None, Mode::Hybrid).await;
    assert_eq!((without.answered, lexical.answered), (None, None), "nobody can say whether it is answered");
}

#[tokio::test]
async fn a_phrase_that_is_there_is_an_answer() {
    let (shelf, model) = (shelf().await, cross_encoder());
    let found = ask_for(PHRASE, &shelf, Some(Reranker { model: &model, depth: 50 }), Mode::Hybrid).await;
    let best = found.hits[0].probability.unwrap();
    assert!(best < 0.5, "else this proves nothing: {best}");
    assert_eq!(found.answered, Some(true));
}
