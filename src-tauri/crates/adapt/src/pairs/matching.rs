//! Finds the passages of a corpus that a file of pairs quotes. Not for reading the file.
//!
//! Texts are compared by their letters and digits alone, lower-case: line breaks, hyphens and punctuation differ between
//! two readers of one PDF. Lengths are in bytes of UTF-8, so that a letter that says more counts for more.

use crate::pairs::Place;
use crate::{Corpus, Pair, PairLine};
use rayon::prelude::*;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use unicode_normalization::UnicodeNormalization;

/// A run of this many bytes in common is enough to know a passage by; a shorter quote must be there as a whole.
const ENOUGH: usize = 60;

/// Every run of [`ENOUGH`] bytes holds a whole block of this many: passages are looked up by their blocks.
const BLOCK: usize = ENOUGH / 2;

/// Pairs of a corpus, and the lines that fit nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matched {
    /// Each question once per document, with all passages its lines quote.
    pub pairs: Vec<Pair>,
    /// Lines without a passage.
    pub unmatched: Vec<Unmatched>,
}

/// A line whose passage was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// No passage of the corpus (or of the document named) has enough text in common with it.
    NoPassage {
        /// Line, counted from 1.
        line: usize,
    },
    /// The corpus has no document of that name.
    NoDocument {
        /// Line, counted from 1.
        line: usize,
        /// The name.
        name: String,
    },
}

/// For each line the document and the passages of it that [`pairs_of`] finds.
pub fn places_of(corpus: &Corpus, lines: &[PairLine]) -> Vec<Result<(usize, Vec<usize>), Unmatched>> {
    let index = Index::new(corpus);
    lines.par_iter().map(|line| index.find(line)).collect()
}

/// Finds the passage that has the longest run in common with each line's, and those that have as long a one in the same
/// document. The first document wins where several have it and none was named. A document is known by its name in
/// whatever case, with or without its extension.
pub fn pairs_of(corpus: &Corpus, lines: &[PairLine]) -> Matched {
    let mut matched = Matched::default();
    let mut known = HashMap::new();
    for (line, found) in lines.iter().zip(places_of(corpus, lines)) {
        match found {
            Ok((document, passages)) => matched.add(line, document, passages, &mut known),
            Err(unmatched) => matched.unmatched.push(unmatched),
        }
    }
    matched
}

impl Matched {
    /// A question asked before in this document gains what answers it; another is new.
    fn add(
        &mut self,
        line: &PairLine,
        document: usize,
        passages: Vec<usize>,
        known: &mut HashMap<(usize, String), usize>,
    ) {
        let question = line.question.trim().to_owned();
        match known.entry((document, reduce(&question))) {
            Entry::Occupied(place) => {
                let answers = &mut self.pairs[*place.get()].passages;
                answers.extend(passages.into_iter().filter(|it| !answers.contains(it)).collect::<Vec<_>>());
            }
            Entry::Vacant(place) => {
                place.insert(self.pairs.len());
                self.pairs.push(Pair { question, document, passages });
            }
        }
    }
}

/// Letters and digits, lower-case, in their compatible form (ligatures and full-width letters taken apart).
pub(crate) fn reduce(text: &str) -> String {
    text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A block that stands in more places than this tells little.
const COMMON: usize = 64;

/// A block of a passage and where it stands. Numbers are small because there are many blocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    hash: u64,
    document: u32,
    passage: u32,
    /// In bytes.
    offset: u32,
}

/// Blocks of the corpus equal to a block of a quote.
struct Found<'a> {
    /// Offset in the quote, in bytes.
    at: usize,
    blocks: &'a [Block],
}

struct Index {
    /// Reduced passages of each document.
    documents: Vec<Vec<String>>,
    /// Documents by name.
    names: HashMap<String, usize>,
    /// The blocks of all passages; they do not overlap. Sorted.
    blocks: Vec<Block>,
}

impl Index {
    fn new(corpus: &Corpus) -> Self {
        let reduced = |it: &crate::DocumentText| it.passages.iter().map(|text| reduce(text)).collect();
        let documents: Vec<Vec<String>> = corpus.documents.par_iter().map(reduced).collect();
        let mut names = HashMap::new();
        for (at, document) in corpus.documents.iter().enumerate() {
            names.entry(name_of(&document.name)).or_insert(at);
        }
        let numbered = documents.par_iter().enumerate();
        let mut blocks: Vec<Block> = numbered.flat_map_iter(|(at, passages)| blocks_of(at, passages)).collect();
        blocks.par_sort_unstable();
        Self { documents, names, blocks }
    }

