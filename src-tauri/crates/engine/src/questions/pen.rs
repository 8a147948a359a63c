//! What writes the questions, opened once for a run. Not for writing: `pincite_question` does.

use crate::view::{QuestionWish, WriterChoice};
use crate::{Engine, Error};
use pincite_models::{Catalogue, Decoding, Generator, Kind, State, runtime};
use pincite_question::{Frequencies, GeneratorWriter, KeywordWriter, Keywords, Origin, Writer};
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Grows whenever the same writer, asked the same, would have its questions kept or rejected otherwise.
const VERSION: u32 = 1;

/// Longest question in tokens: one of more than forty words is not kept.
const LONGEST: usize = 64;

/// What writes.
#[derive(Clone)]
pub enum Pen {
    /// Keyword questions.
    Keywords,
    /// A generator, opened for one run: once stopped it writes no more.
    Generator(Arc<Generator>),
}

impl Pen {
    /// Opens what was wished for.
    pub(crate) async fn open(engine: &Engine, choice: &WriterChoice) -> Result<Self, Error> {
        let Some(folder) = find(engine, choice).await? else { return Ok(Self::Keywords) };
        let (home, device) = (engine.0.home.folder().to_owned(), engine.0.encoders.device());
        let what = format!("Opening the generator in {}", folder.display());
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(&home))?;
            Generator::open(&folder, device)
        });
        let opened = opening.await.map_err(|_| Error::Stopped { what })??;
        Ok(Self::Generator(Arc::new(opened)))
    }

    /// Its name, for people and for the library.
    pub fn name(&self) -> &str {
        match self {
            Self::Keywords => "keywords",
            Self::Generator(generator) => generator.name(),
        }
    }

    /// What it runs on.
    pub(crate) fn device(&self) -> &str {
        match self {
            Self::Keywords => "cpu",
            Self::Generator(generator) => generator.device(),
        }
    }

    /// Where its questions come from.
    pub fn origin(&self) -> Origin {
        match self {
            Self::Keywords => Origin::Keywords,
            Self::Generator(_) => Origin::Generator,
        }
    }

    /// A writer for the passages of one document.
    ///
    /// # Errors
    /// [`Error::Question`] if the generator wants to be given what is no prompt.
    pub fn writer<T: AsRef<str>>(&self, passages: &[T], wish: &QuestionWish) -> Result<Box<dyn Writer + Send>, Error> {
        let (frequencies, seed) = (Frequencies::of(passages), wish.seed);
        Ok(match self {
            Self::Keywords => Box::new(KeywordWriter::new(Keywords::new(frequencies), seed)),
            Self::Generator(generator) => {
                let decoding = Decoding { max_new_tokens: LONGEST, seed, ..Decoding::default() };
                Box::new(GeneratorWriter::new(Arc::clone(generator), wish.prompt.clone(), decoding, frequencies)?)
            }
        })
    }

    /// Names all that shapes what is asked and kept, in a few letters: a passage asked about by this recipe need not be
    /// asked about again. What the search finds changes with its encoder, and is not part of it.
    pub(crate) fn recipe(&self, wish: &QuestionWish) -> Result<String, Error> {
        let QuestionWish { per_passage, filter, .. } = wish;
        let writer = self.writer::<&str>(&[], wish)?.recipe();
        let digest = Sha256::digest(format!("{VERSION}, {writer}, {per_passage} a passage, {filter:?}"));
        Ok(digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Ends the writing in its midst when the run is cancelled; to be aborted when it is over.
    pub(crate) fn stopped_by(&self, token: &CancellationToken) -> JoinHandle<()> {
        let (pen, token) = (self.clone(), token.clone());
        tokio::spawn(async move {
            token.cancelled().await;
            if let Self::Generator(generator) = pen {
                generator.stop().now();
            }
        })
    }
}

/// The folder of the generator wished for; none for keyword questions. No generator is chosen unasked: those that the
/// catalogue knows are large, and slow on most machines.
pub(crate) async fn find(engine: &Engine, choice: &WriterChoice) -> Result<Option<PathBuf>, Error> {
    let WriterChoice::Generator(name) = choice else { return Ok(None) };
    let (home, wanted) = (engine.0.home.folder().to_owned(), name.clone());
    let looking = tokio::task::spawn_blocking(move || Ok(Catalogue::builtin()?.status(&home)));
    let models = looking.await.unwrap_or_else(|_| Err(Error::Stopped { what: "Looking for generators".to_owned() }))?;
    let is_it = |kind, state: &State| kind == Kind::Generator && *state == State::Installed;
    let found = models.into_iter().find(|model| model.name == wanted && is_it(model.kind, &model.state));
    found.map(|model| Some(model.folder)).ok_or(Error::NoGenerator { name: wanted })
}
