//! The questions of people that judge a change: what they marked or wrote, and what they asked here. Not for asking them
//! (`side_by_side`), nor for the questions that programs wrote.

use super::material::Material;
use super::supplied::letters;
use crate::seed::hash;
use crate::{Adapt, Error, Pair, Result, Settings, split};
use pincite_library::{AskedQuestion, CollectionId, ContentId, Feedback, Mark, PassageId, RunId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What people wrote, kept for the run.
const FILE: &str = "people.json";
/// Beside a tuned encoder: what it has learned from. The encoder after it must not be judged by that.
const LEARNED: &str = "learned.json";

/// Asked questions, at most, the newest first: a cross-encoder reads tens of passages for each.
const MOST_ASKED: usize = 200;

/// A question of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PeoplesQuestion {
    pub(super) text: String,
    /// The only document that it is asked of.
    pub(super) content: Option<ContentId>,
    /// Passages that answer it, if people said so.
    pub(super) answers: Vec<PassageId>,
}

/// What people wrote or marked, as far as it may judge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// Questions that nothing was learned from.
    judging: Vec<PeoplesQuestion>,
    /// All questions that the new encoder has learned from.
    learned: Known,
}

/// Questions as hashes of their letters.
type Known = BTreeSet<u64>;

fn key(question: &str) -> u64 {
    hash(&letters(question))
}

/// What a tuned encoder has learned from; nothing if it is none.
///
/// # Errors
/// [`Error::LearnedLost`]: without it, it might be judged by what it learned.
fn learned_by(encoder: &Path) -> Result<Known> {
    if !encoder.exists() {
        return Ok(Known::default());
    }
    let path = encoder.join(LEARNED);
    let read = std::fs::read(&path).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
    read.map_err(|source| Error::LearnedLost { path, source })
}

impl Written {
    /// Of a run's material: what training learns from, and what it does not.
    pub(super) fn of(material: &Material, settings: &Settings) -> Self {
        let sides = split(&material.pairs, &material.corpus, settings.held_out, settings.seed);
        let learned = sides.training.iter().map(|pair| key(&pair.question)).collect();
        let by_people = sides.held_out.iter().filter(|pair| material.by_people.contains(&letters(&pair.question)));
        Self { judging: by_people.map(|pair| question(material, pair)).collect(), learned }
    }

    /// Notes beside the new encoder what it has learned from.
    pub(super) fn note_learned(&self, encoder: &Path) -> std::io::Result<()> {
        std::fs::write(encoder.join(LEARNED), serde_json::to_vec(&self.learned)?)
    }

    /// Keeps it for the run, so that one that goes on knows what it learned from.
    pub(super) async fn keep(&self, folder: &Path, run: RunId) -> Result<()> {
        let bytes = serde_json::to_vec(self).map_err(|source| Error::RunUnreadable { run, source })?;
        let written = async {
            tokio::fs::create_dir_all(folder).await?;
            tokio::fs::write(folder.join(FILE), bytes).await
        };
        written.await.map_err(|source| Error::Folder { folder: folder.to_owned(), source })
    }

    /// What was kept for the run.
    ///
    /// # Errors
    /// [`Error::PairsLost`]: without it, questions that it learned from might judge it.
    pub(super) async fn kept(folder: &Path, run: RunId) -> Result<Self> {
        let lost = || Error::PairsLost { run, folder: folder.to_owned() };
        let bytes = tokio::fs::read(folder.join(FILE)).await.map_err(|_| lost())?;
        serde_json::from_slice(&bytes).map_err(|_| lost())
    }

    /// All questions that may judge: these, what is marked, and what was asked. Neither the new encoder nor the one in use
    /// has learned from any of them.
    pub(super) async fn with_others(self, adapt: &Adapt, collection: CollectionId) -> Result<Vec<PeoplesQuestion>> {
        let present = adapt.library.active_generation(collection).await?;
        let mut seen = self.learned;
        if let Some(present) = present {
            seen.extend(learned_by(&adapt.home.tuned(&present.encoder))?);
        }
        let mut all = Vec::new();
        for questions in [self.judging, marked(adapt, collection).await?, asked(adapt, collection).await?] {
            let new: Vec<PeoplesQuestion> =
                questions.into_iter().filter(|one| !seen.contains(&key(&one.text))).collect();
            seen.extend(new.iter().map(|one| key(&one.text)));
            all.extend(new);
        }
        Ok(all)
    }
}

/// Questions with the passages that are marked as their answers, in their document.
async fn marked(adapt: &Adapt, collection: CollectionId) -> Result<Vec<PeoplesQuestion>> {
    let mut all: BTreeMap<(String, ContentId), Vec<PassageId>> = BTreeMap::new();
    for Feedback { question, content, passage, mark, .. } in adapt.library.feedback(collection).await? {
        let Some(passage) = passage.filter(|_| mark == Mark::Answers) else { continue };
        all.entry((question, content)).or_default().push(passage);
    }
    let question = |((text, content), answers)| PeoplesQuestion { text, content: Some(content), answers };
    Ok(all.into_iter().map(question).collect())
}

/// Questions that people asked, the newest first. A document that is gone, or is read anew, answers nothing now.
async fn asked(adapt: &Adapt, collection: CollectionId) -> Result<Vec<PeoplesQuestion>> {
    let mut all = Vec::new();
    let mut known = Known::default();
    for AskedQuestion { text, document, .. } in adapt.library.asked_questions(collection).await? {
        let content = match document {
            Some(document) => adapt.library.content_of(document).await.ok(),
            None => None,
        };
        let is_there = document.is_none() || content.is_some();
        if is_there && all.len() < MOST_ASKED && known.insert(key(&text)) {
            all.push(PeoplesQuestion { text, content, answers: Vec::new() });
        }
    }
    Ok(all)
}

/// A pair, with all passages that say what its answers say.
fn question(material: &Material, pair: &Pair) -> PeoplesQuestion {
    let stored = material.stored[pair.document];
    let alike = &material.corpus.documents[pair.document].alike;
    let answers = pair.passages.iter().flat_map(|passage| alike.to(*passage).chain([*passage]));
    PeoplesQuestion {
        text: pair.question.clone(),
        content: Some(stored.content),
        answers: answers.map(|passage| stored.passage(passage)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What could not be read counted as nothing, so that an encoder could be judged by what it had learned.
    #[test]
    fn what_an_encoder_learned_is_known_or_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(learned_by(&folder.path().join("base")).unwrap(), Known::new(), "it is not tuned");
        assert_eq!(learned_by(folder.path()).unwrap_err().code(), "adapt.learned_lost", "it is gone");
        let written = Written { judging: Vec::new(), learned: Known::from([7, 11]) };
        written.note_learned(folder.path()).unwrap();
        assert_eq!(learned_by(folder.path()).unwrap(), written.learned);
        std::fs::write(folder.path().join(LEARNED), "[7, 1").unwrap();
        assert_eq!(learned_by(folder.path()).unwrap_err().code(), "adapt.learned_lost", "it was cut off");
    }

    #[tokio::test]
    async fn what_people_wrote_is_kept_for_the_run_or_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let written = Written { judging: Vec::new(), learned: Known::from([7, 11]) };
        written.keep(folder.path(), RunId(1)).await.unwrap();
        assert_eq!(Written::kept(folder.path(), RunId(1)).await.unwrap(), written);
        std::fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(Written::kept(folder.path(), RunId(1)).await.unwrap_err().code(), "adapt.pairs_lost");
    }
}
