//! The phase of a run in which questions are written: document by document, a few passages at a time, each of which is
//! stored with all that was asked about it before the next ones are. Not for what comes after it.

use super::desk::Desk;
use super::pen::Pen;
use crate::tuning::Course;
use crate::view::{QuestionWish, TuningPhase};
use crate::{Engine, Error};
use pincite_library::{CollectionId, DocumentId, PassageId, TuningRun};
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Passages written about, sifted and stored at a time: what a kill costs at most, and how soon one is heard of.
const AT_A_TIME: usize = 16;

/// Which passages are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// All that were not asked about in this way before.
    All,
    /// Those that nobody asked about in whatever way.
    New,
}

/// A run's writing of questions.
pub(crate) struct Asking<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) run: &'a TuningRun,
    pub(crate) wish: &'a QuestionWish,
    pub(crate) about: About,
    pub(crate) course: &'a Arc<Mutex<Course>>,
    pub(crate) token: &'a CancellationToken,
}

/// Passages that were done and that there are.
#[derive(Clone, Copy)]
struct Count {
    done: u32,
    total: u32,
}

impl Asking<'_> {
    /// Asks about the passages that are there, and those that come meanwhile. Cut off at whatever moment, it goes on
    /// with the passages that are left.
    pub(crate) async fn run(&self) -> Result<(), Error> {
        let pen = Pen::open(self.engine, &self.wish.writer).await?;
        {
            let kept = &mut self.course.lock().await.kept;
            (kept.writer, kept.device) = (Some(pen.name().to_owned()), pen.device().to_owned());
            kept.writer_note = pen.note().cloned();
        }
        let stopping = pen.stopped_by(self.token);
        let asked = self.all(&pen).await;
        stopping.abort();
        // A generator that is stopped may say so in its own words.
        match asked {
            Err(_) if self.token.is_cancelled() => Err(pincite_question::Error::Cancelled.into()),
            asked => asked,
        }
    }

    async fn all(&self, pen: &Pen) -> Result<(), Error> {
        let recipe = pen.recipe(self.wish)?;
        let mut done = 0;
        loop {
            let waiting = waiting(self.engine, self.run.collection, &recipe, self.about).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            let here: usize = waiting.iter().map(|(_, passages)| passages.len()).sum();
            let mut count = Count { done, total: done + here as u32 };
            for (document, passages) in waiting {
                self.document(pen, &recipe, document, &passages, count).await?;
                count.done += passages.len() as u32;
            }
            done = count.done;
        }
    }

    async fn document(
        &self,
        pen: &Pen,
        recipe: &str,
        document: DocumentId,
        passages: &[PassageId],
        mut count: Count,
    ) -> Result<(), Error> {
        self.tell(count).await;
        let mut desk = Desk::lay(self.engine, self.run.collection, document, passages, (pen, self.wish)).await?;
        for some in passages.chunks(AT_A_TIME) {
            desk = self.some(desk, recipe, some).await?;
            count.done += some.len() as u32;
            self.tell(count).await;
        }
        Ok(())
    }

    /// Asks about some passages and stores what came of it, together with the run's report.
    async fn some(&self, mut desk: Desk, recipe: &str, passages: &[PassageId]) -> Result<Desk, Error> {
        let (token, some) = (self.token.clone(), passages.to_vec());
        let asking = tokio::task::spawn_blocking(move || {
            let asked = desk.ask(&some, &token);
            (desk, asked)
        });
        let stopped = |_| Error::Stopped { what: "The writing of questions".to_owned() };
        let (desk, asked) = asking.await.map_err(stopped)?;
        let (asked, tally) = asked?;
        if self.token.is_cancelled() {
            return Err(pincite_question::Error::Cancelled.into());
        }
        let mut course = self.course.lock().await;
        course.kept.questions.add(&tally);
        let report = course.written();
        let library = &self.engine.0.library;
        library.store_questions(self.run.collection, recipe, &asked, Some((self.run.id, &report))).await?;
        course.got_somewhere().await;
        Ok(desk)
    }

    async fn tell(&self, Count { done, total }: Count) {
        self.course.lock().await.tell(TuningPhase::Asking, (done, total), None, None);
    }
}

/// Passages to be asked about, by document.
pub(super) async fn waiting(
    engine: &Engine,
    collection: CollectionId,
    recipe: &str,
    about: About,
) -> Result<Vec<(DocumentId, Vec<PassageId>)>, Error> {
    let recipe = (about == About::All).then_some(recipe);
    Ok(engine.0.library.unquestioned(collection, recipe).await?)
}
