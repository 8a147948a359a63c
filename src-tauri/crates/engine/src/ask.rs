//! A question's way through the rooms: the collection in memory, its encoder, the search. Not for ranking or wording.

use crate::ingest::stored;
use crate::view::{self, Answer, Hit, Mode, Piece, Problem, Question, Score};
use crate::{Engine, Error};
use pincite_library::{CollectionId, EntryId, PassageId};
use pincite_search as search;
use std::time::Instant;

impl Engine {
    /// Answers a question with ranked passages. What limits the answer (no encoder, a phrase that occurs nowhere) is
    /// told in its notes.
    ///
    /// # Errors
    /// [`Error::NotSearchable`] for a document that is not ready, [`Error::Library`], [`Error::Search`].
    pub async fn ask(&self, question: Question) -> Result<Answer, Error> {
        let started = Instant::now();
        let inner = &self.0;
        let collection = CollectionId(question.collection);
        inner.library.collection(collection).await?;
        let document = match question.document {
            Some(document) => Some(stored(self, EntryId(document)).await?),
            None => None,
        };
        let kept = inner.indexes.current(&inner.library, collection).await?;
        // Held to the end: whatever becomes active meanwhile, question and passages are compared in one generation.
        let index = &kept.read().await.index;
        let (encoder, mut notes) = match inner.encoders.of(index.generation()).await {
            Ok(encoder) => (Some(encoder), Vec::new()),
            Err(_) if question.mode == Mode::Lexical => (None, Vec::new()),
            Err(error) => (None, vec![Problem::from(&error)]),
        };
        let asked =
            search::Question { text: &question.text, document, k: question.k as usize, mode: mode(question.mode) };
        let found = search::search(index, &inner.library, encoder.as_deref(), &asked).await?;
        notes.extend(found.notes.iter().map(problem));
        let mut hits = Vec::with_capacity(found.hits.len());
        for hit in found.hits {
            let entry = inner.library.entry_of(collection, hit.document).await?;
            hits.extend(entry.map(|entry| view(hit, entry.id)));
        }
        Ok(Answer { question, hits, notes, milliseconds: started.elapsed().as_secs_f32() * 1000.0 })
    }

    /// Boxes of one passage of a document: its lines and, for a question, its best sentence and the question's words.
    ///
    /// # Errors
    /// [`Error::UnknownPassage`] if the document has no such passage.
    pub async fn highlights(
        &self,
        document: i64,
        passage: i64,
        question: Option<&str>,
    ) -> Result<Vec<view::Highlight>, Error> {
        let document = stored(self, EntryId(document)).await?;
        let found = self.0.library.passages_by_id(&[PassageId(passage)]).await?;
        let in_document = found.iter().find(|stored| stored.document == document);
        let stored = in_document.ok_or(Error::UnknownPassage { id: passage })?;
        Ok(search::highlights_of(&stored.passage, question).into_iter().map(highlight).collect())
    }
}

fn mode(mode: Mode) -> search::Mode {
    match mode {
        Mode::Hybrid => search::Mode::Hybrid,
        Mode::Dense => search::Mode::Dense,
        Mode::Lexical => search::Mode::Lexical,
    }
}

fn problem(note: &search::Note) -> Problem {
    Problem { code: note.code().to_owned(), message: note.to_string() }
}

fn view(hit: search::Hit, entry: EntryId) -> Hit {
    let search::Score { total, lexical, dense } = hit.score;
    let piece = |piece: search::Piece| Piece { text: piece.text, sentence: piece.sentence, matched: piece.matched };
    Hit {
        id: hit.id.0,
        document: entry.0,
        document_name: hit.document_name,
        page: hit.page,
        page_label: hit.page_label,
        pieces: hit.pieces.into_iter().map(piece).collect(),
        headings: hit.headings,
        clause: hit.clause,
        score: Score { total, lexical, dense },
        highlights: hit.highlights.into_iter().map(highlight).collect(),
        citation: hit.citation,
        quote: hit.quote,
        same_as: hit.same_as,
    }
}

fn highlight(highlight: search::Highlight) -> view::Highlight {
    let kind = match highlight.kind {
        search::HighlightKind::Passage => view::HighlightKind::Passage,
        search::HighlightKind::Sentence => view::HighlightKind::Sentence,
        search::HighlightKind::Word => view::HighlightKind::Word,
    };
    view::Highlight { page: highlight.page, rect: highlight.rect, kind }
}
