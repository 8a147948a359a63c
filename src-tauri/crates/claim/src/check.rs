//! The check of a memo: documents are read one after the other, and for each claim the places are kept that are most like it.

use crate::candidate::{Candidate, TableRow};
use crate::claim::{Claim, claims};
use crate::memo::Memo;
use crate::names::Mentions;
use crate::printed::{Place, Printed, PrintedValue, Shown, printed, shown};
use crate::quote::{Quotes, Taken, Words};
use crate::reading;
use crate::said::Said;
use crate::score::{Agreement, Features, Wanted, agreement, features, score};
use crate::section::{documents_of_sections, section_of};
use crate::verdict::{Finding, verdict};
use crate::vocabulary::{Known, Vocabulary};
use pincite_language::Language;
use pincite_library::StoredTable;
use pincite_passage::Passage;
use pincite_pdf::Rect;
use pincite_search::PairScorer;
use std::collections::BTreeSet;
use std::ops::Range;

/// Places kept of each claim, of those that agree and of those that do not.
const KEPT: usize = 16;

/// A memo that is checked.
pub struct Check {
    memo: Memo,
    claims: Vec<Claim>,
    vocabulary: Vocabulary,
    wanted: Vec<Wanted>,
    quotes: Quotes,
    /// The best places of each claim that agree, and those that do not.
    candidates: Vec<[Vec<Candidate>; 2]>,
}

/// A document to be read.
#[derive(Clone, Copy)]
pub struct Document<'d> {
    /// Its number among the documents.
    pub number: usize,
    /// Its passages, in order.
    pub passages: &'d [Passage],
    /// Its tables of figures.
    pub tables: &'d [StoredTable],
    /// The language it is written in.
    pub language: Language,
}

impl Check {
    /// Finds the claims of a memo in any language. `names`: the names of the documents.
    pub fn new(memo: &str, names: &[String]) -> Self {
        let memo = Memo::of(memo);
        let claims = claims(&memo);
        let vocabulary = Vocabulary::of(&memo.text, memo.language);
        let mentions = Mentions::of(&memo.text, names);
        let name_words = vocabulary.known(&mentions.words());
        let mut quotes = Quotes::default();
        let mut wanted = Vec::with_capacity(claims.len());
        for (number, claim) in claims.iter().enumerate() {
            let documents = mentions.about(&claim.range, &claim.context.sentence);
            wanted.push(Wanted::of(claim, &memo.text, &vocabulary, &name_words, documents));
            if let Said::Quote(words) | Said::Sentence(words) = &claim.said {
                quotes.add(number, words);
            }
        }
        let candidates = claims.iter().map(|_| Default::default()).collect();
        Self { memo, claims, vocabulary, wanted, quotes, candidates }
    }

    /// The claims, in the order of the memo.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// The places of a claim that agree, and those that do not. The best ones first.
    pub fn candidates(&self, claim: usize) -> &[Vec<Candidate>; 2] {
        &self.candidates[claim]
    }

    /// Lets the cross-encoder read the best places, after all documents were read.
    ///
    /// # Errors
    /// Those of [`PairScorer::score`].
    pub fn read_closely(&mut self, model: &dyn PairScorer) -> Result<(), pincite_models::Error> {
        self.lean_towards_sections();
        reading::read(&self.memo.text, &self.claims, &mut self.candidates, model)
    }

    /// The verdict on each claim, after all documents were read. None on a sentence that no document has.
    pub fn findings(&mut self) -> Vec<Option<Finding>> {
        self.lean_towards_sections();
        let verdict = |(claim, [agreeing, other]): (&Claim, &[Vec<Candidate>; 2])| verdict(claim, agreeing, other);
        self.claims.iter().zip(&self.candidates).map(verdict).collect()
    }

