//! Tracks the headings and the clause number at each position of a document: "7.2", and the markers of nested enumerations
//! below it, "(b)(iv)".

use crate::enumeration::Enumeration;
use crate::heading::{is_title, number_rank, starts_lower};
use crate::number::{Marker, Number};
use crate::numbering;
use crate::numerals::whole;
use crate::words::{ClauseWords, words_of};
use pincite_language::Language;

/// Rank of the innermost headings, such as "(a) Termination for Cause." at the start of a paragraph.
const MARKER_RANK: u8 = 8;
/// Longest title at the start of a paragraph, in words.
const MOST_TITLE_WORDS: usize = 10;
/// A number without a title may leave out this many numbers after the one before.
const MOST_MISSING: u32 = 3;

/// Starts of the text that the parties sign.
const CLOSINGS: &[&str] = &["IN WITNESS", "In witness", "In Witness", "If the foregoing", "Very truly yours"];

/// The current headings and clause number.
#[derive(Default)]
pub(crate) struct Trail {
    language: Language,
    headings: Vec<Heading>,
    base: Option<Base>,
    markers: Enumeration,
    /// A heading without a number came after the last number: numbers can start again.
    restarts: bool,
}

struct Heading {
    rank: u8,
    text: String,
}

/// The clause that enumerations are in.
struct Base {
    /// As it is cited.
    cited: String,
    /// The number alone, if no word belongs to it: "7.2".
    number: Option<String>,
}

impl Trail {
    /// At the start of a document in this language.
    pub(crate) fn new(language: Language) -> Self {
        Self { language, ..Self::default() }
    }

    /// Whether a clause with a number or an article is open.
    pub(crate) fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// The headings above, outermost first.
    pub(crate) fn headings(&self) -> Vec<String> {
        self.headings.iter().map(|heading| heading.text.clone()).collect()
    }

    /// The number of the clause as it is cited, "7.2(b)(iv)" or "Article V(a)", "§ 5 Abs. 1".
    pub(crate) fn clause(&self) -> Option<String> {
        let base = self.base.as_ref().map(|base| base.cited.as_str()).unwrap_or_default();
        let clause = match self.words() {
            Some(words) => {
                format!("{base}{}", self.markers.cited_by(words)).trim_matches([' ', ',', '、', '،']).to_owned()
            }
            None => {
                let markers = self.markers.to_string();
                let dot = if base.is_empty() || markers.is_empty() || markers.starts_with('(') { "" } else { "." };
                format!("{base}{dot}{markers}")
            }
        };
        (!clause.is_empty()).then_some(clause)
    }

