//! One document in memory: the positions of its terms, where passages and sentences start, and the passages' vectors.
//! Not for scores: those depend on the scope of a question.

use super::vectors::Vectors;
use pincite_language::Language;
use pincite_library::{ContentTerms, Outline, TermPositions};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// One document, ready to be searched. Positions are counted in words through the whole document, so that one number
/// identifies the passage, the sentence and the neighbours.
#[derive(Clone, Debug, Default)]
pub struct DocumentIndex {
    vocabulary: Vocabulary,
    /// Positions of term `t` are `positions[starts[t]..starts[t + 1]]`.
    starts: Vec<u32>,
    /// Positions, ascending within a term.
    positions: Vec<u32>,
    outline: Outline,
    /// Share of each passage's words that contain a digit, 0 to 1.
    numeric_shares: Vec<f32>,
    pub(crate) vectors: Vectors,
    /// In place of the vectors.
    known: Option<Known>,
    /// The language that its terms are analysed in.
    language: Language,
}

/// The cosines of passages with the only question that an index is for.
#[derive(Clone, Debug)]
struct Known {
    /// Of each passage. Those without one may be unknown, or have no vector.
    cosines: Vec<Option<f32>>,
    /// Of an even sample of the collection, where not all cosines are known.
    sample: Option<Arc<[f32]>>,
}

/// How often something occurs in a passage or a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    /// Number of the passage or sentence in its document.
    pub(crate) part: u32,
    /// Occurrences in it, at least one.
    pub(crate) occurrences: u32,
}

impl DocumentIndex {
    /// Indexes the lines of terms of a document's passages, in order ([`crate::terms_of`] makes them), and their vectors
    /// (empty if there are none).
    pub fn new<T: AsRef<str>>(passages: impl IntoIterator<Item = T>, vectors: Vectors) -> Self {
        Self { vectors, ..Self::of_terms(passages, None) }
    }

    /// Indexes a document of the library for one question: the positions of these terms alone.
    pub(super) fn for_question(terms: &ContentTerms, wanted: &HashSet<&str>) -> Self {
        Self::of_terms(terms.passages(), Some(wanted))
    }

    /// Takes the cosines of the first passages with that question; the others have none. `sample`: cosines of an even sample of
    /// the collection, where not all are known.
    pub(super) fn know(&mut self, mut cosines: Vec<Option<f32>>, sample: Option<Arc<[f32]>>) {
        cosines.resize(self.passage_count(), None);
        self.known = Some(Known { cosines, sample });
    }

    /// Cosines of an even sample of the collection, where not all are known.
    pub(crate) fn sample(&self) -> Option<&[f32]> {
        self.known.as_ref()?.sample.as_deref()
    }

    /// Indexes lines of terms: these terms, or all.
    fn of_terms<T: AsRef<str>>(passages: impl IntoIterator<Item = T>, wanted: Option<&HashSet<&str>>) -> Self {
        Self::of_positions(TermPositions::read(passages, wanted))
    }

    /// Indexes terms of which the positions are known.
    pub(super) fn of_positions(TermPositions { outline, terms }: TermPositions) -> Self {
        let mut numeric_shares = Vec::with_capacity(outline.numeric.len());
        let mut before = 0;
        for (passage, until) in outline.passages.windows(2).zip(&outline.numeric) {
            numeric_shares.push((until - before) as f32 / (passage[1] - passage[0]).max(1) as f32);
            before = *until;
        }
        let mut index = Self { outline, numeric_shares, ..Self::default() };
        index.pack(terms);
        index
    }

    /// Indexes a document of the library, with its vectors of one generation if it has any.
    pub(super) fn of_stored(terms: &ContentTerms, vectors: Option<pincite_library::Vectors>) -> Self {
        let vectors = vectors.map(|rows| Vectors::new(rows.width as usize, rows.owners, rows.values));
        Self::new(terms.passages(), vectors.unwrap_or_default())
    }

    /// The same document, whose terms were analysed in this language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The language that its terms are analysed in: undetermined, unless it was said.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The same document with other vectors. Its terms are not indexed again.
    #[must_use]
    pub fn with_vectors(self, vectors: Vectors) -> Self {
        Self { vectors, ..self }
    }

