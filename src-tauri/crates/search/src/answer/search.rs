//! The search of a collection, in three steps. [`Search::prepare`] analyses and encodes a question once for all scopes.
//! [`Search::first_stage`] ranks a scope. [`read_stages`] reads the first passages of many rankings together.
//!
//! [`read_stages`]: crate::read_stages

use super::hit::{Note, SearchResult};
use super::question::{AskedCollection, CollectionQuestion};
use super::reading::Reranker;
use super::stages::FirstStage;
use crate::Result;
use crate::index::CollectionIndex;
use crate::joint::Gather;
use crate::score::{Mode, PreparedQuestion};
use pincite_library::{ContentId, Library};
use pincite_models::Encoder;
use std::ops::ControlFlow;

/// A collection to be searched: its documents in memory, and the library with their texts.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The documents.
    pub index: &'a CollectionIndex,
    /// The texts.
    pub library: &'a Library,
}

/// What is searched, and which hits are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Search only the documents with these contents. With none: all of the collection.
    pub contents: &'a [ContentId],
    /// Contents that are not searched in any case: their documents are being removed.
    pub without: &'a [ContentId],
    /// Most hits. All answers may be more.
    pub k: usize,
    /// Whether the best hits are wanted, or all answers. Only reading finds all answers.
    pub gather: Gather,
}

/// A question and how it is asked, for [`search`].
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The question. Phrases in double quotes must occur.
    pub text: &'a str,
    /// Search only the documents with these contents. With none: all of the collection.
    pub contents: &'a [ContentId],
    /// Most hits. All answers may be more.
    pub k: usize,
    /// Which scores are used.
    pub mode: Mode,
    /// Whether the best hits are wanted, or all answers.
    pub gather: Gather,
}

/// The models that answer a question.
#[derive(Clone, Copy, Default)]
pub struct SearchModels<'a> {
    /// The encoder, used only if it computed the collection's vectors.
    pub encoder: Option<&'a Encoder>,
    /// The cross-encoder, used in the hybrid mode.
    pub reranker: Option<Reranker<'a>>,
}

/// Answers a question with all three steps. Without a fitting encoder the hybrid mode ranks by words only, with a note.
/// Without a cross-encoder all answers are the best hits, with a note.
///
/// This computes: do not call it on a worker of an async runtime.
///
/// # Errors
/// [`crate::Error::NoContent`], [`crate::Error::Library`], [`crate::Error::Encoder`].
pub async fn search(
    index: &CollectionIndex,
    library: &Library,
    models: SearchModels<'_>,
    request: &SearchRequest<'_>,
) -> Result<SearchResult> {
    let SearchRequest { text, contents, k, mode, gather } = *request;
    let search = Search { index, library };
    let question = search.prepare(PreparedQuestion::new(text, mode), models.encoder)?;
    let stage = search.first_stage(&question, &Wanted { contents, without: &[], k, gather }).await?;
    match models.reranker {
        Some(reranker) if mode == Mode::Hybrid => stage.read(reranker, &mut |_| ControlFlow::Continue(())).await,
        _ => stage.unread().await,
    }
}

impl<'a> Search<'a> {
    /// Analyses a question in the languages of the collection, and encodes it if its mode compares vectors and the encoder made those of the collection.
    ///
    /// # Errors
    /// [`crate::Error::Encoder`].
    pub fn prepare(&self, prepared: PreparedQuestion, encoder: Option<&Encoder>) -> Result<CollectionQuestion> {
        let mut prepared = prepared.in_languages(&self.index.languages());
        let made = self.index.generation().map(|made| made.fingerprint.as_str());
        let without_vector = match encoder {
            _ if !prepared.needs_encoder() => None,
            None => Some(Note::NoEncoder),
            Some(encoder) if made != Some(encoder.fingerprint()) => Some(Note::NoVectors),
            Some(encoder) => {
                PreparedQuestion::encode_all(std::slice::from_mut(&mut prepared), encoder)?;
                None
            }
        };
        Ok(CollectionQuestion { prepared, without_vector })
    }

    /// Ranks the passages of a scope for a question that was prepared for this collection.
    ///
    /// This computes: do not call it on a worker of an async runtime.
    ///
    /// # Errors
    /// [`crate::Error::NoContent`], [`crate::Error::Library`].
    pub async fn first_stage(self, question: &'a CollectionQuestion, wanted: &Wanted<'_>) -> Result<FirstStage<'a>> {
        let scope = self.index.scope(wanted.contents, wanted.without)?;
        let asked = AskedCollection { question, index: self.index, library: self.library };
        FirstStage::new(asked, scope, wanted.k, wanted.gather).await
    }
}
