//! What the documents of a collection teach by themselves ([`natural_lessons`]), as copies that lack what asks for their passages.
//! Not for what people teach (`material`).

use super::texts::{Stored, Texts};
use crate::{Adapt, DocumentText, Lesson, Pair, Result, natural_lessons};
use pincite_language::Language;
use pincite_passage::Passage;
use pincite_search::{DocumentIndex, Vectors, encoder_input, passage_terms, read_together};

/// Passages of documents that teach by themselves, and pairs taken from them, about: with these a run takes minutes.
const MOST_TAUGHT: usize = 1_000;
const MOST_NATURAL: usize = 640;

/// Copies of documents that lack what asks for their passages, with the pairs.
#[derive(Default)]
pub(super) struct Lessons {
    documents: Vec<(Stored, DocumentText)>,
    /// Documents are counted from the first copy.
    pairs: Vec<Pair>,
}

impl Lessons {
    /// Lessons of documents that are spread over a collection of so many passages.
    pub(super) async fn of(adapt: &Adapt, stored: &[Stored], passages: usize) -> Result<Self> {
        let mut lessons = Self::default();
        for stored in stored.iter().step_by(passages.div_ceil(MOST_TAUGHT).max(1)) {
            let passages = adapt.library.passages(stored.content).await?;
            let of_document = natural_lessons(passages.iter().map(|stored| &stored.passage));
            if of_document.iter().all(|lesson| lesson.questions.is_empty()) {
                continue;
            }
            let document = lessons.documents.len();
            for (place, lesson) in of_document.iter().enumerate() {
                for question in &lesson.questions {
                    let question = question.clone();
                    lessons.pairs.push(Pair { question, document, passages: vec![place] });
                }
            }
            lessons.documents.push((*stored, document_of(of_document)));
        }
        let every = lessons.pairs.len().div_ceil(MOST_NATURAL).max(1);
        lessons.pairs = lessons.pairs.into_iter().step_by(every).collect();
        Ok(lessons)
    }

    /// Adds them to what people teach; how many pairs.
    pub(super) fn add_to(self, texts: &mut Texts, pairs: &mut Vec<Pair>) -> usize {
        let first = texts.corpus.documents.len();
        for (place, document) in self.documents {
            texts.corpus.documents.push(document);
            texts.stored.push(place);
        }
        let count = self.pairs.len();
        pairs.extend(self.pairs.into_iter().map(|pair| Pair { document: first + pair.document, ..pair }));
        count
    }
}

fn document_of(lessons: Vec<Lesson>) -> DocumentText {
    let passages: Vec<Passage> = lessons.into_iter().map(|lesson| lesson.passage).collect();
    let terms = passages.iter().map(|passage| passage_terms(passage, Language::English));
    let index = DocumentIndex::new(terms, Vectors::default()).in_language(Language::English);
    let document = DocumentText::new("", passages.iter().map(encoder_input).collect(), index);
    DocumentText { read: passages.iter().map(read_together).collect(), ..document }
}
