//! Questions that share no rare word with the passage that answers them. Whoever asks does not know the passage's words.
//! Names and numbers have no other words, so questions that need a rare one are left out. Not for writing new questions.

use super::differs;
use super::vocabulary::{Vocabulary, embed};
use crate::questions::without_possessive;
use crate::{Corpus, Frequencies, Pair, Result, content_words};
use pincite_models::{Embeddings, Encode};
use pincite_search::analyse;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A word is rare if at most this share of the passages holds it.
const RARE: f64 = 0.01;
/// In small collections: if at most so many passages hold it.
const FEW: u32 = 2;
/// Least cosine of a word to the one it stands for. Below it the word is dropped.
const NEAR: f32 = 0.55;

/// Fewer content words ask for nothing.
const FEWEST_WORDS: usize = 2;

/// Rewords questions about a corpus.
pub(super) struct Rewording<'c> {
    corpus: &'c Corpus,
    frequencies: &'c Frequencies,
}

/// What stands for rare words.
struct Substitutes {
    vocabulary: Vocabulary,
    /// Position of each rare word among the vectors.
    places: HashMap<String, usize>,
    vectors: Embeddings,
}

impl<'c> Rewording<'c> {
    pub(super) fn new(corpus: &'c Corpus, frequencies: &'c Frequencies) -> Self {
        Self { corpus, frequencies }
    }

    /// The questions that can be reworded: each rare word that it shares with its passage becomes the word of the
    /// collection that is nearest in meaning and not of the passage. One without such a word may be dropped.
    pub(super) fn reworded(&self, pairs: &[Pair], encoder: &dyn Encode) -> Result<Vec<Pair>> {
        let terms: Vec<HashSet<String>> = pairs.iter().map(|pair| self.terms(pair)).collect();
        let rare: BTreeSet<String> =
            pairs.iter().zip(&terms).flat_map(|(pair, terms)| self.rare(&pair.question, terms)).collect();
        if rare.is_empty() {
            return Ok(Vec::new());
        }
        let substitutes = self.substitutes(rare.into_iter().collect(), encoder)?;
        let both = pairs.iter().zip(&terms);
        Ok(both.filter_map(|(pair, terms)| self.reworded_pair(pair, terms, &substitutes)).collect())
    }

    /// The pair with other words in its question; nothing if too little of the question is left.
    fn reworded_pair(&self, pair: &Pair, terms: &HashSet<String>, substitutes: &Substitutes) -> Option<Pair> {
        if self.needs_names(&pair.question, terms) {
            return None;
        }
        let question = self.reword(&pair.question, terms, substitutes);
        let (words, before) = (content_words(&question).count(), content_words(&pair.question).count());
        let enough = words >= FEWEST_WORDS && words + 1 >= before;
        (enough && differs(&question, &pair.question)).then(|| Pair { question, ..pair.clone() })
    }

    /// Terms of all passages that answer.
    fn terms(&self, pair: &Pair) -> HashSet<String> {
        let passages = &self.corpus.documents[pair.document].passages;
        pair.passages.iter().filter_map(|at| passages.get(*at)).flat_map(|text| analyse(text)).collect()
    }

    /// Whether a rare name or number of the passage is in the question. The first word's capital makes no name.
    fn needs_names(&self, question: &str, terms: &HashSet<String>) -> bool {
        let is_name = |at: usize, piece: &str| {
            let word = Piece::of(piece).word;
            word.contains(|c: char| c.is_ascii_digit()) || word.contains(char::is_uppercase) && at > 0
        };
        let mut pieces = question.split_whitespace().enumerate();
        pieces.any(|(at, piece)| is_name(at, piece) && self.gives_away(piece, terms))
    }

    /// Words of a question, without punctuation and in lower case, that give its passage away.
    fn rare<'t>(&'t self, question: &'t str, terms: &'t HashSet<String>) -> impl Iterator<Item = String> + 't {
        question.split_whitespace().filter(|piece| self.gives_away(piece, terms)).map(Piece::of).map(|it| it.folded())
    }

    fn gives_away(&self, piece: &str, terms: &HashSet<String>) -> bool {
        let most = ((RARE * f64::from(self.frequencies.passages())) as u32).max(FEW);
        analyse(piece).iter().any(|term| terms.contains(term) && self.frequencies.holding(term) <= most)
    }

    fn substitutes(&self, rare: Vec<String>, encoder: &dyn Encode) -> Result<Substitutes> {
        let texts = self.corpus.documents.iter().flat_map(|document| &document.passages).map(String::as_str);
        let vocabulary = Vocabulary::new(texts, encoder)?;
        let vectors = embed(encoder, &rare.iter().map(String::as_str).collect::<Vec<_>>())?;
        let places = rare.into_iter().enumerate().map(|(at, word)| (word, at)).collect();
        Ok(Substitutes { vocabulary, places, vectors })
    }

    fn reword(&self, question: &str, terms: &HashSet<String>, substitutes: &Substitutes) -> String {
        let body = question.trim_end_matches(['?', ' ']);
        let mut taken: HashSet<String> = analyse(question).into_iter().collect();
        let pieces = body.split_whitespace().filter_map(|text| {
            if !self.gives_away(text, terms) {
                return Some(text.to_owned());
            }
            let piece = Piece::of(text);
            let other = substitutes.of(&piece.folded(), |term| !terms.contains(term) && !taken.contains(term))?;
            taken.extend(analyse(&other));
            Some(format!("{}{other}{}", piece.before, piece.after))
        });
        let pieces: Vec<String> = pieces.collect();
        format!("{}{}", pieces.join(" "), &question[body.len()..])
    }
}

