//! What all commands share: the engine, the result, and the things that are named on the command line.

use crate::error::Error;
use crate::output;
use clap::Args;
use pincite_api::{CollectionId, DocumentId, DocumentView, GridId};
use pincite_engine::{Engine, Error as EngineError};
use serde::Serialize;
use std::process::ExitCode;
use std::sync::OnceLock;

/// Exit code of an interrupted command, as shells use it for Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// The result of a command without error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was done.
    Done,
    /// Done, but some files were not added, or only in part.
    Partly,
    /// No passage answers the question.
    NothingFound,
    /// It failed, and the printed result says so.
    Failed,
    /// Ctrl-C or SIGTERM ended it.
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Done => 0,
            Outcome::Failed => 1,
            Outcome::Partly => 3,
            Outcome::NothingFound => 4,
            Outcome::Interrupted => INTERRUPTED,
        })
    }
}

/// The collection.
#[derive(Args, Debug)]
pub(crate) struct InCollection {
    /// Name of the collection. The default is the one that the window begins with.
    #[arg(long, short, default_value = "My documents", value_name = "NAME")]
    pub(crate) collection: String,
}

/// Shared state of all commands.
pub(crate) struct Context {
    pub(crate) engine: Engine,
    pub(crate) json: bool,
    /// The grid that the command queued.
    pub(crate) queued: OnceLock<GridId>,
}

impl Context {
    /// Prints a result for programs, if that is wanted. `false`: it is to be printed for people.
    pub(crate) fn as_json(&self, result: &impl Serialize) -> bool {
        if self.json {
            output::json(result);
        }
        self.json
    }

    /// The collection that is given.
    pub(crate) async fn collection(&self, place: &InCollection) -> Result<CollectionId, Error> {
        self.collection_named(&place.collection).await
    }

    /// The collection of this name.
    pub(crate) async fn collection_named(&self, name: &str) -> Result<CollectionId, Error> {
        let found = self.engine.collections().await?.into_iter().find(|collection| collection.name == name);
        Ok(found.ok_or_else(|| EngineError::UnknownCollection { name: name.to_owned() })?.id)
    }

    /// The document of a collection whose number, name or file name is `name`, or else the only one with a name that starts
    /// with it.
    pub(crate) async fn document(&self, place: &InCollection, name: &str) -> Result<DocumentView, Error> {
        self.document_in(self.collection(place).await?, name).await
    }

    /// The same, with a password if one is given.
    pub(crate) async fn unlocked(
        &self,
        place: &InCollection,
        name: &str,
        password: Option<String>,
    ) -> Result<DocumentView, Error> {
        let document = self.document(place, name).await?;
        if let Some(password) = password {
            self.engine.unlock(document.id, password);
        }
        Ok(document)
    }

    /// The same in a collection that is known.
    pub(crate) async fn document_in(&self, collection: CollectionId, name: &str) -> Result<DocumentView, Error> {
        let documents = self.engine.documents(collection).await?;
        let named = |it: &&DocumentView| [&it.name, &it.file].into_iter().any(|own| own == name);
        let exact: Vec<_> = documents.iter().filter(named).collect();
        let numbered = documents.iter().find(|document| document.id.to_string() == name);
        let only = if let [only] = exact.as_slice() { Some(*only) } else { None };
        if let Some(document) = numbered.or(only) {
            return Ok(document.clone());
        }
        let lower = name.to_lowercase();
        let starts = |it: &DocumentView| [&it.name, &it.file].iter().any(|own| own.to_lowercase().starts_with(&lower));
        let mut fitting: Vec<_> = documents.into_iter().filter(starts).collect();
        match (fitting.pop(), fitting.as_slice()) {
            (Some(only), []) => Ok(only),
            (Some(last), others) => Err(ambiguous(name, others.iter().chain([&last]))),
            (None, _) => Err(EngineError::UnknownDocument { name: name.to_owned() }.into()),
        }
    }

    /// The documents of a collection with these names.
    ///
    /// # Errors
    /// As [`Context::document`].
    pub(crate) async fn documents_in(
        &self,
        collection: CollectionId,
        names: &[String],
    ) -> Result<Vec<DocumentId>, Error> {
        let mut documents = Vec::with_capacity(names.len());
        for name in names {
            documents.push(self.document_in(collection, name).await?.id);
        }
        Ok(documents)
    }

    /// The page, counted from 0, with this number, counted from 1, or with this printed label.
    pub(crate) async fn page(&self, document: &DocumentView, asked: &str) -> Result<u32, Error> {
        let number = asked.parse().ok().filter(|number| (1..=document.pages).contains(number));
        let by_label = self.engine.page_labels(document.id).await?.iter().position(|label| label == asked);
        let unknown =
            || Error::UnknownPage { document: document.name.clone(), page: asked.to_owned(), pages: document.pages };
        number.map(|number| number - 1).or(by_label.map(|page| page as u32)).ok_or_else(unknown)
    }

    /// Takes the grid out of the queue that the command queued, because it was interrupted: no later command fills it.
    pub(crate) async fn withdraw(&self) -> Result<(), Error> {
        match self.queued.get() {
            Some(grid) => Ok(self.engine.cancel_grid(*grid).await?),
            None => Ok(()),
        }
    }
}

fn ambiguous<'a>(name: &str, documents: impl Iterator<Item = &'a DocumentView>) -> Error {
    let matches: Vec<_> = documents.map(|document| format!("{} ({})", document.name, document.id)).collect();
    Error::Ambiguous { name: name.to_owned(), matches: matches.join(", ") }
}
