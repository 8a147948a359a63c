//! Finds numbers in a line that could be its page number. `running` and `printed` compare the lines of many pages to
//! decide that they are. Labels of a file are written with the same Roman numerals.

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
            Numerals::LowerRoman => roman(number),
            Numerals::UpperRoman => roman(number).to_uppercase(),
        };
        format!("{}{digits}", self.prefix)
    }
}

/// Numbers in the first and last words of a line. They are runs of digits ("F-12"), or Roman numerals that are a word
/// ("iv").
pub(super) fn numbers(line: &str) -> Vec<PageNumber> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate() {
        if i < WORDS || i + WORDS >= words.len() {
            found.extend(numbers_of(line, word));
        }
    }
    found
}

/// Where a part of a line starts in it, in bytes.
fn offset(part: &str, line: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

fn numbers_of(line: &str, word: &str) -> Vec<PageNumber> {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    let at = offset(core, line);
    if let Some((numerals, number)) = roman_number(core) {
        let form = Form { prefix: String::new(), numerals };
        return vec![PageNumber { form, bytes: at..at + core.len(), number }];
    }
    let mut found = Vec::new();
    for run in word.split(|c: char| !c.is_ascii_digit()).filter(|run| (1..=MAX_DIGITS).contains(&run.len())) {
        let start = offset(run, line);
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
    let mut values = Vec::new();
    for c in text.chars() {
        values.push([1_i64, 5, 10, 50][signs.find(c)?]);
    }
    let mut number = 0;
    for (i, value) in values.iter().enumerate() {
        let is_subtracted = values.get(i + 1).is_some_and(|next| next > value);
        number += if is_subtracted { -value } else { *value };
    }
    if values.is_empty() { None } else { Some((numerals, u32::try_from(number).ok()?)) }
}

/// Lower-case Roman numeral. Beyond 3999, where there is none, it is decimal.
pub(crate) fn roman(mut number: u32) -> String {
    const VALUES: [u32; 13] = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    const DIGITS: [&str; 13] = ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"];
    if !(1..4000).contains(&number) {
        return number.to_string();
    }
    let mut out = String::new();
    for (value, digits) in VALUES.into_iter().zip(DIGITS) {
        while number >= value {
            out.push_str(digits);
            number -= value;
        }
    }
    out
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

    #[test]
    fn numerals_are_those_printed() {
        assert_eq!([1, 4, 9, 14, 1999].map(roman).join(" "), "i iv ix xiv mcmxcix");
        assert_eq!(roman(4000), "4000", "no Roman numeral: decimal instead of a thousand m");
    }
}
