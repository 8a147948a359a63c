//! What figures count, and by what they are multiplied: "(in millions, except per share data)".

use crate::pattern::{Pattern, captures, is_match};
use crate::types::Unit;
use regex::Regex;
use std::sync::LazyLock;

static SCALE: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\bin\b|\$|dollars?|amounts?|\(|shares)[\s\w$()’']{0,24}?\b(?P<scale>thousands|millions|billions|000['’]?s)\b|\b(?P<first>thousands|millions|billions)\b\s*(?:of|,|\)|$)").ok()
});
static PER_SHARE: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\bper\b[\w\s,-]{0,40}\b(?:share|unit|ads)s?\b|\b(?:basic|diluted)\b.*\beps\b").ok()
});
static SHARES: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:\w+\s){0,3}shares\b|\bshares\s+(?:used|outstanding|authorized|issued)\b|\bnumber of shares\b|\bweighted[\s-]average\b.*\b(?:outstanding|shares)\b").ok()
});
static WEIGHTED: Pattern = LazyLock::new(|| Regex::new(r"(?i)\bweighted[\s-]average\b|\bshares used\b").ok());
static PERCENT: Pattern = LazyLock::new(|| Regex::new(r"(?i)%|\bpercent(?:age)?\b|\brates?\b|\bmargin\b").ok());
static FOR_ONE_SHARE: Pattern = LazyLock::new(|| Regex::new(r"(?i)\bper[\s-]+(?:\w+\s+)?shares?\b").ok());

/// What the words above a table say of its figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) factor: Option<u32>,
    /// Numbers of shares are printed as they are.
    pub(crate) except_shares: bool,
    /// Words of what else is printed as it is: "except per share amounts and employees".
    except: Vec<String>,
}

impl Scale {
    /// Of texts from near to far the first one that says a scale.
    pub(crate) fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let said = texts.into_iter().map(Self::of_text);
        said.into_iter().find(|scale| scale.factor.is_some()).unwrap_or_default()
    }

    fn of_text(text: &str) -> Self {
        let Some(captures) = captures(&SCALE, text) else { return Self::default() };
        let word = captures.name("scale").or_else(|| captures.name("first")).map_or("", |scale| scale.as_str());
        let factor = match word.to_lowercase().as_str() {
            "millions" => 1_000_000,
            "billions" => 1_000_000_000,
            _ => 1_000,
        };
        let except_shares = text.split_once("except").is_some_and(|(_, exception)| names_shares(exception));
        let except = text.split_once("except").map(|(_, exception)| words_of(exception)).unwrap_or_default();
        Self { factor: Some(factor), except_shares, except }
    }
}

/// Words that say what is counted, in small letters. Those of amounts and shares have rules of their own.
fn words_of(text: &str) -> Vec<String> {
    let letters = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 4);
    let counted = letters.map(str::to_lowercase).filter(|word| !NOT_COUNTED.contains(&word.as_str()));
    counted.collect()
}

/// Words of an exception that name nothing else.
const NOT_COUNTED: [&str; 11] =
    ["share", "shares", "amount", "amounts", "where", "unless", "otherwise", "stated", "indicated", "noted", "value"];

/// Whether an exception is for numbers of shares, and not only for amounts for one share.
fn names_shares(exception: &str) -> bool {
    let rest = FOR_ONE_SHARE.as_ref().map(|pattern| pattern.replace_all(exception, "")).unwrap_or_default();
    rest.contains("share")
}

/// What a figure counts, and its factor, by its signs, its row and its column.
pub(crate) fn unit_of(signs: Signs, path: &[String], head: &str, table: &Scale) -> Counted {
    let label = path.last().map_or("", String::as_str);
    let named = words_of(&format!("{label} {head}"));
    let is_excepted = named.iter().any(|word| table.except.contains(word));
    let factor = if is_excepted { 1 } else { table.factor.unwrap_or(1) };
    if signs.percent || (!signs.money && (signs.column_is_percent || is_match(&PERCENT, head))) {
        return Counted { unit: Unit::Percent, factor: 1 };
    }
    let whole = path.join(" ");
    let parent = path.iter().rev().nth(1).map_or("", String::as_str);
    let parent_counts = is_match(&SHARES, parent) && !is_match(&PER_SHARE, parent);
    let parent_is_shares = parent_counts || is_match(&SHARES, parent) && is_match(&WEIGHTED, parent);
    if is_match(&PER_SHARE, head)
        || is_match(&PER_SHARE, label)
        || (is_match(&PER_SHARE, &whole) && !is_match(&SHARES, label) && !parent_is_shares)
    {
        return Counted { unit: Unit::Money, factor: 1 };
    }
    let is_amount = label.contains(['$', '€', '£']) || label.contains("par value") || label.contains(" cost");
    let is_shares = is_match(&SHARES, head) || is_match(&SHARES, label) || parent_counts;
    if !signs.money && !is_amount && is_shares {
        return Counted { unit: Unit::Shares, factor: if table.except_shares { 1 } else { factor } };
    }
    if signs.money || signs.table_has_money {
        return Counted { unit: Unit::Money, factor };
    }
    Counted { unit: Unit::Number, factor }
}

/// Signs beside a figure, or anywhere in its table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs {
    pub(crate) money: bool,
    pub(crate) percent: bool,
    /// Another figure of its column is a share in per cent, and none is money.
    pub(crate) column_is_percent: bool,
    pub(crate) table_has_money: bool,
}

/// What a figure counts, and by what it is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) unit: Unit,
    pub(crate) factor: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_read_from_titles() {
        let scale = |text: &str| Scale::of([text]).factor;
        assert_eq!(scale("(in millions, except per share data)"), Some(1_000_000));
        assert_eq!(scale("(Dollars in thousands)"), Some(1_000));
        assert_eq!(scale("(Millions of dollars)"), Some(1_000_000));
        assert_eq!(scale("$ in billions"), Some(1_000_000_000));
        assert_eq!(scale("(In 000's)"), Some(1_000));
        assert_eq!(scale("Consolidated balance sheets"), None);
        assert!(Scale::of(["(in thousands, except share and per share data)"]).except_shares);
        assert!(!Scale::of(["(in millions, except per share amounts)"]).except_shares);
    }
}
