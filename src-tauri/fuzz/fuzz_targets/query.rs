//! Any question: its analysis does not panic, and its terms and phrases are found in their own text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pincite_language::Language;
use pincite_search::{DocumentIndex, Mode, Query, Vectors, Weights, rank, terms_of, tokens};

fuzz_target!(|text: &str| {
    for token in tokens(text, Language::English) {
        assert!(text.get(token.start..token.end).is_some(), "a token's range falls on characters");
        assert!(!token.term.contains([' ', '|', '+']), "no term contains a mark of the stored format");
    }
    let query = Query::without_phrases(text);
    assert_eq!(is_found(&query, text), !query.terms.is_empty(), "a text contains its own terms");
    for phrase in Query::new(text).phrases {
        let quoted = Query::new(&format!("\"{}\"", phrase.text));
        assert!(is_found(&quoted, &phrase.text), "a text contains itself as a phrase");
    }
});

fn is_found(query: &Query, text: &str) -> bool {
    let document = DocumentIndex::new([terms_of(text, &[], Language::English)], Vectors::default());
    let ranked = rank(&[&document], query, None, Mode::Lexical, &Weights::default(), 1);
    assert!(ranked.iter().all(|one| one.score.total.is_finite()), "a score is a number");
    !ranked.is_empty()
}
