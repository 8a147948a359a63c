//! Folding for find: what a reader does not tell apart, or cannot type, becomes the same. Punctuation stays. Not for the
//! terms of the search (`pincite_search`).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Appends a text without letter case, accents, ligatures and invisible characters; quotes and dashes are plain.
pub(super) fn fold_into(out: &mut String, text: &str) {
    if text.is_ascii() {
        return out.extend(text.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
    }
    let plain = text.nfkd().filter(|c| !is_dropped(*c)).map(plain).flat_map(char::to_lowercase);
    out.extend(plain.nfc().filter(|c| !c.is_whitespace()));
}

fn is_dropped(c: char) -> bool {
    match c {
        '\u{300}'..='\u{36F}' => canonical_combining_class(c) != 0,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => true,
        _ => false,
    }
}

fn plain(c: char) -> char {
    match c {
        '‘' | '’' | '‚' | '‛' | '′' => '\'',
        '“' | '”' | '„' | '‟' | '″' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::fold_into;

    fn fold(text: &str) -> String {
        let mut out = String::new();
        fold_into(&mut out, text);
        out
    }

    #[test]
    fn what_looks_alike_is_alike() {
        assert_eq!(fold("Résumé"), "resume", "case and accents");
        assert_eq!(fold("oﬃce"), "office", "ligatures");
        assert_eq!(fold("Customer’s “10–K”"), "customer's\"10-k\"", "quotes and dashes, and no space");
        assert_eq!(fold("1,577.00"), "1,577.00", "figures stay as printed");
    }
}
