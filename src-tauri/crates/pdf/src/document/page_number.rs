//! Finds numbers in a line that could be its page number. Not for deciding that they are: `running` compares the lines
//! of many pages.

use std::ops::Range;

/// Most digits of a page number. Longer numbers are amounts, dates and serial numbers.
const MAX_DIGITS: usize = 4;
/// A page number is among this many first or last words of its line: "Page 3 of 10", "Form 10-K | 45".
const WORDS: usize = 3;

/// A number and its byte range in the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) bytes: Range<usize>,
    pub(super) number: u32,
}

/// Numbers in the first and last words of a line, which is in lower case. They are runs of digits ("f-12"), or Roman
/// numerals that are a word ("iv").
pub(super) fn candidates(line: &str) -> Vec<Candidate> {
    let words = words(line);
    let inner = WORDS..words.len().saturating_sub(WORDS).max(WORDS);
    let outer = words.into_iter().enumerate().filter(|(i, _)| !inner.contains(i));
    outer.flat_map(|(_, word)| numbers(line, word)).collect()
}

fn words(line: &str) -> Vec<Range<usize>> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().map(|word| start(word)..start(word) + word.len()).collect()
}

fn numbers(line: &str, word: Range<usize>) -> Vec<Candidate> {
    let text = &line[word.clone()];
    let core = text.trim_matches(|c: char| !c.is_alphanumeric());
    let at = word.start + (text.len() - text.trim_start_matches(|c: char| !c.is_alphanumeric()).len());
    if let Some(number) = roman(core) {
        return vec![Candidate { bytes: at..at + core.len(), number }];
    }
    let mut found = Vec::new();
    for run in text.split(|c: char| !c.is_ascii_digit()).filter(|run| (1..=MAX_DIGITS).contains(&run.len())) {
        let start = run.as_ptr() as usize - line.as_ptr() as usize;
        found.extend(run.parse().ok().map(|number| Candidate { bytes: start..start + run.len(), number }));
    }
    found
}

/// The value of a Roman numeral in lower case, below 90. No preface is longer.
fn roman(text: &str) -> Option<u32> {
    let value = |c: char| "ivxl".find(c).map(|at| [1, 5, 10, 50][at]);
    let values: Option<Vec<u32>> = text.chars().map(value).collect();
    let values = values.filter(|values| !values.is_empty())?;
    let signed = |(i, v): (usize, &u32)| {
        let negative = values.get(i + 1).is_some_and(|next| next > v);
        if negative { -i64::from(*v) } else { i64::from(*v) }
    };
    values.iter().enumerate().map(signed).sum::<i64>().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_of(line: &str) -> Vec<u32> {
        candidates(line).into_iter().map(|found| found.number).collect()
    }

    #[test]
    fn page_numbers_are_found_in_all_forms() {
        assert_eq!(numbers_of("7"), [7]);
        assert_eq!(numbers_of("- 7 -"), [7]);
        assert_eq!(numbers_of("(iv)"), [4]);
        assert_eq!(numbers_of("f-12"), [12]);
        assert_eq!(numbers_of("page 3 of 10"), [3, 10]);
        assert_eq!(numbers_of("acme corp | 2018 form 10-k | 45"), [10, 45], "only near the ends");
    }

    #[test]
    fn long_numbers_are_none() {
        assert_eq!(numbers_of("acme-000123"), [0; 0], "a serial number identifies its page");
        assert_eq!(numbers_of("a line of words"), [0; 0]);
    }
}
