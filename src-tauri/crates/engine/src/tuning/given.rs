//! What a run is to learn from, as people gave it, kept in the run's folder. Not for finding the pairs in the collection
//! (`material`).

use crate::view::Sources;
use crate::{Engine, Error};
use pincite_library::{CollectionId, Mark};
use pincite_tune::{PairLine, read_pairs};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A copy of the file of pairs: the user may delete theirs.
const FILE: &str = "pairs.jsonl";
/// What was marked when the run was asked for.
const MARKS: &str = "marks.json";

/// What to learn from.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    /// Lines of a file, and the file.
    pub(super) lines: Option<(Vec<PairLine>, PathBuf)>,
    /// Passages marked as answers or as none.
    pub(super) marks: Vec<Marked>,
    /// The questions that the collection has when the learning begins.
    pub(super) questions: bool,
}

/// A passage marked as answering a question, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marked {
    pub(super) question: String,
    /// Number of the stored document.
    pub(super) document: i64,
    /// The passage's text.
    pub(super) passage: String,
    #[serde(default = "yes")]
    pub(super) answers: bool,
}

/// Former versions kept answers only.
fn yes() -> bool {
    true
}

impl Given {
    /// What the sources hold now.
    pub(super) async fn collect(engine: &Engine, collection: CollectionId, sources: &Sources) -> Result<Self, Error> {
        let questions = sources.questions.is_some();
        let lines = match &sources.pairs {
            Some(file) => Some(read(file.clone()).await?),
            None => None,
        };
        let marks = match lines.is_none() || questions {
            true => marked(engine, collection).await?,
            false => Vec::new(),
        };
        if lines.is_none() && !questions && !marks.iter().any(|mark| mark.answers) {
            return Err(Error::NothingMarked);
        }
        Ok(Self { lines, marks, questions })
    }

    /// What a run was given when it was asked for, besides the collection's questions.
    pub(super) async fn kept(folder: &Path) -> Result<Option<Self>, Error> {
        let file = folder.join(FILE);
        let lines = if file.exists() { Some(read(file).await?) } else { None };
        let marks = tokio::fs::read(folder.join(MARKS)).await.ok();
        let marks: Option<Vec<Marked>> = marks.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let is_there = lines.is_some() || marks.is_some();
        Ok(is_there.then(|| Self { lines, marks: marks.unwrap_or_default(), questions: false }))
    }

    /// Keeps it for the run.
    pub(super) async fn keep(&self, folder: PathBuf) -> Result<(), Error> {
        let kept = async {
            tokio::fs::create_dir_all(&folder).await?;
            if let Some((_, file)) = &self.lines {
                tokio::fs::copy(file, folder.join(FILE)).await?;
            }
            tokio::fs::write(folder.join(MARKS), serde_json::to_vec(&self.marks)?).await
        };
        kept.await.map_err(|source| Error::Home { folder: folder.clone(), source })
    }
}

async fn read(file: PathBuf) -> Result<(Vec<PairLine>, PathBuf), Error> {
    let reading = tokio::task::spawn_blocking(move || Ok((read_pairs(&file)?, file)));
    reading.await.unwrap_or_else(|_| Err(Error::Stopped { what: "Reading the pairs".to_owned() }))
}

async fn marked(engine: &Engine, collection: CollectionId) -> Result<Vec<Marked>, Error> {
    let feedback = engine.0.library.feedback(collection).await?.into_iter();
    let marked = feedback.map(|one| Marked {
        question: one.question,
        document: one.document.0,
        passage: one.text,
        answers: one.mark == Mark::Answers,
    });
    Ok(marked.collect())
}
