//! The cross-encoder reads the first passages together with the question. The model has random weights, so only the
//! mechanics are tested here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::answers::{AGREEMENT, Shelf};
use pincite_api::Match;
use pincite_library::{ContentId, DocumentId};
use pincite_models::{CrossEncoder, Device, runtime};
use pincite_search::{
    CollectionIndex, CollectionQuestion, Gather, JOINT_FEATURES, JointRanker, JudgedDocument, Mode, Note,
    PreparedQuestion, Presence, PresenceModel, Reranker, Search, SearchModels, SearchRequest, SearchResult, Wanted,
    read_stages, search,
};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const QUESTION: &str = "Which fee, clause or notice is due?";
/// A phrase whose passage the model with random weights does not take for an answer.
const PHRASE: &str = "“first refusal”";
/// A question that the model with random weights takes the last passage for an answer to, and no other.
const ANSWERED: &str = "month fee notice clause refusal";

/// The best passage decides alone: from a probability of a half on it answers.
const PRESENCE: &str = r#"{ "weights": [5, 0, 0, 0, 0, 0], "bias": 0, "found": 0.5, "not_found": 0.5 }"#;

/// A cross-encoder with random weights, the joint ranker, and a model of presence.
pub(crate) struct Models {
    model: CrossEncoder,
    joint: JointRanker,
    presence: PresenceModel,
}

impl Models {
    pub(crate) fn open() -> Self {
        let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/cross/tiny-one-label");
        let presence = PresenceModel::from_json(PRESENCE).unwrap();
        Self {
            model: CrossEncoder::open(&folder, Device::Cpu).unwrap(),
            joint: JointRanker::shipped().unwrap(),
            presence,
        }
    }

    pub(crate) fn reader(&self, depth: usize) -> Reranker<'_> {
        Reranker { model: &self.model, joint: &self.joint, presence: &self.presence, depth }
    }

    /// One that takes whatever it reads for an answer.
    pub(crate) fn credulous(self) -> Self {
        let presence = r#"{ "weights": [0, 0, 0, 0, 0, 0], "bias": 2, "found": 0.5, "not_found": 0.1 }"#;
        Self { presence: PresenceModel::from_json(presence).unwrap(), ..self }
    }
}

async fn ask(shelf: &Shelf, reranker: Option<Reranker<'_>>, mode: Mode) -> SearchResult {
    ask_for(QUESTION, shelf, reranker, mode).await
}

async fn ask_for(text: &str, shelf: &Shelf, reranker: Option<Reranker<'_>>, mode: Mode) -> SearchResult {
    searched(SearchRequest { text, contents: &[], k: 5, mode, gather: Gather::Best }, shelf, reranker).await
}

fn state(found: &SearchResult) -> Option<Match> {
    found.presence.map(|presence| presence.state)
}

/// Asked for all answers.
async fn gathered(text: &str, shelf: &Shelf, reranker: Option<Reranker<'_>>) -> SearchResult {
    let request = SearchRequest { text, contents: &[], k: 1, mode: Mode::Hybrid, gather: Gather::All };
    searched(request, shelf, reranker).await
}

pub(crate) async fn searched(
    request: SearchRequest<'_>,
    shelf: &Shelf,
    reranker: Option<Reranker<'_>>,
) -> SearchResult {
    let index = CollectionIndex::load(&shelf.library, shelf.collection).await.unwrap();
    search(&index, &shelf.library, SearchModels { encoder: None, reranker }, &request).await.unwrap()
}

async fn shelf() -> Shelf {
    let shelf = Shelf::new().await;
    shelf.add("Services Agreement.pdf", 1, &AGREEMENT, false).await;
    shelf
}

#[test]
fn the_joint_ranker_reads_the_features_of_the_search() {
    assert_eq!(Models::open().joint.features(), JOINT_FEATURES, "weights and features belong together");
}

