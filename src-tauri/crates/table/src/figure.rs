//! A number as tables print it: "$1,577", "(3.2)%", "—", "n/m".

use rust_decimal::Decimal;

/// What words of a row say beside its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Figure {
    /// `None`: it says that there is no number.
    pub(crate) value: Option<Decimal>,
    pub(crate) is_money: bool,
    pub(crate) is_percent: bool,
}

/// Signs of money before a figure.
const CURRENCIES: [&str; 7] = ["$", "€", "£", "¥", "US$", "C$", "A$"];
/// Dashes for zero.
const DASHES: [&str; 8] = ["—", "–", "-", "--", "---", "―", "−", "‒"];
/// What stands in place of a number.
const NOTHING: [&str; 12] = ["n/m", "nm", "n/a", "na", "n.m.", "n.a.", "n.a", "n.m", "flat", "*", "**", "***"];

/// Whether a word is a sign of money that belongs to the figure after it.
pub(crate) fn is_currency(word: &str) -> bool {
    CURRENCIES.contains(&word) || word.strip_prefix('(').is_some_and(|rest| CURRENCIES.contains(&rest))
}

/// Whether a word only ends the figure before it.
pub(crate) fn is_closing(word: &str) -> bool {
    matches!(word, ")" | "%" | ")%" | "%)" | "pts" | "bps" | ")pts" | "pp")
}

/// Whether a word is a year.
pub(crate) fn is_year(word: &str) -> bool {
    year(word).is_some()
}

/// A year with nothing but footnote marks beside it.
fn year(word: &str) -> Option<i16> {
    let word = without_footnotes(word).trim_end_matches(['*', ':', ',']);
    let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    word.parse().ok().filter(|_| is_year)
}

/// The figure that a text without spaces is; `None`: it is none.
pub(crate) fn figure(text: &str) -> Option<Figure> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if NOTHING.contains(&text.to_lowercase().as_str()) {
        return Some(Figure { value: None, is_money: false, is_percent: false });
    }
    let is_percent = text.contains('%') || text.ends_with("pts");
    let is_money = text.contains(['$', '€', '£', '¥']);
    let bare = without_footnotes(&text);
    let bare: String = bare.chars().filter(|c| !"$€£¥%".contains(*c)).collect();
    let bare = bare.trim_end_matches("pts").trim_start_matches("US").trim_end_matches('*');
    if DASHES.contains(&bare.trim_matches(['(', ')'])) {
        return Some(Figure { value: Some(Decimal::ZERO), is_money, is_percent });
    }
    let value = number(bare)?;
    Some(Figure { value: Some(value), is_money, is_percent })
}

fn number(text: &str) -> Option<Decimal> {
    let in_parentheses = text.starts_with('(');
    let bare = text.trim_start_matches('(').trim_end_matches(')');
    let negative = bare.strip_prefix(['-', '–', '−', '—']);
    let digits = negative.unwrap_or(bare).trim_start_matches('+');
    let well_formed = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && are_groups(digits);
    let value: Decimal = digits.replace(',', "").parse().ok().filter(|_| well_formed)?;
    Some(if in_parentheses || negative.is_some() { -value } else { value })
}

/// Whether commas stand before groups of three digits: "10,17" is no number.
fn are_groups(digits: &str) -> bool {
    let whole = digits.split('.').next().unwrap_or_default();
    let mut groups = whole.split(',');
    let first = groups.next().is_some_and(|first| first.chars().all(|c| c.is_ascii_digit()));
    let is_grouped = whole.contains(',');
    let first_is_short = !is_grouped || whole.find(',').is_some_and(|at| (1..=3).contains(&at));
    let others = groups.all(|group| group.len() == 3 && group.chars().all(|c| c.is_ascii_digit()));
    digits.matches('.').count() <= 1 && first && first_is_short && others
}

/// Whether a footnote mark may follow: not after "$", where a loss does.
fn follows_mark(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | ')' | ',' | '.' | ':' | '—'))
}

/// Whether a text may be the mark of a footnote behind a figure: "(1)", "(a)".
pub(crate) fn is_footnote(text: &str) -> bool {
    let mark = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    mark.is_some_and(|mark| matches!(mark.len(), 1..=2) && mark.chars().all(char::is_alphanumeric))
}

/// A text without the footnote marks at its end: "1,577(1)", "2018(a)(b)".
pub(crate) fn without_footnotes(text: &str) -> &str {
    let mut text = text;
    while let Some(open) = text.rfind('(').filter(|open| text.ends_with(')') && follows_mark(&text[..*open])) {
        if !is_footnote(&text[open..]) {
            break;
        }
        text = &text[..open];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_from_words() {
        for (text, value) in [
            ("1,577", "1577"),
            ("$1,577", "1577"),
            ("$(22)", "-22"),
            ("$\u{a0}(664)", "-664"),
            ("93\u{a0}%", "93"),
            ("(3.2)%", "-3.2"),
            ("(1,234)", "-1234"),
            ("$(0.12)", "-0.12"),
            ("—", "0"),
            ("$—", "0"),
            ("12.5%", "12.5"),
            (".45", "0.45"),
            ("-7", "-7"),
            ("1,577(1)", "1577"),
        ] {
            assert_eq!(figure(text).and_then(|figure| figure.value), text_value(value), "{text}");
        }
        assert_eq!(figure("n/m").map(|figure| figure.value), Some(None));
        for text in ["", "Net", "10,17", "1.2.3", "A1", "12/31", "(a)", "2018-2017"] {
            assert_eq!(figure(text), None, "{text}");
        }
    }

    fn text_value(value: &str) -> Option<Decimal> {
        value.parse().ok()
    }

    #[test]
    fn a_year_may_have_a_footnote() {
        assert_eq!((year("2018(1)"), year("2018:"), year("3018"), year("20,18")), (Some(2018), Some(2018), None, None));
    }
}
