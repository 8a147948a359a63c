//! Questions to begin with, shown before one is asked. Not for generating them.

use super::Questions;
use crate::Result;
use pincite_api::QuestionView;
use pincite_library::{CollectionId, ContentId, Origin, Question, QuestionFilter};
use sha2::{Digest, Sha256};

impl Questions<'_> {
    /// Up to `count` questions that the collection can answer, each about another document while there are such. People's
    /// questions and those whose passage the search finds first are preferred. The same seed gives the same ones.
    pub async fn suggest(&self, collection: CollectionId, count: usize, seed: u64) -> Result<Vec<QuestionView>> {
        let tally = self.0.library.question_tally(collection).await?;
        if !tally.iter().any(|one| one.reason.is_none() && one.count > one.unplaced) {
            return Ok(Vec::new());
        }
        let mut contents = self.0.library.contents(collection).await?;
        contents.sort_by_key(|content| drawn(seed, content.id.0));
        let (mut first, mut others) = (Vec::new(), Vec::new());
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
        questions.retain(|question| question.passage.is_some());
        questions.sort_by_key(|question| {
            let by_program = question.origin == Origin::Generator;
            (by_program && question.rank != Some(1), by_program, drawn(seed, question.id.0))
        });
        Ok(questions)
    }
}

/// A number's place in an order that depends on the seed and on nothing else.
fn drawn(seed: u64, number: i64) -> [u8; 32] {
    Sha256::digest([seed.to_le_bytes(), number.to_le_bytes()].concat()).into()
}
