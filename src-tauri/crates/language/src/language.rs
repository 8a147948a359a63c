//! The languages known here. Their codes are those of ISO 639-1; "und" is that of ISO 639-2 for an undetermined language.

use rust_stemmers::Algorithm;
use whatlang::Lang;

/// A language of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// None is known. Such a text is read as English.
    #[default]
    Undetermined,
    /// العربية
    Arabic,
    /// বাংলা
    Bengali,
    /// Български
    Bulgarian,
    /// Català
    Catalan,
    /// 中文
    Chinese,
    /// Hrvatski
    Croatian,
    /// Čeština
    Czech,
    /// Dansk
    Danish,
    /// Nederlands
    Dutch,
    /// English
    English,
    /// Eesti
    Estonian,
    /// Suomi
    Finnish,
    /// Français
    French,
    /// Deutsch
    German,
    /// Ελληνικά
    Greek,
    /// עברית
    Hebrew,
    /// हिन्दी
    Hindi,
    /// Magyar
    Hungarian,
    /// Bahasa Indonesia
    Indonesian,
    /// Italiano
    Italian,
    /// 日本語
    Japanese,
    /// 한국어
    Korean,
    /// Latviešu
    Latvian,
    /// Lietuvių
    Lithuanian,
    /// Norsk
    Norwegian,
    /// فارسی
    Persian,
    /// Polski
    Polish,
    /// Português
    Portuguese,
    /// Română
    Romanian,
    /// Русский
    Russian,
    /// Српски
    Serbian,
    /// Slovenčina
    Slovak,
    /// Slovenščina
    Slovene,
    /// Español
    Spanish,
    /// Svenska
    Swedish,
    /// தமிழ்
    Tamil,
    /// ไทย
    Thai,
    /// Türkçe
    Turkish,
    /// Українська
    Ukrainian,
    /// اردو
    Urdu,
    /// Tiếng Việt
    Vietnamese,
}

/// What the libraries call a language.
struct Names {
    language: Language,
    code: &'static str,
    detected: Lang,
    stemmed: Option<Algorithm>,
}

const fn names(language: Language, code: &'static str, detected: Lang, stemmed: Option<Algorithm>) -> Names {
    Names { language, code, detected, stemmed }
}

const NAMES: [Names; 41] = [
    names(Language::Arabic, "ar", Lang::Ara, Some(Algorithm::Arabic)),
    names(Language::Bengali, "bn", Lang::Ben, None),
    names(Language::Bulgarian, "bg", Lang::Bul, None),
    names(Language::Catalan, "ca", Lang::Cat, None),
    names(Language::Chinese, "zh", Lang::Cmn, None),
    names(Language::Croatian, "hr", Lang::Hrv, None),
    names(Language::Czech, "cs", Lang::Ces, None),
    names(Language::Danish, "da", Lang::Dan, Some(Algorithm::Danish)),
    names(Language::Dutch, "nl", Lang::Nld, Some(Algorithm::Dutch)),
    names(Language::English, "en", Lang::Eng, Some(Algorithm::English)),
    names(Language::Estonian, "et", Lang::Est, None),
    names(Language::Finnish, "fi", Lang::Fin, Some(Algorithm::Finnish)),
    names(Language::French, "fr", Lang::Fra, Some(Algorithm::French)),
    names(Language::German, "de", Lang::Deu, Some(Algorithm::German)),
    names(Language::Greek, "el", Lang::Ell, Some(Algorithm::Greek)),
    names(Language::Hebrew, "he", Lang::Heb, None),
    names(Language::Hindi, "hi", Lang::Hin, None),
    names(Language::Hungarian, "hu", Lang::Hun, Some(Algorithm::Hungarian)),
    names(Language::Indonesian, "id", Lang::Ind, None),
    names(Language::Italian, "it", Lang::Ita, Some(Algorithm::Italian)),
    names(Language::Japanese, "ja", Lang::Jpn, None),
    names(Language::Korean, "ko", Lang::Kor, None),
    names(Language::Latvian, "lv", Lang::Lav, None),
    names(Language::Lithuanian, "lt", Lang::Lit, None),
    names(Language::Norwegian, "no", Lang::Nob, Some(Algorithm::Norwegian)),
    names(Language::Persian, "fa", Lang::Pes, None),
    names(Language::Polish, "pl", Lang::Pol, None),
    names(Language::Portuguese, "pt", Lang::Por, Some(Algorithm::Portuguese)),
    names(Language::Romanian, "ro", Lang::Ron, Some(Algorithm::Romanian)),
    names(Language::Russian, "ru", Lang::Rus, Some(Algorithm::Russian)),
    names(Language::Serbian, "sr", Lang::Srp, None),
    names(Language::Slovak, "sk", Lang::Slk, None),
    names(Language::Slovene, "sl", Lang::Slv, None),
    names(Language::Spanish, "es", Lang::Spa, Some(Algorithm::Spanish)),
    names(Language::Swedish, "sv", Lang::Swe, Some(Algorithm::Swedish)),
    names(Language::Tamil, "ta", Lang::Tam, Some(Algorithm::Tamil)),
    names(Language::Thai, "th", Lang::Tha, None),
    names(Language::Turkish, "tr", Lang::Tur, Some(Algorithm::Turkish)),
    names(Language::Ukrainian, "uk", Lang::Ukr, None),
    names(Language::Urdu, "ur", Lang::Urd, None),
    names(Language::Vietnamese, "vi", Lang::Vie, None),
];

