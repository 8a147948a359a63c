//! Abbreviations that end no sentence, by language. Not for finding the ends of sentences (`sentence`).

mod english;
mod latin;
mod scripts;
mod table;

pub(crate) use table::{Abbreviations, Figures};

use pincite_language::Language;

/// Those of a language. English ones where none are known: names of companies and people are in many documents.
pub(crate) fn abbreviations_of(language: Language) -> &'static Abbreviations {
    let own = latin::ALL.iter().chain(scripts::ALL).find(|one| one.language == language);
    own.copied().unwrap_or(&english::ENGLISH)
}

/// Languages without a table here whose dates have full stops and spaces: "3. 5. 2024".
const DOTTED_DATES: [Language; 13] = [
    Language::Czech,
    Language::Slovak,
    Language::Danish,
    Language::Norwegian,
    Language::Finnish,
    Language::Estonian,
    Language::Latvian,
    Language::Croatian,
    Language::Slovene,
    Language::Serbian,
    Language::Polish,
    Language::Bulgarian,
    Language::Hungarian,
];

/// What a full stop after a figure can mean in a language.
pub(crate) fn figures_of(language: Language) -> Figures {
    if DOTTED_DATES.contains(&language) { Figures::Date } else { abbreviations_of(language).figures }
}
