//! Tracks the headings and the clause number at each position of a document: "7.2", and the markers of nested enumerations
//! below it, "(b)(iv)".

use crate::heading::{is_title, number_rank, starts_lower};
use crate::numbering::{self, Marker, Number, roman};
use std::fmt;

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
    headings: Vec<Heading>,
    base: Option<String>,
    markers: Enumeration,
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
        let base = self.base.as_deref().unwrap_or_default();
        let markers = self.markers.to_string();
        let dot = if base.is_empty() || markers.is_empty() || markers.starts_with('(') { "" } else { "." };
        let clause = format!("{base}{dot}{markers}");
        (!clause.is_empty()).then_some(clause)
    }

    /// Enters a heading.
    pub(crate) fn heading(&mut self, rank: u8, text: &str) {
        self.enter(rank, text.trim_end_matches('.'));
        match numbering::leading(text) {
            Some((number, end)) => self.number(&number, &text[end..], &text[..end]),
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
        let Some((number, end)) = numbering::leading(text) else {
            self.leave_markers(text);
            return None;
        };
        if let Number::Decimal(item) = &number
            && self.is_item(item, title_of(text, end).is_some())
        {
            self.markers.enter(Marker { text: format!("({item})"), sign: item.clone() });
            return None;
        }
        self.open(&number, text, end)
    }

    /// Enters a sentence inside a paragraph, which may have the number of the next clause: "… (b) The Supplier …".
    pub(crate) fn sentence(&mut self, text: &str) {
        let Some((number, end)) = numbering::leading(text) else { return };
        let opens = match &number {
            Number::Marker(marker) => text.starts_with('(') && (self.markers.is_next(marker) || marker.is_first()),
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
        self.number(number, &text[end..], &text[..end]);
        (rank < MARKER_RANK).then_some(rank)
    }

    /// Enters a number and the markers right after it: "7.2(a)(i)". `printed` is the number as printed.
    fn number(&mut self, number: &Number, rest: &str, printed: &str) {
        self.restarts = false;
        match number {
            Number::Marker(marker) => self.markers.enter(marker.clone()),
            Number::Decimal(number) => self.base(number.clone()),
            Number::Division { is_clause: true, .. } => self.base(printed.trim_end_matches(['.', ':', ')']).to_owned()),
            Number::Division { .. } => self.clear_clause(),
        }
        if let Some((Number::Marker(marker), end)) = numbering::leading(rest).filter(|_| rest.starts_with('(')) {
            self.number(&Number::Marker(marker), &rest[end..], "");
        }
    }

    /// Whether "1." counts the items of a list inside the clause rather than clauses. With a title it does so only inside
    /// an enumeration.
    fn is_item(&self, number: &str, has_title: bool) -> bool {
        let marker = Marker { text: String::new(), sign: number.to_owned() };
        let starts_list = !self.markers.is_empty() && marker.is_first();
        let can_be = !number.contains('.') && !self.restarts && self.major().is_some();
        can_be && (self.markers.is_next(&marker) || !self.is_next(number) && (starts_list || !has_title))
    }

    /// Whether a number follows that of the current clause: "8" after "7.2".
    fn is_next(&self, number: &str) -> bool {
        let next = number.parse::<u32>().ok().zip(self.major());
        next.is_some_and(|(number, major)| number > major && number - major <= MOST_MISSING)
    }

    fn major(&self) -> Option<u32> {
        self.base.as_ref()?.split('.').next()?.parse().ok()
    }

    /// A paragraph without a marker after an enumeration belongs to the surrounding clause ("A notice under (d) must …").
    /// What the parties sign belongs to none.
    fn leave_markers(&mut self, text: &str) {
        if text.starts_with(['*', '†', '‡', '[']) {
            return; // a footnote or a notice
        }
        if CLOSINGS.iter().any(|closing| text.starts_with(closing)) {
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

    fn base(&mut self, number: String) {
        self.base = Some(number);
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

/// The open markers, outermost first.
#[derive(Default)]
struct Enumeration(Vec<OpenMarker>);

struct OpenMarker {
    style: MarkerStyle,
    marker: Marker,
}

/// The style of an enumeration's markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkerStyle {
    Lower,
    Upper,
    LowerRoman,
    UpperRoman,
    Figure,
}

impl Enumeration {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    /// Enters the next marker of an open enumeration, or starts a nested one.
    fn enter(&mut self, marker: Marker) {
        let style = self.style_of(&marker);
        if let Some(at) = self.0.iter().position(|open| open.style == style) {
            self.0.truncate(at);
        }
        self.0.push(OpenMarker { style, marker });
    }

    /// Whether a marker follows one of the open markers.
    fn is_next(&self, marker: &Marker) -> bool {
        self.0.iter().any(|open| open.is_followed_by(&marker.sign))
    }

    /// "(i)" is the ninth letter only after "(h)".
    fn style_of(&self, marker: &Marker) -> MarkerStyle {
        let follows = |style| self.0.iter().any(|open| open.style == style && open.is_followed_by(&marker.sign));
        let is_upper = marker.sign.chars().all(char::is_uppercase);
        let letter = if is_upper { MarkerStyle::Upper } else { MarkerStyle::Lower };
        let numeral = if is_upper { MarkerStyle::UpperRoman } else { MarkerStyle::LowerRoman };
        match marker.sign.to_lowercase().as_str() {
            sign if sign.chars().all(|c| c.is_ascii_digit()) => MarkerStyle::Figure,
            sign if roman(sign).is_none() => letter,
            _ if follows(numeral) => numeral,
            _ if follows(letter) => letter,
            sign if sign.len() > 1 || sign == "i" => numeral,
            _ => letter,
        }
    }
}

/// As it is cited: "(b)(iv)", "II.A".
impl fmt::Display for Enumeration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, open) in self.0.iter().enumerate() {
            let separator = if at == 0 || open.marker.text.starts_with('(') { "" } else { "." };
            write!(formatter, "{separator}{}", open.marker.text)?;
        }
        Ok(())
    }
}

impl OpenMarker {
    /// Whether the next marker of its enumeration has this sign.
    fn is_followed_by(&self, sign: &str) -> bool {
        let before = self.marker.sign.to_lowercase();
        let sign = sign.to_lowercase();
        match self.style {
            MarkerStyle::LowerRoman | MarkerStyle::UpperRoman => {
                roman(&before).is_some_and(|value| roman(&sign) == Some(value + 1))
            }
            MarkerStyle::Figure => before.parse::<u32>().is_ok_and(|number| sign.parse() == Ok(number + 1)),
            MarkerStyle::Lower | MarkerStyle::Upper => {
                before.len() == 1 && sign.len() == 1 && before.as_bytes()[0] + 1 == sign.as_bytes()[0]
            }
        }
    }
}
