//! A question is analysed: content terms to rank by, quoted phrases that must occur, and whether it asks for a number. Not for
//! ranking.
//!
//! The form of an answer is known before the answer (Prager et al. 2000, "Question-answering by predictive annotation").

use super::analyse::{Token, tokens};
use super::stop_words::is_stop_word;
use super::word::{fold, words};
use crate::index::DocumentIndex;
use pincite_language::Language;
use std::borrow::Cow;
use std::collections::HashSet;

/// A question, analysed in the languages of what it is asked of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Distinct terms in order, without stop words. If there are only stop words, they are kept.
    pub terms: Vec<QueryTerm>,
    /// Phrases in plain or typographic double quotes. A hit contains all of them.
    pub phrases: Vec<Phrase>,
    /// Whether the question asks for a number.
    pub asks_for_number: bool,
    /// The languages, each once.
    languages: Vec<Language>,
}

/// A word of a question: the term that it is in each language. A text that has one of these terms has the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTerm(Vec<String>);

/// Words that must follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The phrase as typed, without the quotes.
    pub text: String,
    /// Its words, in order.
    pub(crate) steps: Vec<Step>,
}

/// One word of a phrase. It matches its parts in a row, or its joined term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) parts: Vec<QueryTerm>,
    pub(crate) joined: Option<QueryTerm>,
}

/// A token of a question in all languages.
struct Asked {
    term: QueryTerm,
    token: Token,
}

/// No question, in no language that is known.
impl Default for Query {
    fn default() -> Self {
        Self::new("")
    }
}

impl Query {
    /// Analyses a question in English. A quotation mark without a second one is ordinary text.
    pub fn new(text: &str) -> Self {
        Self::in_languages(text, &[])
    }

    /// Analyses a question in these languages, or in English if none is named. Stop words are those of all of them, and the
    /// English ones.
    pub fn in_languages(text: &str, languages: &[Language]) -> Self {
        let phrase = |text: &str| Phrase::new(text, languages);
        let phrases = quoted(text).into_iter().map(phrase).filter(|phrase| !phrase.steps.is_empty()).collect();
        Self {
            terms: content_terms(text, languages),
            phrases,
            asks_for_number: asks_for_number(text),
            languages: if languages.is_empty() { vec![Language::English] } else { languages.to_vec() },
        }
    }

    /// The same question with quotation marks as ordinary text, as benchmarks need it.
    #[must_use]
    pub fn without_phrases(self) -> Self {
        Self { phrases: Vec::new(), ..self }
    }

    /// The languages that it is analysed in.
    pub fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// The terms of a text in each language of the question, in the order of the text.
    pub(crate) fn tokens(&self, text: &str) -> Vec<Token> {
        let mut all: Vec<Token> = self.languages.iter().flat_map(|language| tokens(text, *language)).collect();
        if self.languages.len() > 1 {
            all.sort_by_key(|token| (token.start, token.position));
            all.dedup();
        }
        all
    }

    /// Whether it has this term, in any language.
    pub(crate) fn has(&self, term: &str) -> bool {
        self.terms.iter().any(|one| one.0.iter().any(|form| form == term))
    }

    /// All terms that are looked up: those that rank, and those of phrases.
    pub(crate) fn all_terms(&self) -> HashSet<&str> {
        let of_phrases = self.phrases.iter().flat_map(|phrase| &phrase.steps);
        let of_phrases = of_phrases.flat_map(|step| step.parts.iter().chain(&step.joined));
        self.terms.iter().chain(of_phrases).flat_map(QueryTerm::forms).collect()
    }
}

impl QueryTerm {
    /// The terms that it is, each once.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Where it stands in a document, ascending.
    pub(crate) fn positions<'d>(&self, document: &'d DocumentIndex) -> Cow<'d, [u32]> {
        if let [form] = self.0.as_slice() {
            return Cow::Borrowed(document.positions(form));
        }
        let mut positions: Vec<u32> = self.forms().flat_map(|form| document.positions(form)).copied().collect();
        positions.sort_unstable();
        positions.dedup();
        Cow::Owned(positions)
    }
}