impl Substitutes {
    /// What stands for a rare word, if anything does.
    fn of(&self, word: &str, allowed: impl Fn(&str) -> bool) -> Option<String> {
        let vector = self.vectors.row(*self.places.get(word)?);
        self.vocabulary.nearest(vector, NEAR, |word| allowed(&word.term)).map(|word| word.text.clone())
    }
}

/// A word between spaces, with its punctuation.
struct Piece<'t> {
    before: &'t str,
    word: &'t str,
    after: &'t str,
}

impl<'t> Piece<'t> {
    fn of(text: &'t str) -> Self {
        let word = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let before = &text[..text.len() - word.len()];
        let own = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        // The possessive goes with its word.
        let bare = without_possessive(own);
        Self { before, word: bare, after: &word[bare.len()..] }
    }

    fn folded(&self) -> String {
        self.word.to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;
    use pincite_models::Side;
    use std::ops::{ControlFlow, Range};

    /// Knows that words with the same first letter are near in meaning.
    struct ByFirstLetter;

    impl Encode for ByFirstLetter {
        fn width(&self) -> usize {
            26
        }

        fn question_spans(&self, texts: &[&str]) -> std::result::Result<Vec<Vec<Range<usize>>>, pincite_models::Error> {
            Ok(texts.iter().map(|_| Vec::new()).collect())
        }

        fn for_each_text(
            &self,
            texts: &[&str],
            _: Side,
            on_text: pincite_models::OnText<'_>,
            _: &mut dyn FnMut(usize) -> ControlFlow<()>,
        ) -> std::result::Result<(), pincite_models::Error> {
            for (at, text) in texts.iter().enumerate() {
                let mut vector = [0.0; 26];
                vector[usize::from(text.as_bytes()[0]) % 26] = 2.0;
                on_text(at, pincite_models::EncodedText { vector: &vector, states: &[] });
            }
            Ok(())
        }
    }

    /// Rewords a question about the first of ten passages. The others say what all of them say.
    fn reworded(question: &str) -> Option<String> {
        let own = "The tenant pays a bond of 1,577 to Bloggs before the indemnity begins.".to_owned();
        let others = vec!["A trustee pays the rent for a trustee before the bank is asked.".to_owned(); 9];
        let corpus = Corpus { documents: vec![DocumentText::plain("lease", &[vec![own], others].concat())] };
        let frequencies = Frequencies::of(&corpus.documents[0].passages);
        let pair = Pair { question: question.to_owned(), document: 0, passages: vec![0] };
        let found = Rewording::new(&corpus, &frequencies).reworded(&[pair], &ByFirstLetter).unwrap();
        found.into_iter().next().map(|pair| pair.question)
    }

    #[test]
    fn rare_words_of_the_passage_are_replaced_or_dropped() {
        let found = reworded("When does the tenant, who pays, owe the bond?").unwrap();
        assert_eq!(found, "When does the trustee, who pays, owe the bank?", "by what is near and not of the passage");
        let found = reworded("Which indemnity does the tenant’s trustee owe?");
        assert_eq!(found, None, "two of four words have no other");
        let found = reworded("When is the rent before the indemnity?").unwrap();
        assert_eq!(found, "When is the rent before the?", "nothing stands for it");
    }

    #[test]
    fn what_cannot_be_reworded_is_left_out() {
        assert_eq!(reworded("Does the trustee owe rent?"), None, "it shares no rare word");
        assert_eq!(reworded("What does the tenant owe to Bloggs?"), None, "a name has no other words");
        assert_eq!(reworded("Who owes the tenant 1,577?"), None, "nor has a number");
        assert_eq!(reworded("Who is the tenant?"), None, "one word asks for nothing");
    }
}
