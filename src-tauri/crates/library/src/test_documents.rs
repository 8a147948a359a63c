//! Documents for the tests of this and other crates: made of texts, and stored without a file. Only with the feature
//! `test-documents`, so not in the product.

use crate::{
    CollectionId, ContentHash, FileVersion, Library, NewContent, NewPassage, NewVectors, PageMeta, Placement, Result,
    StoredTable,
};
use pincite_language::Language;
use pincite_passage::Passage;
use std::path::PathBuf;

/// A document to store. Its parts can be changed before.
#[derive(Clone, Debug)]
pub struct TestDocument {
    /// Where its file would be.
    pub path: PathBuf,
    /// The hash of its bytes consists of this number: the same number is the same content.
    pub number: u8,
    /// Its pages.
    pub pages: Vec<PageMeta>,
    /// Its passages.
    pub passages: Vec<NewPassage>,
    /// Its tables of figures.
    pub tables: Vec<StoredTable>,
    /// Its language.
    pub language: Language,
    /// Their vectors, if they are embedded.
    pub vectors: Option<NewVectors>,
}

impl TestDocument {
    /// One page with these passages, without vectors.
    pub fn new(path: impl Into<PathBuf>, number: u8, passages: Vec<NewPassage>) -> Self {
        let page = PageMeta { label: "1".to_owned(), width: 600.0, height: 800.0, problem: None };
        Self {
            path: path.into(),
            number,
            pages: vec![page],
            passages,
            tables: Vec::new(),
            language: Language::English,
            vectors: None,
        }
    }

    /// One page with a passage in English for each text, which is one sentence. `terms` analyses it.
    pub fn of_texts<T: AsRef<str>>(
        path: impl Into<PathBuf>,
        number: u8,
        texts: &[T],
        terms: fn(&Passage, Language) -> String,
    ) -> Self {
        let mut passages = Vec::with_capacity(texts.len());
        for (ordinal, text) in (0..).zip(texts) {
            let text = text.as_ref().to_owned();
            let sentences = vec![(0, text.len() as u32)];
            let passage = Passage { ordinal, text, sentences, ..Passage::default() };
            passages.push(NewPassage { terms: terms(&passage, Language::English), passage });
        }
        Self::new(path, number, passages)
    }

    /// Lists the document in a collection and stores it. No job is left: there is no file to read.
    ///
    /// # Errors
    /// [`Error::NoCollection`](crate::Error::NoCollection), and whatever [`Library::store_content`] refuses.
    pub async fn store(&self, library: &Library, collection: CollectionId) -> Result<Placement> {
        let mut listed = library.list_files(collection, std::slice::from_ref(&self.path)).await?;
        let listed = listed.remove(0);
        library.finish_job(listed.job).await?;
        let new = NewContent {
            document: listed.document,
            seen: FileVersion { path: &self.path, bytes: 1, modified_ms: 1 },
            hash: ContentHash([self.number; 32]),
            title: None,
            recipe: "made up",
            problem: None,
            language: self.language,
            pages: &self.pages,
            passages: &self.passages,
            tables: &self.tables,
            vectors: self.vectors.as_ref(),
        };
        library.store_content(&new).await
    }
}