#[cfg(test)]
impl From<&str> for QueryTerm {
    fn from(term: &str) -> Self {
        Self(vec![term.to_owned()])
    }
}

impl Phrase {
    fn new(text: &str, languages: &[Language]) -> Self {
        Self { text: text.trim().to_owned(), steps: steps(asked_tokens(text, languages)) }
    }
}

/// The tokens of a question in these languages, or in English. All languages have tokens at the same places.
fn asked_tokens(text: &str, languages: &[Language]) -> Vec<Asked> {
    let first = languages.first().copied().unwrap_or(Language::English);
    let one = |token: Token| Asked { term: QueryTerm(vec![token.term.clone()]), token };
    let mut asked: Vec<Asked> = tokens(text, first).into_iter().map(one).collect();
    for language in languages.iter().skip(1) {
        for (asked, token) in asked.iter_mut().zip(tokens(text, *language)) {
            if !asked.term.0.contains(&token.term) {
                asked.term.0.push(token.term);
            }
        }
    }
    asked
}

/// Groups tokens into words: the parts of a joined term follow it and lie inside its byte range.
fn steps(tokens: Vec<Asked>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut joined_end = 0;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(Asked { term, token }) = tokens.next() {
        let is_joined = tokens.peek().is_some_and(|next| next.token.position == token.position);
        match steps.last_mut() {
            _ if is_joined => {
                joined_end = token.end;
                steps.push(Step { parts: Vec::new(), joined: Some(term) });
            }
            Some(step) if token.start < joined_end => step.parts.push(term),
            _ => steps.push(Step { parts: vec![term], joined: None }),
        }
    }
    steps
}

fn content_terms(text: &str, languages: &[Language]) -> Vec<QueryTerm> {
    let tokens = asked_tokens(text, languages);
    let is_content = |asked: &&Asked| !is_stop_word(&fold(&text[asked.token.start..asked.token.end]), languages);
    let content: Vec<&Asked> = tokens.iter().filter(is_content).collect();
    let chosen = if content.is_empty() { tokens.iter().collect() } else { content };
    let mut terms: Vec<QueryTerm> = Vec::with_capacity(chosen.len());
    for Asked { term, .. } in chosen {
        if !terms.contains(term) {
            terms.push(term.clone());
        }
    }
    terms
}

/// The texts between pairs of quotation marks.
fn quoted(text: &str) -> Vec<&str> {
    let marks: Vec<(usize, &str)> = text.match_indices(is_quotation_mark).collect();
    marks.chunks_exact(2).map(|pair| &text[pair[0].0 + pair[0].1.len()..pair[1].0]).collect()
}

fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\u{FF02}' | '\u{300C}' | '\u{300D}')
}

/// Words that ask for a number, folded, in alphabetic order. Words that also ask for a name ("number", "rate", "value")
/// are not in the list.
const QUANTITY_WORDS: [&str; 24] = [
    "amount", "amounts", "average", "billion", "billions", "cents", "dollars", "eur", "euros", "gbp", "margin",
    "million", "millions", "percent", "percentage", "proportion", "quantity", "ratio", "ratios", "sum", "thousands",
    "total", "totals", "usd",
];

/// Signs that ask for a number.
const SIGNS: [char; 4] = ['%', '$', '€', '£'];

/// Whether a question asks for a number: "how much", a quantity word, or a sign. A word or sign beside a number in the
/// question does not count ("the 50 million note").
fn asks_for_number(question: &str) -> bool {
    let folded: Vec<String> = words(question).iter().map(|word| fold(&question[word.start..word.end])).collect();
    let how = |pair: &[String]| pair[0] == "how" && matches!(pair[1].as_str(), "many" | "much");
    let after_number = |at: usize| at > 0 && has_digit(&folded[at - 1]);
    let quantity =
        |(at, word): (usize, &String)| QUANTITY_WORDS.binary_search(&word.as_str()).is_ok() && !after_number(at);
    sign_without_number(question) || folded.iter().enumerate().any(quantity) || folded.windows(2).any(how)
}

