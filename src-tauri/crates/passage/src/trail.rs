//! Tracks the headings and the clause number at each position of a document. Not for finding headings (`heading`).

use crate::heading::{is_title, number_rank, starts_lower};
use crate::numbering::{self, Mark, Number, roman};

/// Rank of the innermost headings, such as "(a) Termination for Cause." at the start of a paragraph.
const MARK_RANK: u8 = 8;
/// Longest title at the start of a paragraph, in words.
const MOST_TITLE_WORDS: usize = 10;

/// The current headings and clause number.
#[derive(Default)]
pub(crate) struct Trail {
    headings: Vec<(u8, String)>,
    base: Option<String>,
    marks: Vec<(Style, Mark)>,
}

/// The style of an enumeration's marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Lower,
    Upper,
    LowerRoman,
    UpperRoman,
    Figure,
}

impl Trail {
    /// The headings above, outermost first.
    pub(crate) fn headings(&self) -> Vec<String> {
        self.headings.iter().map(|(_, text)| text.clone()).collect()
    }

    /// The number of the clause, "7.2(b)(iv)".
    pub(crate) fn clause(&self) -> Option<String> {
        let marks: String = self.marks.iter().map(|(_, mark)| mark.text.as_str()).collect();
        match &self.base {
            Some(base) => Some(format!("{base}{marks}")),
            None => (!marks.is_empty()).then_some(marks),
        }
    }

    /// Enters a heading.
    pub(crate) fn heading(&mut self, rank: u8, text: &str) {
        self.enter(rank, text.trim_end_matches('.'));
        match numbering::leading(text) {
            Some((Number::Decimal(number), _)) => self.number(number),
            Some((Number::Mark(mark), _)) => self.mark(mark),
            Some((Number::Division(_), _)) => self.clear_clause(),
            None if rank <= 3 => self.clear_clause(),
            None => {}
        }
    }

    /// Enters a paragraph, which may have a number and a title ("7.2 Notice. Either party …"). Returns the rank of the
    /// section it opens, if any. This rank is one further in than that of a heading with the same number: such numbers
    /// often restart under headings without a number.
    pub(crate) fn paragraph(&mut self, text: &str) -> Option<u8> {
        let Some((number, end)) = numbering::leading(text) else {
            self.leave_marks(text);
            return None;
        };
        let rank = number_rank(&number).map_or(MARK_RANK, |rank| rank + 1);
        self.headings.retain(|heading| heading.0 < rank);
        if let Some(title) = title_of(text, end) {
            self.enter(rank, title);
        }
        match number {
            Number::Decimal(number) => self.number(number),
            Number::Mark(mark) => self.mark(mark),
            Number::Division(_) => self.clear_clause(),
        }
        (rank < MARK_RANK).then_some(rank)
    }

    /// A paragraph without a mark after an enumeration belongs to the surrounding clause ("A notice under (d) must …").
    fn leave_marks(&mut self, text: &str) {
        if !starts_lower(text) {
            self.marks.clear();
            self.headings.retain(|heading| heading.0 < MARK_RANK);
        }
    }

    fn enter(&mut self, rank: u8, text: &str) {
        self.headings.retain(|heading| heading.0 < rank);
        self.headings.push((rank, text.to_owned()));
    }

    fn number(&mut self, number: String) {
        self.base = Some(number);
        self.marks.clear();
    }

    fn clear_clause(&mut self) {
        self.base = None;
        self.marks.clear();
    }

    /// Enters the next mark of an open enumeration, or starts a nested one.
    fn mark(&mut self, mark: Mark) {
        let style = self.style_of(&mark);
        if let Some(at) = self.marks.iter().position(|(known, _)| *known == style) {
            self.marks.truncate(at);
        }
        self.marks.push((style, mark));
    }

    /// "(i)" is the ninth letter only after "(h)".
    fn style_of(&self, mark: &Mark) -> Style {
        let follows = |style| {
            self.marks.iter().any(|(known, before)| *known == style && is_next(style, &before.sign, &mark.sign))
        };
        let is_upper = mark.sign.chars().all(char::is_uppercase);
        let (letter, numeral) =
            if is_upper { (Style::Upper, Style::UpperRoman) } else { (Style::Lower, Style::LowerRoman) };
        match mark.sign.to_lowercase().as_str() {
            sign if sign.chars().all(|c| c.is_ascii_digit()) => Style::Figure,
            sign if roman(sign).is_none() => letter,
            _ if follows(numeral) => numeral,
            _ if follows(letter) => letter,
            sign if sign.len() > 1 || sign == "i" => numeral,
            _ => letter,
        }
    }
}

/// Whether `sign` follows `before` in a style.
fn is_next(style: Style, before: &str, sign: &str) -> bool {
    let (before, sign) = (before.to_lowercase(), sign.to_lowercase());
    let next_letter = |a: &str, b: &str| a.len() == 1 && b.len() == 1 && a.as_bytes()[0] + 1 == b.as_bytes()[0];
    match style {
        Style::LowerRoman | Style::UpperRoman => roman(&before).is_some_and(|value| roman(&sign) == Some(value + 1)),
        _ => next_letter(&before, &sign),
    }
}

/// The number and title at the start of a paragraph, if a full stop, colon or dash ends them.
fn title_of(text: &str, number_end: usize) -> Option<&str> {
    let rest = &text[number_end..];
    let end = [". ", ": ", ".—", " — ", " – ", ".–"].iter().filter_map(|sign| rest.find(sign)).min();
    let end = end.unwrap_or(rest.trim_end_matches('.').len());
    let title = rest[..end].trim();
    let is_short = !title.is_empty() && title.split_whitespace().count() <= MOST_TITLE_WORDS;
    (is_short && is_title(title)).then(|| text[..number_end + end].trim_end())
}