    fn pack(&mut self, positions: HashMap<String, Vec<u32>>) {
        let mut sorted: Vec<(String, Vec<u32>)> = positions.into_iter().collect();
        sorted.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        self.vocabulary = Vocabulary::new(sorted.iter().map(|(term, _)| term.as_str()));
        for (_, positions) in sorted {
            self.starts.push(self.positions.len() as u32);
            self.positions.extend(positions);
        }
        self.starts.push(self.positions.len() as u32);
        self.outline.sentences.shrink_to_fit();
        self.positions.shrink_to_fit();
    }

    /// Positions of a term, ascending.
    pub(crate) fn positions(&self, term: &str) -> &[u32] {
        let Some(number) = self.vocabulary.find(term) else { return &[] };
        &self.positions[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The greatest cosine of each passage with a question of length one. `None` for passages without a vector.
    pub(crate) fn cosines(&self, question: &[f32]) -> Vec<Option<f32>> {
        match &self.known {
            Some(known) => known.cosines.clone(),
            None => self.vectors.cosines(question, self.passage_count()),
        }
    }

    /// Whether it has cosines in place of vectors.
    pub(crate) fn is_for_one_question(&self) -> bool {
        self.known.is_some()
    }

    /// Whether a question's vector of this width is compared with any passage.
    pub(crate) fn compares(&self, width: usize) -> bool {
        self.known.is_some() || self.vectors.width() == width
    }

    /// Whether it was indexed with vectors.
    pub fn has_vectors(&self) -> bool {
        self.vectors.width() > 0
    }

    /// The first vector of a passage, of length one, if it has one.
    pub fn vector(&self, passage: u32) -> Option<&[f32]> {
        self.vectors.of(passage)
    }

    /// Number of passages.
    pub fn passage_count(&self) -> usize {
        self.outline.passages.len().saturating_sub(1)
    }

    /// Number of sentences that have words.
    pub(crate) fn sentence_count(&self) -> usize {
        self.outline.sentences.len().saturating_sub(1)
    }

    /// Number of words in all passages.
    pub(crate) fn word_count(&self) -> u32 {
        self.outline.passages.last().copied().unwrap_or(0)
    }

    /// Positions of a passage's words.
    pub(crate) fn passage_range(&self, passage: u32) -> Range<u32> {
        self.outline.passages[passage as usize]..self.outline.passages[passage as usize + 1]
    }

    /// Number of words of a passage.
    pub(crate) fn passage_words(&self, passage: u32) -> u32 {
        self.passage_range(passage).len() as u32
    }

    /// Number of words of a sentence.
    pub(crate) fn sentence_words(&self, sentence: u32) -> u32 {
        self.outline.sentences[sentence as usize + 1] - self.outline.sentences[sentence as usize]
    }

    /// The passage of a sentence. `from` is a passage that does not come after it.
    pub(crate) fn passage_of_sentence(&self, sentence: u32, from: u32) -> u32 {
        part_of(&self.outline.passages, self.outline.sentences[sentence as usize], from)
    }

    /// Passages that contain the positions (ascending), with counts.
    pub(crate) fn by_passage(&self, positions: &[u32]) -> Vec<Count> {
        count(&self.outline.passages, positions)
    }

    /// Sentences that contain the positions (ascending), with counts.
    pub(crate) fn by_sentence(&self, positions: &[u32]) -> Vec<Count> {
        count(&self.outline.sentences, positions)
    }

    /// Share of each passage's words that contain a digit, 0 to 1.
    pub(crate) fn numeric_shares(&self) -> &[f32] {
        &self.numeric_shares
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        let numbers =
            [&self.starts, &self.positions, &self.outline.passages, &self.outline.sentences, &self.outline.numeric];
        let lists: usize = numbers.iter().map(|list| list.capacity() * size_of::<u32>()).sum();
        lists + self.numeric_shares.capacity() * size_of::<f32>() + self.vocabulary.bytes() + self.vectors.bytes()
    }
}

/// The part that contains a position, given the parts' first positions. `from` is a part that does not come after it. The
/// search starts near `from`, because positions come in ascending order and common words are in nearly every part.
fn part_of(starts: &[u32], position: u32, from: u32) -> u32 {
    let from = from as usize;
    let mut reach = 1;
    while starts.get(from + reach).is_some_and(|start| *start <= position) {
        reach *= 2;
    }
    let near = &starts[from + reach / 2..(from + reach).min(starts.len())];
    (from + reach / 2 + near.partition_point(|start| *start <= position).max(1) - 1) as u32
}

fn count(starts: &[u32], positions: &[u32]) -> Vec<Count> {
    let mut counts: Vec<Count> = Vec::new();
    for position in positions {
        let from = counts.last().map_or(0, |last| last.part);
        let part = part_of(starts, *position, from);
        match counts.last_mut() {
            Some(last) if last.part == part => last.occurrences += 1,
            _ => counts.push(Count { part, occurrences: 1 }),
        }
    }
    counts
}

/// A sorted list of distinct terms. The number of a term is its index in the list.
#[derive(Clone, Debug, Default)]
struct Vocabulary {
    text: String,
    /// End of each term in `text`.
    ends: Vec<u32>,
}

impl Vocabulary {
    /// Packs terms that are sorted and distinct.
    fn new<'a>(terms: impl Iterator<Item = &'a str>) -> Self {
        let mut vocabulary = Self::default();
        for term in terms {
            vocabulary.text.push_str(term);
            vocabulary.ends.push(vocabulary.text.len() as u32);
        }
        vocabulary
    }

    /// Number of the term, if the document has it.
    fn find(&self, term: &str) -> Option<usize> {
        let mut low = 0;
        let mut high = self.ends.len();
        while low < high {
            let middle = low + (high - low) / 2;
            match self.term(middle).cmp(term) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn term(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.text[start..self.ends[number] as usize]
    }

    /// Bytes of memory.
    fn bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms_of;
    use pincite_language::Language;
    use proptest::prelude::*;

    fn document() -> DocumentIndex {
        let first = terms_of("The tenant pays rent. The rent is due.", &[(0, 21), (22, 38)], Language::English);
        let third = terms_of("Rent, rent and rent.", &[(0, 20)], Language::English);
        DocumentIndex::new([first.as_str(), "", &third], Vectors::default())
    }

    #[test]
    fn a_position_identifies_passage_and_sentence() {
        let document = document();
        let rent = document.positions("rent");
        let pairs = |counts: Vec<Count>| counts.iter().map(|it| (it.part, it.occurrences)).collect::<Vec<_>>();
        assert_eq!(rent, [3, 5, 8, 9, 11], "positions are counted through the document");
        assert_eq!(pairs(document.by_passage(rent)), [(0, 2), (2, 3)], "a passage without words contains nothing");
        assert_eq!(pairs(document.by_sentence(rent)), [(0, 1), (1, 1), (2, 3)], "sentences too");
        assert_eq!(document.passage_of_sentence(2, 0), 2, "a sentence has one passage");
        assert_eq!((document.passage_count(), document.sentence_count()), (3, 3), "passages without words count");
        assert_eq!(document.passage_words(0), 8, "words are counted, not terms");
    }

    proptest! {
        #[test]
        fn a_part_is_found_from_any_part_before(mut starts in proptest::collection::vec(0u32..60, 1..40), position in 0u32..70) {
            starts.sort_unstable();
            starts[0] = 0;
            let expected = starts.partition_point(|start| *start <= position) as u32 - 1;
            for from in 0..=expected {
                prop_assert_eq!(part_of(&starts, position, from), expected, "from {}", from);
            }
        }
    }

    #[test]
    fn the_numeric_share_of_a_passage_is_known() {
        let lines = ["Net sales 1,577 and 39", "", "sales"].map(|text| terms_of(text, &[], Language::English));
        let document = DocumentIndex::new(lines, Vectors::default());
        assert_eq!(document.numeric_shares(), [0.4, 0.0, 0.0], "two of five words");
        assert_eq!(document.numeric_shares().get(3), None, "there is no fourth");
    }

    #[test]
    fn an_empty_document_has_nothing() {
        let document = DocumentIndex::new([""; 0], Vectors::default());
        assert_eq!((document.passage_count(), document.sentence_count(), document.word_count()), (0, 0, 0));
        assert!(document.positions("rent").is_empty(), "no term occurs");
    }

    #[test]
    fn finds_every_term_and_no_other() {
        let terms = ["12.3", "a", "breach", "terminat", "法律"];
        let vocabulary = Vocabulary::new(terms.into_iter());
        for (number, term) in terms.iter().enumerate() {
            assert_eq!(vocabulary.find(term), Some(number), "{term} is in the list");
        }
        assert_eq!(vocabulary.find("termina"), None, "a beginning is not a term");
        assert_eq!(Vocabulary::default().find("a"), None, "an empty list has no terms");
    }
}
