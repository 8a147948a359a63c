//! What is asked of a tuning run, written down so that any later process can do it: how, from which encoder, and in a
//! folder of the run what to learn from. Not for finding the pairs in the collection (`material`).

use crate::{Engine, Error};
use pincite_library::{CollectionId, Mark, TuningRun, TuningRunId};
use pincite_tune::{PairLine, Settings, read_pairs};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Between the name of an encoder and the number of the run that tuned it.
const TUNED: &str = "-tuned-";

/// A copy of the file of pairs: the user may delete theirs.
const FILE: &str = "pairs.jsonl";
/// What was marked when the run was asked for.
const MARKS: &str = "marks.json";

/// How a run is to be done: the library keeps it with the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Wish {
    /// The untuned encoder to start from.
    pub(super) base: String,
    pub(super) settings: Settings,
}

/// What to learn from, as people gave it.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// Lines of a file, and the file.
    Lines(Vec<PairLine>, PathBuf),
    /// Passages marked as answers.
    Marks(Vec<Marked>),
}

/// A passage marked as answering a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marked {
    pub(super) question: String,
    /// Number of the stored document.
    pub(super) document: i64,
    /// The passage's text.
    pub(super) passage: String,
}

impl Wish {
    /// What the library keeps with a run; none if another version of the program wrote it.
    pub(super) fn of(run: &TuningRun) -> Option<Self> {
        serde_json::from_str(&run.settings).ok()
    }

    /// Name of the encoder that a run makes.
    pub(super) fn tuned(&self, run: TuningRunId) -> String {
        format!("{}{TUNED}{run}", self.base)
    }

    pub(super) fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// How often a run is begun at most without getting as far as an examination: one that takes the whole program down
/// (for want of memory, say) must not do so at every start.
const STARTS: u32 = 5;

/// Counts how often the run of this folder was begun since it last got anywhere.
const COUNT: &str = "starts";

/// Notes that the run of this folder is begun; `false` if that was in vain too often.
pub(super) async fn begun(folder: &Path) -> bool {
    let file = folder.join(COUNT);
    let before = tokio::fs::read_to_string(&file).await.ok().and_then(|text| text.parse().ok()).unwrap_or(0_u32);
    // Where it cannot be counted, the run itself will say what is wrong.
    let _ = tokio::fs::write(&file, (before + 1).to_string()).await;
    before < STARTS
}

/// Notes that the run got somewhere.
pub(super) async fn got_somewhere(folder: &Path) {
    let _ = tokio::fs::remove_file(folder.join(COUNT)).await;
}

/// Whether a folder is named as those of tuned encoders are.
pub(super) fn is_tuned(name: &str) -> bool {
    name.rsplit_once(TUNED).is_some_and(|(_, run)| run.parse::<i64>().is_ok())
}

impl Given {
    /// The lines of the file, or what is marked in the collection.
    pub(super) async fn collect(
        engine: &Engine,
        collection: CollectionId,
        file: Option<PathBuf>,
    ) -> Result<Self, Error> {
        match file {
            Some(file) => read(file).await,
            None => marked(engine, collection).await,
        }
    }

    /// What a run was given when it was asked for.
    pub(super) async fn kept(folder: &Path) -> Result<Option<Self>, Error> {
        let file = folder.join(FILE);
        if file.exists() {
            return read(file).await.map(Some);
        }
        let marks = tokio::fs::read(folder.join(MARKS)).await.ok();
        Ok(marks.and_then(|bytes| serde_json::from_slice(&bytes).ok()).map(Self::Marks))
    }

    /// Keeps it for the run.
    pub(super) async fn keep(&self, folder: PathBuf) -> Result<(), Error> {
        let kept = async {
            tokio::fs::create_dir_all(&folder).await?;
            match self {
                Self::Lines(_, file) => tokio::fs::copy(file, folder.join(FILE)).await.map(drop),
                Self::Marks(marks) => tokio::fs::write(folder.join(MARKS), serde_json::to_vec(marks)?).await,
            }
        };
        kept.await.map_err(|source| Error::Home { folder: folder.clone(), source })
    }
}

async fn read(file: PathBuf) -> Result<Given, Error> {
    let reading = tokio::task::spawn_blocking(move || Ok(Given::Lines(read_pairs(&file)?, file)));
    reading.await.unwrap_or_else(|_| Err(Error::Stopped { what: "Reading the pairs".to_owned() }))
}

async fn marked(engine: &Engine, collection: CollectionId) -> Result<Given, Error> {
    let feedback = engine.0.library.feedback(collection).await?.into_iter().filter(|one| one.mark == Mark::Answers);
    let marks: Vec<Marked> =
        feedback.map(|one| Marked { question: one.question, document: one.document.0, passage: one.text }).collect();
    if marks.is_empty() { Err(Error::NothingMarked) } else { Ok(Given::Marks(marks)) }
}
