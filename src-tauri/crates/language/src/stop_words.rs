//! Stop words: those of the library stop-words, and the words that questions begin with.

use crate::Language;

/// Words that questions begin with and that lists of stop words lack.
const ASKING: [(Language, &[&str]); 9] = [
    (Language::Arabic, &["كم", "متى", "لماذا", "كيف", "أين", "أي", "ماذا", "من", "ما", "هل"]),
    (Language::Dutch, &["wie", "wat", "wanneer", "waar", "waarom", "hoe", "hoeveel", "welk", "welke"]),
    (
        Language::French,
        &[
            "qui", "que", "quoi", "quel", "quelle", "quels", "quelles", "quand", "où", "comment", "pourquoi",
            "combien", "lequel", "laquelle",
        ],
    ),
    (
        Language::German,
        &[
            "wer", "wen", "wem", "wessen", "was", "wann", "wo", "wohin", "woher", "wie", "warum", "weshalb", "wieso",
            "welcher", "welche", "welches", "welchem", "welchen", "wieviel", "viel", "viele",
        ],
    ),
    (
        Language::Hindi,
        &[
            "क्या", "कौन", "कब", "कहाँ", "कहां", "क्यों", "कैसे", "कितना", "कितने", "कितनी", "किस", "किसने", "किसके", "है", "हैं",
            "था", "थे", "थी", "का", "के", "की", "को", "में", "से", "ने", "पर", "और",
        ],
    ),
    (
        Language::Italian,
        &[
            "chi", "che", "cosa", "quale", "quali", "quando", "dove", "come", "perché", "quanto", "quanta", "quanti",
            "quante",
        ],
    ),
    (
        Language::Portuguese,
        &["quem", "que", "qual", "quais", "quando", "onde", "como", "porquê", "quanto", "quanta", "quantos", "quantas"],
    ),
    (
        Language::Russian,
        &[
            "кто", "что", "какой", "какая", "какое", "какие", "когда", "где", "куда", "откуда", "как", "почему",
            "зачем", "сколько", "чей",
        ],
    ),
    (
        Language::Spanish,
        &[
            "quién", "quiénes", "qué", "cuál", "cuáles", "cuándo", "dónde", "cómo", "cuánto", "cuánta", "cuántos",
            "cuántas",
        ],
    ),
];

/// Words of a language that questions can do without, in lower case and with their accents. None for English, whose words
/// the search has a list of its own for, and for languages without a list.
pub fn stop_words(language: Language) -> impl Iterator<Item = &'static str> {
    let listed = if language.is_english() { None } else { stop_words::lookup(language.code()) };
    let asking = ASKING.iter().filter(move |asking| asking.0 == language).flat_map(|asking| asking.1);
    listed.unwrap_or_default().iter().chain(asking).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_begin_with_stop_words() {
        let have = |language, word| stop_words(language).any(|one| one == word);
        assert!(have(Language::German, "welche") && have(Language::German, "der"));
        assert!(have(Language::Spanish, "cuándo") && have(Language::Spanish, "el"));
        assert!(!have(Language::German, "vertrag") && !have(Language::French, "contrat"));
        assert_eq!(stop_words(Language::English).count(), 0);
        assert_eq!(stop_words(Language::Undetermined).count(), 0);
    }
}
