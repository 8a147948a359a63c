//! Finds heading lines and their rank. `block` then checks the lines around them.
//!
//! All kinds of headings share one scale of ranks, 0 the outermost: title 0, Part and Schedule 1, Article and Item 2,
//! "7" 3, "7.2" 4, "7.2.1" 5. Headings without a number get their rank from size, weight and capitals.

use crate::line::TextLine;
use crate::number::Number;
use crate::numbering;
use crate::wording::{is_auditors_report, is_lookalike_line, is_title_of_statement};
use crate::words::words_of;
use pincite_language::Language;
use pincite_pdf::Contents;
use std::collections::HashMap;

/// Longest heading, in characters and words.
const LONGEST: usize = 140;
const MOST_WORDS: usize = 18;
/// Longest heading in sentence case, in words.
const MOST_WORDS_IN_SENTENCE_CASE: usize = 10;

/// Longest heading in a script without capitals, in characters.
const LONGEST_WITHOUT_CASE: usize = 40;

/// Rank of the title of a financial statement and of an auditor's report, whatever its type looks like.
const STATEMENT_RANK: u8 = 3;

/// The style of a document's body text, and the headings in its outline.
pub(crate) struct BodyStyle {
    body_size: f32,
    bold_is_rare: bool,
    outline: HashMap<(u32, String), u8>,
    language: Language,
}

impl BodyStyle {
    pub(crate) fn measure(lines: &[TextLine<'_>], contents: &Contents, language: Language) -> Self {
        let all: usize = lines.iter().map(|line| line.pieces.len()).sum();
        let bold: usize = lines.iter().filter(|line| line.bold).map(|line| line.pieces.len()).sum();
        let outline = outline_ranks(contents);
        Self { body_size: commonest_size(lines), bold_is_rare: bold * 3 < all, outline, language }
    }

    /// The rank of a line whose words and style allow a heading.
    pub(crate) fn rank(&self, line: &TextLine<'_>) -> Option<u8> {
        let words = line.text.split_whitespace().count();
        let is_short = line.text.len() <= LONGEST && words <= MOST_WORDS;
        let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
        if line.is_row || line.leader || !is_short || letters < 3 || line.text.ends_with([',', ';']) {
            return None;
        }
        if is_lookalike_line(&line.text, line.number.is_some()) {
            return None;
        }
        self.outline_rank(line).or_else(|| match &line.number {
            Some((number, end)) => self.numbered_rank(line, number, line.text[*end..].trim()),
            None => self.unnumbered_rank(line),
        })
    }

    /// Bold, larger than body text or in capitals.
    pub(crate) fn is_distinct(&self, line: &TextLine<'_>) -> bool {
        self.is_bold(line) || self.is_large(line) || is_capitals(&line.text)
    }

    fn is_bold(&self, line: &TextLine<'_>) -> bool {
        self.bold_is_rare && line.bold
    }

    fn is_large(&self, line: &TextLine<'_>) -> bool {
        line.size > self.body_size * 1.12
    }

    fn outline_rank(&self, line: &TextLine<'_>) -> Option<u8> {
        let level = *self.outline.get(&(line.page, normalized(&line.text)))?;
        let rank = (1 + 2 * level).min(8);
        match &line.number {
            Some((number @ Number::Decimal(text), _)) if text.contains('.') => number_rank(number),
            _ => Some(rank),
        }
    }

    fn numbered_rank(&self, line: &TextLine<'_>, number: &Number, title: &str) -> Option<u8> {
        let is_foreign = words_of(self.language).is_some();
        let is_long = title.split_whitespace().count() > 8 || is_foreign && !has_case(title);
        let ends = ends_sentence(title) && is_long;
        let looks = match number {
            Number::Division { .. } => {
                title.is_empty() || is_title(title) || self.is_distinct(line) || is_foreign && is_plain_title(title)
            }
            Number::Decimal(_) => !title.is_empty() && (is_title(title) || self.is_bold(line) || self.is_large(line)),
            Number::Marker(marker) => {
                let is_capital = marker.sign.chars().all(char::is_uppercase);
                !title.is_empty() && (self.is_bold(line) || self.is_large(line) || is_capital && is_capitals(title))
            }
        };
        if looks && !ends { number_rank(number).or(Some(6)) } else { None }
    }

    fn unnumbered_rank(&self, line: &TextLine<'_>) -> Option<u8> {
        if ends_sentence(&line.text) && !line.text.ends_with(':') || starts_lower(&line.text) || is_clause(&line.text) {
            return None;
        }
        if is_title_of_statement(&line.text) || is_auditors_report(&line.text) && self.is_distinct(line) {
            return Some(STATEMENT_RANK);
        }
        let ratio = line.size / self.body_size.max(1.0);
        match (self.is_bold(line), is_capitals(&line.text)) {
            _ if ratio >= 1.6 => Some(0),
            _ if ratio >= 1.3 => Some(1),
            _ if ratio > 1.12 => Some(4),
            (true, false) => Some(6),
            (_, true) => Some(3),
            (false, false) => None,
        }
    }
}

/// A long line in sentence case is part of a sentence.
fn is_clause(text: &str) -> bool {
    text.split_whitespace().count() > MOST_WORDS_IN_SENTENCE_CASE && !is_title(text) && !is_capitals(text)
}

/// The rank of a number, if the number alone decides it.
pub(crate) fn number_rank(number: &Number) -> Option<u8> {
    match number {
        Number::Division { rank, .. } => Some(*rank),
        Number::Decimal(text) => Some((3 + text.matches('.').count() as u8).min(6)),
        Number::Marker(_) => None,
    }
}

/// Whether a title after the name of a clause can be one in sentence case, as most languages have it: "Prix et paiement".
fn is_plain_title(title: &str) -> bool {
    let is_short = if has_case(title) {
        title.split_whitespace().count() <= MOST_WORDS_IN_SENTENCE_CASE
    } else {
        title.chars().count() <= LONGEST_WITHOUT_CASE
    };
    is_short && !ends_sentence(title) && !starts_lower(title)
}

/// Whether a text has letters of a script with capitals.
fn has_case(text: &str) -> bool {
    text.chars().any(|c| c.is_lowercase() || c.is_uppercase())
}

/// A heading without its number: "Section 7.2. Termination" becomes "Termination", and "§ 5 Kündigung" becomes "Kündigung".
pub fn without_number(heading: &str, language: Language) -> &str {
    let end = numbering::leading_in(heading, language).map_or(0, |(_, end)| end);
    heading[end..]
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | '-' | '–' | '—'))
        .trim_end()
}

