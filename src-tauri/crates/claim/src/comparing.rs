//! Words that say of a number that it is meant about, or that it is what another one is compared with, by language.

use crate::pattern::{Pattern, is_match};
use pincite_language::Language;
use regex::Regex;
use std::sync::LazyLock;

/// The words of a language.
pub(crate) struct ComparingWords {
    /// What is said before a number that is not meant exactly.
    about: Pattern,
    /// What is said before the value that something is compared with.
    from: Pattern,
    /// What says that a value is of an earlier time.
    earlier: Pattern,
}

impl ComparingWords {
    /// Whether a text ends in words that make the number after it inexact.
    pub(crate) fn is_about(&self, before: &str) -> bool {
        is_match(&self.about, before)
    }

    /// Whether the words before a value, or all words around it, say that it is of an earlier time.
    pub(crate) fn is_earlier(&self, before: &str, around: &str) -> bool {
        is_match(&self.from, before) || is_match(&self.earlier, around)
    }
}

static ENGLISH: ComparingWords = ComparingWords {
    about: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:about|around|roughly|approximately|approx|circa|ca|nearly|almost|some|over|under|above|below|more than|less than|close to|just)\b\.?|~)\s*$").ok()
    }),
    from: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:from|against|versus|vs|compared (?:with|to)|after|than)\b[^.;]{0,30}|/\s*)$").ok()
    }),
    earlier: LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:prior|previous|preceding|earlier|former|(?:year|one) before|last year|had been|a year ago)\b",
        )
        .ok()
    }),
};

static GERMAN: ComparingWords = ComparingWords {
    about: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:etwa|rund|ungefähr|circa|ca|zirka|fast|beinahe|knapp|gut|über|unter|mehr als|weniger als|nahezu)\b\.?|~)\s*$").ok()
    }),
    from: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:von|gegenüber|nach|statt|verglichen mit|im vergleich zu|als)\b[^.;]{0,30}|/\s*)$").ok()
    }),
    earlier: LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:vorjahr\w*|zuvor|vorher\w*|frühere[nrms]?|vorigen?|vergangenen?|letztes jahr|im jahr davor)\b",
        )
        .ok()
    }),
};

static SPANISH: ComparingWords = ComparingWords {
    about: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:unos|unas|cerca de|alrededor de|aproximadamente|aprox|casi|más de|menos de|en torno a|sobre)\b\.?|~)\s*$").ok()
    }),
    from: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:desde|frente a|contra|respecto a|en comparación con|que)\b[^.;]{0,30}|/\s*)$").ok()
    }),
    earlier: LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:anterior(?:es)?|previ[oa]s?|precedentes?|el año pasado|un año antes)\b").ok()
    }),
};

static FRENCH: ComparingWords = ComparingWords {
    about: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:environ|près de|quelque|presque|autour de|plus de|moins de|à peu près)\b|~)\s*$").ok()
    }),
    from: LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(?:contre|par rapport à|comparé à|après|que)\b[^.;]{0,30}|/\s*)$").ok()
    }),
    earlier: LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:précédente?s?|antérieure?s?|l['’]année dernière|un an plus tôt|auparavant)\b").ok()
    }),
};

/// The words of a language. English ones where none are known.
pub(crate) fn comparing_words(language: Language) -> &'static ComparingWords {
    match language {
        Language::German => &GERMAN,
        Language::Spanish => &SPANISH,
        Language::French => &FRENCH,
        _ => &ENGLISH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_number_say_how_it_is_meant() {
        for (language, about, from) in [
            (Language::English, "sales were about ", "up from "),
            (Language::German, "der Umsatz betrug rund ", "nach "),
            (Language::Spanish, "las ventas fueron unos ", "frente a "),
            (Language::French, "le chiffre était d’environ ", "contre "),
        ] {
            let words = comparing_words(language);
            assert!(words.is_about(about) && !words.is_about("x "), "{about}");
            assert!(words.is_earlier(from, "") && !words.is_earlier("x ", "x"), "{from}");
        }
    }
}
