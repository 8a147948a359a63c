//! Finds the ends of sentences.
//!
//! Unicode Standard Annex 29 finds the candidates in any script. Abbreviations of legal and financial English, and
//! clause numbers alone, remove some candidates. An enumerated sentence after a full stop adds one.

use crate::numbering;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Longest number of a clause (bytes).
const LONGEST_NUMBER: usize = 24;

/// Abbreviations that never end a sentence.
const NEVER_LAST: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "hon", "rev", "gen", "sen", "rep", "gov", "messrs", "st", "v", "vs", "cf", "e.g",
    "i.e", "viz", "eg", "ie", "al", "approx", "ca", "no", "nos", "nr", "sec", "secs", "art", "arts", "para", "paras",
    "par", "cl", "ch", "chap", "reg", "regs", "sched", "exh", "ex", "app", "fig", "p", "pp", "vol", "ed", "eds", "fn",
    "n", "lit", "supp", "stat", "u.s.c", "c.f.r", "fed", "u.s", "cir", "ct", "sup", "cal", "del", "mass", "tex", "fla",
    "pty", "mt", "ft", "tel",
];

/// Abbreviations that end a sentence only if a clear start of a sentence follows ("Acme, Inc. The Company …", but
/// "Acme, Inc. Common Stock").
const SOMETIMES_LAST: &[&str] = &[
    "inc", "corp", "co", "ltd", "llc", "l.l.c", "l.p", "llp", "plc", "n.a", "s.a", "n.v", "b.v", "gmbh", "bros",
    "assn", "etc", "jr", "sr", "esq", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov",
    "dec", "a.m", "p.m", "d.c", "ph.d", "m.d", "avg", "est", "int'l", "nat'l", "dept", "div", "mfg", "rec", "ave",
    "blvd", "rd", "ste",
];

/// Words that start a sentence far more often than they follow the name of a company.
const STARTERS: &[&str] = &[
    "the", "this", "that", "these", "those", "if", "in", "on", "at", "by", "for", "as", "we", "our", "it", "its", "he",
    "she", "they", "such", "any", "each", "all", "no", "an", "a", "upon", "when", "where", "after", "before", "during",
    "under", "to", "there", "however", "subject", "unless", "except", "notwithstanding", "provided", "neither",
    "either", "both", "nothing", "with", "without", "from",
];

/// Words before a letter that is no initial: "Party A."
const NAMED_BY_LETTER: &[&str] = &[
    "party", "parties", "section", "exhibit", "schedule", "annex", "appendix", "attachment", "article", "part",
    "class", "series", "type", "phase", "group", "tranche", "item", "lot", "tier", "level", "option", "plan",
];

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
        if matches!(numbering::leading(&text[open..range.end]), Some((numbering::Number::Marker(_), _))) {
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
    // Only the number of the next one: "7.2.", "(a)", "A.", "Item 1A.".
    let is_number = sentence.len() <= LONGEST_NUMBER
        && numbering::leading(sentence).is_some_and(|(_, end)| sentence[end..].trim().is_empty());
    sentence.is_empty() || is_number || ends_with_abbreviation(sentence, next.trim_start())
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = range.start + part.trim_end().len();
    (start < end).then_some(start..end)
}

/// Whether `sentence` ends in an abbreviation and continues in `next`.
fn ends_with_abbreviation(sentence: &str, next: &str) -> bool {
    let Some(body) = sentence.strip_suffix('.') else { return false };
    let word = last_word(body);
    let lower = word.to_lowercase();
    if NEVER_LAST.contains(&lower.as_str()) {
        return !(lower == "no" && word == "no"); // "No. 5", but "the answer is no."
    }
    if is_initial(word) {
        let before = body.strip_suffix(word).unwrap_or_default().trim_end();
        if !NAMED_BY_LETTER.contains(&last_word(before).to_lowercase().as_str()) {
            return true;
        }
    }
    SOMETIMES_LAST.contains(&lower.as_str()) && !starts_sentence(next)
}

/// The text between the last white space or opening bracket and the full stop.
fn last_word(body: &str) -> &str {
    let start = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '‘' | '\'' | '/' | '§' | ',' | '—');
    body.rsplit(start).next().unwrap_or(body)
}

/// "J." and "J.P.", not "I" at the end of "Section I".
fn is_initial(word: &str) -> bool {
    let mut letters = word.split('.');
    !word.is_empty() && letters.all(|part| part.len() == 1 && part.chars().all(|c| c.is_ascii_uppercase()))
}

fn starts_sentence(next: &str) -> bool {
    let word = next.split(|c: char| !c.is_alphanumeric()).find(|part| !part.is_empty()).unwrap_or_default();
    next.is_empty() || STARTERS.contains(&word.to_lowercase().as_str())
}
