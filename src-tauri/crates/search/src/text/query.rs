//! A question is analysed: content terms to rank by, quoted phrases that must occur, and whether it asks for a number. Not for
//! ranking.
//!
//! The form of an answer is known before the answer (Prager et al. 2000, "Question-answering by predictive annotation"). Stop
//! words are those of questions: they stay in the index, because phrases need them.

use super::analyse::{Token, tokens};
use super::word::{fold, words};
use std::collections::HashSet;

/// A question, analysed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Distinct terms in order, without stop words. If there are only stop words, they are kept.
    pub terms: Vec<String>,
    /// Phrases in plain or typographic double quotes. A hit contains all of them.
    pub phrases: Vec<Phrase>,
    /// Whether the question asks for a number.
    pub asks_for_number: bool,
}

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
    pub(crate) parts: Vec<String>,
    pub(crate) joined: Option<String>,
}

impl Query {
    /// Analyses a question. A quotation mark without a second one is ordinary text.
    pub fn new(text: &str) -> Self {
        let phrases = quoted(text).into_iter().map(Phrase::new).filter(|phrase| !phrase.steps.is_empty());
        Self { phrases: phrases.collect(), ..Self::without_phrases(text) }
    }

    /// Analyses a question and ignores quotation marks, as benchmarks need it.
    pub fn without_phrases(text: &str) -> Self {
        Self { terms: content_terms(text), phrases: Vec::new(), asks_for_number: asks_for_number(text) }
    }
}

impl Query {
    /// All terms that are looked up: those that rank, and those of phrases.
    pub(crate) fn all_terms(&self) -> HashSet<&str> {
        let of_phrases = self.phrases.iter().flat_map(|phrase| &phrase.steps);
        let of_phrases = of_phrases.flat_map(|step| step.parts.iter().chain(&step.joined));
        self.terms.iter().chain(of_phrases).map(String::as_str).collect()
    }
}

impl Phrase {
    fn new(text: &str) -> Self {
        Self { text: text.trim().to_owned(), steps: steps(&tokens(text)) }
    }
}

/// Groups tokens into words: the parts of a joined term follow it and lie inside its byte range.
fn steps(tokens: &[Token]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut joined_end = 0;
    for (at, token) in tokens.iter().enumerate() {
        let is_joined = tokens.get(at + 1).is_some_and(|next| next.position == token.position);
        match steps.last_mut() {
            _ if is_joined => {
                joined_end = token.end;
                steps.push(Step { parts: Vec::new(), joined: Some(token.term.clone()) });
            }
            Some(step) if token.start < joined_end => step.parts.push(token.term.clone()),
            _ => steps.push(Step { parts: vec![token.term.clone()], joined: None }),
        }
    }
    steps
}

fn content_terms(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let content: Vec<&Token> =
        tokens.iter().filter(|token| !is_stop_word(&fold(&text[token.start..token.end]))).collect();
    let chosen = if content.is_empty() { tokens.iter().collect() } else { content };
    let mut terms: Vec<String> = Vec::with_capacity(chosen.len());
    for token in chosen {
        if !terms.contains(&token.term) {
            terms.push(token.term.clone());
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

/// Function words and question words, folded, in alphabetic order. Removing them from questions gained 3 points of Top-1
/// on SQuAD, 2 on CUAD and 6 on FinanceBench (BM25 alone).
const STOP_WORDS: [&str; 71] = [
    "a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by", "can",
    "could", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in",
    "into", "is", "it", "its", "may", "no", "not", "of", "on", "or", "she", "should", "so", "such", "than", "that",
    "the", "their", "then", "there", "these", "they", "this", "to", "was", "we", "were", "what", "when", "where",
    "which", "who", "whom", "whose", "why", "will", "with", "would", "you",
];

/// Whether a folded (lower-case) word is a stop word.
pub fn is_stop_word(folded: &str) -> bool {
    STOP_WORDS.binary_search(&folded).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(text: &str) -> Vec<String> {
        Query::new(text).phrases.into_iter().map(|phrase| phrase.text).collect()
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
        assert_eq!(Query::new("What is the termination fee?").terms, ["termin", "fee"], "content terms rank");
        assert_eq!(Query::new("to be or not to be").terms, ["to", "be", "or", "not"], "all there is, is kept");
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
    fn the_lists_are_sorted_for_binary_search() {
        assert!(QUANTITY_WORDS.is_sorted() && STOP_WORDS.is_sorted(), "binary search needs order");
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

    #[test]
    fn question_words_are_stop_words() {
        assert!(is_stop_word("what") && !is_stop_word("termination"), "question words go, content words stay");
    }
}
