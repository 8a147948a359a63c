//! A set for the study: documents with passages and questions, whatever they were made from (`research/learning_sets.py`).

use crate::Result;
use pincite_eval::Source;
use pincite_language::Language;
use pincite_passage::{Passage, sentences};
use pincite_search::{passage_terms, read_together};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// A document with its questions.
#[derive(Debug, Deserialize)]
pub struct SetDocument {
    name: String,
    passages: Vec<SetPassage>,
    questions: Vec<SetQuestion>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct SetPassage {
    /// Headings above it, outermost first.
    #[serde(default)]
    pub(super) headings: Vec<String>,
    pub(super) text: String,
}

#[derive(Debug, Deserialize)]
struct SetQuestion {
    text: String,
    /// Numbers of the passages that answer, from 0.
    right: BTreeSet<u32>,
    /// Questions with the same key ask the same of each document: in the pool the answers of all of them are right.
    key: Option<String>,
}

/// A passage of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Number of its document.
    pub document: usize,
    /// Its number in the document.
    pub passage: u32,
}

/// A question with the passages that answer it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its text.
    pub text: String,
    /// Number of its document.
    pub document: usize,
    /// What answers it in its document.
    pub here: BTreeSet<Place>,
    /// What answers it in any document.
    pub anywhere: BTreeSet<Place>,
    /// Questions with the same key ask the same.
    pub key: Option<String>,
}

/// Reads a set: JSON lines, a document each.
///
/// # Errors
/// If the file cannot be read or has another form.
pub fn read(path: &Path) -> Result<Vec<SetDocument>> {
    let text = std::fs::read_to_string(path)?;
    let mut documents = Vec::new();
    for line in text.lines() {
        documents.push(serde_json::from_str(line)?);
    }
    Ok(documents)
}

/// Every so many-th question of a set, document by document.
pub fn asked(set: &[SetDocument], every: usize) -> Vec<Asked> {
    let mut by_key: HashMap<&str, BTreeSet<Place>> = HashMap::new();
    for (document, one) in set.iter().enumerate() {
        for question in &one.questions {
            if let Some(key) = &question.key {
                by_key.entry(key).or_default().extend(question.places(document));
            }
        }
    }
    let mut asked = Vec::new();
    for (document, one) in set.iter().enumerate() {
        for question in &one.questions {
            let here = question.places(document);
            let anywhere = question.key.as_deref().map_or_else(|| here.clone(), |key| by_key[key].clone());
            let key = question.key.clone();
            asked.push(Asked { text: question.text.clone(), document, here, anywhere, key });
        }
    }
    asked.into_iter().step_by(every.max(1)).collect()
}

impl SetQuestion {
    fn places(&self, document: usize) -> BTreeSet<Place> {
        self.right.iter().map(|passage| Place { document, passage: *passage }).collect()
    }
}

impl SetDocument {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn given(&self) -> &[SetPassage] {
        &self.passages
    }

    /// The document as it is indexed and trained on, without questions.
    pub fn source(&self) -> Source {
        let passages = self.passages();
        Source {
            name: self.name.clone(),
            passages: passages.iter().map(|passage| passage.text.clone()).collect(),
            headings: passages.iter().map(|passage| passage.headings.last().cloned()).collect(),
            language: Language::English,
            lines: passages.iter().map(|passage| passage_terms(passage, Language::English)).collect(),
            questions: vec![Vec::new(); passages.len()],
        }
    }

    /// What the cross-encoder reads of each passage.
    pub fn read_together(&self) -> Vec<String> {
        self.passages().iter().map(read_together).collect()
    }

    /// Its passages.
    pub fn passages(&self) -> Vec<Passage> {
        self.passages.iter().map(SetPassage::as_passage).collect()
    }
}

impl SetPassage {
    pub(super) fn as_passage(&self) -> Passage {
        let ranges = sentences(&self.text).into_iter();
        let sentences = ranges.map(|range| (range.start as u32, range.end as u32)).collect();
        Passage { text: self.text.clone(), headings: self.headings.clone(), sentences, ..Passage::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_question_of_several_documents_is_answered_by_all_in_the_pool() {
        let question = |text: &str, right: u32| SetQuestion {
            text: text.into(),
            right: BTreeSet::from([right]),
            key: Some("law".into()),
        };
        let passages = || vec![SetPassage { headings: vec!["Law".into()], text: "Delaware law governs.".into() }];
        let document = |text, right| SetDocument {
            name: "a".into(),
            passages: passages(),
            questions: vec![question(text, right)],
        };
        let set = [document("Which law?", 0), document("Governing law", 3)];
        let asked = asked(&set, 1);
        let places = |documents: &[Place]| documents.iter().copied().collect::<BTreeSet<_>>();
        let (first, second) = (Place { document: 0, passage: 0 }, Place { document: 1, passage: 3 });
        assert_eq!((&asked[1].here, &asked[1].anywhere), (&places(&[second]), &places(&[first, second])));
        assert_eq!(set[0].read_together(), ["Law · Delaware law governs."], "as the product reads it");
        assert_eq!(super::asked(&set, 2).len(), 1, "every second one");
    }
}
