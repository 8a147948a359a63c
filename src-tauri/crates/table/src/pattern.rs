//! Regular expressions that are compiled once. One that does not compile matches nothing; a test finds it.

use regex::{Captures, Regex};
use std::sync::LazyLock;

pub(crate) type Pattern = LazyLock<Option<Regex>>;

pub(crate) fn is_match(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

pub(crate) fn captures<'t>(pattern: &Pattern, text: &'t str) -> Option<Captures<'t>> {
    pattern.as_ref().and_then(|pattern| pattern.captures(text))
}
