//! Whether a generated question reads well enough to be shown to people: it has the form of a question, all of its words
//! are known, and it speaks of what its passage speaks of. Not for whether the passage answers it, nor for what is learned
//! from (`check`).

use crate::questions::check::{QUESTION_MARKS, opens_as_question};
use crate::questions::words::{content_words, folded, without_possessive, words};
use pincite_language::Language;
use pincite_library::ContentTerms;
use pincite_search::{analyse, is_general};
use std::collections::{HashMap, HashSet};

/// A word with fewer letters is not looked up.
const LETTERS: usize = 3;
/// A word in so many passages of a document is no slip of the pen.
const PASSAGES: u32 = 2;

/// Stems of words that ask, and need not stand in the passage.
const ASKING: [&str; 27] = [
    "amount", "chang", "cost", "date", "day", "happen", "hour", "kind", "last", "long", "mani", "minut", "month",
    "much", "name", "number", "percentag", "purpos", "ratio", "show", "tabl", "take", "time", "total", "type", "week",
    "year",
];

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
        holds(word, |term| is_general(term) || self.0.get(term).is_some_and(|count| *count >= PASSAGES))
    }
}

/// Whether something holds for the term of a word. For a compound it may hold for the joined form or for all parts.
fn holds(word: &str, is_so: impl Fn(&String) -> bool) -> bool {
    match analyse(word, Language::English).as_slice() {
        [joined, parts @ ..] if !parts.is_empty() => is_so(joined) || parts.iter().all(is_so),
        terms => terms.iter().all(is_so),
    }
}

/// Whether a question about a passage reads well, by its words alone. Names and numbers are known if the passage has them.
pub(crate) fn is_readable(question: &str, passage: &str, vocabulary: &Vocabulary) -> bool {
    let own = folded(question);
    let names: HashSet<&str> = words(passage).map(without_possessive).filter(|word| is_name(word)).collect();
    let known = |word: &str| letters(word) < LETTERS || names.contains(word) || vocabulary.knows(word);
    question.ends_with(QUESTION_MARKS)
        && opens_as_question(&own)
        && own.windows(2).all(|two| two[0] != two[1])
        && question.split(' ').all(|word| word.contains(|c: char| c.is_alphanumeric() || c == '&'))
        && !has_wrong_form(&own)
        && words(question).map(without_possessive).all(known)
        && is_about(question, passage)
}

/// Whether a past form stands where English wants an infinitive: with "do", or after "to".
fn has_wrong_form(own: &[String]) -> bool {
    let with_do = own.iter().any(|word| matches!(word.as_str(), "do" | "does" | "did"));
    let after_to = own.windows(2).any(|two| two[0] == "to" && is_past(&two[1]));
    after_to || with_do && own.iter().any(|word| is_past(word))
}

/// Whether a folded word is a regular past form: "resolved", but not "need".
fn is_past(word: &str) -> bool {
    word.ends_with("ed") && !analyse(word, Language::English).iter().any(|stem| stem.ends_with("ed"))
}

/// Whether a question says nothing twice, and speaks of nothing that its passage does not speak of.
fn is_about(question: &str, passage: &str) -> bool {
    let there: HashSet<String> = analyse(passage, Language::English).into_iter().collect();
    let mut said = HashSet::new();
    let fits = |word: &str| holds(word, |term| there.contains(term) || ASKING.contains(&term.as_str()));
    content_words(question)
        .map(without_possessive)
        .all(|word| said.insert(analyse(word, Language::English)) && fits(word))
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

    const PASSAGE: &str = "Netflix's ARPU may fall to $9.43. The pitoxx of QuantCo-7 is resolved by the sublicensor.";
    const OTHER: &str = "A sublicensor resolved it.";

    fn reads_well(question: &str) -> bool {
        let terms = [PASSAGE, OTHER].map(|text| terms_of(text, &[], Language::English));
        is_readable(question, PASSAGE, &Vocabulary::of_passages(terms.iter().map(String::as_str)))
    }

    #[test]
    fn what_people_could_have_asked_reads_well() {
        for question in [
            "What did Netflix's ARPU fall to?",
            "How much is resolved by the sublicensor & QuantCo-7?",
            "Does the sublicensor resolve QuantCo-7?",
            "To what amount did it fall, $9.43?",
            "Is it the sub-licensor?",
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
            ("What does the company resolve?", "a general word, but the passage does not speak of it"),
            ("Is it the sub-flumbor?", "one part of a compound is unknown"),
            ("What is the the ARPU?", "a word twice in sequence"),
            ("What is the sublicensor of the sublicensor?", "the same again"),
            ("What did Netflix resolve", "no question mark"),
            ("The sublicensor may fall?", "the form of a statement"),
            ("How much does the sublicensor resolved?", "a past form after an auxiliary verb"),
            ("What is it that ARPU is to resolved?", "or after to"),
            ("What is the ` ` sublicensor ' '?", "marks without a word"),
        ] {
            assert!(!reads_well(question), "{why}: {question}");
        }
    }
}
