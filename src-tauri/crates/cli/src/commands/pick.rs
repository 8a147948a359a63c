//! Finds the collection, document or page for a name on the command line. Not for changing them.

use crate::error::Error;
use pincite_api::{CollectionId, CollectionView, DocumentView};
use pincite_engine::{Engine, Error as EngineError};

/// The collection of this name.
pub(crate) async fn collection(engine: &Engine, name: &str) -> Result<CollectionView, Error> {
    let found = engine.collections().await?.into_iter().find(|collection| collection.name == name);
    found.ok_or_else(|| EngineError::UnknownCollection { name: name.to_owned() }.into())
}

/// The collection of this name. It is created if it does not exist.
pub(crate) async fn collection_or_new(engine: &Engine, name: &str) -> Result<CollectionView, Error> {
    match collection(engine, name).await {
        Err(Error::Engine(EngineError::UnknownCollection { .. })) => Ok(engine.create_collection(name).await?),
        other => other,
    }
}

/// The document whose number, name or file name is `name`, or else the only one with a name that starts with it.
pub(crate) async fn document(engine: &Engine, collection: CollectionId, name: &str) -> Result<DocumentView, Error> {
    let documents = engine.documents(collection).await?;
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

/// The page, counted from 0, with this number, counted from 1, or with this printed label.
pub(crate) async fn page(engine: &Engine, document: &DocumentView, asked: &str) -> Result<u32, Error> {
    let number = asked.parse().ok().filter(|number| (1..=document.pages).contains(number));
    let by_label = engine.page_labels(document.id).await?.iter().position(|label| label == asked);
    let unknown =
        || Error::UnknownPage { document: document.name.clone(), page: asked.to_owned(), pages: document.pages };
    number.map(|number| number - 1).or(by_label.map(|page| page as u32)).ok_or_else(unknown)
}

fn ambiguous<'a>(name: &str, documents: impl Iterator<Item = &'a DocumentView>) -> Error {
    let matches: Vec<_> = documents.map(|document| format!("{} ({})", document.name, document.id)).collect();
    Error::Ambiguous { name: name.to_owned(), matches: matches.join(", ") }
}
