//! A memo as statements: sentences below their headings. Not for what they claim (`claim`).

use pincite_language::{Language, language_of};
use pincite_passage::{is_bullet, is_item, sentences_in};
use pincite_value::numbers_in;
use std::ops::Range;

/// A line at least so long (in bytes) may go on in the next one.
const FULL_LINE: usize = 56;
/// Longest heading in bytes.
const LONGEST_HEADING: usize = 100;

/// A sentence of a memo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// Its bytes.
    pub(crate) range: Range<usize>,
    /// The headings above it, the outermost first.
    pub(crate) headings: Vec<Range<usize>>,
    /// Number of its paragraph.
    pub(crate) paragraph: usize,
}

/// A text with its statements. Ranges are bytes of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memo {
    /// The text, with a space instead of each line end inside a paragraph.
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) statements: Vec<Statement>,
    /// The bytes of each paragraph.
    pub(crate) paragraphs: Vec<Range<usize>>,
}

impl Memo {
    pub(crate) fn of(text: &str) -> Self {
        let text = joined(text);
        let mut memo = Self { text: text.clone(), language: language_of(&text), ..Self::default() };
        // The title of the memo and the last heading; or two lines that follow each other.
        let mut headings: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        for line in text.split('\n') {
            let range = start..start + line.len();
            start = range.end + 1;
            if line.trim().is_empty() {
                continue;
            }
            if memo.is_heading(line) {
                headings.truncate(1);
                headings.push(range);
            } else {
                memo.add(range, &headings);
            }
        }
        memo
    }

    fn add(&mut self, line: Range<usize>, headings: &[Range<usize>]) {
        let paragraph = self.paragraphs.len();
        for sentence in sentences_in(&self.text[line.clone()], self.language) {
            let range = line.start + sentence.start..line.start + sentence.end;
            self.statements.push(Statement { range, headings: headings.to_vec(), paragraph });
        }
        self.paragraphs.push(line);
    }

    fn is_heading(&self, line: &str) -> bool {
        let trimmed = line.trim();
        let is_short = trimmed.len() <= LONGEST_HEADING && !trimmed.ends_with(['.', ';', ',', '。', '।']);
        let is_point = trimmed.starts_with(['•', '–', '|', '-', '*']);
        let is_quote = trimmed.contains(['"', '“']);
        is_short && !is_point && !is_quote && numbers_in(trimmed, self.language).is_empty()
    }
}

/// The text with a space for each line end that only breaks a paragraph. Bytes stay where they are.
fn joined(text: &str) -> String {
    let text = text.replace("\r\n", " \n").replace('\r', "\n");
    let mut joined = String::with_capacity(text.len());
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        joined.push_str(line);
        let is_full = line.trim().len() >= FULL_LINE && !line.trim().ends_with(':');
        let goes_on = |next: &&str| is_full && !next.trim().is_empty() && !begins(next);
        if let Some(next) = lines.peek() {
            joined.push(if goes_on(next) { ' ' } else { '\n' });
        }
    }
    joined
}

/// Whether a line begins something of its own.
fn begins(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    is_bullet(first) || is_item(first) || first.starts_with(['#', '|', '*', '-', '•', '–'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(String, Vec<String>)> {
        let memo = Memo::of(text);
        let part = |range: &Range<usize>| memo.text[range.clone()].to_owned();
        let statement = |one: &Statement| (part(&one.range), one.headings.iter().map(part).collect());
        memo.statements.iter().map(statement).collect()
    }

    #[test]
    fn sentences_know_their_headings() {
        let found = parts("Review of Alder\n\nRevenue\nSales rose to $5. Costs fell.\n\nDebt\n- Notes: $7\n");
        let texts: Vec<&str> = found.iter().map(|one| one.0.as_str()).collect();
        assert_eq!(texts, ["Sales rose to $5.", "Costs fell.", "- Notes: $7"]);
        assert_eq!(found[1].1, ["Review of Alder", "Revenue"]);
        assert_eq!(found[2].1, ["Review of Alder", "Debt"]);
    }

    #[test]
    fn a_line_end_within_a_paragraph_ends_no_sentence() {
        let text =
            "The agreement may be ended by either of the two parties with\nsixty days' notice.\n- The fee is $5.";
        let found = parts(text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].0.ends_with("with sixty days' notice."));
    }
}
