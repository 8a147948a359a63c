//! The markers of nested enumerations that are open: "(b)(iv)". And how they are cited.

use crate::number::Marker;
use crate::numerals::{chinese, circled, digits, roman, whole};
use crate::words::{Around, ClauseWords, alphabet_of};
use std::fmt;

/// The open markers, outermost first.
#[derive(Default)]
pub(crate) struct Enumeration(Vec<OpenMarker>);

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
    /// "1." or "1)", which English has in `Figure`.
    Plain,
    /// "①"
    Circled,
    /// "（一）"
    Numeral,
    /// "一、"
    PlainNumeral,
    /// Letters of another alphabet, in their order.
    Alphabet(&'static str),
}

impl Enumeration {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Enters the next marker of an open enumeration, or starts a nested one.
    pub(crate) fn enter(&mut self, marker: Marker) {
        let style = self.style_of(&marker);
        if let Some(at) = self.0.iter().position(|open| open.style == style) {
            self.0.truncate(at);
        }
        self.0.push(OpenMarker { style, marker });
    }

    /// Whether a marker follows one of the open markers.
    pub(crate) fn is_next(&self, marker: &Marker) -> bool {
        self.0.iter().any(|open| open.is_followed_by(&marker.sign))
    }

    /// As lawyers of a language cite it: " Abs. 1 lit. a".
    pub(crate) fn cited_by(&self, words: &ClauseWords) -> String {
        self.0.iter().map(|open| open.style.around(words).cite(&open.marker.sign)).collect()
    }

    fn style_of(&self, marker: &Marker) -> MarkerStyle {
        let first = marker.sign.chars().next().unwrap_or_default();
        let is_open = marker.text.starts_with(['(', '（']);
        if digits(&marker.sign).count > 0 {
            let is_circled = marker.text.starts_with(|c| circled(c).is_some());
            return match is_circled {
                true => MarkerStyle::Circled,
                false if is_open => MarkerStyle::Figure,
                false => MarkerStyle::Plain,
            };
        }
        if chinese(&marker.sign).is_some() {
            return if is_open { MarkerStyle::Numeral } else { MarkerStyle::PlainNumeral };
        }
        alphabet_of(first).map_or_else(|| self.latin_style_of(marker), MarkerStyle::Alphabet)
    }

    /// "(i)" is the ninth letter only after "(h)".
    fn latin_style_of(&self, marker: &Marker) -> MarkerStyle {
        let follows = |style| self.0.iter().any(|open| open.style == style && open.is_followed_by(&marker.sign));
        let is_upper = marker.sign.chars().all(char::is_uppercase);
        let letter = if is_upper { MarkerStyle::Upper } else { MarkerStyle::Lower };
        let numeral = if is_upper { MarkerStyle::UpperRoman } else { MarkerStyle::LowerRoman };
        match marker.sign.to_lowercase().as_str() {
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

impl MarkerStyle {
    /// What stands around a sign of this style in a citation.
    fn around(self, words: &ClauseWords) -> Around {
        let marks = &words.marks;
        match self {
            Self::Figure => marks.bracketed,
            Self::Plain => marks.plain,
            Self::Circled => marks.circled,
            Self::Lower | Self::Alphabet(_) => marks.letter,
            Self::LowerRoman => marks.roman,
            Self::Upper | Self::UpperRoman => marks.capital,
            Self::Numeral => marks.numeral,
            Self::PlainNumeral => Around { before: "", after: "、" },
        }
    }
}

fn is_successor(before: Option<u32>, next: Option<u32>) -> bool {
    before.zip(next).is_some_and(|(before, next)| before.checked_add(1) == Some(next))
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
            MarkerStyle::Figure | MarkerStyle::Plain | MarkerStyle::Circled => {
                is_successor(whole(&before), whole(&sign))
            }
            MarkerStyle::Numeral | MarkerStyle::PlainNumeral => is_successor(chinese(&before), chinese(&sign)),
            MarkerStyle::Alphabet(letters) => {
                letters.find(&before).is_some_and(|at| letters[at + before.len()..].starts_with(&sign))
            }
            MarkerStyle::Lower | MarkerStyle::Upper => {
                before.len() == 1 && sign.len() == 1 && before.as_bytes()[0] + 1 == sign.as_bytes()[0]
            }
        }
    }
}
