//! The questions of people that judge a change: what they marked or wrote, and what they asked here. Not for asking them
//! (`jury`), nor for the questions that programs wrote.

use super::material::Material;
use super::pairing::letters;
use crate::{Adapt, Error, Pair, Result, Settings, split};
use pincite_api::TuningStage;
use pincite_library::{AskedQuestion, CollectionId, ContentId, Feedback, Mark, PassageId, TuningRunId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// What people wrote, kept for the run.
const FILE: &str = "people.json";

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
    /// Letters of all questions that were learned from.
    learned: HashSet<String>,
}

impl Written {
    /// Of a run's material. Training learns from some questions; the fusion weights are tested on halves, so all judge.
    pub(super) fn of(material: &Material, stage: TuningStage, settings: &Settings) -> Self {
        let Material { corpus, pairs, .. } = material;
        let (learned, judging) = match stage {
            TuningStage::Weights => (Vec::new(), pairs.clone()),
            TuningStage::Encoder => {
                let sides = split(pairs, corpus, settings.held_out, settings.seed);
                (sides.training, sides.held_out)
            }
        };
        let by_people = judging.iter().filter(|pair| material.by_people.contains(&letters(&pair.question)));
        Self {
            judging: by_people.map(|pair| question(material, pair)).collect(),
            learned: learned.iter().map(|pair| letters(&pair.question)).collect(),
        }
    }

    /// Keeps it for the run, so that one that goes on knows what it learned from.
    pub(super) async fn keep(&self, folder: PathBuf, run: TuningRunId) -> Result<()> {
        let bytes = serde_json::to_vec(self).map_err(|source| Error::RunUnreadable { run, source })?;
        let (path, place) = (folder.join(FILE), folder.clone());
        let written = async { tokio::fs::create_dir_all(&place).await.and(tokio::fs::write(path, bytes).await) };
        written.await.map_err(|source| Error::Folder { folder, source })
    }

    /// What was kept for the run. Where that is gone, nobody's questions judge.
    pub(super) async fn kept(folder: PathBuf) -> Self {
        let bytes = tokio::fs::read(folder.join(FILE)).await.unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// All questions that may judge: these, what is marked and was not learned from, and what was asked.
    pub(super) async fn with_others(self, adapt: &Adapt, collection: CollectionId) -> Result<Vec<PeoplesQuestion>> {
        let Self { judging: mut all, learned } = self;
        let known: HashSet<String> = all.iter().map(|one| letters(&one.text)).chain(learned).collect();
        all.extend(new(marked(adapt, collection).await?, known.clone()));
        let known = all.iter().map(|one| letters(&one.text)).chain(known).collect();
        all.extend(new(asked(adapt, collection).await?, known));
        Ok(all)
    }
}

/// Questions that are not known yet.
fn new(questions: Vec<PeoplesQuestion>, known: HashSet<String>) -> impl Iterator<Item = PeoplesQuestion> {
    questions.into_iter().filter(move |one| !known.contains(&letters(&one.text)))
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
    let (mut all, mut known) = (Vec::new(), HashSet::new());
    for AskedQuestion { text, document, .. } in adapt.library.asked_questions(collection).await? {
        let content = match document {
            Some(document) => adapt.library.content_of(document).await.ok(),
            None => None,
        };
        let is_there = document.is_none() || content.is_some();
        if is_there && all.len() < MOST_ASKED && known.insert(letters(&text)) {
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
