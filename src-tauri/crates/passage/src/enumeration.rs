//! The marks of nested enumerations: "(b)(iv)". Not for numbers of clauses (`trail`).

use crate::numbering::{Mark, roman};
use std::fmt;

/// The open marks, outermost first.
#[derive(Default)]
pub(crate) struct Enumeration(Vec<Step>);

struct Step {
    style: Style,
    mark: Mark,
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

impl Enumeration {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Enters the next mark of an open enumeration, or starts a nested one.
    pub(crate) fn enter(&mut self, mark: Mark) {
        let style = self.style_of(&mark);
        if let Some(at) = self.0.iter().position(|step| step.style == style) {
            self.0.truncate(at);
        }
        self.0.push(Step { style, mark });
    }

    /// Whether a mark follows one of the open marks.
    pub(crate) fn is_next(&self, mark: &Mark) -> bool {
        self.0.iter().any(|step| is_next(step.style, &step.mark.sign, &mark.sign))
    }

    /// "(i)" is the ninth letter only after "(h)".
    fn style_of(&self, mark: &Mark) -> Style {
        let follows =
            |style| self.0.iter().any(|step| step.style == style && is_next(style, &step.mark.sign, &mark.sign));
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

/// As it is cited: "(b)(iv)", "II.A".
impl fmt::Display for Enumeration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = |at: usize, text: &str| if at == 0 || text.starts_with('(') { "" } else { "." };
        let mut texts = self.0.iter().map(|step| step.mark.text.as_str()).enumerate();
        texts.try_for_each(|(at, text)| write!(formatter, "{}{text}", separator(at, text)))
    }
}

/// Whether `sign` follows `before` in a style.
fn is_next(style: Style, before: &str, sign: &str) -> bool {
    let (before, sign) = (before.to_lowercase(), sign.to_lowercase());
    let next_letter = |a: &str, b: &str| a.len() == 1 && b.len() == 1 && a.as_bytes()[0] + 1 == b.as_bytes()[0];
    let value = |sign: &str| sign.parse::<u32>().ok();
    match style {
        Style::LowerRoman | Style::UpperRoman => roman(&before).is_some_and(|value| roman(&sign) == Some(value + 1)),
        Style::Figure => value(&before).is_some_and(|number| value(&sign) == Some(number + 1)),
        Style::Lower | Style::Upper => next_letter(&before, &sign),
    }
}
