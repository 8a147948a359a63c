//! Finds numbers in a line that could be its page number. Not for deciding that they are: `running` and `printed` compare
//! the lines of many pages.

use crate::roman;
use std::ops::Range;

/// Most digits of a page number. Longer numbers are amounts, dates and serial numbers.
const MAX_DIGITS: usize = 4;
/// A page number is among this many first or last words of its line: "Page 3 of 10", "Form 10-K | 45".
const WORDS: usize = 3;
/// Longest prefix of a page number, in letters: "F-12", "Ex-2".
const LONGEST_PREFIX: usize = 3;

/// Hyphens between prefix and number.
pub(super) const HYPHENS: &[char] = &['-', '‐', '‑', '–'];

/// A number in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageNumber {
    pub(super) form: Form,
    /// Its byte range in the line, without the prefix.
    pub(super) bytes: Range<usize>,
    pub(super) number: u32,
}

/// How page numbers are printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    /// "F-" of "F-12".
    prefix: String,
    numerals: Numerals,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Numerals {
    Arabic,
    LowerRoman,
    UpperRoman,
}

impl Form {
    /// "F-" of "F-12", or nothing.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// A number in this form.
    pub(super) fn print(&self, number: u32) -> String {
        let digits = match self.numerals {
            Numerals::Arabic => number.to_string(),
            Numerals::LowerRoman => roman::roman(number),
            Numerals::UpperRoman => roman::roman(number).to_uppercase(),
        };
        format!("{}{digits}", self.prefix)
    }
}

/// Numbers in the first and last words of a line. They are runs of digits ("F-12"), or Roman numerals that are a word
/// ("iv").
pub(super) fn numbers(line: &str) -> Vec<PageNumber> {
    let words = words(line);
    let inner = WORDS..words.len().saturating_sub(WORDS).max(WORDS);
    let outer = words.into_iter().enumerate().filter(|(i, _)| !inner.contains(i));
    outer.flat_map(|(_, word)| numbers_of(line, word)).collect()
}

fn words(line: &str) -> Vec<Range<usize>> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().map(|word| start(word)..start(word) + word.len()).collect()
}

fn numbers_of(line: &str, word: Range<usize>) -> Vec<PageNumber> {
    let text = &line[word.clone()];
    let core = text.trim_matches(|c: char| !c.is_alphanumeric());
    let at = word.start + (text.len() - text.trim_start_matches(|c: char| !c.is_alphanumeric()).len());
    if let Some((numerals, number)) = roman_number(core) {
        let form = Form { prefix: String::new(), numerals };
        return vec![PageNumber { form, bytes: at..at + core.len(), number }];
    }
    let mut found = Vec::new();
    for run in text.split(|c: char| !c.is_ascii_digit()).filter(|run| (1..=MAX_DIGITS).contains(&run.len())) {
        let start = run.as_ptr() as usize - line.as_ptr() as usize;
        let form = Form { prefix: prefix(&line[at.min(start)..start]), numerals: Numerals::Arabic };
        found.extend(run.parse().ok().map(|number| PageNumber { form, bytes: start..start + run.len(), number }));
    }
    found
}

/// What is before the digits of a word, if it is a short prefix with a hyphen.
fn prefix(before: &str) -> String {
    let letters = before.strip_suffix(HYPHENS).unwrap_or_default();
    let is_short = (1..=LONGEST_PREFIX).contains(&letters.len());
    if is_short && letters.chars().all(|c| c.is_ascii_alphabetic()) { format!("{letters}-") } else { String::new() }
}

/// The value of a Roman numeral in one case, below 90. No preface is longer.
fn roman_number(text: &str) -> Option<(Numerals, u32)> {
    let numerals = if text.starts_with(char::is_uppercase) { Numerals::UpperRoman } else { Numerals::LowerRoman };
    let signs = if numerals == Numerals::UpperRoman { "IVXL" } else { "ivxl" };
    let value = |c: char| signs.find(c).map(|at| [1, 5, 10, 50][at]);
    let values: Option<Vec<u32>> = text.chars().map(value).collect();
    let values = values.filter(|values| !values.is_empty())?;
    let signed = |(i, v): (usize, &u32)| {
        let negative = values.get(i + 1).is_some_and(|next| next > v);
        if negative { -i64::from(*v) } else { i64::from(*v) }
    };
    let number = values.iter().enumerate().map(signed).sum::<i64>().try_into().ok()?;
    Some((numerals, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_in(line: &str) -> Vec<u32> {
        numbers(line).into_iter().map(|found| found.number).collect()
    }

    #[test]
    fn page_numbers_are_found_in_all_forms() {
        assert_eq!(numbers_in("7"), [7]);
        assert_eq!(numbers_in("- 7 -"), [7]);
        assert_eq!(numbers_in("(iv)"), [4]);
        assert_eq!(numbers_in("f-12"), [12]);
        assert_eq!(numbers_in("page 3 of 10"), [3, 10]);
        assert_eq!(numbers_in("acme corp | 2018 form 10-k | 45"), [10, 45], "only near the ends");
    }

    #[test]
    fn long_numbers_are_none() {
        assert_eq!(numbers_in("acme-000123"), [0; 0], "a serial number identifies its page");
        assert_eq!(numbers_in("a line of words"), [0; 0]);
    }

    #[test]
    fn numbers_are_printed_in_their_form() {
        let printed =
            |line| numbers(line).into_iter().map(|found| found.form.print(found.number + 1)).collect::<Vec<_>>();
        assert_eq!([printed("F-12"), printed("iv"), printed("IX"), printed("-7-")].concat(), ["F-13", "v", "X", "8"]);
    }
}
