//! Which questions are none, by their words alone. Not for whether their passage can be found (`round_trip`).

use crate::questions::words::{content_words, folded, length, words};
use crate::{Filter, Origin, Rejection};
use std::collections::HashSet;

/// Of this many characters one at least is a letter.
const LETTERS: usize = 4;

/// A question word is among so many first words, where there is no question mark.
const OPENING: usize = 3;

pub(super) const QUESTION_MARKS: [char; 6] = ['?', '？', '؟', '\u{37E}', '⁇', '⁈'];

const QUESTION_WORDS: [&str; 9] = ["what", "which", "who", "whom", "whose", "when", "where", "why", "how"];

/// Verbs that a question may begin with.
const VERBS: [&str; 22] = [
    "am", "are", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might", "must", "name",
    "shall", "should", "was", "were", "will", "would", "list",
];

/// Words that point at nothing outside the passage, besides the search's stop words.
const EMPTY: [&str; 32] = [
    "above", "answer", "author", "below", "called", "context", "describe", "described", "following", "given", "happen",
    "happened", "happens", "him", "idea", "main", "mean", "meaning", "means", "mentioned", "me", "passage",
    "paragraph", "person", "purpose", "question", "say", "says", "something", "text", "thing", "true",
];

/// A question without white space around it, with single spaces inside. Nothing is added.
pub(crate) fn tidy(question: &str) -> String {
    let parts = question.split(|c: char| c.is_whitespace() || c.is_control());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What is wrong with a tidied question about a passage, by its words alone. What people ask is only wrong when it is
/// empty.
pub(crate) fn check(question: &str, passage: &str, origin: Origin, filter: &Filter) -> Option<Rejection> {
    let own = folded(question);
    match () {
        () if question.is_empty() => Some(Rejection::Empty),
        () if own.is_empty() => Some(Rejection::NotAQuestion),
        () if origin.is_people() => None,
        () if !has_form(question, &own) => Some(Rejection::NotAQuestion),
        () if length(question) < filter.shortest => Some(Rejection::TooShort),
        () if own.len() > filter.longest => Some(Rejection::TooLong),
        () if repeats(&own) => Some(Rejection::Repetitive),
        () if is_vague(question) => Some(Rejection::Vague),
        () if is_copied(&own, passage, filter.longest_copy) => Some(Rejection::Copied),
        () => None,
    }
}

/// Questions seen before, whatever their case and punctuation: those of one document.
#[derive(Clone, Debug, Default)]
pub struct Known(HashSet<String>);

impl Known {
    /// Takes note of a question; `false` if it was known.
    pub fn insert(&mut self, question: &str) -> bool {
        self.0.insert(folded(question).join(" "))
    }
}

/// Letters enough, and a question mark, or words that a question begins with.
fn has_form(question: &str, own: &[String]) -> bool {
    let letters = question.chars().filter(|c| c.is_alphabetic()).count();
    let all = question.chars().filter(|c| !c.is_whitespace()).count();
    letters * LETTERS >= all && (question.ends_with(QUESTION_MARKS) || opens_as_question(own))
}

/// Whether folded words begin as a question does.
pub(super) fn opens_as_question(own: &[String]) -> bool {
    let verb = own.first().is_some_and(|word| VERBS.contains(&word.as_str()));
    verb || own.iter().take(OPENING).any(|word| QUESTION_WORDS.contains(&word.as_str()))
}

/// One word three times running, or three words in a row that come again.
fn repeats(own: &[String]) -> bool {
    let mut known = HashSet::new();
    own.windows(3).any(|three| three[0] == three[1] && three[1] == three[2] || !known.insert(three))
}

fn is_vague(question: &str) -> bool {
    let says = |word: &str| !EMPTY.contains(&word.to_lowercase().as_str());
    words(question).next().is_some() && !content_words(question).any(says)
}

/// Whether a question's words stand in the passage as they are, behind one another, all of them or more than `longest`.
pub(crate) fn is_copied(question: &[String], passage: &str, longest: usize) -> bool {
    let run = longest_run(question, &folded(passage));
    run > longest || !question.is_empty() && run == question.len()
}

/// Length of the longest run of words that both have.
fn longest_run(one: &[String], other: &[String]) -> usize {
    let mut best = 0;
    let mut ending = vec![0; other.len() + 1];
    for word in one {
        // From the back, so that the place before still tells of the word before.
        for at in (0..other.len()).rev() {
            ending[at + 1] = if other[at] == *word { ending[at] + 1 } else { 0 };
            best = best.max(ending[at + 1]);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PASSAGE: &str = "7.2 Fees. The Licensee shall pay a royalty of $1,577 to the Licensor on the first day of each \
                           month, in cash, by check or by wire. What is a royalty? A share of the sales.";

    fn judged(question: &str, origin: Origin) -> Option<Rejection> {
        check(&tidy(question), PASSAGE, origin, &Filter::default())
    }

    #[test]
    fn what_is_no_question_is_rejected_with_its_reason() {
        for (question, reason) in [
            (" \n ", Rejection::Empty),
            ("?!", Rejection::NotAQuestion),
            ("$1,577 12/2019 (1,577) 2018 2019 a?", Rejection::NotAQuestion),
            ("The Licensee pays a royalty.", Rejection::NotAQuestion),
            ("Which royalty?", Rejection::TooShort),
            ("What is what is what is the fee?", Rejection::Repetitive),
            ("Who pays royalty royalty royalty in cash?", Rejection::Repetitive),
            ("What is this?", Rejection::Vague),
            ("What does it do?", Rejection::Vague),
            ("What is the main idea of the passage?", Rejection::Vague),
            ("What is a royalty?", Rejection::Copied),
            ("Does a royalty of $1,577 to the Licensor on the first day of each month suffice?", Rejection::Copied),
        ] {
            assert_eq!(judged(question, Origin::Generator), Some(reason), "{question:?}");
        }
        let long = format!("What {}?", (0..41).map(|at| format!("word{at} ")).collect::<String>());
        assert_eq!(judged(&long, Origin::Generator), Some(Rejection::TooLong), "nobody asks so much");
    }

    #[test]
    fn good_questions_pass() {
        for question in [
            "How much does the Licensee pay each month?",
            "who receives the royalty",
            "On what day is § 7.2's fee due?",
            "Is payment by wire allowed?",
            "Wem schuldet der Lizenznehmer die Gebühr?",
            "公司在哪里成立？",
            "What is 401(k) vesting?",
        ] {
            assert_eq!(judged(question, Origin::Generator), None, "{question:?}");
        }
    }

    #[test]
    fn the_origin_counts() {
        assert_eq!(judged("termination fee", Origin::Person), None, "people ask as they like");
        assert_eq!(judged("…", Origin::Import), Some(Rejection::NotAQuestion), "but not without a word");
    }

    #[test]
    fn the_same_words_are_the_same_question() {
        let mut known = Known::default();
        assert!(known.insert("Who pays the Rent?"));
        assert!(!known.insert("who pays  the rent"), "case, spaces and punctuation are no difference");
        assert!(known.insert("Who pays the rent monthly?"), "a word is one");
    }

    proptest! {
        #[test]
        fn tidying_adds_nothing(text in "\\PC{0,20}[ \t\n\u{7}\u{a0}]{0,3}\\PC{0,20}") {
            let tidied = tidy(&text);
            let bare = |it: &str| it.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect::<String>();
            prop_assert_eq!(bare(&tidied), bare(&text));
            prop_assert_eq!(tidy(&tidied), tidied.clone(), "once is enough");
            prop_assert!(!tidied.contains("  "));
        }

        #[test]
        fn no_text_panics(question in "\\PC{0,60}", passage in "\\PC{0,60}") {
            for origin in [Origin::Generator, Origin::Import, Origin::Person] {
                let first = check(&tidy(&question), &passage, origin, &Filter::default());
                prop_assert_eq!(first, check(&tidy(&question), &passage, origin, &Filter::default()));
            }
        }
    }

    #[test]
    fn runs_are_counted_in_words() {
        let words = |text: &str| folded(text);
        assert_eq!(longest_run(&words("a b x c d e"), &words("c d e a b")), 3, "the longest of two");
        assert_eq!(longest_run(&words(""), &words("a")), 0);
        assert!(is_copied(&words("the rent is due"), "So the Rent is due, always.", 10), "all of it");
        assert!(!is_copied(&words("when the rent is due"), "So the rent is due, always.", 10), "not all of it");
        assert!(is_copied(&words("when the rent is due"), "So the rent is due, always.", 3), "too much of it");
    }

    proptest! {
        #[test]
        fn a_piece_is_found(words in proptest::collection::vec("[a-c]", 1..20), from in 0usize..20, length in 1usize..9) {
            let from = from.min(words.len() - 1);
            let piece = &words[from..(from + length).min(words.len())];
            prop_assert_eq!(longest_run(piece, &words), piece.len());
        }
    }
}