#[tokio::test]
async fn every_passage_that_was_read_has_a_probability() {
    let shelf = shelf().await;
    let models = Models::open();
    let found = ask(&shelf, Some(models.reader(50)), Mode::Hybrid).await;
    assert_eq!(found.hits.len(), 3, "nothing is lost");
    assert!(
        found.hits.windows(2).all(|pair| pair[0].score.total >= pair[1].score.total),
        "in the order of their scores"
    );
    for hit in &found.hits {
        let expected = hit.score.cross.map(|score| 1.0 / (1.0 + (-score.presence).exp()));
        assert_eq!(hit.probability, expected, "a model without calibration is taken at its word");
        assert!(hit.probability.is_some(), "all were read");
    }
    let best = found.hits.iter().filter_map(|hit| hit.probability).fold(0.0, f32::max);
    let presence = found.presence.unwrap();
    assert!((presence.probability - best).abs() < 1e-4, "the best one decides: {presence:?}, {best}");
}

#[tokio::test]
async fn passages_beyond_the_depth_stay_behind_and_unread() {
    let shelf = shelf().await;
    let models = Models::open();
    let first = ask(&shelf, None, Mode::Hybrid).await.hits;
    let found = ask(&shelf, Some(models.reader(1)), Mode::Hybrid).await;
    let ids = |hits: &[pincite_search::Hit]| hits.iter().map(|hit| hit.id).collect::<Vec<_>>();
    assert_eq!(ids(&found.hits), ids(&first), "one passage cannot change its place");
    let read: Vec<bool> = found.hits.iter().map(|hit| hit.probability.is_some()).collect();
    assert_eq!(read, [true, false, false]);
}

#[tokio::test]
async fn only_the_hybrid_mode_is_reranked() {
    let shelf = shelf().await;
    let models = Models::open();
    let lexical = ask(&shelf, Some(models.reader(50)), Mode::Lexical).await;
    assert!(lexical.hits.iter().all(|hit| hit.probability.is_none()), "whoever asks for words gets their order");
    let without = ask(&shelf, None, Mode::Hybrid).await;
    assert_eq!((without.presence, lexical.presence), (None, None), "nobody can say whether it is answered");
}

#[tokio::test]
async fn a_phrase_that_is_there_is_an_answer() {
    let shelf = shelf().await;
    let models = Models::open();
    let found = ask_for(PHRASE, &shelf, Some(models.reader(50)), Mode::Hybrid).await;
    let best = found.hits[0].probability.unwrap();
    assert!(best < 0.5, "else this proves nothing: {best}");
    assert_eq!(state(&found), Some(Match::Found));
}

#[tokio::test]
async fn all_answers_are_read_counted_and_shown_once() {
    let shelf = Shelf::new().await;
    let texts = [&AGREEMENT[..], &AGREEMENT[2..]].concat();
    shelf.add("Services Agreement.pdf", 1, &texts, false).await;
    let models = Models::open();
    let found = gathered(ANSWERED, &shelf, Some(models.reader(1))).await;
    assert_eq!((found.gathered, state(&found)), (Gather::All, Some(Match::Found)));
    assert_eq!(found.found, Some(found.hits.len() as u32), "every hit counts as an answer");
    assert!(found.hits.iter().all(|hit| hit.probability.is_some()), "all were read, whatever the time for best hits");
    let answer = found.hits.iter().find(|hit| hit.probability >= Some(0.5)).unwrap();
    assert_eq!(answer.same_as.len(), 1, "its copy is no answer of its own");
    let best = ask_for(ANSWERED, &shelf, Some(models.reader(50)), Mode::Hybrid).await;
    assert_eq!((best.gathered, best.found), (Gather::Best, None), "else this proves nothing");
}

