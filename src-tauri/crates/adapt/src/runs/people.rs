//! The questions of people that judge a change: what they marked or wrote, and what they asked here. Not for asking them
//! (`jury`), nor for the questions that programs wrote.

use super::material::Material;
use super::pairing::letters;
use crate::seed::hash;
use crate::{Adapt, Error, Pair, Result, Settings, split};
use pincite_api::TuningStage;
use pincite_library::{AskedQuestion, CollectionId, ContentId, Feedback, Mark, PassageId, TuningRunId};
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
fn learned_by(encoder: &Path) -> Known {
    let bytes = std::fs::read(encoder.join(LEARNED)).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

impl Written {
    /// Of a run's material. Training learns from some questions. Fusion weights are tested on halves, so all questions
    /// judge them; `present` is the encoder that gets them, and has learned what it had.
    pub(super) fn of(material: &Material, stage: TuningStage, settings: &Settings, present: &Path) -> Self {
        let Material { corpus, pairs, .. } = material;
        let (judging, learned) = match stage {
            TuningStage::Weights => (pairs.clone(), learned_by(present)),
            TuningStage::Encoder => {
                let sides = split(pairs, corpus, settings.held_out, settings.seed);
                (sides.held_out, sides.training.iter().map(|pair| key(&pair.question)).collect())
            }
        };
        let by_people = judging.iter().filter(|pair| material.by_people.contains(&letters(&pair.question)));
        Self { judging: by_people.map(|pair| question(material, pair)).collect(), learned }
    }

    /// Notes beside the new encoder what it has learned from.
    pub(super) fn note_learned(&self, encoder: &Path) -> std::io::Result<()> {
        std::fs::write(encoder.join(LEARNED), serde_json::to_vec(&self.learned)?)
    }

    /// Keeps it for the run, so that one that goes on knows what it learned from.
    pub(super) async fn keep(&self, folder: &Path, run: TuningRunId) -> Result<()> {
        let bytes = serde_json::to_vec(self).map_err(|source| Error::RunUnreadable { run, source })?;
        let written = async {
            tokio::fs::create_dir_all(folder).await?;
            tokio::fs::write(folder.join(FILE), bytes).await
        };
        written.await.map_err(|source| Error::Folder { folder: folder.to_owned(), source })
    }

    /// What was kept for the run. Where that is gone, nobody's questions judge.
    pub(super) async fn kept(folder: &Path) -> Self {
        let bytes = tokio::fs::read(folder.join(FILE)).await.unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// All questions that may judge: these, what is marked, and what was asked. Neither the new encoder nor the one in use
    /// has learned from any of them.
    pub(super) async fn with_others(self, adapt: &Adapt, collection: CollectionId) -> Result<Vec<PeoplesQuestion>> {
        let present = adapt.library.active_generation(collection).await?;
        let by_present = present.map(|present| learned_by(&adapt.home.tuned(&present.encoder))).unwrap_or_default();
        let (mut all, mut seen) = (Vec::new(), self.learned);
        seen.extend(by_present);
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
    let (mut all, mut known) = (Vec::new(), Known::default());
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
    let (stored, alike) = (material.stored[pair.document], &material.corpus.documents[pair.document].alike);
    let answers = pair.passages.iter().flat_map(|passage| alike.to(*passage).chain([*passage]));
    PeoplesQuestion {
        text: pair.question.clone(),
        content: Some(stored.content()),
        answers: answers.map(|passage| stored.passage(passage)).collect(),
    }
}
