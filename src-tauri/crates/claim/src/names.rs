//! Which of the documents a claim is about: the one that its sentence names, or else the one named last before it.

use pincite_language::Language;
use pincite_search::tokens;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

/// Words of names that name nobody.
const GENERAL: [&str; 14] = [
    "inc", "corp", "corpor", "compani", "co", "ltd", "llc", "plc", "lp", "group", "hold", "agreement", "annual",
    "report",
];

/// The documents that a memo names, and where.
#[derive(Default)]
pub(crate) struct Mentions(Vec<Mention>);

/// A word of the memo that names documents.
struct Mention {
    /// Its first byte.
    at: usize,
    word: String,
    documents: BTreeSet<usize>,
}

impl Mentions {
    /// Looks for the names of documents. A word that most names have tells nothing.
    pub(crate) fn of(memo: &str, names: &[String]) -> Self {
        let names: Vec<HashSet<String>> = names.iter().map(|name| words_of(name)).collect();
        let mut mentions = Vec::new();
        for token in tokens(memo, Language::English) {
            let is_capital = memo[token.start..token.end].contains(char::is_uppercase);
            let named: BTreeSet<usize> = (0..names.len()).filter(|at| names[*at].contains(&token.term)).collect();
            let tells = !named.is_empty() && (names.len() == 1 || 2 * named.len() <= names.len());
            if is_capital && tells {
                mentions.push(Mention { at: token.start, word: token.term, documents: named });
            }
        }
        Self(mentions)
    }

    /// The documents that a claim in this sentence is about. Empty: any.
    pub(crate) fn about(&self, claim: &Range<usize>, sentence: &Range<usize>) -> BTreeSet<usize> {
        let last_before = self.0.iter().rev().find(|mention| mention.at < claim.start);
        let in_sentence = last_before.filter(|mention| sentence.contains(&mention.at));
        let after = self.0.iter().find(|mention| (claim.end..sentence.end).contains(&mention.at));
        in_sentence.or(after).or(last_before).map(|mention| mention.documents.clone()).unwrap_or_default()
    }

    /// All words that name documents.
    pub(crate) fn words(&self) -> String {
        self.0.iter().map(|mention| mention.word.as_str()).collect::<Vec<_>>().join(" ")
    }
}

fn words_of(name: &str) -> HashSet<String> {
    let words = tokens(&name.replace('_', " "), Language::English).into_iter().map(|token| token.term);
    words
        .filter(|word| word.len() > 1 && word.chars().all(char::is_alphabetic) && !GENERAL.contains(&word.as_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_named_last_is_meant() {
        let names = ["Alder Inc., 10-K 2018".to_owned(), "Birch Corp, 10-K 2018".to_owned()];
        let memo = "Alder grew by 5%. It paid $7. Birch paid $8, and $9 was paid by Alder.";
        let mentions = Mentions::of(memo, &names);
        let about = |claim: &str, sentence: &str| {
            let range = |part: &str| memo.find(part).map(|at| at..at + part.len()).unwrap();
            mentions.about(&range(claim), &range(sentence)).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(about("5%", "Alder grew by 5%."), [0]);
        assert_eq!(about("$7", "It paid $7."), [0]);
        assert_eq!(about("$8", "Birch paid $8, and $9 was paid by Alder."), [1]);
    }
}
