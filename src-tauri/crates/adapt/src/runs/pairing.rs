//! Pairs from several sources made one list. Not for finding the passages of any of them.

use crate::Pair;
use std::collections::{HashMap, HashSet};

/// What a question is known by in a document: its letters and digits, however it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    document: usize,
    question: String,
}

/// A passage that does not answer a question.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Refused {
    pub(super) key: Key,
    pub(super) passage: usize,
}

impl Key {
    pub(super) fn new(document: usize, question: &str) -> Self {
        Self { document, question: letters(question) }
    }
}

/// Letters and digits of a question in lower case.
pub(super) fn letters(question: &str) -> String {
    question.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Pairs of people and of programs together, each question once a document. Where people say what answers a question, or
/// what does not (`refused`), programs say nothing.
pub(super) fn joined(people: Vec<Pair>, programs: Vec<Pair>, refused: &HashSet<Refused>) -> Vec<Pair> {
    let people = merged(people);
    let known: HashSet<Key> = people.iter().map(|pair| Key::new(pair.document, &pair.question)).collect();
    let others = programs.into_iter().filter_map(|mut pair| {
        let key = Key::new(pair.document, &pair.question);
        pair.passages.retain(|passage| !refused.contains(&Refused { key: key.clone(), passage: *passage }));
        (!known.contains(&key) && !pair.passages.is_empty()).then_some(pair)
    });
    let others = merged(others.collect());
    people.into_iter().chain(others).collect()
}

/// Pairs with the same question in the same document become one with the passages of all.
fn merged(pairs: Vec<Pair>) -> Vec<Pair> {
    let (mut places, mut all) = (HashMap::new(), Vec::<Pair>::new());
    for pair in pairs {
        let place = *places.entry(Key::new(pair.document, &pair.question)).or_insert(all.len());
        match all.get_mut(place) {
            Some(former) => {
                let new = pair.passages.into_iter().filter(|it| !former.passages.contains(it)).collect::<Vec<_>>();
                former.passages.extend(new);
            }
            None => all.push(pair),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(document: usize, question: &str, passages: &[usize]) -> Pair {
        Pair { question: question.to_owned(), document, passages: passages.to_vec() }
    }

    #[test]
    fn people_are_right() {
        let people = vec![pair(0, "Who pays?", &[3]), pair(0, "who pays", &[4])];
        let programs = vec![
            pair(0, "Who  pays?", &[7]),
            pair(1, "Who pays?", &[7]),
            pair(0, "When?", &[1]),
            pair(0, "When?", &[2]),
            pair(0, "Where?", &[5]),
        ];
        let refused =
            [("when", 1), ("Where?", 5)].map(|(question, passage)| Refused { key: Key::new(0, question), passage });
        let refused = HashSet::from(refused);
        let joined = joined(people, programs, &refused);
        let expected = [pair(0, "Who pays?", &[3, 4]), pair(1, "Who pays?", &[7]), pair(0, "When?", &[2])];
        assert_eq!(joined, expected, "what people say of a question counts, in its document, and each question once");
    }
}
