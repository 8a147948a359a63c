//! What generating questions would do, and how long it would take, estimated from a few passages. Not for doing it.

use super::generating::{Scope, Unasked, unasked};
use super::session::Session;
use super::session::Waiting;
use super::{QuestionWriter, Questions};
use crate::adapt::blocking;
use crate::runs::Asked;
use crate::{Adapt, Result, add_tally, skip};
use pincite_api::{Problem, QuestionPlan, QuestionRequest, Tally};
use pincite_library::{CollectionId, PassageId};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Passages that are tried out, from as many documents as that.
const TRIED: usize = 12;
const DOCUMENTS: usize = 3;

/// Words of a stand-in for a question.
const WORDS: usize = 12;

impl Questions<'_> {
    /// What [`Questions::generate`] would do here and how long it would take, or why it cannot start.
    pub async fn plan(&self, collection: CollectionId, request: &QuestionRequest) -> Result<QuestionPlan> {
        self.0.library.collection(collection).await?;
        let planned = self.planned(collection, request).await;
        let impossible = |error| QuestionPlan { problem: Some(Problem::from(&error)), ..QuestionPlan::default() };
        Ok(planned.unwrap_or_else(impossible))
    }

    async fn planned(&self, collection: CollectionId, request: &QuestionRequest) -> Result<QuestionPlan> {
        self.0.check_free(collection).await?;
        let writer = self.0.question_writer(&request.writer).await?;
        self.0.plan_generating(collection, request, &writer, Scope::All).await
    }
}

impl Adapt {
    /// The same for the passages in the scope.
    pub(crate) async fn plan_generating(
        &self,
        collection: CollectionId,
        request: &QuestionRequest,
        writer: &QuestionWriter,
        scope: Scope,
    ) -> Result<QuestionPlan> {
        let recipe = writer.recipe(request)?;
        let Unasked { waiting, unknown_language } = unasked(self, collection, writer, &recipe, scope).await?;
        let passages: usize = waiting.iter().map(|one| one.passages.len()).sum();
        let trial = self.try_out(collection, request, writer, &waiting).await?;
        let scale = passages as f32 / trial.passages.max(1) as f32;
        Ok(QuestionPlan {
            writer: writer.name().to_owned(),
            passages: passages as u32,
            questions: (trial.tally.kept as f32 * scale).round() as u32,
            seconds: (trial.passages > 0).then_some(trial.seconds * scale),
            unknown_language,
            problem: None,
        })
    }

    /// As many stand-ins as questions of a generator would be kept: the first words of passages that were never asked about.
    pub(crate) async fn stand_ins(
        &self,
        collection: CollectionId,
        writer: &QuestionWriter,
        count: u32,
    ) -> Result<Vec<Asked>> {
        let mut all = Vec::new();
        let unasked = unasked(self, collection, writer, "", Scope::New).await?;
        for Waiting { content, passages: new, .. } in unasked.waiting {
            let passages = self.library.passages(content).await?;
            let asked = passages.into_iter().filter(|it| new.binary_search(&it.id).is_ok());
            all.extend(asked.filter(|it| skip(&it.passage.text).is_none()).map(|stored| Asked {
                question: first_words(&stored.passage.text),
                content,
                passage: stored.id,
            }));
        }
        Ok(spread(&all, count as usize).cloned().collect())
    }

    /// Asks about a few passages and throws the questions away.
    async fn try_out(
        &self,
        collection: CollectionId,
        request: &QuestionRequest,
        writer: &QuestionWriter,
        waiting: &[Waiting],
    ) -> Result<Trial> {
        let mut trial = Trial::default();
        for one in spread(waiting, DOCUMENTS) {
            let some: Vec<PassageId> = spread(&one.passages, TRIED / DOCUMENTS).copied().collect();
            let mut session = Session::open(self, collection, one, writer, request).await?;
            trial.passages += some.len();
            let (tally, seconds) = blocking("Planning the questions", move || {
                let began = Instant::now();
                let generated = session.generate(&some, &CancellationToken::new());
                generated.map(|generated| (generated.tally, began.elapsed().as_secs_f32()))
            })
            .await?;
            add_tally(&mut trial.tally, &tally);
            trial.seconds += seconds;
        }
        Ok(trial)
    }
}

/// What a few passages took.
#[derive(Default)]
struct Trial {
    passages: usize,
    tally: Tally,
    seconds: f32,
}

/// About as long as a question.
fn first_words(passage: &str) -> String {
    passage.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" ")
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
