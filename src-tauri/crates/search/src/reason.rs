//! Why a passage was found: the words of the question in it, and its best sentence. Not for ranking passages.

use crate::Weights;
use crate::analyse::tokens;
use crate::citation::is_decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Byte ranges of a passage's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reason {
    /// Words of the question, in order, apart from each other.
    pub(crate) matched: Vec<Range<usize>>,
    /// The best sentence; the first one if no sentence holds a word of the question.
    pub(crate) sentence: Range<usize>,
    /// Which of the passage's sentences that is.
    pub(crate) sentence_number: usize,
}

impl Reason {
    /// Looks for the question's terms, each with its weight (idf), in a text with sentences at these byte ranges.
    pub(crate) fn find(text: &str, sentences: &[(u32, u32)], terms: &BTreeMap<&str, f32>) -> Self {
        let sentences = whole_if_none(text, sentences);
        let headings = headings(text, &sentences);
        let ranges = with_titles(text, sentences);
        let mut matched: Vec<Range<usize>> = Vec::new();
        let mut held: Vec<BTreeMap<String, f32>> = vec![BTreeMap::new(); ranges.len()];
        for token in tokens(text).into_iter().filter(|token| terms.contains_key(token.term.as_str())) {
            let at = ranges.partition_point(|range| range.start <= token.start).saturating_sub(1);
            *held[at].entry(token.term).or_default() += 1.0;
            match matched.last_mut() {
                Some(last) if token.start < last.end => last.end = last.end.max(token.end),
                _ => matched.push(token.start..token.end),
            }
        }
        for at in headings {
            let below = (at + 1..ranges.len()).find(|below| !ranges[*below].is_empty()).unwrap_or(at);
            let named = std::mem::take(&mut held[at]);
            named.into_iter().for_each(|(term, count)| *held[below].entry(term).or_default() += count);
        }
        let best = best(&ranges, &held, terms);
        Self { matched, sentence: ranges.get(best).cloned().unwrap_or_default(), sentence_number: best }
    }
}

fn whole_if_none(text: &str, sentences: &[(u32, u32)]) -> Vec<Range<usize>> {
    let whole = |range: &(u32, u32)| text.get(range.0 as usize..range.1 as usize).is_some();
    let ranges: Vec<Range<usize>> =
        sentences.iter().filter(|range| whole(range)).map(|range| range.0 as usize..range.1 as usize).collect();
    if ranges.is_empty() { vec![0..text.len(); 1] } else { ranges }
}

/// The sentences that are headings above the first of their clauses, "3. Reserves" before "3.1 The directors …": what a
/// heading names counts for that clause. By itself it answers nothing, and is still in the clause before.
fn headings(text: &str, sentences: &[Range<usize>]) -> Vec<usize> {
    let first = |range: &Range<usize>| text[range.clone()].split_whitespace().next().unwrap_or_default();
    let heads = |at: &usize| {
        let (number, clause) = (first(&sentences[*at]).trim_end_matches('.'), first(&sentences[*at + 1]));
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        is_number && is_decimal(clause) && clause.strip_prefix(number).is_some_and(|rest| rest.starts_with('.'))
    };
    (0..sentences.len().saturating_sub(1)).filter(heads).collect()
}

/// A clause's run-in title ("17.1 Termination for convenience.") says little by itself: it is read together with the
/// sentence behind it. The number of ranges stays, so that a title still tells which sentence it is.
fn with_titles(text: &str, mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    for at in 1..ranges.len() {
        if is_title(&text[ranges[at - 1].clone()]) {
            ranges[at].start = ranges[at - 1].start;
            ranges[at - 1].end = ranges[at - 1].start;
        }
    }
    ranges
}

fn is_title(sentence: &str) -> bool {
    let mut words = sentence.split_whitespace();
    let numbered = words.next().is_some_and(is_decimal);
    let named = words.next().is_some_and(|word| word.starts_with(char::is_alphabetic));
    numbered && named && words.count() < LONGEST_TITLE
}

/// Words of a run-in title behind its number, at most.
const LONGEST_TITLE: usize = 8;

/// The sentence of greatest BM25 (lengths relative to the passage's mean); the earlier of equals.
fn best(ranges: &[Range<usize>], held: &[BTreeMap<String, f32>], terms: &BTreeMap<&str, f32>) -> usize {
    let weights = Weights::default();
    let mean = ranges.iter().map(ExactSizeIterator::len).sum::<usize>().max(1) as f32 / ranges.len() as f32;
    let score = |at: usize| -> f32 {
        let length = ranges[at].len() as f32 / mean;
        held[at].iter().map(|(term, count)| terms[term.as_str()] * weights.saturate(*count, length)).sum()
    };
    let scores = (0..ranges.len()).map(|at| (at, score(at)));
    scores.fold((0, 0.0), |best, one| if one.1 > best.1 { one } else { best }).0
}

