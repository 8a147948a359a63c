//! The lexical score: BM25 of the passage, plus BM25 of its best sentence, plus a bonus for neighbouring question terms.
//! The statistics are those of the scope, weighted by background IDF. Not for vectors.
//!
//! BM25 with Lucene's non-negative IDF (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework"). The bonus is
//! the ordered-window feature of Metzler & Croft 2005 ("A Markov random field model for term dependencies").

use super::idf::{background_idf, idf};
use super::weights::Weights;
use crate::index::{Count, DocumentIndex};
use crate::text::QueryTerm;
use rayon::prelude::*;
use std::borrow::Cow;

/// Where the terms of a question occur in one document.
struct Matches {
    /// Per term: passages with counts.
    passages: Vec<Vec<Count>>,
    /// Per term: sentences with counts.
    sentences: Vec<Vec<Count>>,
    /// Per pair of neighbouring terms: passages in which they are near each other, in order.
    pairs: Vec<Vec<u32>>,
}

/// The best sentence of a passage.
struct BestSentence {
    passage: u32,
    score: f32,
}

impl Matches {
    fn find(document: &DocumentIndex, terms: &[QueryTerm], window: u32) -> Self {
        let positions: Vec<Cow<'_, [u32]>> = terms.iter().map(|term| term.positions(document)).collect();
        Self {
            passages: positions.iter().map(|positions| document.by_passage(positions)).collect(),
            sentences: positions.iter().map(|positions| document.by_sentence(positions)).collect(),
            pairs: positions.windows(2).map(|pair| near(document, &pair[0], &pair[1], window)).collect(),
        }
    }
}

/// Passages in which some position of `second` comes at most `window` words after a position of `first`.
fn near(document: &DocumentIndex, first: &[u32], second: &[u32], window: u32) -> Vec<u32> {
    let mut passages = Vec::new();
    let mut at = 0;
    for position in second {
        at += first[at..].partition_point(|other| other + window < *position);
        if first.get(at).is_some_and(|other| other < position) {
            let both = document.by_passage(&[first[at], *position]);
            if both.len() == 1 && passages.last() != Some(&both[0].part) {
                passages.push(both[0].part);
            }
        }
    }
    passages
}

/// Lexical scores of every passage of every document, in the order given.
pub(super) fn scores(documents: &[&DocumentIndex], terms: &[QueryTerm], weights: &Weights) -> Vec<Vec<f32>> {
    let matches: Vec<Matches> =
        documents.par_iter().map(|document| Matches::find(document, terms, weights.window)).collect();
    let statistics = Statistics::of(documents, &matches, terms);
    documents.par_iter().zip(&matches).map(|(document, matches)| statistics.score(document, matches, weights)).collect()
}

/// How much of a question the passage of a document that has most of it covers, 0 to 1: the weights of its terms there, over
/// those of all terms. A question in other words than those of the document has little.
pub fn coverage(document: &DocumentIndex, terms: &[QueryTerm]) -> f32 {
    let weights = term_weights(&[document], terms);
    let mut covered = vec![0.0; document.passage_count()];
    for (term, weight) in terms.iter().zip(&weights) {
        let counts = document.by_passage(&term.positions(document));
        counts.iter().for_each(|count| covered[count.part as usize] += weight);
    }
    let all: f32 = weights.iter().sum();
    if all > 0.0 { covered.into_iter().fold(0.0, f32::max) / all } else { 0.0 }
}

/// The weight of each term: its IDF in the scope times its background IDF.
pub(crate) fn term_weights(documents: &[&DocumentIndex], terms: &[QueryTerm]) -> Vec<f32> {
    let passages = documents.iter().map(|document| document.passage_count()).sum();
    let count = |term: &QueryTerm, document: &DocumentIndex| document.by_passage(&term.positions(document)).len();
    let containing = |term: &QueryTerm| documents.par_iter().map(|document| count(term, document)).sum();
    terms.iter().map(|term| background(term) * idf(passages, containing(term))).collect()
}

/// The background IDF of a word of a question: that of its most general term.
fn background(term: &QueryTerm) -> f32 {
    term.forms().map(background_idf).fold(1.0, f32::min)
}

/// Statistics of the scope that BM25 needs.
struct Statistics {
    /// Weight of each term.
    terms: Vec<f32>,
    /// Weight of each pair of neighbouring terms.
    pairs: Vec<f32>,
    /// Mean number of words in a passage.
    passage_words: f32,
    /// Mean number of words in a sentence.
    sentence_words: f32,
}

impl Statistics {
    fn of(documents: &[&DocumentIndex], matches: &[Matches], terms: &[QueryTerm]) -> Self {
        let sum = |count: &dyn Fn(&DocumentIndex) -> usize| documents.iter().map(|it| count(it)).sum::<usize>();
        let passages = sum(&DocumentIndex::passage_count);
        let sentences = sum(&DocumentIndex::sentence_count);
        let words = sum(&|document| document.word_count() as usize) as f32;
        let containing = |term: usize| matches.iter().map(|found| found.passages[term].len()).sum();
        let near = |pair: usize| matches.iter().map(|found| found.pairs[pair].len()).sum();
        Self {
            terms: terms.iter().zip(0..).map(|(term, at)| background(term) * idf(passages, containing(at))).collect(),
            pairs: (1..terms.len()).map(|second| idf(passages, near(second - 1))).collect(),
            passage_words: words / passages.max(1) as f32,
            sentence_words: words / sentences.max(1) as f32,
        }
    }

