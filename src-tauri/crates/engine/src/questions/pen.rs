//! What writes the questions, opened once for a run. Not for writing: `pincite_question` does.

use crate::view::{QuestionWish, WriterChoice};
use crate::{Engine, Error};
use pincite_question::{Frequencies, KeywordWriter, Keywords, Origin, Writer};
use sha2::{Digest, Sha256};

/// Grows whenever the same writer, asked the same, would have its questions kept or rejected otherwise.
const VERSION: u32 = 1;

/// What writes.
#[derive(Clone, Debug)]
pub(crate) enum Pen {
    /// Keyword questions.
    Keywords,
}

impl Pen {
    /// Opens what was wished for.
    pub(crate) async fn open(_engine: &Engine, choice: &WriterChoice) -> Result<Self, Error> {
        match choice {
            WriterChoice::Auto | WriterChoice::Keywords => Ok(Self::Keywords),
            WriterChoice::Generator(name) => Err(Error::NoGenerator { name: name.clone() }),
        }
    }

    /// Its name, for people and for the library.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Keywords => "keywords",
        }
    }

    /// Where its questions come from.
    pub(crate) fn origin(&self) -> Origin {
        match self {
            Self::Keywords => Origin::Keywords,
        }
    }

    /// A writer for the passages of one document.
    pub(crate) fn writer<T: AsRef<str>>(&self, passages: &[T], seed: u64) -> Box<dyn Writer + Send> {
        match self {
            Self::Keywords => Box::new(KeywordWriter::new(Keywords::new(Frequencies::of(passages)), seed)),
        }
    }

    /// Names all that shapes what is asked and kept, in a few letters: a passage asked about by this recipe need not be
    /// asked about again. What the search finds changes with its encoder, and is not part of it.
    pub(crate) fn recipe(&self, wish: &QuestionWish) -> String {
        let QuestionWish { per_passage, filter, seed, .. } = wish;
        let writer = self.writer::<&str>(&[], *seed).recipe();
        let all = format!("{VERSION}, {writer}, {per_passage} a passage, {filter:?}");
        let digest = Sha256::digest(all);
        digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect()
    }
}