/// Terms of a text as near-duplicates are compared: runs of three, and the numbers by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shingles {
    runs: BTreeSet<[String; 3]>,
    numbers: BTreeSet<String>,
}

impl Shingles {
    pub(crate) fn of(text: &str) -> Self {
        let terms: Vec<String> = tokens(text).into_iter().map(|token| token.term).collect();
        let numbers = terms.iter().filter(|term| term.contains(|c: char| c.is_numeric())).cloned().collect();
        let runs = terms.windows(3).map(|run| [run[0].clone(), run[1].clone(), run[2].clone()]).collect();
        Self { runs, numbers }
    }

    /// Nearly the same words and exactly the same numbers: "within 30 days" is never merged with "within 60 days".
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let shared = self.runs.intersection(&other.runs).count() as f32;
        let all = (self.runs.len() + other.runs.len()) as f32 - shared;
        all > 0.0 && self.numbers == other.numbers && shared / all >= SAME
    }
}

/// Jaccard similarity of runs from which two passages say the same.
const SAME: f32 = 0.8;

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Rent is due monthly. Either party may give notice of termination. Notices are in writing.";
    const SENTENCES: [(u32, u32); 3] = [(0, 20), (21, 65), (66, 89)];

    #[test]
    fn the_best_sentence_holds_the_weightiest_words() {
        let reason = Reason::find(TEXT, &SENTENCES, &BTreeMap::from([("notic", 1.0), ("termin", 3.0)]));
        assert_eq!(&TEXT[reason.sentence.clone()], "Either party may give notice of termination.");
        let words: Vec<&str> = reason.matched.iter().map(|range| &TEXT[range.clone()]).collect();
        assert_eq!(words, ["notice", "termination", "Notices"], "every form of the words asked is marked");
    }

    #[test]
    fn without_a_word_of_the_question_the_first_sentence_stands() {
        let reason = Reason::find(TEXT, &SENTENCES, &BTreeMap::new());
        assert_eq!((reason.sentence, reason.matched.len()), (0..20, 0));
        assert_eq!(Reason::find("", &[], &BTreeMap::new()).sentence, 0..0, "an empty passage has an empty sentence");
    }

    #[test]
    fn the_title_of_a_clause_brings_its_sentence_along() {
        let text = "17.1 Termination for convenience. The Customer may terminate on notice. It shall pay.";
        let reason =
            Reason::find(text, &[(0, 33), (34, 71), (72, 85)], &BTreeMap::from([("termin", 1.0), ("conveni", 3.0)]));
        assert_eq!(&text[reason.sentence.clone()], &text[..71], "a title alone answers nothing");
        assert_eq!(reason.sentence_number, 1, "the clause is the title's");
    }

    #[test]
    fn a_heading_above_clauses_is_not_the_answer() {
        let text = "2.1 They were signed. 3. Reserve for credits 3.1 Claims are due. 3.2 The reserve is £5.";
        let sentences = [(0, 21), (22, 44), (45, 64), (65, 88)];
        let best = |terms| Reason::find(text, &sentences, &terms).sentence_number;
        assert_eq!(best(BTreeMap::from([("reserv", 3.0), ("credit", 1.0), ("5", 2.0)])), 3, "the clause that says it");
        assert_eq!(best(BTreeMap::from([("credit", 1.0)])), 2, "else the first below, never the clause before it");
    }

    #[test]
    fn a_compound_is_marked_once_and_whole() {
        let text = "A non-compete clause.";
        let terms = BTreeMap::from([("noncompet", 1.0), ("non", 1.0), ("compet", 1.0)]);
        assert_eq!(Reason::find(text, &[], &terms).matched, [2..13; 1], "its parts lie inside it");
    }

    #[test]
    fn passages_that_differ_in_a_number_do_not_say_the_same() {
        let clause = |days: u32| {
            format!("Either party may terminate this Agreement on {days} days written notice to the other party.")
        };
        let same = |one: &str, other: &str| Shingles::of(one).says_the_same(&Shingles::of(other));
        assert!(same(&clause(30), &clause(30).to_uppercase()), "letter case says nothing");
        assert!(!same(&clause(30), &clause(60)), "the number is the point");
        assert!(!same("", ""), "nothing says nothing");
    }
}
