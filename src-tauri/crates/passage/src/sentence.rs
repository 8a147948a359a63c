//! Finds the ends of sentences.
//!
//! Unicode Standard Annex 29 finds the candidates in any script. Abbreviations and ordinals of the language, and
//! clause numbers alone, remove some candidates. An enumerated sentence after a full stop adds one.

use crate::abbreviations::{Abbreviations, Figures, abbreviations_of, figures_of};
use crate::number::Number;
use crate::numbering;
use crate::words::words_of;
use pincite_language::Language;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Longest number of a clause (bytes).
const LONGEST_NUMBER: usize = 24;

/// Longest number of a clause in other languages (bytes). Some scripts take three bytes for a letter.
const LONGEST_FOREIGN_NUMBER: usize = 60;
/// Most digits of a day or an ordinal.
const LONGEST_ORDINAL: usize = 2;
/// Opening signs that belong to the next sentence where no spaces are: "する。「甲」".
const OPENING: [char; 10] = ['「', '『', '（', '【', '《', '〈', '〔', '［', '“', '‘'];

/// Byte ranges of the sentences of an English text, in order, without the white space between them. All other characters are
/// in exactly one range. A line feed always ends a sentence.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    sentences_in(text, Language::English)
}

/// The same of a text in any language: its abbreviations and ordinals end no sentence.
pub fn sentences_in(text: &str, language: Language) -> Vec<Range<usize>> {
    let rules = Rules { language, abbreviations: abbreviations_of(language), figures: figures_of(language) };
    let mut found: Vec<Range<usize>> = Vec::new();
    for candidate in rules.candidates(text) {
        for range in rules.enumerated(text, candidate) {
            match found.last_mut() {
                Some(last) if rules.continues(&text[last.clone()], &text[range.clone()]) => last.end = range.end,
                _ => found.push(range),
            }
        }
    }
    found.into_iter().filter_map(|range| trimmed(text, range)).collect()
}

/// What ends a sentence in a language.
struct Rules {
    language: Language,
    abbreviations: &'static Abbreviations,
    figures: Figures,
}

impl Rules {
    /// The sentences that the annex finds. Quotation marks that it leaves with the wrong one are moved: a French closing one
    /// after a space, and Chinese and Japanese opening ones.
    fn candidates(&self, text: &str) -> Vec<Range<usize>> {
        let starts = text.split_sentence_bound_indices().map(|(start, _)| start).skip(1);
        let mut edges = vec![0];
        for start in starts.map(|start| self.edge(text, start)).chain([text.len()]) {
            edges.push(edges.last().map_or(start, |last| start.max(*last)));
        }
        edges.windows(2).filter(|pair| pair[0] < pair[1]).map(|pair| pair[0]..pair[1]).collect()
    }

    /// The place of an edge between two sentences that the annex has at `start`.
    fn edge(&self, text: &str, start: usize) -> usize {
        match self.language {
            Language::French => {
                let rest = text[start..].strip_prefix('»').map_or(&text[start..], str::trim_start);
                text.len() - rest.len()
            }
            Language::Chinese | Language::Japanese => text[..start].trim_end_matches(OPENING).len(),
            _ => start,
        }
    }

