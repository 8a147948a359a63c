//! Any question: its analysis does not panic, and what it quotes is found in a passage of the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pincite_search::{DocumentIndex, Mode, Query, Vectors, Weights, rank, terms_of, tokens};

fuzz_target!(|text: &str| {
    for token in tokens(text) {
        assert!(text.get(token.start..token.end).is_some(), "a token's range falls on characters");
        assert!(!token.term.contains([' ', '|', '+']), "no term contains a mark of the stored format");
    }
    let query = Query::new(text);
    let document = DocumentIndex::new([terms_of(text, &[])], Vectors::default());
    let ranked = rank(&[&document], &query, None, Mode::Lexical, &Weights::default(), 1);
    assert_eq!(ranked.is_empty(), query.terms.is_empty(), "a text contains its own terms and phrases");
    assert!(ranked.iter().all(|one| one.score.total.is_finite()), "a score is a number");
});
