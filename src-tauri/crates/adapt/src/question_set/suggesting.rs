//! Questions to begin with, shown before one is asked. Not for generating them, nor for what is learned from.

use super::Questions;
use crate::Result;
use crate::questions::{Vocabulary, is_readable};
use futures_util::TryStreamExt;
use pincite_api::QuestionView;
use pincite_library::{CollectionId, ContentId, Origin, PassageId, Question, QuestionFilter, Scope};
use pincite_search::read_together;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// A generated question is shown if its passage answers it more probably than this.
const SURE: f32 = 0.8;
/// Generated questions of a document whose words are looked up.
const LOOKED_UP: usize = 50;

impl Questions<'_> {
    /// Up to `count` questions that the collection can answer, each about another document while there are such. People's
    /// questions and those whose passage the search finds first are preferred. The same seed gives the same ones.
    ///
    /// A generated question is among them only if a cross-encoder is sure that its passage answers it, and it reads well.
    pub async fn suggest(&self, collection: CollectionId, count: usize, seed: u64) -> Result<Vec<QuestionView>> {
        let tally = self.0.library.question_tally(collection).await?;
        if !tally.iter().any(|one| one.reason.is_none() && one.count > one.unplaced) {
            return Ok(Vec::new());
        }
        let mut contents = self.0.library.contents(collection).await?;
        contents.sort_by_key(|content| drawn(seed, content.id.0));
        let mut first = Vec::new();
        let mut others = Vec::new();
        for content in contents {
            if first.len() >= count {
                break;
            }
            let mut best = self.best(collection, content.id, seed).await?.into_iter();
            first.extend(best.next());
            others.extend(best.take(count));
        }
        others.truncate(count.saturating_sub(first.len()));
        first.append(&mut others);
        self.shown(collection, first).await
    }

    /// Questions of a document, the best first.
    async fn best(&self, collection: CollectionId, content: ContentId, seed: u64) -> Result<Vec<Question>> {
        let which = QuestionFilter { content: Some(content), kept: Some(true), origin: None };
        let mut questions = self.0.library.questions(collection, &which, 0..u32::MAX).await?;
        questions.retain(|question| question.passage.is_some() && is_sure(question));
        questions.sort_by_key(|question| {
            let by_program = question.origin == Origin::Generator;
            (by_program && question.rank != Some(1), by_program, drawn(seed, question.id.0))
        });
        self.readable(content, questions).await
    }

    /// Those that read well, in the same order; people's are not judged.
    async fn readable(&self, content: ContentId, questions: Vec<Question>) -> Result<Vec<Question>> {
        let (mut readable, mut generated): (Vec<Question>, Vec<Question>) =
            questions.into_iter().partition(|question| question.origin != Origin::Generator);
        generated.truncate(LOOKED_UP);
        if generated.is_empty() {
            return Ok(readable);
        }
        let library = &self.0.library;
        let ids: Vec<PassageId> = generated.iter().filter_map(|question| question.passage).collect();
        let passages = library.passages_by_id(&ids).await?.into_iter();
        let texts: HashMap<PassageId, String> = passages.map(|it| (it.id, read_together(&it.passage))).collect();
        let terms = library.terms(Scope::Content(content)).try_next().await?;
        let vocabulary = terms.as_ref().map(Vocabulary::of).unwrap_or_default();
        let text = |question: &Question| texts.get(&question.passage?);
        generated.retain(|it| text(it).is_some_and(|text| is_readable(&it.text, text, &vocabulary)));
        readable.append(&mut generated);
        Ok(readable)
    }
}

/// What people asked is not judged.
fn is_sure(question: &Question) -> bool {
    question.origin != Origin::Generator || question.answers.is_some_and(|probability| probability > SURE)
}

/// A number's place in an order that depends on the seed and on nothing else.
fn drawn(seed: u64, number: i64) -> [u8; 32] {
    Sha256::digest([seed.to_le_bytes(), number.to_le_bytes()].concat()).into()
}
