//! The terms of a passage as one line of text, as the library stores them. And runs of three terms, by which texts are
//! compared. Not for splitting text.

use super::analyse::tokens;
use pincite_language::Language;
use pincite_library::{JOINED, SENTENCE};
use pincite_passage::Passage;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The line of terms of a text in this language whose sentences have these byte ranges, in order. Text between two ranges belongs to the
/// sentence before. [`crate::DocumentIndex`] reads these lines.
pub fn terms_of(text: &str, sentences: &[(u32, u32)], language: Language) -> String {
    let tokens = tokens(text, language);
    let mut line = String::with_capacity(text.len() + text.len() / 4);
    let mut last = None;
    for (at, token) in tokens.iter().enumerate() {
        let sentence = sentences.partition_point(|range| range.0 as usize <= token.start);
        if last.is_some_and(|last| last != sentence) {
            line.push(' ');
            line.push_str(SENTENCE);
        }
        if last.replace(sentence).is_some() {
            line.push(' ');
        }
        line.push_str(&token.term);
        if tokens.get(at + 1).is_some_and(|next| next.position == token.position) {
            line.push(JOINED);
        }
    }
    line
}

/// The line of terms of a passage in this language. The headings that its text does not repeat come first, as one sentence. Tables and
/// clauses often name their subject only in the heading: MRR@10 by page rose from 38.7 to 45.6 on FinanceBench and from
/// 73.0 to 73.5 on CUAD.
pub fn passage_terms(passage: &Passage, language: Language) -> String {
    let outside: Vec<&str> =
        passage.headings.iter().map(String::as_str).filter(|it| !passage.text.contains(it)).collect();
    if outside.is_empty() {
        return terms_of(&passage.text, &passage.sentences, language);
    }
    let headings = outside.join("\n");
    let shift = headings.len() as u32 + 1;
    let sentences = passage.sentences.iter().map(|(start, end)| (start + shift, end + shift));
    let with_headings: Vec<(u32, u32)> = std::iter::once((0, shift - 1)).chain(sentences).collect();
    terms_of(&format!("{headings}\n{}", passage.text), &with_headings, language)
}

/// Hashes of a text's runs of three terms, sorted, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Runs(Vec<u64>);

impl Runs {
    pub(crate) fn of(terms: &[String]) -> Self {
        let mut runs: Vec<u64> = terms.windows(3).map(hash).collect();
        runs.sort_unstable();
        runs.dedup();
        Self(runs)
    }

    /// Number of different runs.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Number of runs that another text has, too.
    pub(crate) fn shared(&self, other: &Self) -> usize {
        self.0.iter().filter(|run| other.0.binary_search(run).is_ok()).count()
    }
}

fn hash(run: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    run.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_library::occurrences;
    use proptest::prelude::*;

    #[test]
    fn a_line_keeps_positions_and_sentences() {
        let line = terms_of("No non-compete. See it.", &[(0, 15), (16, 23)], Language::English);
        assert_eq!(line, "no noncompet+ non compet | see it", "a stored format: it may not change");
        let read: Vec<(u32, u32)> = occurrences(&line).map(|it| (it.position, it.sentence)).collect();
        assert_eq!(
            read,
            [(0, 0), (1, 0), (1, 0), (2, 0), (3, 1), (4, 1)],
            "joined terms have no position of their own"
        );
    }

    #[test]
    fn headings_outside_the_text_are_a_sentence() {
        let text = "Notice Thirty days.".to_owned();
        let clause = None;
        let spans = Vec::new();
        let headings = vec!["Term and End".into(), "Notice".into()];
        let sentences = vec![(0, 6), (7, 19)];
        let passage = Passage { ordinal: 0, text, headings, clause, sentences, spans, ..Passage::default() };
        assert_eq!(
            passage_terms(&passage, Language::English),
            "term and end | notic | thirti day",
            "no heading counts twice"
        );
    }

    /// A vowel mark after "+" or "|" made a word of them: the stored line then had a joined term or a sentence too many.
    #[test]
    fn no_term_contains_a_mark_of_the_format() {
        let text = "+\u{64B} |\u{64B} \u{FF5C}\u{6DA} fee+\u{6DA}";
        let line = terms_of(text, &[], Language::English);
        let read: Vec<&str> = occurrences(&line).map(|it| it.term).collect();
        assert_eq!(read, crate::text::analyse(text, Language::English), "what is read is what was analysed");
        assert!(read.contains(&"fee") && read.iter().all(|term| !term.contains(['+', '|'])), "{line:?}");
    }

    proptest! {
        #[test]
        fn what_is_stored_is_what_was_analysed(text in "\\PC{0,80}", cut in 0u32..80) {
            let line = terms_of(&text, &[(0, cut), (cut, 200)], Language::German);
            let read: Vec<(&str, u32)> = occurrences(&line).map(|it| (it.term, it.position)).collect();
            let tokens = tokens(&text, Language::German);
            let analysed: Vec<(&str, u32)> = tokens.iter().map(|token| (token.term.as_str(), token.position)).collect();
            prop_assert_eq!(read, analysed);
        }
    }
}