    fn find(&self, line: &PairLine) -> Result<(usize, Vec<usize>), Unmatched> {
        let quote = reduce(&line.passage);
        let only = match &line.document {
            Some(name) => Some(self.named(name).ok_or(Unmatched::NoDocument { line: line.line, name: name.clone() })?),
            None => None,
        };
        let runs = if quote.len() < ENOUGH { self.wholes(&quote, only) } else { self.runs(quote.as_bytes(), only) };
        best(runs).ok_or(Unmatched::NoPassage { line: line.line })
    }

    fn named(&self, name: &str) -> Option<usize> {
        self.names.get(&name_of(name)).copied()
    }

    /// Passages that hold all of a short quote.
    fn wholes(&self, quote: &str, only: Option<usize>) -> HashMap<Place, usize> {
        let asked = only.map_or(0..self.documents.len(), |one| one..one + 1);
        let places = asked.into_par_iter().flat_map_iter(|document| {
            let holding = self.documents[document].iter().enumerate().filter(|(_, text)| text.contains(quote));
            holding.map(move |(passage, _)| (Place { document, passage }, quote.len()))
        });
        if quote.is_empty() { HashMap::new() } else { places.collect() }
    }

    /// Passages that share a run of [`ENOUGH`] bytes or more with a quote, each with its longest. Headings and other words
    /// that many passages share are asked only if the quote has nothing more telling.
    fn runs(&self, quote: &[u8], only: Option<usize>) -> HashMap<Place, usize> {
        let found = quote.windows(BLOCK).enumerate().map(|(at, block)| Found { at, blocks: self.equal(block) });
        let (common, telling): (Vec<_>, Vec<_>) =
            found.filter(|it| !it.blocks.is_empty()).partition(|it| it.blocks.len() > COMMON);
        let runs = self.longest(quote, &telling, only);
        if runs.is_empty() { self.longest(quote, &common, only) } else { runs }
    }

