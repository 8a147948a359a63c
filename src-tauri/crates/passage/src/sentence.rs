//! Finds the ends of sentences. Not for headings and table rows (`block`).
//!
//! Unicode Standard Annex 29 finds the candidates in any script. Abbreviations of legal and financial English, and
//! clause numbers alone, remove some candidates. An enumerated sentence after a full stop adds one.

use crate::abbreviation::ends_with_abbreviation;
use crate::numbering;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Byte ranges of the sentences of `text`, in order, without the white space between them. All other characters are in
/// exactly one range. A line feed always ends a sentence.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, candidate) in text.split_sentence_bound_indices() {
        for range in enumerated(text, start..start + candidate.len()) {
            match found.last_mut() {
                Some(last) if continues(&text[last.clone()], &text[range.clone()]) => last.end = range.end,
                _ => found.push(range),
            }
        }
    }
    found.into_iter().filter_map(|range| trimmed(text, range)).collect()
}

/// Cuts a candidate before "(a)" after a full stop. The annex does not, because a lower-case letter follows.
fn enumerated(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = range.start;
    for (at, _) in text[range.clone()].match_indices(". (") {
        let open = range.start + at + 2;
        if matches!(numbering::leading(&text[open..range.end]), Some((numbering::Number::Mark(_), _))) {
            ranges.push(start..open);
            start = open;
        }
    }
    ranges.push(start..range.end);
    ranges
}

/// Whether `next` continues the sentence.
fn continues(sentence: &str, next: &str) -> bool {
    if sentence.ends_with(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
        return false;
    }
    let sentence = sentence.trim();
    sentence.is_empty() || is_only_number(sentence) || ends_with_abbreviation(sentence, next.trim_start())
}

/// Whether a sentence is only the number of the next one: "7.2.", "(a)", "A.", "Item 1A.".
fn is_only_number(sentence: &str) -> bool {
    sentence.len() <= 24 && numbering::leading(sentence).is_some_and(|(_, end)| sentence[end..].trim().is_empty())
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = range.start + part.trim_end().len();
    (start < end).then_some(start..end)
}
