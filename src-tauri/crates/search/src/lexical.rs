//! The lexical score: BM25 of the passage, plus BM25 of its best sentence, plus neighbouring question words found
//! near each other. Statistics are those of the scope asked, but for how rare a word is at large. Not for vectors.
//!
//! BM25 with Lucene's non-negative idf (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework"). The pair
//! bonus is the ordered-window feature of Metzler & Croft 2005 ("A Markov random field model for term dependencies").

use crate::Weights;
use crate::background::rarity;
use crate::segment::Segment;
use rayon::prelude::*;

/// What of a question stands where in one segment.
struct Matches {
    /// Per term: passages with counts.
    passages: Vec<Vec<(u32, u32)>>,
    /// Per term: sentences with counts.
    sentences: Vec<Vec<(u32, u32)>>,
    /// Per pair of neighbouring terms: passages where they stand near each other in the order asked.
    pairs: Vec<Vec<u32>>,
}

impl Matches {
    fn find(segment: &Segment, terms: &[String], window: u32) -> Self {
        let places: Vec<&[u32]> = terms.iter().map(|term| segment.places(term)).collect();
        Self {
            passages: places.iter().map(|places| segment.by_passage(places)).collect(),
            sentences: places.iter().map(|places| segment.by_sentence(places)).collect(),
            pairs: places.windows(2).map(|pair| near(segment, pair[0], pair[1], window)).collect(),
        }
    }
}

/// Passages where some place of `second` comes at most `window` words after a place of `first`.
fn near(segment: &Segment, first: &[u32], second: &[u32], window: u32) -> Vec<u32> {
    let (mut passages, mut at) = (Vec::new(), 0);
    for place in second {
        at += first[at..].partition_point(|other| other + window < *place);
        if first.get(at).is_some_and(|other| other < place) {
            let both = segment.by_passage(&[first[at], *place]);
            if both.len() == 1 && passages.last() != Some(&both[0].0) {
                passages.push(both[0].0);
            }
        }
    }
    passages
}

/// Lexical scores of every passage of every segment, in the order given.
pub(crate) fn scores(segments: &[&Segment], terms: &[String], weights: &Weights) -> Vec<Vec<f32>> {
    let matches: Vec<Matches> =
        segments.par_iter().map(|segment| Matches::find(segment, terms, weights.window)).collect();
    let statistics = Statistics::of(segments, &matches, terms);
    segments.par_iter().zip(&matches).map(|(segment, matches)| statistics.score(segment, matches, weights)).collect()
}

/// How much each of the terms counts: how rare it is in the scope of the segments, and at large.
pub(crate) fn term_weights(segments: &[&Segment], terms: &[String]) -> Vec<f32> {
    let passages = segments.iter().map(|segment| segment.passage_count()).sum();
    let holding = |term: &String| segments.par_iter().map(|s| s.by_passage(s.places(term)).len()).sum();
    terms.iter().map(|term| rarity(term) * idf(passages, holding(term))).collect()
}

/// What BM25 needs to know of the scope.
struct Statistics {
    /// Weight of each term.
    terms: Vec<f32>,
    /// Weight of each pair of neighbouring terms.
    pairs: Vec<f32>,
    /// Mean words of a passage.
    passage_words: f32,
    /// Mean words of a sentence.
    sentence_words: f32,
}

impl Statistics {
    fn of(segments: &[&Segment], matches: &[Matches], terms: &[String]) -> Self {
        let sum = |count: &dyn Fn(&Segment) -> usize| segments.iter().map(|segment| count(segment)).sum::<usize>();
        let (passages, sentences) = (sum(&Segment::passage_count), sum(&Segment::sentence_count));
        let words = sum(&|segment| segment.word_count() as usize) as f32;
        let holding = |term: usize| matches.iter().map(|found| found.passages[term].len()).sum();
        let near = |pair: usize| matches.iter().map(|found| found.pairs[pair].len()).sum();
        Self {
            terms: terms.iter().zip(0..).map(|(term, at)| rarity(term) * idf(passages, holding(at))).collect(),
            pairs: (1..terms.len()).map(|second| idf(passages, near(second - 1))).collect(),
            passage_words: words / passages.max(1) as f32,
            sentence_words: words / sentences.max(1) as f32,
        }
    }

    fn score(&self, segment: &Segment, matches: &Matches, weights: &Weights) -> Vec<f32> {
        let mut scores = vec![0.0; segment.passage_count()];
        let length = |passage: u32| segment.passage_words(passage as usize) as f32 / self.passage_words;
        self.add(&mut scores, &matches.passages, length, weights);
        for (passage, best) in self.best_sentences(segment, matches, weights) {
            scores[passage as usize] += weights.sentence * best;
        }
        for (passages, idf) in matches.pairs.iter().zip(&self.pairs) {
            passages.iter().for_each(|passage| scores[*passage as usize] += weights.pair * idf);
        }
        scores
    }

