//! Text is split into words, and words into parts. Folding makes two spellings of one word the same. Not for stemming.

use pincite_language::Language;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_segmentation::UnicodeSegmentation;

/// A word with its parts ("non-compete": "non", "compete").
#[derive(Debug)]
pub(crate) struct Word<'a> {
    pub(crate) parts: Vec<Part<'a>>,
    /// First byte in the text.
    pub(crate) start: usize,
    /// One past the last byte.
    pub(crate) end: usize,
}

/// A part of a word: a run of letters and digits, or a number with its separators.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Part<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn begins_with_digit(&self) -> bool {
        self.text.starts_with(char::is_numeric)
    }

    fn is_spaceless(&self) -> bool {
        self.text.chars().next().is_some_and(is_spaceless)
    }
}

/// The words of a text, in order. Runs of scripts without spaces are split into overlapping character bigrams.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut run: Vec<Part<'_>> = Vec::new();
    for part in parts(text) {
        let follows = run.last().is_some_and(|last| last.end() == part.start);
        if !(part.is_spaceless() && follows) {
            push_bigrams(&mut words, &run, text);
            run.clear();
        }
        if part.is_spaceless() {
            run.push(part);
        } else {
            push_or_join(&mut words, part, text);
        }
    }
    push_bigrams(&mut words, &run, text);
    words
}

/// Adds a part to the word before it, or starts a new word.
fn push_or_join<'a>(words: &mut Vec<Word<'a>>, part: Part<'a>, text: &str) {
    let (start, end) = (part.start, part.end());
    match words.last_mut() {
        Some(word) if joins(word, &part, text) => {
            word.end = end + usize::from(text[end..].starts_with(')') && is_subclause(word, start, text));
            word.parts.push(part);
        }
        _ => words.push(Word { parts: vec![part], start, end }),
    }
}

/// Whether only a joining mark is between a word and the next part.
fn joins(word: &Word<'_>, part: &Part<'_>, text: &str) -> bool {
    let spaceless = word.parts.last().is_some_and(Part::is_spaceless);
    let between = text.get(word.end..part.start).unwrap_or(" ");
    !spaceless
        && (matches!(between, "" | "-" | "\u{2010}" | "\u{2011}" | "&" | "/" | "." | "'" | "\u{2019}")
            || is_subclause(word, part.start, text))
}

/// "(b)" directly after a clause number: "12.3(b)".
fn is_subclause(word: &Word<'_>, start: usize, text: &str) -> bool {
    let numbered = word.parts.first().is_some_and(Part::begins_with_digit);
    let inside = text[start..].split(')').next().unwrap_or_default();
    numbered
        && text[..start].ends_with('(')
        && start >= word.end
        && start - word.end == 1
        && inside.len() <= 4
        && inside.len() < text[start..].len()
        && inside.chars().all(char::is_alphanumeric)
}

/// Words by Unicode's rules, split again at apostrophes and full stops, but not inside numbers. Possessive endings are
/// removed.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    text.unicode_word_indices().flat_map(|(start, word)| split(start, without_possessive(word)))
}

fn without_possessive(word: &str) -> &str {
    ["'s", "'S", "\u{2019}s", "\u{2019}S"].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word)
}

/// The parts of a word that starts at this byte. Numbers keep their separators. Other signs are in a word only where a
/// combining mark follows them ("+" and an Arabic vowel mark): they are left out.
fn split(start: usize, word: &str) -> impl Iterator<Item = Part<'_>> {
    let number = word.starts_with(char::is_numeric);
    let mark =
        move |c: char| !number && !c.is_alphanumeric() && matches!(c, '.' | '\'' | '\u{2019}' | ':' | '_' | '\u{B7}');
    let pieces = word.split_inclusive(mark).flat_map(at_hangul).scan(start, |at, piece| {
        let start = *at;
        *at += piece.len();
        Some((start, piece))
    });
    let parts = pieces.map(move |(start, piece)| {
        let text = piece.trim_start_matches(|c: char| !c.is_alphanumeric());
        Part { text: text.trim_end_matches(mark), start: start + piece.len() - text.len() }
    });
    parts.filter(|part| part.text.chars().any(char::is_alphanumeric))
}