    fn score(&self, document: &DocumentIndex, matches: &Matches, weights: &Weights) -> Vec<f32> {
        let mut scores = vec![0.0; document.passage_count()];
        let length = |passage: u32| document.passage_words(passage) as f32 / self.passage_words;
        self.add(&mut scores, &matches.passages, length, weights);
        for best in self.best_sentences(document, matches, weights) {
            scores[best.passage as usize] += weights.sentence * best.score;
        }
        for (passages, idf) in matches.pairs.iter().zip(&self.pairs) {
            passages.iter().for_each(|passage| scores[*passage as usize] += weights.pair * idf);
        }
        scores
    }

    /// The best sentence of each passage that has a matching one.
    fn best_sentences(&self, document: &DocumentIndex, matches: &Matches, weights: &Weights) -> Vec<BestSentence> {
        let mut scores = vec![0.0; document.sentence_count()];
        let length = |sentence: u32| document.sentence_words(sentence) as f32 / self.sentence_words;
        self.add(&mut scores, &matches.sentences, length, weights);
        let mut best: Vec<BestSentence> = Vec::new();
        for (sentence, score) in scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0) {
            let passage = document.passage_of_sentence(sentence as u32, best.last().map_or(0, |last| last.passage));
            match best.last_mut() {
                Some(last) if last.passage == passage => last.score = last.score.max(score),
                _ => best.push(BestSentence { passage, score }),
            }
        }
        best
    }

    /// Adds the BM25 of each term to the scores of the passages or sentences that contain it.
    fn add(&self, scores: &mut [f32], counts: &[Vec<Count>], length: impl Fn(u32) -> f32, weights: &Weights) {
        for (counts, idf) in counts.iter().zip(&self.terms) {
            for count in counts {
                let frequency = weights.saturate(count.occurrences as f32, length(count.part));
                scores[count.part as usize] += idf * frequency;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Vectors;
    use crate::text::{Query, terms_of};
    use pincite_language::Language;

    fn document(passages: &[&str]) -> DocumentIndex {
        DocumentIndex::new(passages.iter().map(|text| terms_of(text, &[], Language::English)), Vectors::default())
    }

    fn close(score: f32, expected: f64) -> bool {
        (f64::from(score) - expected).abs() < 1e-5
    }

    #[test]
    fn agrees_with_bm25_by_hand() {
        let document = document(&["rent rent due", "lease", "due date of the lease"]);
        let weights = Weights { sentence: 0.0, pair: 0.0, ..Weights::default() };
        let scores = scores(&[&document], &["rent".into(), "due".into()], &weights);
        // N = 3, mean length 3; rent: n = 1, idf = ln(1 + 2.5/1.5); due: n = 2, idf = ln(1 + 1.5/2.5); k1 1.2, b .75.
        let rent = (1.0f64 + 2.5 / 1.5).ln();
        let due = (1.0f64 + 1.5 / 2.5).ln();
        let rent = rent * f64::from(background_idf("rent"));
        let due = due * f64::from(background_idf("due"));
        let first = rent * 2.0 * 2.2 / (2.0 + 1.2) + due * 2.2 / (1.0 + 1.2);
        let third = due * 2.2 / (1.0 + 1.2 * (0.25 + 0.75 * 5.0 / 3.0));
        assert!(close(scores[0][0], first), "{} is not {first}", scores[0][0]);
        assert_eq!(scores[0][1], 0.0, "it has no term of the question");
        assert!(close(scores[0][2], third), "{} is not {third}", scores[0][2]);
    }

    #[test]
    fn a_question_is_covered_by_one_passage() {
        let lease = document(&["rent is due", "the tenant gives notice", "pets"]);
        let coverage = |terms: &[&str]| {
            let terms: Vec<QueryTerm> = terms.iter().map(|term| (*term).into()).collect();
            super::coverage(&lease, &terms)
        };
        assert!(close(coverage(&["rent", "due"]), 1.0), "the first passage has both");
        assert!((0.3..0.7).contains(&coverage(&["rent", "notic"])), "no passage has both");
        assert_eq!(coverage(&["landlord"]), 0.0, "other words");
        assert_eq!(coverage(&[]), 0.0);
    }

    #[test]
    fn statistics_are_those_of_the_scope() {
        let (one, other) = (document(&["rent", "lease"]), document(&["rent", "rent"]));
        let alone = term_weights(&[&one], &["rent".into()])[0];
        let together = term_weights(&[&one, &other], &["rent".into()])[0];
        assert!(alone > together, "a term common in the collection may be rare in the document");
    }

    #[test]
    fn words_that_are_common_everywhere_count_less_though_the_document_has_them_once() {
        let document = document(&["net inventories", "round figures", "net sales"]);
        let scores = &scores(&[&document], &terms_of_question("Round the inventories"), &Weights::default())[0];
        assert!(scores[0] > scores[1] && scores[1] > 0.0, "what is asked about, then how it is asked: {scores:?}");
    }

    fn terms_of_question(text: &str) -> Vec<QueryTerm> {
        Query::new(text).terms
    }

    #[test]
    fn words_near_each_other_in_the_order_asked_count_more() {
        let document = document(&["notice of termination given", "termination and then of course notice", "notice"]);
        let scores = &scores(&[&document], &["notic".into(), "termin".into()], &Weights::default())[0];
        assert!(scores[0] > scores[1] && scores[1] > scores[2], "near pair, both words, one word: {scores:?}");
    }

    #[test]
    fn neighbours_do_not_reach_over_a_passage() {
        let document = document(&["notice", "termination"]);
        assert!(near(&document, &[0], &[1], 3).is_empty(), "the end of one passage is not beside the next one's start");
    }
}
