//! The states of a text's tokens, as late interaction compares them (Khattab & Zaharia 2020, "ColBERT", §3): in full
//! precision for questions, quantized for passages. Not for comparing them: the search does that.

use crate::Error;
use crate::embeddings::Embeddings;
use crate::quantized::quantize;

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
pub struct EncodedPassages {
    /// One vector per text.
    pub embeddings: Embeddings,
    /// Quantized token embeddings of each text, see [`quantize`]; empty if none were computed.
    pub token_embeddings: Vec<Vec<u8>>,
}

/// Takes what becomes of each text, in any order.
pub(crate) type Take<'t> = &'t mut dyn FnMut(usize, Text<'_>);

impl Read {
    /// Reads texts whose tokens stand at these places; `each` hands over what becomes of them.
    pub(crate) fn by(
        spans: Vec<Vec<(usize, usize)>>,
        width: usize,
        each: impl FnOnce(Take<'_>) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let mut embeddings = Embeddings::zeros(spans.len(), width);
        let unread = spans.into_iter().map(|spans| TokenStates { width, spans, values: Vec::new() });
        let mut tokens: Vec<TokenStates> = unread.collect();
        each(&mut |at, text| {
            embeddings.set(at, text.vector);
            tokens[at].values = text.states.to_vec();
        })?;
        Ok(Self { embeddings, tokens })
    }
}

impl EncodedPassages {
    /// Encodes a number of texts. `each` passes the result of each text to its callback.
    pub(crate) fn by(
        texts: usize,
        width: usize,
        each: impl FnOnce(Take<'_>) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let (embeddings, token_embeddings) = (Embeddings::zeros(texts, width), vec![Vec::new(); texts]);
        let mut encoded = Self { embeddings, token_embeddings };
        each(&mut |at, text| {
            encoded.embeddings.set(at, text.vector);
            encoded.token_embeddings[at] = quantize(text.states, width);
        })?;
        Ok(encoded)
    }
}

impl From<Embeddings> for EncodedPassages {
    /// Without token embeddings.
    fn from(embeddings: Embeddings) -> Self {
        Self { embeddings, token_embeddings: Vec::new() }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_and_marks_are_left_out() {
        let ids: [&[u32]; 2] = [&[101, 7, 8, 102], &[101, 102]];
        let states: Vec<f32> = (0..8).map(|it| it as f32).collect();
        let texts: Vec<(f32, Vec<f32>)> =
            Text::each((&[0.5, 0.25], &states), &ids, 1).map(|text| (text.vector[0], text.states.to_vec())).collect();
        assert_eq!(texts, [(0.5, vec![1.0, 2.0]), (0.25, vec![])], "what stands between the marks");
    }
}
