//! Which documents of a scope a question names: by company, title, file name or year. "What was the capex of Netflix in 2017" asks
//! the annual report of Netflix for 2017. Not for a single document, which needs no name.

use crate::Result;
use crate::index::SearchScope;
use crate::score::{Mode, PreparedQuestion, RankedPassage, background_idf, term_weight};
use crate::text::Query;
use pincite_library::{CollectionId, Library};
use std::collections::HashSet;

/// What a document gains whose name has all words of the question that any name has. The unit is that of the final score.
const NAMED: f32 = 6.0;
/// What it gains more if its name has the year.
const YEAR: f32 = 1.5;
/// What a document that is named gains more if it is a report of the length asked for.
const KIND: f32 = 1.5;
/// Words of the names of reports for a year, and for a quarter.
const ANNUAL: [&str; 3] = ["10k", "annual", "20f"];
const INTERIM: [&str; 6] = ["10q", "quarter", "q1", "q2", "q3", "q4"];
/// A word with such a background IDF is a name, or as rare as one.
const RARE: f32 = 0.95;

/// How far the question names each document of a scope.
#[derive(Default)]
pub(super) struct Names(Vec<f32>);

impl Names {
    /// Compares the question with the names of a scope's documents. Words that most names have tell nothing.
    pub(super) async fn of(
        question: &PreparedQuestion,
        library: &Library,
        collection: CollectionId,
        scope: &SearchScope<'_>,
    ) -> Result<Self> {
        let count = scope.documents().len();
        let words = name_words(question);
        let names_nothing = words.is_empty() && question.figures.years.is_empty();
        if count < 2 || question.mode != Mode::Hybrid || names_nothing {
            return Ok(Self::default());
        }
        let known = library.document_names(collection).await?;
        let name = |document| {
            known.get(&scope.content(document)).map(|name| words_of(name, &question.query)).unwrap_or_default()
        };
        let names: Vec<HashSet<String>> = (0..count).map(name).collect();
        Ok(Self::compared(question, &words, &names))
    }

    fn compared(question: &PreparedQuestion, words: &[String], names: &[HashSet<String>]) -> Self {
        let mut gains = shares(words, names);
        gains.iter_mut().for_each(|gain| *gain *= NAMED);
        // The earlier years stand in the same report.
        if let Some(last) = question.figures.years.last() {
            let of_year = shares(&[last.to_string()], names);
            gains.iter_mut().zip(of_year).for_each(|(gain, share)| *gain += YEAR * share);
        }
        let kind = if question.figures.interim { INTERIM.as_slice() } else { ANNUAL.as_slice() };
        for (gain, name) in gains.iter_mut().zip(names).filter(|(gain, _)| **gain > 0.0) {
            *gain += if kind.iter().any(|word| name.contains(*word)) { KIND } else { 0.0 };
        }
        Self(gains)
    }

    /// Whether the question names any.
    pub(super) fn are_any(&self) -> bool {
        self.0.iter().any(|gain| *gain > 0.0)
    }

    /// What its document adds to the score of a passage.
    pub(super) fn bonus(&self, ranked: &RankedPassage) -> Option<f32> {
        self.0.get(ranked.document).copied().filter(|gain| *gain > 0.0)
    }
}

/// The terms that may be part of a name: those with a capital inside a sentence ("Apple", "eBay"), and rare words. "Annual fee"
/// names no annual report. A year has a rule of its own.
fn name_words(question: &PreparedQuestion) -> Vec<String> {
    let text = question.text.as_str();
    let ranks = |term: &str| question.query.has(term) && term.chars().count() > 1;
    let mut words = Vec::new();
    for token in question.query.tokens(text) {
        let before = text[..token.start].trim_end();
        let begins = before.is_empty() || before.ends_with(['.', '?', '!', ':']);
        let is_capital = !begins && text[token.start..token.end].contains(char::is_uppercase);
        let is_year = token.term.parse().is_ok_and(|year| question.figures.years.contains(&year));
        if ranks(&token.term) && !is_year && (is_capital || background_idf(&token.term) >= RARE) {
            words.push(token.term);
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// How much of the terms that any name has each of the names has, 0 to 1. Terms of most names tell nothing.
fn shares(terms: &[String], names: &[HashSet<String>]) -> Vec<f32> {
    let mut shares = vec![0.0; names.len()];
    let mut most = 0.0;
    for term in terms {
        let having: Vec<usize> = (0..names.len()).filter(|at| names[*at].contains(term)).collect();
        if having.is_empty() || 2 * having.len() > names.len() {
            continue;
        }
        let weight = term_weight(term, names.len(), having.len());
        most += weight;
        having.into_iter().for_each(|at| shares[at] += weight);
    }
    if most > 0.0 {
        shares.iter_mut().for_each(|share| *share /= most);
    }
    shares
}

fn words_of(name: &str, query: &Query) -> HashSet<String> {
    query.tokens(&name.replace('_', " ")).into_iter().map(|token| token.term).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(question: &str, names: &[&str]) -> Vec<f32> {
        let question = PreparedQuestion::new(question, Mode::Hybrid);
        let names: Vec<HashSet<String>> = names.iter().map(|name| words_of(name, &question.query)).collect();
        Names::compared(&question, &name_words(&question), &names).0
    }

    #[test]
    fn company_and_year_choose_the_report() {
        let names =
            ["Alder Inc., 10-K 2017", "Alder Inc., 10-K 2018", "Birch Corp, 10-K 2017", "Birch Corp, 10-K 2018"];
        let gains = gains("What was the capex of Alder in FY2016 and FY2017?", &names);
        assert!(gains[0] > gains[1] && gains[0] > gains[2], "{gains:?}");
        assert_eq!((gains[0], gains[3]), (NAMED + YEAR + KIND, 0.0), "{gains:?}");
    }

    #[test]
    fn a_quarter_asks_for_a_quarterly_report() {
        let names = ["Alder Inc., 10-K 2018", "Alder Inc., 10-Q 2018-06-30", "Birch Corp, 10-Q 2018-06-30", "Cedar"];
        let gains = gains("What was the revenue of Alder in Q2 2018?", &names);
        assert!(gains[1] > gains[0] && gains[1] > gains[2], "{gains:?}");
    }

    #[test]
    fn what_no_name_or_every_name_has_tells_nothing() {
        let names = ["Supply agreement of 2019", "Supply agreement of 2020"];
        assert_eq!(gains("What does the Supply Agreement say about notice?", &names), [0.0, 0.0]);
        let names = ["annual-report", "services-agreement", "lease"];
        assert_eq!(gains("Annual fee? How high is the annual fee?", &names), [0.0; 3], "it is no name");
        assert!(gains("hooli capex", &["Hooli 10-K", "Raviga 10-K"])[0] > 0.0, "rare words need no capital");
    }
}
