//! Decodes the text of glyphs and of string objects to Unicode. Not for joining glyphs to words.

use unicode_normalization::UnicodeNormalization;

/// Text of a string object (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 with their byte order marks, else PDFDocEncoding.
/// Control characters become spaces, and space around the text is dropped.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|b| pdf_doc(*b)).collect(),
    };
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units)
}

/// PDFDocEncoding (ISO 32000-2, annex D.3) where it differs from Latin-1.
fn pdf_doc(byte: u8) -> char {
    const HIGH: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ', 'ﬂ', 'Ł',
        'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', ' ', '€',
    ];
    match byte {
        0x80..=0xA0 => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Appends the text of a glyph. Ligatures and presentation forms are expanded, hyphens are unified, spaces are left
/// out. Returns whether the text is known (that of a space is).
pub(super) fn push_glyph(out: &mut String, c: char) -> bool {
    match c {
        ' ' | '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' | '\t' | '\n' | '\r' => true,
        '\u{AD}' | '\u{2010}' | '\u{2011}' => push(out, '-'),
        '\u{F0B7}' => push(out, '•'),
        '\u{F0A7}' => push(out, '▪'),
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => true,
        '\u{FB00}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' => {
            out.extend(std::iter::once(c).nfkc());
            true
        }
        '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' => !push(out, '\u{FFFD}'),
        c if c.is_control() => !push(out, '\u{FFFD}'),
        c => push(out, c),
    }
}

fn push(out: &mut String, c: char) -> bool {
    out.push(c);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_in_all_their_encodings() {
        assert_eq!(decode(b"\xFE\xFF\0A\x20\x14\0B"), "A—B", "UTF-16 with its mark");
        assert_eq!(decode("\u{FEFF}Résumé".as_bytes()), "Résumé", "UTF-8 with its mark");
        assert_eq!(decode(b"Caf\xE9 \x84 \x8DX\x8E"), "Café — “X”", "PDFDocEncoding");
        assert_eq!(decode(b" \n\x01 "), "", "nothing but control characters is nothing");
    }

    #[test]
    fn glyphs_say_plain_text() {
        let mut out = String::new();
        for c in "eﬃcient non\u{2011}compete \u{F0B7}".chars() {
            assert!(push_glyph(&mut out, c), "{c:?} has a meaning");
        }
        assert_eq!(out, "efficientnon-compete•", "ligatures expanded, spaces left to the layout");
        assert!(!push_glyph(&mut out, '\u{E123}'), "private characters have no known text");
    }
}
