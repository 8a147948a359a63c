//! What an encoder in use and one in training have in common: both encode texts. Not for running their networks.

use std::ops::{ControlFlow, Range};

use crate::device::Side;
use crate::embeddings::Embeddings;
use crate::error::Error;
use crate::states::{EncodedPassages, EncodedQuestions, OnText};

/// Called with the number of texts done; may end the work.
pub type OnTexts<'p> = &'p mut dyn FnMut(usize) -> ControlFlow<()>;

/// An encoder: one in use, or one in training by its weights of this moment. Results are in the order of the texts.
/// `on_texts` may stop the work.
pub trait Encode {
    /// Length of a vector.
    fn width(&self) -> usize;

    /// Byte ranges of the tokens of each question.
    ///
    /// # Errors
    /// [`Error::BadFile`] if the tokenizer fails.
    fn question_spans(&self, texts: &[&str]) -> Result<Vec<Vec<Range<usize>>>, Error>;

    /// Passes the result of each text to `on_text`, in any order.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Session`] when the runtime fails.
    fn for_each_text(
        &self,
        texts: &[&str],
        side: Side,
        on_text: OnText<'_>,
        on_texts: OnTexts<'_>,
    ) -> Result<(), Error>;

    /// One vector per text.
    ///
    /// # Errors
    /// As [`Encode::for_each_text`].
    fn embed(&self, texts: &[&str], side: Side, on_texts: OnTexts<'_>) -> Result<Embeddings, Error> {
        let mut embeddings = Embeddings::zeros(texts.len(), self.width());
        self.for_each_text(texts, side, &mut |at, text| embeddings.set(at, text.vector), on_texts)?;
        Ok(embeddings)
    }

    /// The vectors of questions, with the states of their tokens.
    ///
    /// # Errors
    /// As [`Encode::for_each_text`].
    fn encode_questions(&self, texts: &[&str], on_texts: OnTexts<'_>) -> Result<EncodedQuestions, Error> {
        EncodedQuestions::collect(self.question_spans(texts)?, self.width(), |on_text| {
            self.for_each_text(texts, Side::Question, on_text, on_texts)
        })
    }

    /// The vectors of passages, with their quantized token embeddings.
    ///
    /// # Errors
    /// As [`Encode::for_each_text`].
    fn encode_passages(&self, texts: &[&str], on_texts: OnTexts<'_>) -> Result<EncodedPassages, Error> {
        EncodedPassages::collect(texts.len(), self.width(), |on_text| {
            self.for_each_text(texts, Side::Passage, on_text, on_texts)
        })
    }
}