/// "4 answers found" was said where nine contracts had one: the first 50 passages of all were read.
#[tokio::test]
async fn every_document_is_judged_and_has_its_own_answers() {
    let shelf = shelf().await;
    let models = Models::open();
    shelf.add("Lease.pdf", 2, &["Rent is due.", "Boats are free."], false).await;
    for number in 3..30 {
        shelf.add(&format!("Copy {number}.pdf"), number, &AGREEMENT, false).await;
    }
    let found = gathered(ANSWERED, &shelf, Some(models.reader(50))).await;
    let judged = |wanted| found.documents.iter().filter(|one| one.presence.state == wanted).count();
    assert_eq!((judged(Match::Found), judged(Match::NotFound), found.unread), (28, 1, 0), "{:?}", found.documents);
    let last = found.documents.last().unwrap();
    assert_eq!(last.name, "Lease.pdf", "what is least likely comes last");
    assert!(found.found >= Some(28), "each document has its own answer: {:?}", found.found);
    let with_hits: HashSet<DocumentId> = found.hits.iter().map(|hit| hit.document).collect();
    assert_eq!((with_hits.len(), with_hits.contains(&last.document)), (28, false));
    let quoted = gathered(PHRASE, &shelf, Some(models.reader(50))).await;
    assert_eq!((quoted.found, quoted.documents.len()), (Some(28), 29), "the lease does not have the phrase");
    assert_eq!(quoted.documents.last(), Some(&JudgedDocument { presence: Presence::ABSENT, ..last.clone() }));
}

#[tokio::test]
async fn of_too_many_documents_the_rest_is_counted() {
    let shelf = shelf().await;
    let models = Models::open();
    for number in 2..=103 {
        shelf.add(&format!("Copy {number}.pdf"), number, &AGREEMENT, false).await;
    }
    let found = gathered(ANSWERED, &shelf, Some(models.reader(50))).await;
    assert_eq!((found.documents.len(), found.unread), (100, 3));
}

#[tokio::test]
async fn documents_without_an_answer_are_listed_and_their_nearest_passages_shown() {
    let shelf = shelf().await;
    let models = Models::open();
    shelf.add("Lease.pdf", 2, &["Rent is due for the clause.", "A notice of the fee."], false).await;
    let found = gathered(QUESTION, &shelf, Some(models.reader(50))).await;
    assert_eq!((found.found, state(&found), found.documents.len()), (Some(0), Some(Match::NotFound), 2));
    assert_eq!(found.hits.len(), 1, "as many as were asked for");
    assert_eq!(found.hits[0].document, found.documents[0].document, "of the likeliest document");
}

#[tokio::test]
async fn without_an_answer_the_nearest_passages_are_shown() {
    let shelf = shelf().await;
    let models = Models::open();
    let found = gathered(QUESTION, &shelf, Some(models.reader(50))).await;
    assert_eq!((found.gathered, found.found, state(&found)), (Gather::All, Some(0), Some(Match::NotFound)));
    assert_eq!(found.hits.len(), 1, "as many as were asked for");
    let quoted = gathered(PHRASE, &shelf, Some(models.reader(50))).await;
    assert_eq!((quoted.found, state(&quoted)), (Some(1), Some(Match::Found)), "a passage with the phrase is an answer");
}

#[tokio::test]
async fn without_a_cross_encoder_all_answers_are_the_best_hits_with_a_note() {
    let shelf = shelf().await;
    let found = gathered(QUESTION, &shelf, None).await;
    assert_eq!((found.gathered, found.found, found.hits.len()), (Gather::Best, None, 1));
    assert!(found.notes.contains(&Note::NotGathered), "the user is told: {:?}", found.notes);
    assert!(!ask(&shelf, None, Mode::Hybrid).await.notes.contains(&Note::NotGathered), "best hits need no note");
}

/// The hits of a hybrid question with a vector, of a collection that is loaded or read for it alone.
async fn hits_of(shelf: &Shelf, models: &Models, text: &str, gather: Gather, for_one: bool) -> SearchResult {
    let vector = Some(vec![0.1, 0.9, 0.2, 0.4]);
    let prepared = PreparedQuestion { vector, ..PreparedQuestion::new(text, Mode::Hybrid) };
    let library = &shelf.library;
    let question = CollectionQuestion::from(prepared);
    let generation = library.active_generation(shelf.collection).await.unwrap();
    let unloaded = CollectionIndex::unloaded(library, shelf.collection, generation).await.unwrap();
    let index = match for_one {
        true => question.index(library, &unloaded, &[]).await.unwrap(),
        false => CollectionIndex::load(library, shelf.collection).await.unwrap(),
    };
    let wanted = Wanted { contents: &[], without: &[], k: 2, gather };
    let stage = Search { index: &index, library }.first_stage(&question, &wanted).await.unwrap();
    stage.read(models.reader(50), &mut |_| ControlFlow::Continue(())).await.unwrap()
}

