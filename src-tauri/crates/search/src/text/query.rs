//! A question is analysed: content terms to rank by, and quoted phrases that must occur. Not for ranking.

use super::analyse::{Token, tokens};
use super::fold::fold;
use super::numeric::asks_for_number;
use super::stop_words::is_stop_word;

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
}