    fn longest(&self, quote: &[u8], found: &[Found<'_>], only: Option<usize>) -> HashMap<Place, usize> {
        let mut longest = HashMap::new();
        for (at, block) in found.iter().flat_map(|it| it.blocks.iter().map(|block| (it.at, block))) {
            let place = Place { document: block.document as usize, passage: block.passage as usize };
            if only.is_none_or(|only| only == place.document) {
                let text = self.documents[place.document][place.passage].as_bytes();
                let best = longest.entry(place).or_insert(0);
                *best = run(quote, at, text, block.offset as usize).max(*best);
            }
        }
        longest.retain(|_, run| *run >= ENOUGH);
        longest
    }

    /// The blocks that equal one (or, rarely, have its hash: comparing them tells).
    fn equal(&self, block: &[u8]) -> &[Block] {
        let hash = hash(block);
        let first = self.blocks.partition_point(|other| other.hash < hash);
        let count = self.blocks[first..].partition_point(|other| other.hash == hash);
        &self.blocks[first..first + count]
    }
}

/// A document's name without extension and case.
fn name_of(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    lower.strip_suffix(".pdf").unwrap_or(&lower).to_owned()
}

fn blocks_of(document: usize, passages: &[String]) -> impl Iterator<Item = Block> {
    let document = document as u32;
    let passages = passages.iter().enumerate();
    passages.flat_map(move |(passage, text)| {
        let blocks = text.as_bytes().chunks_exact(BLOCK).enumerate();
        blocks.map(move |(at, block)| Block {
            hash: hash(block),
            document,
            passage: passage as u32,
            offset: (at * BLOCK) as u32,
        })
    })
}

fn hash(block: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    block.hash(&mut hasher);
    hasher.finish()
}

/// Length of the run in common around two places.
fn run(one: &[u8], at: usize, other: &[u8], there: usize) -> usize {
    let after = one[at..].iter().zip(&other[there..]).take_while(|(a, b)| a == b).count();
    let before = one[..at].iter().rev().zip(other[..there].iter().rev()).take_while(|(a, b)| a == b).count();
    before + after
}

/// The document with the longest run, and its passages that have it; the first of equals.
fn best(runs: HashMap<Place, usize>) -> Option<(usize, Vec<usize>)> {
    let longest = runs.values().copied().max()?;
    let mut places: Vec<Place> = runs.into_iter().filter(|(_, run)| *run == longest).map(|(place, _)| place).collect();
    places.sort_unstable();
    let document = places.first()?.document;
    let passages = places.into_iter().filter(|place| place.document == document).map(|place| place.passage);
    Some((document, passages.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;
    use proptest::prelude::*;

    const RENT: &str = "The tenant shall pay the rent of $1,577 on the first day of every month, without notice.";
    const NOTICE: &str = "Either party may give notice of termination in writing, thirty days before the month's end.";

    fn corpus() -> Corpus {
        let texts = |texts: &[&str]| texts.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let lease = DocumentText::plain("Lease.pdf", &texts(&["Rent", RENT, NOTICE, RENT]));
        let other = DocumentText::plain("Other", &texts(&[NOTICE, "A different matter."]));
        Corpus { documents: vec![lease, other] }
    }

    fn line(line: usize, question: &str, passage: &str, document: Option<&str>) -> PairLine {
        let document = document.map(str::to_owned);
        PairLine { line, question: question.into(), passage: passage.into(), document, generated: false }
    }

    fn places(lines: &[PairLine]) -> Vec<(usize, Vec<usize>)> {
        pairs_of(&corpus(), lines).pairs.into_iter().map(|pair| (pair.document, pair.passages)).collect()
    }

    #[test]
    fn a_passage_is_known_by_its_letters() {
        let broken = "4.2 Rent.\nThe ten-\nant shall pay the rent of $ 1 577\n on the ﬁrst day of every month, without no-\ntice …";
        assert_eq!(places(&[line(1, "How much?", broken, None)]), [(0, vec![1, 3])], "and every copy of it answers");
        assert_eq!(places(&[line(1, "What?", "a different  matter", None)]), [(1, vec![1])], "a short quote, whole");
    }

    #[test]
    fn the_document_named_is_the_one_looked_in() {
        assert_eq!(places(&[line(1, "When?", NOTICE, None)]), [(0, vec![2])], "the first document of several");
        assert_eq!(places(&[line(1, "When?", NOTICE, Some("OTHER.pdf"))]), [(1, vec![0])], "whatever the case");
        let strange = pairs_of(&corpus(), &[line(7, "When?", NOTICE, Some("Deed"))]);
        assert_eq!(strange.unmatched, [Unmatched::NoDocument { line: 7, name: "Deed".into() }], "never another one");
    }

    #[test]
    fn what_fits_nowhere_is_reported() {
        let nearly = "The tenant shall pay the rent, and shall paint the door and the windows every other year.";
        let matched = pairs_of(&corpus(), &[line(1, "a", nearly, None), line(2, "b", "boats", None)]);
        let expected = [Unmatched::NoPassage { line: 1 }, Unmatched::NoPassage { line: 2 }];
        assert_eq!(matched.unmatched, expected, "a few words in common are not the same passage");
    }

    #[test]
    fn a_question_asked_twice_has_all_its_answers() {
        let lines = [line(1, "What is due?", RENT, None), line(2, "what is due", NOTICE, Some("lease"))];
        assert_eq!(places(&lines), [(0, vec![1, 3, 2])], "one pair, the first answer first");
    }

    #[test]
    fn what_all_passages_share_is_not_what_one_is_known_by() {
        let heading = "Item 7. Management's discussion and analysis of financial condition and results of operations. ";
        let mut texts: Vec<String> = (0..200).map(|at| format!("{heading}{at}{}", "x".repeat(at % 7))).collect();
        texts[150] = format!("{heading}{NOTICE}");
        let corpus = Corpus { documents: vec![DocumentText::plain("report", &texts)] };
        let found = |quote: &str| pairs_of(&corpus, &[line(1, "?", quote, None)]).pairs[0].passages.clone();
        assert_eq!(found(&format!("{heading}{NOTICE}")), [150], "known by the rest of its text");
        assert_eq!(found(heading).len(), 200, "unless there is nothing else");
    }

    proptest! {
        #[test]
        fn every_passage_finds_itself(
            texts in proptest::collection::vec("[a-c ]{0,150}", 1..8), cut in 0usize..40, which in 0usize..8
        ) {
            let which = which % texts.len();
            let corpus = Corpus { documents: vec![DocumentText::plain("one", &texts)] };
            let quote = &texts[which][cut.min(texts[which].len())..];
            let matched = pairs_of(&corpus, &[line(1, "?", quote, None)]);
            let blank = quote.trim().is_empty();
            prop_assert!(blank || matched.pairs[0].passages.contains(&which), "{quote:?} stands in passage {which}");
            prop_assert_eq!(matched.unmatched.len(), usize::from(blank));
        }
    }
}
