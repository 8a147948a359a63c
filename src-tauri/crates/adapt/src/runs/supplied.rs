//! The pairs that people supply for a run, kept in the run's folder: a file, and their marks. Not for finding them in the
//! collection (`material`).

use crate::adapt::blocking;
use crate::{Adapt, Error, PairLine, Result, read_pairs};
use pincite_api::TuningRequest;
use pincite_library::{CollectionId, ContentId, Mark, RunId};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A copy of the file of pairs: the user may delete theirs.
const FILE: &str = "pairs.jsonl";
/// What was marked when the run was requested.
const MARKS: &str = "marks.json";

/// Supplied pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Supplied {
    /// A file of pairs.
    pub(super) file: Option<PairFile>,
    /// Passages marked as answering a question or not.
    pub(super) marks: Vec<Marked>,
    /// Whether the questions that the collection has by then are used too, also those that a generator wrote.
    pub(super) questions: bool,
}

/// A file of pairs that was read.
#[derive(Clone, Debug)]
pub(super) struct PairFile {
    pub(super) lines: Vec<PairLine>,
    path: PathBuf,
}

/// A passage marked as answering a question, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Marked {
    pub(super) question: String,
    /// The stored content.
    pub(super) content: ContentId,
    /// The passage's text.
    pub(super) passage: String,
    pub(super) answers: bool,
}

impl Supplied {
    /// Letters of the questions that people wrote or marked.
    pub(super) fn by_people(&self) -> HashSet<String> {
        let lines = self.file.iter().flat_map(|file| &file.lines).filter(|line| !line.generated);
        let marks = self.marks.iter().filter(|mark| mark.answers).map(|mark| mark.question.as_str());
        lines.map(|line| line.question.as_str()).chain(marks).map(letters).collect()
    }

    /// Whether the documents teach by themselves, beside marks and what people wrote.
    pub(super) fn is_natural(&self) -> bool {
        self.file.is_none() && !self.questions
    }

    /// What is supplied now. Marks count where there is no file, and wherever the collection's questions are used.
    pub(super) async fn collect(adapt: &Adapt, collection: CollectionId, request: &TuningRequest) -> Result<Self> {
        let questions = request.questions.is_some();
        let file = match &request.pairs {
            Some(file) => Some(read(file.clone()).await?),
            None => None,
        };
        let marks = match file.is_none() || questions {
            true => marked(adapt, collection).await?,
            false => Vec::new(),
        };
        Ok(Self { file, marks, questions })
    }

    /// What was supplied for a run when it was requested.
    ///
    /// # Errors
    /// [`Error::PairsLost`] if it is gone or cannot be read.
    pub(super) async fn kept(folder: &Path, run: RunId, questions: bool) -> Result<Self> {
        let lost = || Error::PairsLost { run, folder: folder.to_owned() };
        let marks = tokio::fs::read(folder.join(MARKS)).await.map_err(|_| lost())?;
        let marks = serde_json::from_slice(&marks).map_err(|_| lost())?;
        let path = folder.join(FILE);
        let file = if path.exists() { Some(read(path).await?) } else { None };
        Ok(Self { file, marks, questions })
    }

    /// Keeps it for the run.
    pub(super) async fn keep(&self, folder: PathBuf) -> Result<()> {
        let kept = async {
            tokio::fs::create_dir_all(&folder).await?;
            if let Some(PairFile { path, .. }) = &self.file {
                tokio::fs::copy(path, folder.join(FILE)).await?;
            }
            let marks =
                serde_json::to_vec(&self.marks).map_err(|error| std::io::Error::new(ErrorKind::InvalidData, error));
            tokio::fs::write(folder.join(MARKS), marks?).await
        };
        kept.await.map_err(|source| Error::Folder { folder: folder.clone(), source })
    }
}

/// Letters and digits of a question in lower case.
pub(super) fn letters(question: &str) -> String {
    question.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

async fn read(path: PathBuf) -> Result<PairFile> {
    blocking("Reading the pairs", move || Ok(PairFile { lines: read_pairs(&path)?, path })).await
}

async fn marked(adapt: &Adapt, collection: CollectionId) -> Result<Vec<Marked>> {
    let feedback = adapt.library.feedback(collection).await?.into_iter();
    let marked = feedback.map(|one| Marked {
        question: one.question,
        content: one.content,
        passage: one.text,
        answers: one.mark == Mark::Answers,
    });
    Ok(marked.collect())
}
