//! Questions to begin with, shown before one is asked. Not for keyword questions: they read badly.

use crate::view::QuestionView;
use crate::{Engine, Error};
use pincite_library::{CollectionId, DocumentId, Origin, Question, QuestionFilter};
use sha2::{Digest, Sha256};

impl Engine {
    /// Up to `count` questions that the collection can answer, each about another document while there are such. People's
    /// questions and those whose passage the search finds first are preferred. The same seed gives the same ones.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn suggested_questions(
        &self,
        collection: i64,
        count: usize,
        seed: u64,
    ) -> Result<Vec<QuestionView>, Error> {
        let collection = CollectionId(collection);
        if !self.has_natural(collection).await? {
            return Ok(Vec::new());
        }
        let mut documents = self.0.library.documents(collection).await?;
        documents.sort_by_key(|document| drawn(seed, document.id.0));
        let (mut first, mut others) = (Vec::new(), Vec::new());
        for document in documents {
            if first.len() >= count {
                break;
            }
            let mut best = self.natural(collection, document.id, seed).await?.into_iter();
            first.extend(best.next());
            others.extend(best.take(count));
        }
        others.truncate(count.saturating_sub(first.len()));
        first.append(&mut others);
        self.shown(collection, first).await
    }

    /// Whether any question reads as people ask: going through the documents is in vain where a program wrote them all.
    async fn has_natural(&self, collection: CollectionId) -> Result<bool, Error> {
        let counts = self.0.library.question_tally(collection).await?;
        Ok(counts.iter().any(|one| one.reason.is_none() && one.origin != Origin::Keywords && one.count > one.unplaced))
    }

    /// Questions of a document that read as people ask, the best first.
    async fn natural(&self, collection: CollectionId, document: DocumentId, seed: u64) -> Result<Vec<Question>, Error> {
        let which = QuestionFilter { document: Some(document), kept: Some(true), origin: None };
        let mut natural = self.0.library.questions(collection, &which, (0, u32::MAX)).await?;
        natural.retain(|question| question.origin != Origin::Keywords && question.passage.is_some());
        natural.sort_by_key(|question| {
            let by_program = question.origin == Origin::Generator;
            (by_program && question.rank != Some(1), by_program, drawn(seed, question.id.0))
        });
        Ok(natural)
    }
}

/// A number's place in an order that depends on the seed and on nothing else.
fn drawn(seed: u64, number: i64) -> [u8; 32] {
    Sha256::digest([seed.to_le_bytes(), number.to_le_bytes()].concat()).into()
}