    /// Sentence scores with the passages they belong to, reduced to each passage's best.
    fn best_sentences(&self, segment: &Segment, matches: &Matches, weights: &Weights) -> Vec<(u32, f32)> {
        let mut scores = vec![0.0; segment.sentence_count()];
        let length = |sentence: u32| segment.sentence_words(sentence as usize) as f32 / self.sentence_words;
        self.add(&mut scores, &matches.sentences, length, weights);
        let mut best: Vec<(u32, f32)> = Vec::new();
        for (sentence, score) in scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0) {
            let passage = segment.passage_of_sentence(sentence as u32, best.last().map_or(0, |last| last.0));
            match best.last_mut() {
                Some(last) if last.0 == passage => last.1 = last.1.max(score),
                _ => best.push((passage, score)),
            }
        }
        best
    }

    /// Adds BM25 of each term to the scores of the parts (passages or sentences) that hold it.
    fn add(&self, scores: &mut [f32], counts: &[Vec<(u32, u32)>], length: impl Fn(u32) -> f32, weights: &Weights) {
        for (counts, idf) in counts.iter().zip(&self.terms) {
            for (part, count) in counts {
                scores[*part as usize] += idf * weights.saturate(*count as f32, length(*part));
            }
        }
    }
}

/// ln(1 + (N − n + ½) / (n + ½)) for a term in n of N passages: never negative.
pub(crate) fn idf(passages: usize, holding: usize) -> f32 {
    let (all, some) = (passages as f32, holding as f32);
    ((all - some + 0.5) / (some + 0.5)).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms_of;
    use crate::vectors::Vectors;

    fn segment(passages: &[&str]) -> Segment {
        Segment::new(passages.iter().map(|text| terms_of(text, &[])), Vectors::default())
    }

    fn close(score: f32, expected: f64) -> bool {
        (f64::from(score) - expected).abs() < 1e-5
    }

    #[test]
    fn agrees_with_bm25_by_hand() {
        let document = segment(&["rent rent due", "lease", "due date of the lease"]);
        let weights = Weights { sentence: 0.0, pair: 0.0, ..Weights::default() };
        let scores = scores(&[&document], &["rent".into(), "due".into()], &weights);
        // N = 3, mean length 3; rent: n = 1, idf = ln(1 + 2.5/1.5); due: n = 2, idf = ln(1 + 1.5/2.5); k1 1.2, b .75.
        let (rent, due) = ((1.0f64 + 2.5 / 1.5).ln(), (1.0f64 + 1.5 / 2.5).ln());
        let (rent, due) = (rent * f64::from(rarity("rent")), due * f64::from(rarity("due")));
        let first = rent * 2.0 * 2.2 / (2.0 + 1.2) + due * 2.2 / (1.0 + 1.2);
        let third = due * 2.2 / (1.0 + 1.2 * (0.25 + 0.75 * 5.0 / 3.0));
        assert!(close(scores[0][0], first), "{} is not {first}", scores[0][0]);
        assert_eq!(scores[0][1], 0.0, "no term of the question stands there");
        assert!(close(scores[0][2], third), "{} is not {third}", scores[0][2]);
    }

    #[test]
    fn statistics_are_those_of_the_scope() {
        let (one, other) = (segment(&["rent", "lease"]), segment(&["rent", "rent"]));
        let alone = term_weights(&[&one], &["rent".into()])[0];
        let together = term_weights(&[&one, &other], &["rent".into()])[0];
        assert!(alone > together, "a term common in the collection may be rare in the document");
    }

    #[test]
    fn words_that_are_common_everywhere_count_less_though_the_document_has_them_once() {
        let document = segment(&["net inventories", "round figures", "net sales"]);
        let scores = &scores(&[&document], &terms_of_question("Round the inventories"), &Weights::default())[0];
        assert!(scores[0] > scores[1] && scores[1] > 0.0, "what is asked about, then how it is asked: {scores:?}");
    }

    fn terms_of_question(text: &str) -> Vec<String> {
        crate::Query::new(text).terms
    }

    #[test]
    fn words_near_each_other_in_the_order_asked_count_more() {
        let document = segment(&["notice of termination given", "termination and then of course notice", "notice"]);
        let scores = &scores(&[&document], &["notic".into(), "termin".into()], &Weights::default())[0];
        assert!(scores[0] > scores[1] && scores[1] > scores[2], "near pair, both words, one word: {scores:?}");
    }

    #[test]
    fn neighbours_do_not_reach_over_a_passage() {
        let document = segment(&["notice", "termination"]);
        assert!(near(&document, &[0], &[1], 3).is_empty(), "the end of one passage is not beside the next one's start");
    }
}
