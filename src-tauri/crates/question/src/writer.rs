//! What writes questions, whatever it is: the seam between keyword questions and generators. Not for judging them.

use crate::{Error, Keywords, Result};
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

    /// Up to `count` questions about each passage, in the order of the passages, as they come: not tidied, not judged.
    /// `hear` learns how many passages are done, and may stop the writing.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Models`] when a generator fails.
    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        hear: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>>;
}

/// Grows whenever the same passage would get other keyword questions.
const VERSION: u32 = 1;

/// Writes keyword questions.
#[derive(Clone, Debug)]
pub struct KeywordWriter {
    keywords: Keywords,
    seed: u64,
}

impl KeywordWriter {
    /// Writes with this seed. The keywords are those of the document the passages are of.
    pub fn new(keywords: Keywords, seed: u64) -> Self {
        Self { keywords, seed }
    }
}

impl Writer for KeywordWriter {
    fn name(&self) -> &str {
        "keywords"
    }

    fn recipe(&self) -> String {
        format!("keywords {VERSION}, seed {}", self.seed)
    }

    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        hear: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>> {
        let mut written = Vec::with_capacity(passages.len());
        for passage in passages {
            written.push(self.keywords.ask(passage.text, count, self.seed));
            if hear(written.len()).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Frequencies;

    const TEXTS: [&str; 3] =
        ["The tenant pays the monthly rent in Vienna.", "Either party may give written notice.", "It is."];

    fn writer(seed: u64) -> KeywordWriter {
        KeywordWriter::new(Keywords::new(Frequencies::of(TEXTS)), seed)
    }

    #[test]
    fn each_passage_gets_its_questions() {
        let subjects = TEXTS.map(|text| Subject { text, heading: None });
        let mut heard = Vec::new();
        let written = writer(1).write(&subjects, 2, &mut |done| {
            heard.push(done);
            ControlFlow::Continue(())
        });
        let written = written.unwrap();
        assert_eq!(
            written.iter().map(Vec::len).collect::<Vec<_>>(),
            [2, 2, 0],
            "in order, none where there is nothing"
        );
        assert_eq!(heard, [1, 2, 3], "every passage is told");
        let alone = writer(1).write(&subjects[1..2], 2, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(alone[0], written[1], "a run taken up again in the middle writes the same");
    }

    #[test]
    fn it_stops_when_told() {
        let subjects = TEXTS.map(|text| Subject { text, heading: None });
        let mut heard = 0;
        let stopped = writer(1).write(&subjects, 2, &mut |done| {
            heard = done;
            ControlFlow::Break(())
        });
        assert_eq!((stopped.unwrap_err().code(), heard), ("question.cancelled", 1), "at the next passage");
        assert_ne!(writer(1).recipe(), writer(2).recipe(), "another seed is another recipe");
    }
}
