//! Words of a collection that can stand for others, by the encoder's own vectors. Not for search terms.

use crate::Result;
use crate::questions::folded;
use pincite_models::{Embeddings, Encode, Side};
use pincite_search::{analyse, is_stop_word};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Passages that hold a word at least: others are names and misprints.
const HOLDING: usize = 3;
/// Letters of a word at least.
const LETTERS: usize = 3;
/// Words at most, those in most passages: encoding them takes seconds.
const LARGEST: usize = 4000;

/// Words with their terms and vectors.
pub(super) struct Vocabulary {
    words: Vec<Word>,
    vectors: Embeddings,
}

/// A word of the collection.
pub(super) struct Word {
    pub(super) text: String,
    /// What it is matched by in the search.
    pub(super) term: String,
}

impl Vocabulary {
    /// Of some texts.
    pub(super) fn new<'t>(texts: impl Iterator<Item = &'t str>, encoder: &dyn Encode) -> Result<Self> {
        let words = common(texts);
        let vectors = embed(encoder, &words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>())?;
        Ok(Self { words, vectors })
    }

    /// The word nearest to a vector of length 1 among those allowed, if its cosine is at least `least`.
    pub(super) fn nearest(&self, vector: &[f32], least: f32, allowed: impl Fn(&Word) -> bool) -> Option<&Word> {
        let cosine = |row: &[f32]| row.iter().zip(vector).map(|(one, other)| one * other).sum::<f32>();
        let near = self.words.iter().zip(self.vectors.iter()).map(|(word, row)| (cosine(row), word));
        let allowed = near.filter(|(cosine, word)| *cosine >= least && allowed(word));
        allowed.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, word)| word)
    }
}

/// Vectors of words, of length 1.
pub(super) fn embed(encoder: &dyn Encode, words: &[&str]) -> Result<Embeddings> {
    let mut vectors = encoder.embed(words, Side::Question, &mut |_| ControlFlow::Continue(()))?;
    for row in vectors.values.chunks_exact_mut(vectors.width.max(1)) {
        let length = row.iter().map(|value| value * value).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        row.iter_mut().for_each(|value| *value /= length);
    }
    Ok(vectors)
}

/// Words in enough passages, those in most first.
fn common<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<Word> {
    let mut holding: HashMap<String, usize> = HashMap::new();
    for text in texts {
        let distinct: HashSet<String> = folded(text).into_iter().filter(|word| is_plain(word)).collect();
        distinct.into_iter().for_each(|word| *holding.entry(word).or_default() += 1);
    }
    let mut all: Vec<(usize, String)> =
        holding.into_iter().filter(|(_, count)| *count >= HOLDING).map(|(word, count)| (count, word)).collect();
    all.sort_unstable_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    all.truncate(LARGEST);
    all.into_iter().filter_map(|(_, text)| Some(Word { term: analyse(&text).into_iter().next()?, text })).collect()
}

fn is_plain(word: &str) -> bool {
    word.chars().count() >= LETTERS && word.chars().all(char::is_alphabetic) && !is_stop_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_passages_are_known() {
        let texts = ["The lessee pays rent, rent.", "rent of the lessee", "Rent by Bloggs", "lessee 12a"];
        let words: Vec<String> = common(texts.into_iter()).into_iter().map(|word| word.text).collect();
        assert_eq!(words, ["lessee", "rent"], "no names, no stop words, and one passage counts once");
    }

    #[test]
    fn the_nearest_that_is_allowed_is_taken() {
        let word = |text: &str| Word { text: text.to_owned(), term: text.to_owned() };
        let vectors = Embeddings { width: 2, values: vec![1.0, 0.0, 0.8, 0.6, 0.0, 1.0] };
        let vocabulary = Vocabulary { words: ["lessee", "tenant", "fee"].map(word).into(), vectors };
        let nearest = |least, not: &str| {
            vocabulary.nearest(&[1.0, 0.0], least, |word| word.text != not).map(|word| word.text.as_str())
        };
        assert_eq!(nearest(0.5, ""), Some("lessee"));
        assert_eq!(nearest(0.5, "lessee"), Some("tenant"), "the next, if that is not allowed");
        assert_eq!(nearest(0.9, "lessee"), None, "none is near enough");
    }
}
