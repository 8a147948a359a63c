//! What writes questions, whatever it is. Not for judging them.

use crate::Result;
use std::ops::ControlFlow;

/// A passage to write questions about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject<'a> {
    /// Its text.
    pub text: &'a str,
    /// The innermost heading above it, if there is one.
    pub heading: Option<&'a str>,
}

/// Writes questions about passages.
pub trait Writer {
    /// Its name, for people.
    fn name(&self) -> &str;

    /// Identifies all that shapes its questions but the passages and the number asked for: two writers with the same
    /// recipe write the same, and a passage need not be asked about by both.
    fn recipe(&self) -> String;

    /// Up to `count` questions about each passage, in the order of the passages, as they come: not tidied, not filtered.
    /// `on_progress` is called with the number of passages done, and may stop the writing.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] when stopped; [`crate::Error::Models`] when a generator fails.
    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>>;
}

/// For tests: asks "What" and some words of the passage, each question about other words.
#[cfg(test)]
pub(crate) struct WordWriter;

#[cfg(test)]
impl Writer for WordWriter {
    fn name(&self) -> &str {
        "words"
    }

    fn recipe(&self) -> String {
        "words".to_owned()
    }

    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>> {
        let mut written = Vec::with_capacity(passages.len());
        for passage in passages {
            let words: Vec<&str> = crate::questions::words::content_words(passage.text).collect();
            written.push(words.windows(3).take(count).map(|three| format!("What {}?", three.join(" "))).collect());
            if on_progress(written.len()).is_break() {
                return Err(crate::Error::Cancelled);
            }
        }
        Ok(written)
    }
}