    /// A claim that names no document is of the one that its section is about.
    fn lean_towards_sections(&mut self) {
        let sections = documents_of_sections(&self.claims, &self.candidates);
        for (claim, (wanted, places)) in self.claims.iter().zip(self.wanted.iter().zip(&mut self.candidates)) {
            let leans = wanted.documents.is_empty() && claim.said.is_value();
            let Some(document) = sections.get(&section_of(claim)).filter(|_| leans) else { continue };
            for places in places {
                places.iter_mut().for_each(|place| place.lean_towards(*document));
                places.sort_by(|one, other| other.score.total_cmp(&one.score));
            }
        }
    }

    /// Length of the memo in bytes.
    pub fn len(&self) -> usize {
        self.memo.text.len()
    }

    /// Whether the memo has no text.
    pub fn is_empty(&self) -> bool {
        self.memo.text.is_empty()
    }

    /// The text of a part of the memo.
    pub fn text(&self, range: &Range<usize>) -> &str {
        self.memo.text.get(range.clone()).unwrap_or_default()
    }

    /// Reads a document.
    pub fn read(&mut self, document: Document<'_>) {
        let Document { passages, tables, language, .. } = document;
        for printed in printed(passages, tables, &self.vocabulary, language) {
            for value in &printed.values {
                let there = printed.words.with(&value.head);
                for claim in 0..self.claims.len() {
                    self.compare(claim, &printed, value, &there, document);
                }
            }
        }
        let words = Words::of(passages);
        for taken in self.quotes.find(&words) {
            self.take(&taken, &words, document);
        }
    }

    /// Keeps a value if it is one of the best for a claim. `there`: the words of the memo around it.
    fn compare(
        &mut self,
        number: usize,
        printed: &Printed,
        value: &PrintedValue,
        there: &Known,
        document: Document<'_>,
    ) {
        let claim = &self.claims[number];
        let wanted = &self.wanted[number];
        let Some(agreement) = agreement(claim, value) else { return };
        // Another value of something else contradicts nothing.
        if agreement == Agreement::Other && !wanted.shares_words_with(there) {
            return;
        }
        let features = features(claim, wanted, printed, value, there, document.number, &self.vocabulary);
        let score = score(&features);
        let kept = &mut self.candidates[number][usize::from(agreement == Agreement::Other)];
        if kept.len() == KEPT && kept.last().is_some_and(|last| last.score >= score) {
            return;
        }
        let Document { number: document, passages, tables, language } = document;
        let years = value.years.clone();
        let row = match printed.place {
            Place::Row { table, row } => Some(TableRow { table, row }),
            Place::Sentence { .. } => None,
        };
        let Some(shown) = shown(printed.place, &value.at, passages, tables) else { return };
        let Shown { boxes, printed, text, read } = shown;
        let Some(page) = boxes.first().map(|(page, _)| *page) else { return };
        keep(
            kept,
            Candidate { document, language, page, boxes, printed, text, read, agreement, row, years, features, score },
        );
    }

    fn take(&mut self, taken: &Taken, words: &Words<'_>, document: Document<'_>) {
        let is_exact = taken.share >= 1.0;
        let agreement = if is_exact { Agreement::Exact } else { Agreement::Other };
        let kept = &mut self.candidates[taken.claim][usize::from(!is_exact)];
        let places = taken.words.iter().flat_map(|range| &words.places[range.clone()]);
        let boxes: Vec<(u32, Rect)> = places.map(|(_, span)| (span.page, span.rect)).collect();
        let Some(page) = boxes.first().map(|(page, _)| *page) else { return };
        let text = words.text(&taken.words, document.passages);
        let candidate = Candidate {
            document: document.number,
            language: document.language,
            page,
            boxes,
            printed: text.clone(),
            text,
            read: String::new(),
            agreement,
            row: None,
            years: BTreeSet::new(),
            features: Features::default(),
            score: taken.share,
        };
        keep(kept, candidate);
    }
}

fn keep(kept: &mut Vec<Candidate>, candidate: Candidate) {
    let at = kept.partition_point(|other| other.score >= candidate.score);
    kept.insert(at, candidate);
    kept.truncate(KEPT);
}
