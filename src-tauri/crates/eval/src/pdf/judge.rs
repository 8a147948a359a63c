//! Decides which passages and pages are relevant to a question. Not for ranking.

use super::{Clause, Question};
use crate::evidence::{Evidence, reduce};
use crate::source::{Searched, Source};
use pincite_passage::Passage;
use pincite_search::{DocumentIndex, passage_terms, read_together};
use std::collections::{BTreeMap, BTreeSet};

/// An ingested PDF: the index that the product ranks, and the data to judge its passages.
pub struct Document {
    pub(crate) searched: Searched,
    pub(crate) source: Source,
    /// Reduced text of each passage.
    texts: Vec<Vec<u8>>,
    pub(crate) passages: Vec<Passage>,
}

impl Document {
    /// Takes a document's passages, in order, and the index made of them.
    pub fn new(passages: &[Passage], segment: DocumentIndex) -> Self {
        let texts = passages.iter().map(|passage| reduce(&passage.text)).collect();
        let read = passages.iter().map(read_together).collect();
        let searched = Searched { segment, token_embeddings: Vec::new(), read };
        Self { searched, source: source(passages), texts, passages: passages.to_vec() }
    }
}

/// The passages as texts and terms, for writing questions and encoding again.
fn source(passages: &[Passage]) -> Source {
    Source {
        passages: passages.iter().map(|passage| passage.text.clone()).collect(),
        headings: passages.iter().map(|passage| passage.headings.last().cloned()).collect(),
        lines: passages.iter().map(passage_terms).collect(),
        ..Source::default()
    }
}

/// The relevant items of one question.
pub(crate) struct Judge {
    pages: BTreeSet<u32>,
    /// Evidence by clause, or by text if no clause is given.
    things: Vec<Vec<Evidence>>,
}

impl Judge {
    pub(crate) fn new(question: &Question) -> Self {
        let mut things: BTreeMap<(Option<Clause>, Vec<u8>), Vec<Evidence>> = BTreeMap::new();
        for evidence in &question.evidence {
            let text = if evidence.clause.is_some() { Vec::new() } else { reduce(&evidence.text) };
            things.entry((evidence.clause.clone(), text)).or_default().extend(Evidence::new(&evidence.text));
        }
        let pages = question.evidence.iter().flat_map(|evidence| evidence.pages.iter().copied()).collect();
        Self { pages, things: things.into_values().filter(|thing| !thing.is_empty()).collect() }
    }

    /// Number of relevant items.
    pub(crate) fn total(&self) -> usize {
        self.things.len()
    }

    /// The items that each passage of the document covers.
    pub(crate) fn covered(&self, document: &Document) -> Vec<BTreeSet<usize>> {
        let holds = |text: &[u8], thing: &[Evidence]| thing.iter().any(|evidence| evidence.is_in(text));
        let covers = |text: &Vec<u8>| (0..self.total()).filter(|thing| holds(text, &self.things[*thing])).collect();
        document.texts.iter().map(covers).collect()
    }

    /// Whether each page is relevant. The pages are those that hits cite, in order; each counts once.
    pub(crate) fn right_pages(&self, cited: &[u32]) -> Vec<bool> {
        let mut seen = BTreeSet::new();
        cited.iter().filter(|page| seen.insert(**page)).map(|page| self.pages.contains(page)).collect()
    }
}
