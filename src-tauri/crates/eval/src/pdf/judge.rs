//! Decides which passages and pages are relevant to a question, and whether a passage contains an evidence text. Not for
//! ranking.

use super::{Clause, Question};
use crate::source::{Searched, Source};
use pincite_language::language_of;
use pincite_library::StoredTable;
use pincite_passage::Passage;
use pincite_search::{DocumentIndex, passage_terms, read_together};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// An ingested PDF: the index that the product ranks, and the data to judge its passages.
pub struct Document {
    /// Its index.
    pub searched: Searched,
    /// Its texts and terms.
    pub source: Source,
    /// Reduced text of each passage.
    texts: Vec<Vec<u8>>,
    /// Its passages.
    pub passages: Vec<Passage>,
}

impl Document {
    /// Takes a document's passages, in order, the index made of them, and its tables.
    pub fn new(passages: &[Passage], segment: DocumentIndex, tables: Vec<StoredTable>) -> Self {
        let texts = passages.iter().map(|passage| reduce(&passage.text)).collect();
        let read = passages.iter().map(read_together).collect();
        Self {
            searched: Searched { segment, read, tables },
            source: source(passages),
            texts,
            passages: passages.to_vec(),
        }
    }
}

/// The passages as texts and terms, for writing questions and encoding again.
fn source(passages: &[Passage]) -> Source {
    let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
    let language = language_of(&texts.join("\n"));
    Source {
        passages: passages.iter().map(|passage| passage.text.clone()).collect(),
        headings: passages.iter().map(|passage| passage.headings.last().cloned()).collect(),
        lines: passages.iter().map(|passage| passage_terms(passage, language)).collect(),
        language,
        ..Source::default()
    }
}

/// The relevant items of one question.
pub struct Judge {
    pages: BTreeSet<u32>,
    /// Evidence by clause, or by text if no clause is given.
    things: Vec<Vec<EvidenceText>>,
}

impl Judge {
    /// Takes the evidence of a question.
    pub fn new(question: &Question) -> Self {
        let mut things: BTreeMap<(Option<Clause>, Vec<u8>), Vec<EvidenceText>> = BTreeMap::new();
        for evidence in &question.evidence {
            let text = if evidence.clause.is_some() { Vec::new() } else { reduce(&evidence.text) };
            things.entry((evidence.clause.clone(), text)).or_default().extend(EvidenceText::new(&evidence.text));
        }
        let pages = question.evidence.iter().flat_map(|evidence| evidence.pages.iter().copied()).collect();
        Self { pages, things: things.into_values().filter(|thing| !thing.is_empty()).collect() }
    }

    /// Number of relevant items.
    pub fn total(&self) -> usize {
        self.things.len()
    }

    /// The items that each passage of the document covers.
    pub fn covered(&self, document: &Document) -> Vec<BTreeSet<usize>> {
        let holds = |text: &[u8], thing: &[EvidenceText]| thing.iter().any(|evidence| evidence.is_in(text));
        let covers = |text: &Vec<u8>| (0..self.total()).filter(|thing| holds(text, &self.things[*thing])).collect();
        document.texts.iter().map(covers).collect()
    }

    /// Whether each page is relevant. The pages are those that hits cite, in order; each counts once.
    pub(crate) fn right_pages(&self, cited: &[u32]) -> Vec<bool> {
        let mut seen = BTreeSet::new();
        cited.iter().filter(|page| seen.insert(**page)).map(|page| self.pages.contains(page)).collect()
    }
}

/// Length of the shared run of characters, unless the evidence is shorter.
const RUN: usize = 60;

/// A text reduced to lower-case letters and digits, as bytes of UTF-8.
pub(crate) fn reduce(text: &str) -> Vec<u8> {
    let kept = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    kept.collect::<String>().into_bytes()
}

/// An evidence text, prepared for matching.
pub(crate) struct EvidenceText {
    runs: HashSet<Vec<u8>>,
    length: usize,
}

impl EvidenceText {
    /// `None` if the text has no letters or digits.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let reduced = reduce(text);
        let length = reduced.len().min(RUN);
        let runs = if length == 0 { return None } else { reduced.windows(length).map(<[u8]>::to_vec).collect() };
        Some(Self { runs, length })
    }

    /// Whether a reduced passage shares such a run with it.
    pub(crate) fn is_in(&self, passage: &[u8]) -> bool {
        passage.windows(self.length).any(|run| self.runs.contains(run))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_sixty_is_enough_and_a_short_text_must_stand_whole() {
        let long = "The term of this Agreement shall continue for a period of five years following the initial date.";
        let evidence = EvidenceText::new(long).unwrap();
        assert!(
            evidence
                .is_in(&reduce("… this AGREEMENT shall\ncontinue for a period of five years, following the initial"))
        );
        assert!(
            !evidence.is_in(&reduce("The term of this Agreement shall continue for six years")),
            "too little is shared"
        );
        let short = EvidenceText::new("Five (5) years").unwrap();
        assert!(
            short.is_in(&reduce("for five 5 years.")) && !short.is_in(&reduce("five years")),
            "whole or not at all"
        );
        assert!(EvidenceText::new("—").is_none(), "nothing to look for");
    }
}
