//! Folding: two spellings of one word become the same. Not for splitting words.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Removes compatibility forms, letter case, Latin accents, invisible characters and thousands separators.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.bytes().filter(|byte| *byte != b',').map(|byte| byte.to_ascii_lowercase() as char).collect();
    }
    text.nfkd().filter(|c| !is_dropped(*c)).flat_map(char::to_lowercase).nfc().filter(|c| !c.is_whitespace()).collect()
}

/// Accents of European scripts, Arabic vowel marks and tatweel, and characters that only control layout. Marks of Indic
/// and other scripts change the meaning, so they stay.
fn is_dropped(c: char) -> bool {
    match c {
        '\u{300}'..='\u{36F}' => canonical_combining_class(c) != 0,
        '\u{64B}'..='\u{652}' | '\u{670}' | '\u{640}' => true,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | ',' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn spellings_of_one_word_fold_together() {
        assert_eq!(fold("Résumé"), "resume", "accents fall away");
        assert_eq!(fold("STRASSE"), fold("strasse"), "letter case falls away");
        assert_eq!(fold("co\u{AD}operate"), "cooperate", "a soft hyphen is invisible");
        assert_eq!(fold("1,577"), "1577", "thousands separators fall away");
        assert_eq!(fold("한국"), "한국", "Hangul is composed again");
    }
}
