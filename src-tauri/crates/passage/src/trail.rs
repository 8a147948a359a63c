//! Tracks the headings and the clause number at each position of a document. Not for finding headings (`heading`), nor for
//! the styles of an enumeration (`enumeration`).

use crate::enumeration::Enumeration;
use crate::heading::{is_title, number_rank, starts_lower};
use crate::numbering::{self, Mark, Number};

/// Rank of the innermost headings, such as "(a) Termination for Cause." at the start of a paragraph.
const MARK_RANK: u8 = 8;
/// Longest title at the start of a paragraph, in words.
const MOST_TITLE_WORDS: usize = 10;
/// A number without a title may leave out this many numbers after the one before.
const MOST_MISSING: u32 = 3;

/// Starts of the text that the parties sign.
const CLOSINGS: &[&str] = &["IN WITNESS", "In witness", "In Witness", "If the foregoing", "Very truly yours"];

/// The current headings and clause number.
#[derive(Default)]
pub(crate) struct Trail {
    headings: Vec<Heading>,
    base: Option<String>,
    marks: Enumeration,
    /// A heading without a number came after the last number: numbers can start again.
    restarts: bool,
}

struct Heading {
    rank: u8,
    text: String,
}

impl Trail {
    /// Whether a clause with a number or an article is open.
    pub(crate) fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// The headings above, outermost first.
    pub(crate) fn headings(&self) -> Vec<String> {
        self.headings.iter().map(|heading| heading.text.clone()).collect()
    }

    /// The number of the clause, "7.2(b)(iv)" or "Article V(a)".
    pub(crate) fn clause(&self) -> Option<String> {
        let (base, marks) = (self.base.as_deref().unwrap_or_default(), self.marks.to_string());
        let dot = if base.is_empty() || marks.is_empty() || marks.starts_with('(') { "" } else { "." };
        let clause = format!("{base}{dot}{marks}");
        (!clause.is_empty()).then_some(clause)
    }

    /// Enters a heading.
    pub(crate) fn heading(&mut self, rank: u8, text: &str) {
        self.enter(rank, text.trim_end_matches('.'));
        match numbering::leading(text) {
            Some((number, end)) => self.number(&number, &text[end..], &text[..end]),
            None if rank <= 3 => self.clear_clause(),
            None => {
                self.marks.clear();
                self.restarts = true;
            }
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
        if let Number::Decimal(item) = &number
            && self.is_item(item, title_of(text, end).is_some())
        {
            self.marks.enter(Mark { text: format!("({item})"), sign: item.clone() });
            return None;
        }
        self.open(&number, text, end)
    }

    /// Enters a sentence inside a paragraph, which may have the number of the next clause: "… (b) The Supplier …".
    pub(crate) fn sentence(&mut self, text: &str) {
        let Some((number, end)) = numbering::leading(text) else { return };
        let opens = match &number {
            Number::Mark(mark) => text.starts_with('(') && (self.marks.is_next(mark) || mark.is_first()),
            Number::Decimal(number) => number.contains('.') || self.is_next(number),
            Number::Division { .. } => false,
        };
        if opens {
            self.open(&number, text, end);
        }
    }

    fn open(&mut self, number: &Number, text: &str, end: usize) -> Option<u8> {
        let rank = number_rank(number).map_or(MARK_RANK, |rank| rank + 1);
        self.headings.retain(|heading| heading.rank < rank);
        if let Some(title) = title_of(text, end) {
            self.enter(rank, title);
        }
        self.number(number, &text[end..], &text[..end]);
        (rank < MARK_RANK).then_some(rank)
    }

    /// Enters a number and the marks right after it: "7.2(a)(i)". `printed` is the number as printed.
    fn number(&mut self, number: &Number, rest: &str, printed: &str) {
        self.restarts = false;
        match number {
            Number::Mark(mark) => self.marks.enter(mark.clone()),
            Number::Decimal(number) => self.base(number.clone()),
            Number::Division { is_clause: true, .. } => self.base(printed.trim_end_matches(['.', ':', ')']).to_owned()),
            Number::Division { .. } => self.clear_clause(),
        }
        if let Some((Number::Mark(mark), end)) = numbering::leading(rest).filter(|_| rest.starts_with('(')) {
            self.number(&Number::Mark(mark), &rest[end..], "");
        }
    }

    /// Whether "1." counts the items of a list inside the clause rather than clauses. With a title it does so only inside
    /// an enumeration.
    fn is_item(&self, number: &str, has_title: bool) -> bool {
        let mark = Mark { text: String::new(), sign: number.to_owned() };
        let starts_list = !self.marks.is_empty() && mark.is_first();
        let can_be = !number.contains('.') && !self.restarts && self.major().is_some();
        can_be && (self.marks.is_next(&mark) || !self.is_next(number) && (starts_list || !has_title))
    }

    /// Whether a number follows that of the current clause: "8" after "7.2".
    fn is_next(&self, number: &str) -> bool {
        let next = number.parse::<u32>().ok().zip(self.major());
        next.is_some_and(|(number, major)| number > major && number - major <= MOST_MISSING)
    }

    fn major(&self) -> Option<u32> {
        self.base.as_ref()?.split('.').next()?.parse().ok()
    }

    /// A paragraph without a mark after an enumeration belongs to the surrounding clause ("A notice under (d) must …").
    /// What the parties sign belongs to none.
    fn leave_marks(&mut self, text: &str) {
        if text.starts_with(['*', '†', '‡', '[']) {
            return; // a footnote or a notice
        }
        if CLOSINGS.iter().any(|closing| text.starts_with(closing)) {
            self.headings.clear();
            self.clear_clause();
        } else if !starts_lower(text) {
            self.marks.clear();
            self.headings.retain(|heading| heading.rank < MARK_RANK);
        }
    }

    fn enter(&mut self, rank: u8, text: &str) {
        self.headings.retain(|heading| heading.rank < rank);
        self.headings.push(Heading { rank, text: text.to_owned() });
    }

    fn base(&mut self, number: String) {
        self.base = Some(number);
        self.marks.clear();
    }

    fn clear_clause(&mut self) {
        self.base = None;
        self.marks.clear();
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
