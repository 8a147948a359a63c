//! The claims of a memo: its numbers, dates, lengths of time, quotes and whole sentences. Not for what stands around them
//! (`context`), nor for what documents print (`printed`).

use crate::comparing::comparing_words;
use crate::context::{Context, Contexts};
use crate::memo::Memo;
use crate::quote::{quotes, words_of};
use crate::said::{Said, SaidInText, said_in};
use pincite_language::Language;
use pincite_search::is_stop_word;
use std::ops::Range;

/// A sentence of fewer words is like too many others.
const LEAST_WORDS: usize = 8;

/// What a memo claims at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its bytes in the memo.
    pub range: Range<usize>,
    /// What is claimed.
    pub said: Said,
    /// Whether a number is only meant about: "nearly $400 million".
    pub is_about: bool,
    /// Whether a word says what a number counts: "4.7 years", "4,312 people". It is no money then.
    pub(crate) counts: bool,
    /// Whether it is said to be of an earlier time: "up from $5 million", "against 7 the year before".
    pub(crate) is_earlier: bool,
    /// What stands around it.
    pub(crate) context: Context,
}

impl Claim {
    /// A claim of words, and not of a value.
    fn of_words(range: Range<usize>, said: Said, context: Context) -> Self {
        Self { range, said, is_about: false, counts: false, is_earlier: false, context }
    }
}

/// Whether a number is followed by a word for what it counts.
fn counts_things(after: &str, language: Language) -> bool {
    let word: String = after.strip_prefix(' ').unwrap_or_default().chars().take_while(|c| c.is_alphabetic()).collect();
    // German nouns begin with a capital.
    let skipped = usize::from(language == Language::German);
    word.len() > 2 && word.chars().skip(skipped).all(char::is_lowercase) && !is_stop_word(&word, &[language])
}

/// The claims of a memo: values and quotes in its order, then its sentences.
pub(crate) fn claims(memo: &Memo) -> Vec<Claim> {
    let quoted: Vec<Range<usize>> = memo.paragraphs.iter().flat_map(|range| quotes(&memo.text, range)).collect();
    let is_quoted =
        |range: &Range<usize>| quoted.iter().any(|quote| quote.start < range.end && range.start < quote.end);
    let words = comparing_words(memo.language);
    let mut contexts = Contexts::new(memo);
    let mut claims = Vec::new();
    let mut sentences = Vec::new();
    for statement in &memo.statements {
        let mut said = said_in(&memo.text, statement.range.clone(), memo.language);
        said.retain(|one| !is_quoted(&one.range));
        let around = contexts.of(statement, &said);
        for (SaidInText { range, said }, context) in said.into_iter().zip(around) {
            let is_about = words.is_about(&memo.text[..range.start]);
            let counts = counts_things(&memo.text[range.end..], memo.language);
            let own = &memo.text[context.own.clone()];
            let is_earlier = words.is_earlier(&memo.text[context.own.start..range.start], own);
            claims.push(Claim { range, said, is_about, counts, is_earlier, context });
        }
        let printed = words_of(&memo.text[statement.range.clone()]);
        if printed.len() >= LEAST_WORDS && !is_quoted(&statement.range) {
            let context = contexts.whole(statement);
            sentences.push(Claim::of_words(statement.range.clone(), Said::Sentence(printed), context));
        }
    }
    for range in quoted {
        let Some(statement) = memo.statements.iter().find(|one| one.range.end > range.start) else { continue };
        let said = Said::Quote(words_of(&memo.text[range.clone()]));
        claims.push(Claim::of_words(range, said, contexts.whole(statement)));
    }
    claims.sort_by_key(|claim| claim.range.start);
    claims.extend(sentences);
    claims
}
