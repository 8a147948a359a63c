//! Token states of texts for late interaction (Khattab & Zaharia 2020, "ColBERT", §3): in full precision for questions,
//! quantized for passages. Not for comparing them (the crate `search`).

use std::ops::Range;

use crate::Error;
use crate::embeddings::Embeddings;
use crate::quantized::quantize;

/// Encoded questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncodedQuestions {
    /// One vector per text.
    pub embeddings: Embeddings,
    /// The tokens of each text.
    pub tokens: Vec<TokenStates>,
}

/// The tokens of a text, without special tokens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenStates {
    /// Length of a state, the same as that of a vector.
    pub width: usize,
    /// Byte range of each token in the text. It is 0..0 for a token before the text.
    pub spans: Vec<Range<usize>>,
    /// The states one after the other.
    pub values: Vec<f32>,
}

/// Encoded passages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncodedPassages {
    /// One vector per text.
    pub embeddings: Embeddings,
    /// Quantized token embeddings of each text, see [`quantize`]; empty if none were computed.
    pub token_embeddings: Vec<Vec<u8>>,
}

/// Called with the result of each text, in any order.
pub type OnText<'t> = &'t mut dyn FnMut(usize, EncodedText<'_>);

impl EncodedQuestions {
    /// Encodes questions whose tokens have these byte ranges. `each` passes the result of each text to its callback.
    pub(crate) fn collect(
        spans: Vec<Vec<Range<usize>>>,
        width: usize,
        each: impl FnOnce(OnText<'_>) -> Result<(), Error>,
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
    pub(crate) fn collect(
        texts: usize,
        width: usize,
        each: impl FnOnce(OnText<'_>) -> Result<(), Error>,
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

/// The result of one text: its vector, and the states of its tokens without special tokens.
pub struct EncodedText<'t> {
    /// The vector.
    pub vector: &'t [f32],
    /// States of the tokens, one after the other.
    pub states: &'t [f32],
}

/// The output of a network for a batch.
#[derive(Debug, PartialEq)]
pub(crate) struct BatchOutput {
    /// Row by row [text, width].
    pub(crate) vectors: Vec<f32>,
    /// Row by row [text, longest, width].
    pub(crate) states: Vec<f32>,
}

impl BatchOutput {
    /// Splits the output into its texts. `ids` are the token ids of each text; the output is padded to the longest.
    pub(crate) fn texts<'t>(&'t self, ids: &'t [&[u32]], width: usize) -> impl Iterator<Item = EncodedText<'t>> {
        let longest = ids.iter().map(|ids| ids.len()).max().unwrap_or(0).max(1);
        let padded = self.vectors.chunks_exact(width).zip(self.states.chunks_exact(longest * width));
        padded.zip(ids).map(move |((vector, states), ids)| {
            let inner = width..ids.len().saturating_sub(1).max(1) * width;
            EncodedText { vector, states: &states[inner] }
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
        let output = BatchOutput { vectors: vec![0.5, 0.25], states };
        let texts: Vec<(f32, Vec<f32>)> =
            output.texts(&ids, 1).map(|text| (text.vector[0], text.states.to_vec())).collect();
        assert_eq!(texts, [(0.5, vec![1.0, 2.0]), (0.25, vec![])], "what stands between the marks");
    }
}