#[tokio::test]
async fn a_collection_that_is_read_for_one_question_has_the_same_hits() {
    let shelf = Shelf::new().await;
    let models = Models::open();
    shelf.add("Services Agreement.pdf", 1, &AGREEMENT, true).await;
    shelf
        .add("Lease.pdf", 2, &["Rent is due monthly.", "A notice of the fee is 30 days.", "Boats are free."], true)
        .await;
    shelf.add("Later.pdf", 3, &["A fee without a vector.", "The clause has no notice."], false).await;
    for text in [QUESTION, PHRASE, ANSWERED, "How much is the fee?", "“no such phrase”", "zebra"] {
        for gather in [Gather::Best, Gather::All] {
            let loaded = hits_of(&shelf, &models, text, gather, false).await;
            assert_eq!(hits_of(&shelf, &models, text, gather, true).await, loaded, "{text}, {gather:?}");
        }
    }
}

#[tokio::test]
async fn a_reading_that_is_ended_is_an_error() {
    let shelf = shelf().await;
    let models = Models::open();
    let index = CollectionIndex::load(&shelf.library, shelf.collection).await.unwrap();
    let search = Search { index: &index, library: &shelf.library };
    let question = search.prepare(PreparedQuestion::new(QUESTION, Mode::Hybrid), None).unwrap();
    let wanted = Wanted { contents: &[], without: &[], k: 5, gather: Gather::Best };
    let mut stage = search.first_stage(&question, &wanted).await.unwrap();
    assert_eq!(stage.hits().await.unwrap().hits.len(), 3, "the first order is there before");
    let ended = stage.read(models.reader(50), &mut |_| ControlFlow::Break(())).await.unwrap_err();
    assert_eq!(ended.code(), "models.cancelled");
}

#[tokio::test]
async fn many_scopes_are_read_in_one_batch_and_each_has_its_own_answer() {
    let shelf = shelf().await;
    let models = Models::open();
    shelf.add("Lease.pdf", 2, &["Rent is due monthly.", "A notice of the fee is 30 days."], false).await;
    let contents: Vec<ContentId> =
        shelf.library.contents(shelf.collection).await.unwrap().into_iter().map(|content| content.id).collect();
    let index = CollectionIndex::load(&shelf.library, shelf.collection).await.unwrap();
    let search = Search { index: &index, library: &shelf.library };
    let question = search.prepare(PreparedQuestion::new(QUESTION, Mode::Hybrid), None).unwrap();
    let mut stages = Vec::new();
    let mut batches = 0;
    for content in &contents {
        let wanted = Wanted { contents: &[*content], without: &[], k: 5, gather: Gather::Best };
        stages.push(search.first_stage(&question, &wanted).await.unwrap());
    }
    let counted = &mut |_| {
        batches += 1;
        ControlFlow::Continue(())
    };
    let together = read_stages(&mut stages, models.reader(50), counted).await.unwrap();
    assert_eq!((together.len(), batches), (2, 2), "the passages of both, then their sentences");
    for (content, together) in contents.iter().zip(together) {
        let contents = std::slice::from_ref(content);
        let mode = Mode::Hybrid;
        let request = SearchRequest { text: QUESTION, contents, k: 5, mode, gather: Gather::Best };
        let alone = searched(request, &shelf, Some(models.reader(50))).await;
        let ids = |found: &SearchResult| found.hits.iter().map(|hit| hit.id).collect::<Vec<_>>();
        assert_eq!(ids(&together.unwrap()), ids(&alone), "as if it were asked alone");
    }
}