/// The pieces of a word where Hangul begins and ends: "제12조" has the number 12.
fn at_hangul(word: &str) -> Vec<&str> {
    if word.is_ascii() {
        return vec![word];
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = word.chars().next().is_some_and(is_hangul);
    for (at, c) in word.char_indices() {
        if is_hangul(c) != before {
            pieces.push(&word[start..at]);
            start = at;
            before = !before;
        }
    }
    pieces.push(&word[start..]);
    pieces
}

/// Adds the overlapping bigrams of a run. A single character stays alone.
fn push_bigrams<'a>(words: &mut Vec<Word<'a>>, run: &[Part<'a>], text: &'a str) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    let starts: Vec<usize> = text[first.start..last.end()].char_indices().map(|(at, _)| first.start + at).collect();
    let ends = || starts[1..].iter().copied().chain([last.end()]);
    let bigrams = starts.iter().copied().zip(ends().skip(usize::from(starts.len() > 1)));
    words.extend(bigrams.map(|(start, end)| Word { parts: vec![Part { text: &text[start..end], start }], start, end }));
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7A3}')
}

/// Scripts written without spaces between words, and Hangul: what follows a Korean noun is written together with it.
fn is_spaceless(c: char) -> bool {
    is_hangul(c)
        || matches!(c,
        '\u{0E00}'..='\u{0EFF}' | '\u{0F00}'..='\u{0FFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

/// A word without compatibility forms, letter case, accents, invisible characters and thousands separators.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.bytes().filter(|byte| *byte != b',').map(|byte| byte.to_ascii_lowercase() as char).collect();
    }
    fold_letters(text).filter(|c| *c != ',').collect()
}

/// A text without compatibility forms, letter case, accents, invisible characters and spaces. Punctuation stays.
pub fn fold_letters(text: &str) -> impl Iterator<Item = char> {
    let letters = text.nfkd().filter(|c| !is_dropped(*c)).map(same_letter).flat_map(char::to_lowercase);
    letters.nfc().filter(|c| !c.is_whitespace())
}

/// A word in lower case with its accents, as stemmers want it. Vowel marks of Arabic and Hebrew fall away: they are hardly
/// ever written.
pub(crate) fn lowered(text: &str) -> String {
    text.nfkc()
        .filter(|c| !is_vowel_mark(*c) && !is_invisible(*c) && !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

/// A number with a full stop before its decimals and nothing between its thousands: "1.234,56" in German is 1234.56. Clause
/// numbers ("12.3") stay as they are.
pub(crate) fn plain_number(text: &str, language: Language) -> Cow<'_, str> {
    if !language.has_decimal_comma() {
        return Cow::Borrowed(text);
    }
    let (whole, decimals) = text.split_once(',').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.split(['.', '\'', '\u{2019}']);
    let first = groups.next().unwrap_or_default();
    let are_groups = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3 && are_digits(group));
    if !(are_digits(first) && are_digits(decimals) && (are_groups || are_digits(whole))) {
        return Cow::Borrowed(text);
    }
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    Cow::Owned(if decimals.is_empty() { digits } else { format!("{digits}.{decimals}") })
}

/// Accents of European scripts, signs above and below letters of Arabic and Hebrew, and characters that only control layout.
/// Marks of Indic and other scripts change the meaning, so they stay.
fn is_dropped(c: char) -> bool {
    let is_accent = matches!(c, '\u{300}'..='\u{36F}') && canonical_combining_class(c) != 0;
    let is_hamza = matches!(c, '\u{653}'..='\u{655}');
    is_accent || is_hamza || is_vowel_mark(c) || is_invisible(c)
}

/// Vowel marks of Arabic and Hebrew, and the Arabic letter stretcher (tatweel).
fn is_vowel_mark(c: char) -> bool {
    matches!(c, '\u{64B}'..='\u{652}' | '\u{670}' | '\u{640}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}'
        | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}')
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Letters that are written for one another: in Arabic script the forms of alef, yeh, heh and kaf.
fn same_letter(c: char) -> char {
    match c {
        '\u{671}' => '\u{627}',
        '\u{649}' | '\u{6CC}' => '\u{64A}',
        '\u{629}' => '\u{647}',
        '\u{6A9}' => '\u{643}',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_fold_together() {
        assert_eq!(fold("Résumé"), "resume", "accents fall away");
        assert_eq!(fold("STRASSE"), fold("strasse"), "letter case falls away");
        assert_eq!(fold("co\u{AD}operate"), "cooperate", "a soft hyphen is invisible");
        assert_eq!(fold("1,577"), "1577", "thousands separators fall away");
        assert_eq!(fold("한국"), "한국", "Hangul is composed again");
    }
}
