//! What the tables of abbreviations are made of.

use pincite_language::Language;

/// What ends no sentence in a language. All words are in lower case.
pub(crate) struct Abbreviations {
    pub(crate) language: Language,
    /// Abbreviations that never end a sentence.
    pub(crate) never: &'static [&'static str],
    /// Abbreviations that end a sentence only if a clear start of a sentence follows ("Acme, Inc. The Company …", but
    /// "Acme, Inc. Common Stock").
    pub(crate) sometimes: &'static [&'static str],
    /// Abbreviations that end a sentence after a number, if a capital follows: "2026 г. Если".
    pub(crate) units: &'static [&'static str],
    /// Words that start a sentence far more often than they follow the name of a company.
    pub(crate) starters: &'static [&'static str],
    /// Words before a letter that is no initial: "Party A."
    pub(crate) lettered: &'static [&'static str],
    /// What a full stop after a figure means, other than the end of a sentence.
    pub(crate) figures: Figures,
}

/// What a full stop after a figure can mean, other than the end of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Figures {
    /// Nothing.
    End,
    /// Part of a date: "3. 5. 2024".
    Date,
    /// Part of a date, or an ordinal before a noun in capitals: "1. Januar".
    Ordinal,
    /// Part of a date, whatever follows: no sentence ends in a figure. "2024. 1. 1.부터".
    Always,
}
