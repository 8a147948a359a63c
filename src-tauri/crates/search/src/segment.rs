//! One document in memory: which term stands where, where passages and sentences begin, and the passages' vectors.
//! Not for scores: those depend on the scope asked.

use crate::figure::is_figure;
use crate::stored;
use crate::vectors::Vectors;
use crate::vocabulary::Vocabulary;
use pincite_library::DocumentTerms;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// One document, ready to be searched. Terms stand at places counted through the whole document, so that one number
/// tells the passage, the sentence and the neighbours.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    vocabulary: Vocabulary,
    /// Occurrences of term `t` are `occurrences[starts[t]..starts[t + 1]]`.
    starts: Vec<u32>,
    /// Places, ascending within a term.
    occurrences: Vec<u32>,
    /// First place of each passage, then the end.
    passages: Vec<u32>,
    /// Share of the words of each passage that are figures, 0 to 1.
    figures: Vec<f32>,
    /// First place of each sentence that has words, then the end.
    sentences: Vec<u32>,
    pub(crate) vectors: Vectors,
}

impl Segment {
    /// Takes in the terms of a document's passages, in order ([`crate::terms_of`] makes them), and their vectors (empty
    /// if it has none).
    pub fn new<T: AsRef<str>>(passages: impl IntoIterator<Item = T>, vectors: Vectors) -> Self {
        let mut places: HashMap<String, Vec<u32>> = HashMap::new();
        let mut segment = Self { vectors, ..Self::default() };
        let mut next = 0;
        for passage in passages {
            segment.passages.push(next);
            next = segment.take(passage.as_ref(), next, &mut places);
        }
        segment.passages.push(next);
        segment.sentences.push(next);
        segment.pack(places);
        segment
    }

    /// Takes in a document as the library keeps it, with its vectors of one generation if it has any.
    pub fn of_stored(terms: &DocumentTerms, vectors: Option<pincite_library::Vectors>) -> Self {
        Self::new(terms.passages(), unpacked(vectors))
    }

    /// The same document with other vectors: its words need not be counted again when another encoder is tried.
    #[must_use]
    pub fn with_vectors(self, vectors: Vectors) -> Self {
        Self { vectors, ..self }
    }

    /// Notes the terms of one passage and returns the next free place.
    fn take(&mut self, line: &str, first: u32, places: &mut HashMap<String, Vec<u32>>) -> u32 {
        let (mut next, mut sentence) = (first, None);
        let mut figures = BTreeSet::new();
        for stored in stored::read(line) {
            let place = first + stored.place;
            if is_figure(stored.term) {
                figures.insert(place);
            }
            if sentence.replace(stored.sentence) != Some(stored.sentence) {
                self.sentences.push(place);
            }
            match places.get_mut(stored.term) {
                Some(places) => places.push(place),
                None => drop(places.insert(stored.term.to_owned(), vec![place])),
            }
            next = place + 1;
        }
        self.figures.push(figures.len() as f32 / (next - first).max(1) as f32);
        next
    }

    fn pack(&mut self, places: HashMap<String, Vec<u32>>) {
        let mut sorted: Vec<(String, Vec<u32>)> = places.into_iter().collect();
        sorted.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        self.vocabulary = Vocabulary::new(sorted.iter().map(|(term, _)| term.as_str()));
        for (_, places) in sorted {
            self.starts.push(self.occurrences.len() as u32);
            self.occurrences.extend(places);
        }
        self.starts.push(self.occurrences.len() as u32);
        self.sentences.shrink_to_fit();
        self.occurrences.shrink_to_fit();
    }

