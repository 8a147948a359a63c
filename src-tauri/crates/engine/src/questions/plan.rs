//! What the writing of questions would do, and how long it would take, found out with a few passages. Not for doing it.

use super::asking::{About, waiting};
use super::desk::Desk;
use super::pen::Pen;
use crate::view::{AskingPlan, Problem, QuestionWish};
use crate::{Engine, Error};
use pincite_library::{CollectionId, DocumentId, PassageId};
use pincite_question::{Frequencies, Keywords, Tally, skip};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Passages that are tried out, from as many documents as that.
const TRIED: usize = 12;
const DOCUMENTS: usize = 3;

impl Engine {
    /// What [`Engine::generate_questions`] would do here and how long it would take, or why it cannot start.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn plan_questions(&self, collection: i64, wish: &QuestionWish) -> Result<AskingPlan, Error> {
        let id = CollectionId(collection);
        self.0.library.collection(id).await?;
        let planned = match self.free(id).await {
            Ok(()) => self.plan_asking(id, wish, About::All).await,
            Err(error) => Err(error),
        };
        Ok(planned.unwrap_or_else(|error| AskingPlan { problem: Some(Problem::from(&error)), ..AskingPlan::default() }))
    }

    /// The same for the passages meant.
    pub(crate) async fn plan_asking(
        &self,
        collection: CollectionId,
        wish: &QuestionWish,
        about: About,
    ) -> Result<AskingPlan, Error> {
        let pen = Pen::open(self, &wish.writer).await?;
        let waiting = waiting(self, collection, &pen.recipe(wish)?, about).await?;
        let passages: usize = waiting.iter().map(|(_, passages)| passages.len()).sum();
        let (tried, tally, seconds) = self.try_out(collection, wish, &pen, &waiting).await?;
        let scale = passages as f32 / tried.max(1) as f32;
        Ok(AskingPlan {
            writer: pen.name().to_owned(),
            note: pen.note().cloned(),
            passages: passages as u32,
            questions: (tally.kept as f32 * scale).round() as u32,
            seconds: (tried > 0).then_some(seconds * scale),
            problem: None,
        })
    }

    /// As many keyword questions as would be kept, about the passages that nobody asked about: for a guess at what a tuning
    /// to them would take.
    pub(crate) async fn stand_ins(
        &self,
        collection: CollectionId,
        wish: &QuestionWish,
        count: u32,
    ) -> Result<Vec<(String, DocumentId, PassageId)>, Error> {
        let (per_passage, seed) = (wish.per_passage as usize, wish.seed);
        let mut all = Vec::new();
        for (document, new) in waiting(self, collection, "", About::New).await? {
            let passages = self.0.library.passages(document).await?;
            let writing = tokio::task::spawn_blocking(move || {
                let frequencies = Frequencies::of(passages.iter().map(|stored| &stored.passage.text));
                let keywords = Keywords::new(frequencies);
                let asked =
                    passages.iter().filter(|it| new.binary_search(&it.id).is_ok() && skip(&it.passage.text).is_none());
                let questions = asked.flat_map(|stored| {
                    let questions = keywords.ask(&stored.passage.text, per_passage, seed).into_iter();
                    questions.map(|question| (question, document, stored.id))
                });
                questions.collect::<Vec<_>>()
            });
            let stopped = |_| Error::Stopped { what: "Planning the questions".to_owned() };
            all.extend(writing.await.map_err(stopped)?);
        }
        Ok(spread(&all, count as usize).cloned().collect())
    }

    /// Asks about a few passages and throws it away: how many they were, what came of it, and the seconds it took.
    async fn try_out(
        &self,
        collection: CollectionId,
        wish: &QuestionWish,
        pen: &Pen,
        waiting: &[(DocumentId, Vec<PassageId>)],
    ) -> Result<(usize, Tally, f32), Error> {
        let (mut tried, mut tally, mut seconds) = (0, Tally::default(), 0.0);
        for (document, passages) in spread(waiting, DOCUMENTS) {
            let some: Vec<PassageId> = spread(passages, TRIED / DOCUMENTS).copied().collect();
            let mut desk = Desk::lay(self, collection, *document, passages, (pen, wish)).await?;
            tried += some.len();
            let asking = tokio::task::spawn_blocking(move || {
                let (began, token) = (Instant::now(), CancellationToken::new());
                let asked = desk.ask(&some, &token);
                asked.map(|(_, tally)| (tally, began.elapsed().as_secs_f32()))
            });
            let stopped = |_| Error::Stopped { what: "Planning the questions".to_owned() };
            let (here, took) = asking.await.map_err(stopped)??;
            tally.add(&here);
            seconds += took;
        }
        Ok((tried, tally, seconds))
    }
}

/// A few of many, evenly spread.
fn spread<T>(all: &[T], few: usize) -> impl Iterator<Item = &T> {
    let count = few.min(all.len());
    (0..count).map(move |at| &all[at * all.len() / count])
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_few_are_spread_over_all() {
        let all: Vec<usize> = (0..10).collect();
        assert_eq!(
            spread(&all, 3).collect::<Vec<_>>(),
            [&0, &3, &6],
            "a document's beginning is not like the rest of it"
        );
        assert_eq!(spread(&all[..2], 3).count(), 2, "no more than there are");
        assert_eq!(spread::<usize>(&[], 3).count(), 0);
    }
}