/// The code of a text whose language is not known.
const UNDETERMINED: &str = "und";

impl Language {
    /// Its code: "de", or "und" where none is known.
    pub fn code(self) -> &'static str {
        self.names().map_or(UNDETERMINED, |names| names.code)
    }

    /// The language with this code. `None` if there is none, as for languages of a later version.
    pub fn of_code(code: &str) -> Option<Self> {
        if code == UNDETERMINED {
            return Some(Self::Undetermined);
        }
        NAMES.iter().find(|names| names.code == code).map(|names| names.language)
    }

    /// All languages with a name, in the order of their English names.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|names| names.language)
    }

    /// Whether it is read as English: it is, or none is known.
    pub fn is_english(self) -> bool {
        matches!(self, Self::English | Self::Undetermined)
    }

    /// Whether it is written in Latin letters.
    pub fn is_latin(self) -> bool {
        !matches!(
            self,
            Self::Arabic
                | Self::Bengali
                | Self::Bulgarian
                | Self::Chinese
                | Self::Greek
                | Self::Hebrew
                | Self::Hindi
                | Self::Japanese
                | Self::Korean
                | Self::Persian
                | Self::Russian
                | Self::Serbian
                | Self::Tamil
                | Self::Thai
                | Self::Ukrainian
                | Self::Urdu
        )
    }

    /// Whether numbers have a comma before their decimals: "1.234,56".
    pub fn has_decimal_comma(self) -> bool {
        !matches!(
            self,
            Self::Arabic
                | Self::Bengali
                | Self::Chinese
                | Self::English
                | Self::Hebrew
                | Self::Hindi
                | Self::Japanese
                | Self::Korean
                | Self::Persian
                | Self::Tamil
                | Self::Thai
                | Self::Undetermined
                | Self::Urdu
        )
    }

    pub(crate) fn detected(lang: Lang) -> Self {
        let names = NAMES.iter().find(|names| names.detected == lang);
        names.map_or(Self::Undetermined, |names| names.language)
    }

    pub(crate) fn algorithm(self) -> Option<Algorithm> {
        self.names().and_then(|names| names.stemmed)
    }

    fn names(self) -> Option<&'static Names> {
        NAMES.iter().find(|names| names.language == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_names_one_language() {
        for language in Language::all().chain([Language::Undetermined]) {
            assert_eq!(Language::of_code(language.code()), Some(language));
        }
        assert_eq!(Language::of_code("xx"), None);
        assert_eq!(Language::default().code(), "und");
    }
}