/// Whether a sign is beside no digit.
fn sign_without_number(question: &str) -> bool {
    let ends_in = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let begins_with = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let around = |(at, sign): (usize, &str)| (question[..at].trim_end(), question[at + sign.len()..].trim_start());
    question.match_indices(SIGNS).map(around).any(|(before, after)| !ends_in(before) && !begins_with(after))
}

/// Whether a term contains a digit.
fn has_digit(term: &str) -> bool {
    term.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(text: &str) -> Vec<String> {
        Query::new(text).phrases.into_iter().map(|phrase| phrase.text).collect()
    }

    fn forms(query: &Query) -> Vec<Vec<String>> {
        query.terms.iter().map(|term| term.0.clone()).collect()
    }

    #[test]
    fn a_word_has_the_stems_of_all_languages() {
        let both = [Language::English, Language::German];
        let query = Query::in_languages("Wann endet die Kündigungsfrist?", &[Language::German]);
        assert_eq!(forms(&query), [["endet"], ["kundigungsfrist"]]);
        let query = Query::in_languages("Which Bedingungen apply?", &both);
        assert_eq!(forms(&query), [vec!["bedingungen", "beding"], vec!["appli", "apply"]]);
        assert!(query.has("beding") && !query.has("which"));
        let marked: Vec<String> =
            query.tokens("Es gelten die Bedingungen").into_iter().map(|token| token.term).collect();
        assert!(marked.contains(&"beding".to_owned()) && marked.contains(&"bedingungen".to_owned()), "{marked:?}");
    }

    #[test]
    fn quotes_make_phrases() {
        assert_eq!(phrases(r#"who has a "right of first refusal"?"#), ["right of first refusal"], "plain quotes");
        assert_eq!(
            phrases("“material breach” and „force majeure“"),
            ["material breach", "force majeure"],
            "typographic"
        );
        assert!(phrases(r#"a 5" pipe"#).is_empty(), "a single mark is ordinary text");
        assert!(phrases(r#""" and "?!""#).is_empty(), "quotes around no word are ignored");
    }

    #[test]
    fn stop_words_go_unless_nothing_else_is_asked() {
        let terms = |text: &str| forms(&Query::new(text));
        assert_eq!(terms("What is the termination fee?"), [["termin"], ["fee"]], "content terms rank");
        assert_eq!(terms("to be or not to be"), [["to"], ["be"], ["or"], ["not"]], "all there is, is kept");
        assert!(Query::new("?!").terms.is_empty(), "no words, no terms");
    }

    #[test]
    fn a_compound_in_a_phrase_is_one_step() {
        let query = Query::new(r#""non-compete clause""#);
        let step = Step { parts: vec!["non".into(), "compet".into()], joined: Some("noncompet".into()) };
        let plain = Step { parts: vec!["claus".into()], joined: None };
        assert_eq!(query.phrases[0].steps, [step, plain], "its parts or its joined term match");
    }

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(QUANTITY_WORDS.is_sorted(), "binary search needs order");
    }

    #[test]
    fn a_question_for_a_number_is_known_by_its_words() {
        let asking =
            ["How much is the fee?", "how MANY days' notice", "the Total", "What % of sales?", "Net sales in USD"];
        asking.iter().for_each(|text| assert!(asks_for_number(text), "{text}"));
        let others =
            ["Who pays the fee?", "How is it terminated?", "Much ado", "What is the governing law?", "", "how"];
        let given =
            ["Who holds 5 % of the shares?", "What is the $50 note?", "Who owes the 50 million?", "the 5% rule"];
        others.iter().chain(&given).for_each(|text| assert!(!asks_for_number(text), "{text}"));
        assert!(asks_for_number("What % of sales was 5 % or more?"), "one is in the question, another is asked for");
    }

    #[test]
    fn terms_with_digits_are_numeric() {
        assert!(has_digit("1577") && has_digit("fy2018") && !has_digit("fee"), "whatever else they contain");
    }
}
