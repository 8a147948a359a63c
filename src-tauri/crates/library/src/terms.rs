//! The terms of a content as they are stored: a line of text for each passage. And where each term stands in the content.
//!
//! Single spaces separate terms and `|` separates sentences. A term that ends in `+` is a joined term: its parts follow, and it
//! has no position of its own. No term contains either mark.

use std::collections::{HashMap, HashSet};

/// Separates sentences in a line.
pub const SENTENCE: &str = "|";
/// Ends a joined term in a line.
pub const JOINED: char = '+';

/// An occurrence of a term, read from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence<'a> {
    /// The term.
    pub term: &'a str,
    /// Position in the passage, in words.
    pub position: u32,
    /// Sentence, counted from 0.
    pub sentence: u32,
}

/// The occurrences in a line, in order.
pub fn occurrences(line: &str) -> impl Iterator<Item = Occurrence<'_>> {
    let words = line.split(' ').filter(|word| !word.is_empty());
    let occurrences = words.scan((0, 0), |(next, sentence), word| {
        *sentence += u32::from(word == SENTENCE);
        let (term, joined) = word.strip_suffix(JOINED).map_or((word, false), |term| (term, true));
        let occurrence = Occurrence { term, position: *next, sentence: *sentence };
        *next += u32::from(!joined && word != SENTENCE);
        Some(occurrence)
    });
    occurrences.filter(|occurrence| occurrence.term != SENTENCE)
}

/// Where passages and sentences of a content begin. Positions are counted in words through the whole content, so that one
/// number identifies the passage, the sentence and the neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// First position of each passage, then the end.
    pub passages: Vec<u32>,
    /// First position of each sentence that has words, then the end.
    pub sentences: Vec<u32>,
    /// How many words contain a digit, from the beginning to the end of each passage.
    pub numeric: Vec<u32>,
}

/// A content's outline, and where its terms stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermPositions {
    /// Passages and sentences.
    pub outline: Outline,
    /// Positions of each term, ascending.
    pub terms: HashMap<String, Vec<u32>>,
}

impl TermPositions {
    /// Reads the lines of a content's passages, in order: these terms, or all. The outline is that of all terms.
    pub fn read<T: AsRef<str>>(lines: impl IntoIterator<Item = T>, wanted: Option<&HashSet<&str>>) -> Self {
        let mut read = Self::default();
        let mut next = 0;
        for line in lines {
            read.outline.passages.push(next);
            next = read.add(line.as_ref(), next, wanted);
        }
        read.outline.passages.push(next);
        read.outline.sentences.push(next);
        read
    }

    /// Adds the terms of one passage and returns the next free position.
    fn add(&mut self, line: &str, first: u32, wanted: Option<&HashSet<&str>>) -> u32 {
        let mut next = first;
        let mut sentence = None;
        let mut numeric = self.outline.numeric.last().copied().unwrap_or(0);
        let mut last_numeric = None;
        for occurrence in occurrences(line) {
            let position = first + occurrence.position;
            if has_digit(occurrence.term) && last_numeric.replace(position) != Some(position) {
                numeric += 1;
            }
            if sentence.replace(occurrence.sentence) != Some(occurrence.sentence) {
                self.outline.sentences.push(position);
            }
            next = position + 1;
            if wanted.is_some_and(|wanted| !wanted.contains(occurrence.term)) {
                continue;
            }
            match self.terms.get_mut(occurrence.term) {
                Some(positions) => positions.push(position),
                None => drop(self.terms.insert(occurrence.term.to_owned(), vec![position])),
            }
        }
        self.outline.numeric.push(numeric);
        next
    }
}

/// Whether a term contains a digit.
fn has_digit(term: &str) -> bool {
    term.bytes().any(|byte| byte.is_ascii_digit())
}

/// Version of [`pack`] and [`unpack`], which is the first byte.
const FORMAT: u8 = 1;

/// Ascending numbers as bytes: the gaps between them, which are small.
pub(crate) fn pack(numbers: &[u32]) -> Result<Vec<u8>, postcard::Error> {
    let mut gaps = Vec::with_capacity(numbers.len());
    let mut last = 0;
    for number in numbers {
        gaps.push(number - last);
        last = *number;
    }
    postcard::to_extend(&gaps, vec![FORMAT])
}

/// The numbers that were packed. `None` if they were not.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Vec<u32>> {
    let [FORMAT, packed @ ..] = bytes else { return None };
    let mut numbers: Vec<u32> = postcard::from_bytes(packed).ok()?;
    let mut last = 0_u32;
    for number in &mut numbers {
        last = last.checked_add(*number)?;
        *number = last;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn positions_go_through_the_content() {
        let lines = ["no noncompet+ non compet | see 12", "", "12.3+ 12 3 non"];
        let read = TermPositions::read(lines, None);
        assert_eq!(read.terms["non"], [1, 7]);
        assert_eq!(read.terms["noncompet"], [1], "a joined term stands where its first part does");
        let outline = Outline { passages: vec![0, 5, 5, 8], sentences: vec![0, 3, 5, 8], numeric: vec![1, 1, 3] };
        assert_eq!(read.outline, outline, "a passage without words has a place");
        let some = TermPositions::read(lines, Some(&HashSet::from(["non"])));
        assert_eq!((some.outline, some.terms.len()), (outline, 1));
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(mut numbers in proptest::collection::vec(any::<u32>(), 0..50)) {
            numbers.sort_unstable();
            prop_assert_eq!(unpack(&pack(&numbers).unwrap()), Some(numbers));
        }

        #[test]
        fn other_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..50)) {
            if let Some(numbers) = unpack(&bytes) {
                prop_assert!(numbers.is_sorted());
            }
        }
    }
}
