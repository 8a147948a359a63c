//! A text as words that can be compared: small letters, no signs, no plurals, no marks of footnotes.

use regex::Regex;
use std::sync::LazyLock;

/// "(1)", "(a)", "(Note 12)".
static MARK: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\((?:notes?\b[^)]*|\d{1,2}|[a-z])\)").ok());
/// What stands in parentheses.
static ASIDE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\([^)]*\)").ok());

/// The words of a text. "Stockholders' equity (Note 3)" is "stockholder", "equity".
pub(crate) fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'").replace("'s", "").replace('\'', "").replace('&', " and ");
    let text = MARK.as_ref().map_or(text.clone(), |mark| mark.replace_all(&text, " ").into_owned());
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(singular).collect()
}

/// A text without what stands in parentheses.
pub(crate) fn without_asides(text: &str) -> String {
    ASIDE.as_ref().map_or(text.to_owned(), |aside| aside.replace_all(text, " ").into_owned())
}

/// Cuts the plural's "s". What is left need not be a word: "liabilitie".
fn singular(word: &str) -> String {
    let is_plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    word[..word.len() - usize::from(is_plural)].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_the_same_however_they_are_printed() {
        assert_eq!(words("Stockholders’ Equity (Note 3)"), ["stockholder", "equity"]);
        assert_eq!(words("Net PP&E (1)"), ["net", "pp", "and", "e"]);
        assert_eq!(words("Goodwill, less $(4.2)"), ["goodwill", "less", "4", "2"]);
        assert_eq!(without_asides("Loss (income) from sales"), "Loss   from sales");
    }
}
