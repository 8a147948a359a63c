//! Why a passage was found: the words of the question in it, and its best sentence. Not for ranking passages.

use crate::score::Weights;
use crate::text::tokens;
use pincite_passage::{Kind, Passage};
use std::collections::BTreeMap;
use std::ops::Range;

/// Byte ranges of a passage's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reason {
    /// Words of the question, in order, without overlap.
    pub(crate) matched: Vec<Range<usize>>,
    /// The best sentence, with the title at the start of its paragraph. A title alone answers nothing.
    pub(crate) sentence: Range<usize>,
    /// Its number in the passage, counted from 0.
    pub(crate) sentence_number: usize,
}

/// Occurrences of each term in a sentence.
type Counts = BTreeMap<String, f32>;

impl Reason {
    /// Finds the question's terms, each with its weight (IDF), in a passage. `read` is the best sentence by the
    /// cross-encoder. Where it has not read, BM25 finds the best one; if no sentence holds a word of the question, that is
    /// the first one that is no title.
    pub(crate) fn find(passage: &Passage, terms: &BTreeMap<&str, f32>, read: Option<usize>) -> Self {
        let ranges = ranges(passage);
        let mut matched: Vec<Range<usize>> = Vec::new();
        let mut held = vec![Counts::new(); ranges.len()];
        for token in tokens(&passage.text).into_iter().filter(|token| terms.contains_key(token.term.as_str())) {
            let at = ranges.partition_point(|range| range.start <= token.start).saturating_sub(1);
            *held[at].entry(token.term).or_default() += 1.0;
            match matched.last_mut() {
                Some(last) if token.start < last.end => last.end = last.end.max(token.end),
                _ => matched.push(token.start..token.end),
            }
        }
        let best = read.filter(|number| *number < ranges.len()).unwrap_or_else(|| {
            count_titles_below(passage, &mut held);
            best(passage, &ranges, &held, terms)
        });
        Self { matched, sentence: with_title(passage, &ranges, best), sentence_number: best }
    }
}

/// Byte ranges of the sentences, or of the whole text if it has none.
fn ranges(passage: &Passage) -> Vec<Range<usize>> {
    let range = |sentence: &(u32, u32)| sentence.0 as usize..sentence.1 as usize;
    let ranges: Vec<Range<usize>> = passage.sentences.iter().map(range).collect();
    let are_valid = ranges.iter().all(|range| passage.text.get(range.clone()).is_some());
    if ranges.is_empty() || !are_valid { vec![0..passage.text.len(); 1] } else { ranges }
}

/// The words of a title count for the first sentence below it. In a table that is the first row with a figure.
fn count_titles_below(passage: &Passage, held: &mut [Counts]) {
    let is_text = |at: &usize| !passage.is_title(*at);
    let has_figure = |at: &usize| {
        let row = passage.sentence(*at);
        row.contains(char::is_alphabetic) && row.contains(|c: char| c.is_ascii_digit())
    };
    for at in (0..held.len()).filter(|at| passage.is_title(*at)) {
        let below = || (at + 1..held.len()).filter(is_text);
        let row = below().find(has_figure).filter(|_| passage.kind == Kind::Table);
        let Some(below) = row.or(below().next()) else { continue };
        for (term, count) in std::mem::take(&mut held[at]) {
            *held[below].entry(term).or_default() += count;
        }
    }
}

/// A sentence with the title at the start of its paragraph: "7.2 Notice. Either party …". Headings have their own lines.
fn with_title(passage: &Passage, ranges: &[Range<usize>], at: usize) -> Range<usize> {
    let Some(range) = ranges.get(at).cloned() else { return 0..0 };
    let title = at.checked_sub(1).filter(|before| passage.is_title(*before)).and_then(|before| ranges.get(before));
    let same_line = |title: &&Range<usize>| !passage.text[title.end..range.start].contains('\n');
    title.filter(same_line).map_or(range.clone(), |title| title.start..range.end)
}

