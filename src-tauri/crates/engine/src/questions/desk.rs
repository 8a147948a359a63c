//! One document laid out to be asked about: its passages as the search has them, and the questions it has. Not for going
//! through documents (`asking`).

use super::pen::Pen;
use crate::view::QuestionWish;
use crate::{Engine, Error, embed};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, DocumentId, NewQuestion, PassageId, QuestionFilter, Scope};
use pincite_models::{Encoder, Side};
use pincite_question::{Answered, Filter, Known, Origin, Rejection, Sieve, Sifted, Subject, Tally, Writer};
use pincite_search::{DocumentIndex, Mode, Weights};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A passage that may be asked about.
struct Laid {
    text: String,
    heading: Option<String>,
}

/// A document and what is needed to ask about it.
pub(super) struct Desk {
    passages: Vec<Laid>,
    /// Place of each passage in the document.
    places: HashMap<PassageId, usize>,
    segment: DocumentIndex,
    weights: Weights,
    /// The encoder of the vectors; without one the search finds by words.
    encoder: Option<Arc<Encoder>>,
    known: Known,
    writer: Box<dyn Writer + Send>,
    name: String,
    origin: Origin,
    filter: Filter,
    count: usize,
}

/// What was asked about each passage, and how many of it was good.
pub(super) type Asked = (Vec<(PassageId, Vec<NewQuestion>)>, Tally);

impl Desk {
    /// Lays out a document of a collection, to be asked `about` some of its passages, with the vectors and weights that
    /// answer there now.
    pub(super) async fn lay(
        engine: &Engine,
        collection: CollectionId,
        document: DocumentId,
        about: &[PassageId],
        (pen, wish): (&Pen, &QuestionWish),
    ) -> Result<Self, Error> {
        let library = &engine.0.library;
        let stored = library.passages(document).await?;
        let places = stored.iter().enumerate().map(|(place, passage)| (passage.id, place)).collect();
        let generation = library.active_generation(collection).await?;
        let vectors = match &generation {
            Some(generation) => library.vectors(generation.id, document).await?,
            None => None,
        };
        let encoder = match (&generation, &vectors) {
            (Some(generation), Some(_)) => engine.0.encoders.of(Some(generation)).await.ok(),
            _ => None,
        };
        let terms = library.terms(Scope::Document(document)).try_next().await?;
        let segment = terms.map(|terms| DocumentIndex::of_stored(&terms, vectors)).unwrap_or_default();
        let texts: Vec<String> = stored.iter().map(|stored| embed::input(&stored.passage)).collect();
        let writer = pen.writer(&texts, wish)?;
        let headings = stored.into_iter().map(|mut stored| stored.passage.headings.pop());
        Ok(Self {
            passages: texts.into_iter().zip(headings).map(|(text, heading)| Laid { text, heading }).collect(),
            places,
            segment,
            weights: Weights::of(generation.as_ref()),
            encoder,
            known: known(engine, collection, document, about).await?,
            writer,
            name: pen.name().to_owned(),
            origin: pen.origin(),
            filter: wish.filter,
            count: wish.per_passage as usize,
        })
    }

    /// Writes about passages of the document and sifts what comes. Passages it has not are left out.
    pub(super) fn ask(&mut self, passages: &[PassageId], token: &CancellationToken) -> Result<Asked, Error> {
        let there = |id: &PassageId| Some((*id, *self.places.get(id)?));
        let (ids, places): (Vec<PassageId>, Vec<usize>) = passages.iter().filter_map(there).unzip();
        let Answered { sifted, tally, .. } = self.answered(&places, token)?;
        let stored = |sifted: Vec<Sifted>| sifted.into_iter().map(|one| self.stored(one)).collect();
        Ok((ids.into_iter().zip(sifted.into_iter().map(stored)).collect(), tally))
    }

    fn answered(&mut self, places: &[usize], token: &CancellationToken) -> Result<Answered, Error> {
        let go_on = || if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let Self { passages, segment, weights, encoder, known, writer, origin, filter, count, .. } = self;
        let subject = |place: &usize| {
            let laid = &passages[*place];
            (*place as u32, Subject { text: &laid.text, heading: laid.heading.as_deref() })
        };
        let subjects: Vec<_> = places.iter().map(subject).collect();
        let mode = if encoder.is_some() { Mode::Hybrid } else { Mode::Lexical };
        let sieve = Sieve { segment, mode, weights, origin: *origin, filter };
        let embed = |texts: &[&str]| match encoder {
            Some(encoder) => {
                let vectors = encoder.embed(texts, Side::Question, &mut |_| go_on());
                vectors.map(Some).map_err(pincite_question::Error::from)
            }
            None => Ok(None),
        };
        Ok(sieve.ask(&subjects, (&mut **writer, *count), known, embed, &mut |_| go_on())?)
    }

    fn stored(&self, sifted: Sifted) -> NewQuestion {
        NewQuestion {
            text: sifted.text,
            origin: super::stored(self.origin),
            writer: Some(self.name.clone()),
            reason: sifted.rejected.map(|reason| reason.code().to_owned()),
            rank: sifted.rank.and_then(|rank| u32::try_from(rank).ok()),
        }
    }
}

/// The questions that the other passages of a document have, and those of people: none is asked again. They are the same
/// whether a run goes through a document at once or is cut off in between.
async fn known(
    engine: &Engine,
    collection: CollectionId,
    document: DocumentId,
    about: &[PassageId],
) -> Result<Known, Error> {
    let which = QuestionFilter { document: Some(document), ..QuestionFilter::default() };
    let about: HashSet<&PassageId> = about.iter().collect();
    let mut known = Known::default();
    for question in engine.0.library.questions(collection, &which, (0, u32::MAX)).await? {
        let other = question.passage.is_none_or(|passage| !about.contains(&passage));
        let found = Rejection::NotFound { rank: None }.code();
        let good = question.reason.is_none_or(|reason| reason == found || reason == Rejection::Person.code());
        if good && (other || super::told(question.origin).is_people()) {
            known.insert(&question.text);
        }
    }
    Ok(known)
}
