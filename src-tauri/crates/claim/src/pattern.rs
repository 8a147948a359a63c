//! Regular expressions that are compiled once.

use regex::Regex;
use std::sync::LazyLock;

/// A pattern, compiled at its first use.
pub(crate) type Pattern = LazyLock<Option<Regex>>;

/// Whether a pattern matches in a text.
pub(crate) fn is_match(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}
