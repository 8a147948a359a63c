//! Measures lengths in tokens, and cuts long sentences. Not for counting: the caller gives the tokenizer.

use crate::piece::{Piece, text_of};

/// Counts tokens as the encoder does, without the special tokens of every text.
pub(crate) struct Measure<'m> {
    count: &'m dyn Fn(&str) -> usize,
    added: usize,
    /// Token limit of a passage, without special tokens.
    pub(crate) limit: usize,
}

/// Where a long sentence is cut. The best signs come first; the last entry allows any word.
const PLACES: &[&[char]] = &[&[';', '；'], &[',', ':', '—', '，', '、', '،'], &[]];

impl<'m> Measure<'m> {
    pub(crate) fn new(count: &'m dyn Fn(&str) -> usize, max_tokens: usize) -> Self {
        let added = count("");
        Self { count, added, limit: max_tokens.saturating_sub(added).max(1) }
    }

    pub(crate) fn tokens(&self, text: &str) -> usize {
        (self.count)(text).saturating_sub(self.added)
    }

    /// Parts of at most `limit` tokens, with their lengths. A longer word stays whole.
    pub(crate) fn cut<'a>(&self, pieces: Vec<Piece<'a>>, limit: usize) -> Vec<(Vec<Piece<'a>>, usize)> {
        self.cut_at(pieces, limit, PLACES)
    }

    fn cut_at<'a>(&self, pieces: Vec<Piece<'a>>, limit: usize, places: &[&[char]]) -> Vec<(Vec<Piece<'a>>, usize)> {
        let tokens = self.tokens(&text_of(&pieces));
        let Some((signs, finer)) = places.split_first().filter(|_| tokens > limit) else {
            return vec![(pieces, tokens)];
        };
        let ends = |piece: &Piece<'_>| !piece.joins_next && (signs.is_empty() || piece.text.ends_with(*signs));
        let segments = pieces.chunk_by(|before, _| !ends(before));
        let mut parts: Vec<(Vec<Piece<'a>>, usize)> = Vec::new();
        for (segment, tokens) in segments.flat_map(|segment| self.cut_at(segment.to_vec(), limit, finer)) {
            match parts.last_mut().filter(|part| part.1 + tokens <= limit) {
                Some(part) => {
                    part.0.extend(segment);
                    part.1 += tokens;
                }
                None => parts.push((segment, tokens)),
            }
        }
        parts
    }
}
