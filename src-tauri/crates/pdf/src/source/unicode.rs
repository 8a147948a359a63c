//! The Unicode text of string objects, character codes and glyphs, also where a font has no usable ToUnicode map. Without
//! evidence in the file, nothing is guessed.

use hayro_font::{Font, FontGlyph, OutlineGlyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_syntax::object::{Array, Dict, Name, Object};
use skrifa::{FontRef, MetadataProvider};
use std::collections::{HashMap, HashSet};
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
fn push_glyph(out: &mut String, c: char) -> bool {
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

/// The text of a character code, and whether it is known. Sources, in this order: the file, the embedded font program, the
/// code itself. An unknown glyph that draws nothing is a space.
pub(super) fn text_of_code(
    font: &Font<'_>,
    program: &mut FontProgram,
    plain: &PlainCodes,
    code: u32,
) -> (String, bool) {
    let mut text = String::new();
    let (unicode, blank) = match font.glyph(font.map_code(code), code) {
        FontGlyph::Outline(g) => (g.as_unicode().or_else(|| program.text(&g)), g.outline().elements().is_empty()),
        FontGlyph::Type3(g) => (g.as_unicode(), code == u32::from(b' ')),
    };
    let known = match unicode.or_else(|| plain.character(code).map(BfString::Char)) {
        Some(BfString::Char(c)) => push_glyph(&mut text, c),
        Some(BfString::String(s)) => s.chars().filter(|c| !push_glyph(&mut text, *c)).count() == 0,
        None => blank || push_glyph(&mut text, char::REPLACEMENT_CHARACTER),
    };
    (text, known)
}

/// The codes of a font that are themselves the code of their character, by what the file says.
#[derive(Default)]
pub(super) struct PlainCodes {
    /// "/ToUnicode /Identity-H": every code is a Unicode code point.
    all: bool,
    /// Codes of a Type 3 font whose glyph names contain them: "a66" or "C42" for code 66.
    named: HashSet<u32>,
}

impl PlainCodes {
    pub(super) fn from_font(font: &Dict<'_>) -> Self {
        let is = |key: &str, value: &str| font.get::<Name<'_>>(key).is_some_and(|name| name.as_str() == value);
        let all = is("ToUnicode", "Identity-H") || is("ToUnicode", "Identity-V");
        let named = if is("Subtype", "Type3") { named_after_codes(font) } else { HashSet::new() };
        Self { all, named }
    }

    fn character(&self, code: u32) -> Option<char> {
        let is_known = self.all || self.named.contains(&code);
        char::from_u32(code).filter(|c| is_known && !c.is_control())
    }
}

/// Codes whose glyph name is one letter followed by the code, decimal or hexadecimal.
fn named_after_codes(font: &Dict<'_>) -> HashSet<u32> {
    let differences = font.get::<Dict<'_>>("Encoding").and_then(|e| e.get::<Array<'_>>("Differences"));
    let mut code = 0_u32;
    let mut named = HashSet::new();
    for item in differences.iter().flat_map(|array| array.iter::<Object<'_>>()) {
        match item {
            Object::Number(number) => code = number.as_f64() as u32,
            Object::Name(name) => {
                if names_code(name.as_str(), code) {
                    named.insert(code);
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    named
}

fn names_code(name: &str, code: u32) -> bool {
    let mut letters = name.chars();
    let is_letter = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let number = letters.as_str();
    is_letter && (number.parse() == Ok(code) || u32::from_str_radix(number, 16) == Ok(code))
}

/// The text of glyphs by the font program in the file, parsed on first use.
#[derive(Default)]
pub(super) struct FontProgram {
    glyphs: Option<HashMap<u32, String>>,
}

impl FontProgram {
    /// The text of this glyph by the font program.
    fn text(&mut self, glyph: &OutlineGlyph) -> Option<BfString> {
        let glyphs = self.glyphs.get_or_insert_with(|| {
            let data = glyph.font_data();
            let bytes = data.as_ref().map(|data| (*data.data).as_ref());
            bytes.and_then(|bytes| FontRef::new(bytes).ok()).map(|font| texts(&font)).unwrap_or_default()
        });
        glyphs.get(&glyph.glyph_id().to_u32()).cloned().map(BfString::String)
    }
}

/// The reversed character map and the ligature names, unless the map is not Unicode: that would be guessing.
fn texts(font: &FontRef<'_>) -> HashMap<u32, String> {
    let mut glyphs = HashMap::new();
    let names = font.glyph_names();
    for (glyph, name) in names.iter() {
        glyphs.extend(ligature(name.as_str()).map(|text| (glyph.to_u32(), text)));
    }
    let map = font.charmap();
    if !map.is_symbol() {
        for (code, glyph) in map.mappings() {
            glyphs.extend(char::from_u32(code).map(|c| (glyph.to_u32(), c.to_string())));
        }
    }
    glyphs
}

/// The letters of a ligature name such as "t_i" or "f_f_i".
fn ligature(name: &str) -> Option<String> {
    let letters: Vec<&str> = name.split('.').next()?.split('_').collect();
    let all_single = letters.len() > 1 && letters.iter().all(|letter| letter.len() == 1);
    all_single.then(|| letters.concat())
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

    #[test]
    fn names_that_state_their_code() {
        assert!(names_code("a66", 66) && names_code("C42", 66) && names_code("C2c", 44));
        assert!(!names_code("B9", 45) && !names_code("a", 97) && !names_code("a66", 67) && !names_code("66", 66));
    }
}
