//! What words say of a batch by themselves, so that an encoder learns what they do not. Not for ranking.
//!
//! In the search the encoder's score is added to that of the words. Trained as if it were alone, it mostly learns again what
//! they know. Given their score beforehand, it is pushed where they are wrong (Gao et al. 2021, "Complement lexical
//! retrieval model with semantic residual embeddings").

use crate::{Corpus, Pair};
use pincite_search::{Mode, Query, Scale, Segment, Weights, rank};

/// The lexical scores of a question's document, in deviations from their mean, as the search fuses them.
pub(crate) struct Prior {
    document: usize,
    /// Of each passage; empty if words are to say nothing.
    scores: Vec<f32>,
    /// Of a passage that shares no word with the question, as those of other documents are taken.
    none: f32,
}

impl Prior {
    /// The scores of a pair's question, times `strength`.
    pub(crate) fn of(pair: &Pair, corpus: &Corpus, strength: f32) -> Self {
        let segment = &corpus.documents[pair.document].segment;
        let scores = if strength == 0.0 { Vec::new() } else { scores(segment, &pair.question) };
        let scale = Scale::of(scores.iter().copied());
        let standard = |score: f32| strength * scale.standardise(score);
        Self { document: pair.document, none: standard(0.0), scores: scores.into_iter().map(standard).collect() }
    }

    /// Of passages given by document and position.
    pub(crate) fn of_places(&self, places: &[(usize, usize)]) -> Vec<f32> {
        let one = |(document, passage): &(usize, usize)| {
            let own = self.scores.get(*passage).filter(|_| *document == self.document);
            own.copied().unwrap_or(self.none)
        };
        places.iter().map(one).collect()
    }
}

/// The lexical score of every passage of a document.
fn scores(segment: &Segment, question: &str) -> Vec<f32> {
    let query = Query::without_phrases(question);
    let mut scores = vec![0.0; segment.passage_count()];
    for ranked in rank(&[segment], &query, None, Mode::Lexical, &Weights::default(), usize::MAX) {
        scores[ranked.passage as usize] = ranked.score.lexical.unwrap_or(0.0);
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;

    fn prior(strength: f32) -> Prior {
        let texts = ["The rent is due.", "Boats are free.", "Gardens are watered."].map(str::to_owned);
        let corpus = Corpus { documents: vec![DocumentText::plain("", &[]), DocumentText::plain("lease", &texts)] };
        Prior::of(&Pair { question: "When is rent due?".into(), document: 1, passages: vec![0] }, &corpus, strength)
    }

    #[test]
    fn words_speak_for_passages_in_deviations() {
        let scores = prior(2.0).of_places(&[(1, 0), (1, 1), (0, 0)]);
        let root = 2f32.sqrt();
        assert!((scores[0] - 2.0 * root).abs() < 1e-5, "one of three has all the score: √2 above the mean, twice");
        assert!((scores[1] + root).abs() < 1e-5, "the others lie below it");
        assert_eq!(scores[1], scores[2], "a passage of another document shares no word");
    }

    #[test]
    fn without_strength_words_say_nothing() {
        assert_eq!(prior(0.0).of_places(&[(1, 0), (1, 1), (0, 0)]), [0.0; 3], "the plain method");
    }
}