/// A heading without its number, where the clause beside it says that: "§ 5 Kündigung" is "Kündigung" beside "§ 5 Abs. 1". The
/// whole heading beside another clause.
pub fn title_beside<'h>(heading: &'h str, clause: &str, language: Language) -> &'h str {
    let says = |cited: &str| {
        clause.strip_prefix(cited).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    match numbering::leading_in(heading, language) {
        Some((Number::Division { cited: Some(cited), .. }, _)) if !says(&cited) => heading,
        Some((Number::Division { cited: None, .. }, _)) => heading,
        _ => without_number(heading, language),
    }
}

/// Whether all words of four or more letters start with a capital.
pub(crate) fn is_title(text: &str) -> bool {
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
        if letters.len() >= 4 && letters[0].is_lowercase() {
            return false;
        }
    }
    text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase)
}

/// Whether a text ends in a full stop or similar sign. Quotes and brackets may follow it.
pub(crate) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '”', '’', '\'', ')', ']', '」', '』', '）']);
    text.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '।', '؟', '۔'])
}

pub(crate) fn starts_lower(text: &str) -> bool {
    text.chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_lowercase)
}

pub(crate) fn is_capitals(text: &str) -> bool {
    text.chars().filter(|c| c.is_uppercase()).count() >= 3 && !text.chars().any(char::is_lowercase)
}

/// Letters and digits only, in lower case.
pub(crate) fn normalized(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn outline_ranks(contents: &Contents) -> HashMap<(u32, String), u8> {
    let mut ranks = HashMap::new();
    for item in &contents.outline {
        let title = normalized(&item.title);
        if let Some(page) = item.page.filter(|_| !title.is_empty()) {
            ranks.insert((page, title), item.level.min(8) as u8);
        }
    }
    ranks
}

/// The font size of most words, in points, rounded to half a point.
fn commonest_size(lines: &[TextLine<'_>]) -> f32 {
    let mut words: HashMap<u32, usize> = HashMap::new();
    for line in lines {
        *words.entry((line.size * 2.0).round() as u32).or_default() += line.pieces.len();
    }
    words.into_iter().max_by_key(|&(size, count)| (count, size)).map_or(0.0, |(size, _)| size as f32 / 2.0)
}
