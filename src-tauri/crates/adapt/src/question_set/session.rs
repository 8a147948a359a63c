//! One document loaded to generate questions about it: its passages as the search has them, and the questions it has. Not
//! for going through documents (`generating`).

use super::writer::QuestionWriter;
use crate::{Adapt, Checked, DocumentFilter, Error, Filtered, Known, PassageSubject, Result, Subject, Writer};
use pincite_api::{Filter, Origin, QuestionRequest, Rejection, Tally};
use pincite_language::Language;
use pincite_library::{CollectionId, ContentId, NewQuestion, NewQuestions, PassageId, QuestionFilter, StoredPassage};
use pincite_models::{Encode, Encoder, Side};
use pincite_search::{DocumentIndex, Mode, Weights, encoder_input, read_together};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Passages of a document that are to be asked about.
pub(super) struct Waiting {
    pub(super) content: ContentId,
    pub(super) language: Language,
    pub(super) passages: Vec<PassageId>,
}

/// A passage that may be asked about.
struct Loaded {
    text: String,
    /// What the cross-encoder reads.
    with_headings: String,
    heading: Option<String>,
}

/// A document and what is needed to ask about it.
pub(super) struct Session {
    passages: Vec<Loaded>,
    /// Place of each passage in the document.
    places: HashMap<PassageId, usize>,
    segment: DocumentIndex,
    /// The encoder of the vectors; without one the search finds by words.
    encoder: Option<Arc<Encoder>>,
    /// How words and vectors count in the search.
    weights: Weights,
    known: Known,
    writer: Box<dyn Writer + Send>,
    /// The same writer, for all documents.
    source: QuestionWriter,
    filter: Filter,
    count: usize,
}

/// Generated questions, good or not.
pub(super) struct Generated {
    pub(super) by_passage: Vec<NewQuestions>,
    /// How many were good.
    pub(super) tally: Tally,
}

impl Session {
    /// Loads a document of a collection, some of whose passages are to be asked about, with the vectors that answer
    /// there now.
    pub(super) async fn open(
        adapt: &Adapt,
        collection: CollectionId,
        waiting: &Waiting,
        writer: &QuestionWriter,
        request: &QuestionRequest,
    ) -> Result<Self> {
        let library = &adapt.library;
        let content = waiting.content;
        let stored = library.passages(content).await?;
        let places = stored.iter().enumerate().map(|(place, passage)| (passage.id, place)).collect();
        let generation = library.active_generation(collection).await?;
        let weights = Weights::of_generation(generation.as_ref());
        let segment = DocumentIndex::load(library, content, generation.as_ref()).await?;
        let encoder = match segment.has_vectors() {
            true => adapt.encoders.of(generation.as_ref()).await.ok(),
            false => None,
        };
        let passages: Vec<Loaded> = stored.into_iter().map(loaded).collect();
        Ok(Self {
            places,
            segment,
            encoder,
            weights,
            known: known(adapt, collection, waiting).await?,
            writer: writer.for_document(&passages, waiting.language, request)?,
            source: writer.clone(),
            passages,
            filter: request.filter,
            count: request.per_passage as usize,
        })
    }

    /// Generates and filters questions about passages of the document. Passages that are not in it are left out.
    pub(super) fn generate(&mut self, passages: &[PassageId], token: &CancellationToken) -> Result<Generated> {
        let there = |id: &PassageId| Some((*id, *self.places.get(id)?));
        let (ids, places): (Vec<PassageId>, Vec<usize>) = passages.iter().filter_map(there).unzip();
        let Filtered { questions, tally, .. } = self.filtered(&places, token)?;
        let stored = |place: usize, all: Vec<Checked>| {
            all.into_iter().map(|one| self.stored(&self.passages[place], one)).collect()
        };
        let questions = places.into_iter().zip(questions).map(|(place, all)| stored(place, all));
        let by_passage = ids.into_iter().zip(questions);
        let by_passage = by_passage.map(|(passage, questions)| NewQuestions { passage, questions }).collect();
        Ok(Generated { by_passage, tally })
    }

    fn filtered(&mut self, places: &[usize], token: &CancellationToken) -> Result<Filtered> {
        let go_on = || if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let Self { passages, segment, encoder, weights, known, writer, filter, count, .. } = self;
        let subject = |place: &usize| {
            let loaded = &passages[*place];
            let subject = Subject { text: &loaded.text, heading: loaded.heading.as_deref() };
            PassageSubject { position: *place as u32, subject }
        };
        let subjects: Vec<_> = places.iter().map(subject).collect();
        let mode = if encoder.is_some() { Mode::Hybrid } else { Mode::Lexical };
        let document = DocumentFilter { segment, mode, weights: *weights, origin: Origin::Generator, filter };
        let embed = |texts: &[&str]| match encoder {
            Some(encoder) => {
                let vectors = encoder.embed(texts, Side::Question, &mut |_| go_on());
                vectors.map(Some).map_err(Error::from)
            }
            None => Ok(None),
        };
        document.generate(&subjects, &mut **writer, *count, known, embed, &mut |_| go_on())
    }

    /// A question about a passage, with the probability that it is answered there if it is good.
    fn stored(&self, about: &Loaded, checked: Checked) -> NewQuestion {
        let read = || self.source.probability(&checked.text, &about.with_headings);
        let answers = checked.rejected.is_none().then(read).flatten();
        NewQuestion {
            answers,
            text: checked.text,
            origin: super::stored(Origin::Generator),
            writer: Some(self.source.name().to_owned()),
            reason: checked.rejected.map(|reason| reason.code().to_owned()),
            rank: checked.rank.and_then(|rank| i64::try_from(rank).ok()),
        }
    }
}

fn loaded(mut stored: StoredPassage) -> Loaded {
    let text = encoder_input(&stored.passage);
    let with_headings = read_together(&stored.passage);
    Loaded { text, with_headings, heading: stored.passage.headings.pop() }
}

impl AsRef<str> for Loaded {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// The questions that the other passages of a document have, and those of people: none is asked again. They are the same
/// whether a run goes through a document at once or is interrupted.
async fn known(adapt: &Adapt, collection: CollectionId, waiting: &Waiting) -> Result<Known> {
    let which = QuestionFilter { content: Some(waiting.content), ..QuestionFilter::default() };
    let asked_about: HashSet<&PassageId> = waiting.passages.iter().collect();
    let mut known = Known::default();
    for question in adapt.library.questions(collection, &which, 0..u32::MAX).await? {
        let other = question.passage.is_none_or(|passage| !asked_about.contains(&passage));
        let found = Rejection::NotFound { rank: None }.code();
        let good = question.reason.is_none_or(|reason| reason == found || reason == Rejection::Person.code());
        if good && (other || super::told(question.origin).is_people()) {
            known.insert(&question.text);
        }
    }
    Ok(known)
}