    /// Cuts a candidate before "(a)" after a full stop. The annex does not, because a lower-case letter follows.
    fn enumerated(&self, text: &str, range: Range<usize>) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut start = range.start;
        for (at, _) in text[range.clone()].match_indices(". (") {
            let open = range.start + at + 2;
            let number = numbering::leading_in(&text[open..range.end], self.language);
            if matches!(number, Some((Number::Marker(_), _))) {
                ranges.push(start..open);
                start = open;
            }
        }
        ranges.push(start..range.end);
        ranges
    }

    /// Whether `next` continues the sentence.
    fn continues(&self, sentence: &str, next: &str) -> bool {
        if sentence.ends_with(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
            return false;
        }
        let is_glued = match self.language {
            Language::Japanese => goes_on_after_bracket(sentence, next),
            language => !language.is_english() && is_glued_letter(sentence, next),
        };
        let sentence = sentence.trim();
        sentence.is_empty()
            || is_glued
            || self.is_number(sentence)
            || self.ends_with_abbreviation(sentence, next.trim_start())
    }

    /// Whether a text is only the number of the next sentence: "7.2.", "(a)", "A.", "Item 1A.".
    fn is_number(&self, sentence: &str) -> bool {
        let longest = if words_of(self.language).is_some() { LONGEST_FOREIGN_NUMBER } else { LONGEST_NUMBER };
        sentence.len() <= longest
            && numbering::leading_in(sentence, self.language).is_some_and(|(_, end)| sentence[end..].trim().is_empty())
    }

    /// Whether `sentence` ends in an abbreviation or an ordinal and continues in `next`.
    fn ends_with_abbreviation(&self, sentence: &str, next: &str) -> bool {
        let Some(body) = sentence.strip_suffix('.') else { return false };
        match self.abbreviations.language {
            Language::English => self.continues_in_english(body, next) || self.is_in_date(body, next),
            _ => self.continues_in_language(body, next),
        }
    }

    fn continues_in_english(&self, body: &str, next: &str) -> bool {
        let word = last_word(body);
        let lower = word.to_lowercase();
        if self.abbreviations.never.contains(&lower.as_str()) {
            return !(lower == "no" && word == "no"); // "No. 5", but "the answer is no."
        }
        self.is_name(body, word)
            || self.abbreviations.sometimes.contains(&lower.as_str()) && !self.starts_sentence(next)
    }

    fn continues_in_language(&self, body: &str, next: &str) -> bool {
        let word = last_word(body);
        let lower = body.to_lowercase();
        let is_one_of = |list: &[&str]| list.iter().any(|one| ends_with_words(&lower, one));
        if word.ends_with(|c: char| c.is_numeric()) {
            return self.is_ordinal(body, next);
        }
        if is_one_of(self.abbreviations.units) && before_word(body, word).ends_with(|c: char| c.is_numeric()) {
            return !next.starts_with(char::is_uppercase);
        }
        if is_one_of(self.abbreviations.sometimes) {
            return !self.starts_sentence(next);
        }
        is_one_of(self.abbreviations.never) || self.is_name(body, word)
    }

    /// Whether a word is the initials of a name, and not the letter of a party.
    fn is_name(&self, body: &str, word: &str) -> bool {
        let before = last_word(before_word(body, word)).to_lowercase();
        let names = words_of(self.language).map_or(&[][..], |words| words.names);
        // English names have no initials with accents here.
        let is_known = self.abbreviations.language != Language::English || word.is_ascii();
        is_known
            && is_initial(word)
            && !self.abbreviations.lettered.contains(&before.as_str())
            && !names.iter().any(|name| name.word == before)
    }

    /// Whether a figure with a full stop is an ordinal or part of a date: "1. Januar", but not "§ 1. Januar".
    fn is_ordinal(&self, body: &str, next: &str) -> bool {
        let word = last_word(body);
        match self.figures {
            Figures::End => false,
            Figures::Date => self.is_in_date(body, next),
            Figures::Always => next.starts_with(|c: char| c.is_alphanumeric()),
            Figures::Ordinal => {
                let is_short = word.len() <= LONGEST_ORDINAL && word.chars().all(|c| c.is_ascii_digit());
                let is_clause = self.is_named(before_word(body, word));
                is_short && !is_clause && !self.starts_sentence(next)
            }
        }
    }

    /// Whether a figure with a full stop is a day or a month: "3. 5. 2024".
    fn is_in_date(&self, body: &str, next: &str) -> bool {
        let word = last_word(body);
        let is_short = word.len() <= LONGEST_ORDINAL && !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        self.figures == Figures::Date && is_short && next.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether a text ends in the name of a clause: "gemäß §".
    fn is_named(&self, before: &str) -> bool {
        let word = before.rsplit(char::is_whitespace).next().unwrap_or_default().trim_end_matches('.').to_lowercase();
        let words = words_of(self.language);
        word.ends_with('§')
            || words.is_some_and(|words| {
                words.names.iter().any(|name| name.word == word) || words.references.contains(&word.as_str())
            })
    }

    fn starts_sentence(&self, next: &str) -> bool {
        let word = next.split(|c: char| !c.is_alphanumeric()).find(|part| !part.is_empty()).unwrap_or_default();
        next.is_empty() || self.abbreviations.starters.contains(&word.to_lowercase().as_str())
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = range.start + part.trim_end().len();
    (start < end).then_some(start..end)
}

/// The text between the last white space or opening bracket and the full stop.
fn last_word(body: &str) -> &str {
    let start = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '‘' | '\'' | '/' | '§' | ',' | '—');
    body.rsplit(start).next().unwrap_or(body)
}

/// What stands before the last word.
fn before_word<'t>(body: &'t str, word: &str) -> &'t str {
    body.strip_suffix(word).unwrap_or_default().trim_end()
}

/// Whether a text ends in these words, and no letter or full stop stands right before them.
fn ends_with_words(body: &str, words: &str) -> bool {
    let before = body.strip_suffix(words);
    before.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-')))
}

/// Whether an abbreviation goes on without a space, as in scripts without capitals: "ת.ז.", "ش.م.م".
fn is_glued_letter(sentence: &str, next: &str) -> bool {
    let letters = sentence.strip_suffix('.').and_then(|body| body.rsplit(|c: char| !c.is_alphanumeric()).next());
    letters.is_some_and(|letters| (1..=2).contains(&letters.chars().count())) && next.starts_with(char::is_alphabetic)
}

/// Whether a Japanese sentence goes on after one in brackets: "（以下「甲」という。）と".
fn goes_on_after_bracket(sentence: &str, next: &str) -> bool {
    let is_particle = |c: char| ('\u{3041}'..='\u{309F}').contains(&c) || c == '、';
    sentence.ends_with(['）', '」', '』']) && next.starts_with(is_particle)
}

/// "J." and "J.P.", not "I" at the end of "Section I".
fn is_initial(word: &str) -> bool {
    let mut letters = word.split('.');
    let is_capital = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
    };
    !word.is_empty() && letters.all(is_capital)
}