    /// Places where a term stands, ascending.
    pub(crate) fn places(&self, term: &str) -> &[u32] {
        let Some(number) = self.vocabulary.find(term) else { return &[] };
        &self.occurrences[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Number of passages.
    pub fn passage_count(&self) -> usize {
        self.passages.len().saturating_sub(1)
    }

    /// Number of sentences that have words.
    pub(crate) fn sentence_count(&self) -> usize {
        self.sentences.len().saturating_sub(1)
    }

    /// Number of words in all passages.
    pub(crate) fn word_count(&self) -> u32 {
        self.passages.last().copied().unwrap_or(0)
    }

    /// Number of words of a passage.
    pub(crate) fn passage_words(&self, passage: usize) -> u32 {
        self.passages[passage + 1] - self.passages[passage]
    }

    /// Number of words of a sentence.
    pub(crate) fn sentence_words(&self, sentence: usize) -> u32 {
        self.sentences[sentence + 1] - self.sentences[sentence]
    }

    /// The passage a sentence belongs to; `from` is a passage known not to come after it.
    pub(crate) fn passage_of_sentence(&self, sentence: u32, from: u32) -> u32 {
        owner(&self.passages, self.sentences[sentence as usize], from)
    }

    /// Passages that hold the places (ascending), each with how many of them.
    pub(crate) fn by_passage(&self, places: &[u32]) -> Vec<(u32, u32)> {
        count(&self.passages, places)
    }

    /// Sentences that hold the places (ascending), each with how many of them.
    pub(crate) fn by_sentence(&self, places: &[u32]) -> Vec<(u32, u32)> {
        count(&self.sentences, places)
    }

    /// Places of a passage's words.
    pub(crate) fn places_in(&self, passage: u32) -> Range<u32> {
        self.passages[passage as usize]..self.passages[passage as usize + 1]
    }

    /// Share of each passage's words that are figures, 0 to 1.
    pub(crate) fn figures(&self) -> &[f32] {
        &self.figures
    }

    /// Bytes held in memory.
    pub fn bytes(&self) -> usize {
        let numbers = [&self.starts, &self.occurrences, &self.passages, &self.sentences];
        let lists: usize = numbers.iter().map(|list| list.capacity() * size_of::<u32>()).sum();
        lists + self.figures.capacity() * size_of::<f32>() + self.vocabulary.bytes() + self.vectors.bytes()
    }
}

fn unpacked(vectors: Option<pincite_library::Vectors>) -> Vectors {
    vectors.map(|rows| Vectors::new(rows.width as usize, rows.owners, rows.values)).unwrap_or_default()
}

/// Which part a place falls in, given the parts' first places; `from` is a part known not to come after it. Looks near
/// `from` first: places are asked in ascending order, and common words have one in nearly every part.
fn owner(starts: &[u32], place: u32, from: u32) -> u32 {
    let from = from as usize;
    let mut reach = 1;
    while starts.get(from + reach).is_some_and(|start| *start <= place) {
        reach *= 2;
    }
    let near = &starts[from + reach / 2..(from + reach).min(starts.len())];
    (from + reach / 2 + near.partition_point(|start| *start <= place).max(1) - 1) as u32
}

fn count(starts: &[u32], places: &[u32]) -> Vec<(u32, u32)> {
    let mut counts: Vec<(u32, u32)> = Vec::new();
    for place in places {
        let from = counts.last().map_or(0, |last| last.0);
        let part = owner(starts, *place, from);
        match counts.last_mut() {
            Some(last) if last.0 == part => last.1 += 1,
            _ => counts.push((part, 1)),
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms_of;
    use proptest::prelude::*;

    fn segment() -> Segment {
        let first = terms_of("The tenant pays rent. The rent is due.", &[(0, 21), (22, 38)]);
        let third = terms_of("Rent, rent and rent.", &[(0, 20)]);
        Segment::new([first.as_str(), "", &third], Vectors::default())
    }

    #[test]
    fn a_place_tells_passage_and_sentence() {
        let segment = segment();
        let rent = segment.places("rent");
        assert_eq!(rent, [3, 5, 8, 9, 11], "places are counted through the document");
        assert_eq!(segment.by_passage(rent), [(0, 2), (2, 3)], "a passage without words owns nothing");
        assert_eq!(segment.by_sentence(rent), [(0, 1), (1, 1), (2, 3)], "sentences are counted through the document");
        assert_eq!(segment.passage_of_sentence(2, 0), 2, "a sentence knows its passage");
        assert_eq!((segment.passage_count(), segment.sentence_count()), (3, 3), "passages without words still count");
        assert_eq!(segment.passage_words(0), 8, "words are counted, not terms");
    }

    proptest! {
        #[test]
        fn owners_are_found_from_anywhere_before(mut starts in proptest::collection::vec(0u32..60, 1..40), place in 0u32..70) {
            starts.sort_unstable();
            starts[0] = 0;
            let expected = starts.partition_point(|start| *start <= place) as u32 - 1;
            for from in 0..=expected {
                prop_assert_eq!(owner(&starts, place, from), expected, "from {}", from);
            }
        }
    }

    #[test]
    fn a_passage_knows_how_much_of_it_is_figures() {
        let lines = ["Net sales 1,577 and 39", "", "sales"].map(|text| terms_of(text, &[]));
        let segment = Segment::new(lines, Vectors::default());
        assert_eq!(segment.figures(), [0.4, 0.0, 0.0], "two of five words");
    }

    #[test]
    fn an_empty_document_has_nothing() {
        let segment = Segment::new([""; 0], Vectors::default());
        assert_eq!((segment.passage_count(), segment.sentence_count(), segment.word_count()), (0, 0, 0));
        assert!(segment.places("rent").is_empty(), "no term stands anywhere");
    }
}