    fn words(&self) -> Option<&'static ClauseWords> {
        words_of(self.language)
    }

    fn leading(&self, text: &str) -> Option<(Number, usize)> {
        numbering::leading_in(text, self.language)
    }

    /// Enters a heading.
    pub(crate) fn heading(&mut self, rank: u8, text: &str) {
        self.enter(rank, text.trim_end_matches('.'));
        match self.leading(text) {
            Some((number, end)) => self.number(&number, &text[end..]),
            None if rank <= 3 => self.clear_clause(),
            None => {
                self.markers.clear();
                self.restarts = true;
            }
        }
    }

    /// Enters a paragraph, which may have a number and a title ("7.2 Notice. Either party …"). Returns the rank of the
    /// section it opens, if any. This rank is one further in than that of a heading with the same number: such numbers
    /// often restart under headings without a number.
    pub(crate) fn paragraph(&mut self, text: &str) -> Option<u8> {
        let Some((number, end)) = self.leading(text) else {
            self.leave_markers(text);
            return None;
        };
        if let Number::Decimal(item) = &number
            && self.is_item(item, title_of(text, end).is_some())
        {
            self.markers.enter(self.item(item));
            return None;
        }
        self.open(&number, text, end)
    }

    /// Enters a sentence inside a paragraph, which may have the number of the next clause: "… (b) The Supplier …".
    pub(crate) fn sentence(&mut self, text: &str) {
        let Some((number, end)) = self.leading(text) else { return };
        let opens = match &number {
            Number::Marker(marker) => {
                text.starts_with(['(', '（']) && (self.markers.is_next(marker) || marker.is_first())
            }
            Number::Decimal(number) => number.contains('.') || self.is_next(number),
            Number::Division { .. } => false,
        };
        if opens {
            self.open(&number, text, end);
        }
    }

    fn open(&mut self, number: &Number, text: &str, end: usize) -> Option<u8> {
        let rank = number_rank(number).map_or(MARKER_RANK, |rank| rank + 1);
        self.headings.retain(|heading| heading.rank < rank);
        if let Some(title) = title_of(text, end) {
            self.enter(rank, title);
        }
        self.number(number, &text[end..]);
        (rank < MARKER_RANK).then_some(rank)
    }

    /// Enters a number and the markers right after it: "7.2(a)(i)".
    fn number(&mut self, number: &Number, rest: &str) {
        self.restarts = false;
        match number {
            Number::Marker(marker) => self.markers.enter(marker.clone()),
            Number::Decimal(number) => {
                let cited = self.words().map_or_else(|| number.clone(), |words| words.decimal.cite(number));
                self.base(Base { cited, number: Some(number.clone()) });
            }
            Number::Division { cited: Some(cited), .. } => self.base(Base { cited: cited.clone(), number: None }),
            Number::Division { cited: None, .. } => self.clear_clause(),
        }
        if let Some((Number::Marker(marker), end)) = self.leading(rest).filter(|_| rest.starts_with('(')) {
            self.number(&Number::Marker(marker), &rest[end..]);
        }
    }

    /// The marker of an item that is numbered like a clause: "1.".
    fn item(&self, number: &str) -> Marker {
        let text = if self.words().is_some() { format!("{number}.") } else { format!("({number})") };
        Marker { text, sign: number.to_owned() }
    }

    /// Whether "1." counts the items of a list inside the clause rather than clauses. With a title it does so only inside
    /// an enumeration.
    fn is_item(&self, number: &str, has_title: bool) -> bool {
        let marker = self.item(number);
        if let (Some(_), Some(Base { number: None, .. })) = (self.words(), &self.base) {
            // "§ 5" has a number of its own kind.
            return !number.contains('.') && !self.restarts && (self.markers.is_next(&marker) || marker.is_first());
        }
        let starts_list = !self.markers.is_empty() && marker.is_first();
        let can_be = !number.contains('.') && !self.restarts && self.major().is_some();
        can_be && (self.markers.is_next(&marker) || !self.is_next(number) && (starts_list || !has_title))
    }

    /// Whether a number follows that of the current clause: "8" after "7.2".
    fn is_next(&self, number: &str) -> bool {
        let next = whole(number).zip(self.major());
        next.is_some_and(|(number, major)| number > major && number - major <= MOST_MISSING)
    }

    fn major(&self) -> Option<u32> {
        whole(self.base.as_ref()?.number.as_ref()?.split('.').next()?)
    }

    /// A paragraph without a marker after an enumeration belongs to the surrounding clause ("A notice under (d) must …").
    /// What the parties sign belongs to none.
    fn leave_markers(&mut self, text: &str) {
        if text.starts_with(['*', '†', '‡', '[']) {
            return; // a footnote or a notice
        }
        let closings = self.words().map_or(CLOSINGS, |words| words.closings);
        if closings.iter().any(|closing| text.starts_with(closing)) {
            self.headings.clear();
            self.clear_clause();
        } else if !starts_lower(text) {
            self.markers.clear();
            self.headings.retain(|heading| heading.rank < MARKER_RANK);
        }
    }

    fn enter(&mut self, rank: u8, text: &str) {
        self.headings.retain(|heading| heading.rank < rank);
        self.headings.push(Heading { rank, text: text.to_owned() });
    }

    fn base(&mut self, base: Base) {
        self.base = Some(base);
        self.markers.clear();
    }

    fn clear_clause(&mut self) {
        self.base = None;
        self.markers.clear();
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
