//! The ranking on documents in memory: modes, scopes, ties and vectors.

use pincite_language::Language;
use pincite_search::{DocumentIndex, Mode, Query, RankedPassage, Vectors, Weights, rank, terms_of};
use proptest::prelude::*;

fn document(passages: &[&str], vectors: Vectors) -> DocumentIndex {
    DocumentIndex::new(passages.iter().map(|text| terms_of(text, &[], Language::English)), vectors)
}

fn ask(documents: &[&DocumentIndex], question: &str, vector: Option<&[f32]>, mode: Mode) -> Vec<RankedPassage> {
    rank(documents, &Query::new(question), vector, mode, &Weights::default(), 10)
}

fn order(ranked: &[RankedPassage]) -> Vec<(usize, u32)> {
    ranked.iter().map(|one| (one.document, one.passage)).collect()
}

const PASSAGES: [&str; 3] = ["rent is due", "the tenant pays the rent", "boats are free"];

fn with_vectors() -> DocumentIndex {
    document(&PASSAGES, Vectors::new(2, vec![0, 1, 2], vec![1.0, 0.0, 0.6, 0.8, 0.0, 1.0]))
}

#[test]
fn each_mode_uses_what_it_says() {
    let document = with_vectors();
    let ranked = |mode| ask(&[&document], "tenant rent", Some(&[0.0, 2.0]), mode);
    assert_eq!(order(&ranked(Mode::Lexical)), [(0, 1), (0, 0)], "words alone: no word, no hit");
    assert_eq!(order(&ranked(Mode::Dense)), [(0, 2), (0, 1), (0, 0)], "meaning alone, whatever the vector's length");
    assert_eq!(order(&ranked(Mode::Hybrid))[0], (0, 1), "both together");
    let score = ranked(Mode::Hybrid)[0].score;
    assert!(score.lexical.is_some_and(|lexical| lexical > 0.0), "the parts are told: {score:?}");
    assert!(score.dense.is_some_and(|cosine| (cosine - 0.8).abs() < 1e-6), "the cosine is told as it is: {score:?}");
}

#[test]
fn numeric_content_counts_if_a_number_is_asked_for() {
    let document =
        document(&["fees are due in May", "the fees that are due: 12, 14, 16", "boats are free"], Vectors::default());
    let numeric = |question, mode| ask(&[&document], question, None, mode)[0].score.numeric;
    let asked = ask(&[&document], "How much are fees due?", None, Mode::Hybrid);
    let scores: Vec<f32> = asked.iter().map(|one| one.score.numeric.unwrap()).collect();
    assert!(order(&asked)[..2] == [(0, 1), (0, 0)] && scores[0] > 0.0 && scores[1] < 0.0, "of two alike: {asked:?}");
    assert_eq!(
        order(&ask(&[&document], "Which fees are due?", None, Mode::Hybrid))[0],
        (0, 0),
        "no number is asked for"
    );
    assert_eq!(numeric("Which fees are due?", Mode::Hybrid), None, "and there is no bonus");
    assert_eq!(numeric("How much are fees due?", Mode::Lexical), None, "words alone are words alone");
}

#[test]
fn without_a_fitting_vector_words_decide() {
    let document = with_vectors();
    let words = order(&ask(&[&document], "tenant rent", None, Mode::Lexical));
    assert_eq!(order(&ask(&[&document], "tenant rent", None, Mode::Hybrid)), words, "no question vector");
    assert_eq!(order(&ask(&[&document], "tenant rent", Some(&[1.0]), Mode::Hybrid)), words, "vector of another width");
    assert!(ask(&[&document], "tenant rent", None, Mode::Dense).is_empty(), "nothing can be said by meaning");
}

#[test]
fn a_document_without_vectors_is_still_found_in_hybrid() {
    let with = with_vectors();
    let without = document(&["subtenant of the tenant"], Vectors::default());
    let found = order(&ask(&[&with, &without], "subtenant", Some(&[1.0, 0.0]), Mode::Hybrid));
    assert!(found.contains(&(1, 0)), "its words count: {found:?}");
}

#[test]
fn ties_go_by_document_then_passage() {
    let (one, other) =
        (document(&["rent", "rent"], Vectors::default()), document(&["rent", "boat"], Vectors::default()));
    let found = order(&ask(&[&one, &other], "rent", None, Mode::Lexical));
    assert_eq!(found, [(0, 0), (0, 1), (1, 0)], "the same question always has the same answer");
}

#[test]
fn nothing_to_search_is_no_error() {
    assert!(ask(&[], "rent", Some(&[1.0]), Mode::Hybrid).is_empty(), "an empty collection");
    assert!(ask(&[&document(&[], Vectors::default())], "rent", None, Mode::Hybrid).is_empty(), "an empty document");
    assert!(ask(&[&with_vectors()], "", None, Mode::Hybrid).is_empty(), "an empty question");
}

proptest! {
    #[test]
    fn a_shorter_list_is_the_beginning_of_a_longer_one(
        texts in proptest::collection::vec("(rent|lease|boat|due| ){0,8}", 1..12), limit in 0usize..12,
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let document = document(&texts, Vectors::default());
        let query = Query::new("rent due lease");
        let all = rank(&[&document], &query, None, Mode::Lexical, &Weights::default(), usize::MAX);
        let some = rank(&[&document], &query, None, Mode::Lexical, &Weights::default(), limit);
        prop_assert_eq!(&all[..limit.min(all.len())], &some[..]);
        prop_assert!(all.windows(2).all(|pair| pair[0].score.total >= pair[1].score.total));
    }
}