/// The sentence with the greatest BM25, or the first of equals. Lengths are relative to the passage's mean.
fn best(passage: &Passage, ranges: &[Range<usize>], held: &[Counts], terms: &BTreeMap<&str, f32>) -> usize {
    let weights = Weights::default();
    let mean = ranges.iter().map(ExactSizeIterator::len).sum::<usize>().max(1) as f32 / ranges.len() as f32;
    let score = |at: usize| -> f32 {
        let length = ranges[at].len() as f32 / mean;
        held[at].iter().map(|(term, count)| terms[term.as_str()] * weights.saturate(*count, length)).sum()
    };
    let mut texts = (0..ranges.len()).filter(|at| !passage.is_title(*at)).map(|at| (at, score(at)));
    let Some(first) = texts.next() else { return 0 };
    texts.fold(first, |best, one| if one.1 > best.1 { one } else { best }).0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A passage of these sentences. Lines start with "\n", titles with "#".
    fn passage(sentences: &[&str]) -> Passage {
        let mut passage = Passage::default();
        for (number, sentence) in (0..).zip(sentences) {
            let line = sentence.starts_with('\n');
            let sentence = sentence.trim_start();
            passage.titles.extend(sentence.starts_with('#').then_some(number));
            passage.text += if number == 0 {
                ""
            } else if line {
                "\n"
            } else {
                " "
            };
            let start = passage.text.len() as u32;
            passage.text += sentence.trim_start_matches('#');
            passage.sentences.push((start, passage.text.len() as u32));
        }
        passage
    }

    fn best_of<'p>(passage: &'p Passage, terms: &[(&'static str, f32)]) -> &'p str {
        let reason = Reason::find(passage, &terms.iter().copied().collect(), None);
        &passage.text[reason.sentence]
    }

    #[test]
    fn the_best_sentence_holds_the_weightiest_words() {
        let passage = passage(&[
            "Rent is due monthly.",
            "Either party may give notice of termination.",
            "Notices are in writing.",
        ]);
        let reason = Reason::find(&passage, &BTreeMap::from([("notic", 1.0), ("termin", 3.0)]), None);
        assert_eq!(&passage.text[reason.sentence.clone()], "Either party may give notice of termination.");
        let words: Vec<&str> = reason.matched.iter().map(|range| &passage.text[range.clone()]).collect();
        assert_eq!(words, ["notice", "termination", "Notices"], "every form of the words asked is marked");
    }

    #[test]
    fn without_a_word_of_the_question_the_first_sentence_is_best() {
        assert_eq!(best_of(&passage(&["#Rent", "\nRent is due.", "It is paid."]), &[]), "Rent is due.");
        assert_eq!(best_of(&Passage::default(), &[]), "", "an empty passage has an empty sentence");
    }

    #[test]
    fn a_title_is_quoted_with_its_sentence_and_a_heading_never() {
        let run_in = ["#17.1 Termination for convenience.", "The Customer may terminate.", "It shall pay."];
        let terms = [("termin", 1.0), ("conveni", 3.0)];
        let expected = "17.1 Termination for convenience. The Customer may terminate.";
        assert_eq!(best_of(&passage(&run_in), &terms), expected, "a title alone answers nothing");
        let heading = ["#17. Termination for convenience", "\nThe Customer may terminate.", "It shall pay."];
        assert_eq!(best_of(&passage(&heading), &terms), "The Customer may terminate.");
        assert_eq!(best_of(&passage(&["Rent is due.", "\n#Termination"]), &terms), "Rent is due.");
    }

    #[test]
    fn the_words_of_a_heading_count_for_the_text_below_it() {
        let text =
            ["2.1 They were signed.", "\n#3. Reserve for credits", "\n3.1 Claims are due.", "\n3.2 The reserve is £5."];
        let passage = passage(&text);
        let expected = "3.2 The reserve is £5.";
        assert_eq!(best_of(&passage, &[("reserv", 3.0), ("credit", 1.0), ("5", 2.0)]), expected);
        assert_eq!(best_of(&passage, &[("credit", 1.0)]), "3.1 Claims are due.", "never the clause before it");
    }

    #[test]
    fn below_the_title_of_a_table_the_first_row_with_figures_is_best() {
        let rows = passage(&["#Capital Expenditures", "\n2018 2017", "\nThe Americas 5 4", "\nAsia 3 2"]);
        let table = Passage { kind: Kind::Table, ..rows };
        assert_eq!(best_of(&table, &[("capit", 1.0)]), "The Americas 5 4");
    }

    #[test]
    fn a_compound_is_marked_once_and_whole() {
        let terms = BTreeMap::from([("noncompet", 1.0), ("non", 1.0), ("compet", 1.0)]);
        assert_eq!(
            Reason::find(&passage(&["A non-compete clause."]), &terms, None).matched,
            [2..13; 1],
            "its parts lie inside it"
        );
    }
}
