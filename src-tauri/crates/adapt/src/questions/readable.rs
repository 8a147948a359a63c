//! Whether a generated question reads well enough to be shown to people: it has the form of a question, and all of its
//! words are known. Not for whether its passage answers it, nor for what is learned from (`check`).

use crate::questions::check::{QUESTION_MARKS, opens_as_question};
use crate::questions::words::{folded, words};
use pincite_library::ContentTerms;
use pincite_search::{analyse, is_general};
use std::collections::{HashMap, HashSet};

/// A word with fewer letters is not looked up.
const LETTERS: usize = 3;
/// A word in so many passages of a document is no slip of the pen.
const PASSAGES: u32 = 2;

/// The terms of a document, each with the number of passages that contain it.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary(HashMap<String, u32>);

impl Vocabulary {
    /// The terms of a stored document.
    pub(crate) fn of(document: &ContentTerms) -> Self {
        Self::of_passages(document.passages())
    }

    fn of_passages<'a>(passages: impl Iterator<Item = &'a str>) -> Self {
        let mut containing: HashMap<String, u32> = HashMap::new();
        for term in passages.flat_map(|passage| passage.split(' ').collect::<HashSet<_>>()) {
            *containing.entry(term.to_owned()).or_default() += 1;
        }
        Self(containing)
    }

    /// Whether a word is one of general English, or stands in two passages; a compound, if all of its parts do.
    fn knows(&self, word: &str) -> bool {
        let known = |term: &String| is_general(term) || self.0.get(term).is_some_and(|count| *count >= PASSAGES);
        let terms = analyse(word);
        // The joined form of a compound comes first.
        match terms.as_slice() {
            [joined, parts @ ..] if !parts.is_empty() => known(joined) || parts.iter().all(known),
            terms => terms.iter().all(known),
        }
    }
}

/// Whether a question about a passage reads well, by its words alone. Names and numbers are known if the passage has them.
pub(crate) fn is_readable(question: &str, passage: &str, vocabulary: &Vocabulary) -> bool {
    let own = folded(question);
    let names: HashSet<&str> = words(passage).map(bare).filter(|word| is_name(word)).collect();
    let known = |word: &str| letters(word) < LETTERS || names.contains(word) || vocabulary.knows(word);
    question.ends_with(QUESTION_MARKS)
        && opens_as_question(&own)
        && own.windows(2).all(|two| two[0] != two[1])
        && words(question).map(bare).all(known)
}

/// A word without the ending of a possessive.
fn bare(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

fn is_name(word: &str) -> bool {
    word.contains(|c: char| c.is_uppercase() || c.is_numeric())
}

fn letters(word: &str) -> usize {
    word.chars().filter(|c| c.is_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_search::terms_of;

    const PASSAGE: &str = "Netflix's ARPU fell to $9.43. The pitoxx of QuantCo-7 is amortised by the sublicensor.";
    const OTHER: &str = "A sublicensor keeps books.";

    fn reads_well(question: &str) -> bool {
        let terms = [PASSAGE, OTHER].map(|text| terms_of(text, &[]));
        is_readable(question, PASSAGE, &Vocabulary::of_passages(terms.iter().map(String::as_str)))
    }

    #[test]
    fn what_people_could_have_asked_reads_well() {
        for question in [
            "What did Netflix's ARPU fall to?",
            "Does the sublicensor pay for QuantCo-7?",
            "To what amount, $9.43 or less, did it fall?",
            "Is the sub-licensor a third-party?",
        ] {
            assert!(reads_well(question), "{question}");
        }
    }

    #[test]
    fn what_nobody_would_write_does_not() {
        for (question, why) in [
            ("What is the name of the pitoxx?", "a word that stands in one passage only"),
            ("What is the flumbor of the sublicensor?", "a word that stands nowhere"),
            ("What is Gizmotron?", "a name that is not in the passage"),
            ("What is the the price?", "a word twice in sequence"),
            ("What did Netflix pay", "no question mark"),
            ("The price of Netflix fell?", "the form of a statement"),
            ("Is it a non-flumbor?", "one part of a compound is unknown"),
        ] {
            assert!(!reads_well(question), "{why}: {question}");
        }
    }
}
