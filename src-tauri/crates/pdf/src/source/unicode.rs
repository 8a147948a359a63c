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

/// The text that a file gives in place of that of several glyphs. `None` if it is more or less than a part of a word.
pub(super) fn spoken(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    let known = decode(bytes).chars().all(|c| c != ' ' && push_glyph(&mut text, c));
    (known && !text.is_empty()).then_some(text)
}

/// Appends the text of a glyph. Ligatures and presentation forms are expanded, hyphens are unified, spaces and signs that
/// only steer the layout are left out. Returns whether the text is known (that of a space is).
fn push_glyph(out: &mut String, c: char) -> bool {
    match c {
        c if is_space(c) || is_silent(c) => true,
        '\u{AD}' | '\u{2010}' | '\u{2011}' => push(out, '-'),
        '\u{F0B7}' => push(out, '•'),
        '\u{F0A7}' => push(out, '▪'),
        // Also radicals for whole ideographs, and the forms of signs in lines that run down.
        '\u{2F00}'..='\u{2FD5}'
        | '\u{F900}'..='\u{FDFF}'
        | '\u{FE10}'..='\u{FE19}'
        | '\u{FE30}'..='\u{FE4F}'
        | '\u{FE70}'..='\u{FEFC}' => {
            out.extend(std::iter::once(c).nfkc().filter(|c| !c.is_whitespace()));
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

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{A0}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{205F}' | '\u{3000}' | '\t' | '\n' | '\r')
}

/// Signs that join letters or set their direction.
fn is_silent(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200C}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

/// What a character code says.
pub(super) struct Meaning {
    /// Its text; empty for a space.
    pub(super) text: String,
    /// Whether the text is known.
    pub(super) known: bool,
    /// It is neither text nor a space: a sign that joins letters, or the rest of a letter.
    pub(super) silent: bool,
}

impl Meaning {
    fn of(said: &str, draws: bool) -> Self {
        let mut text = String::new();
        let known = said.chars().filter(|c| !push_glyph(&mut text, *c)).count() == 0;
        // Some programs write a NUL for the rest of a letter.
        if said == "\0" {
            return Self { text: String::new(), known: false, silent: true };
        }
        let says_nothing = if said.is_empty() { draws } else { said.chars().all(is_silent) };
        Self { silent: text.is_empty() && says_nothing, text, known }
    }

    fn unknown() -> Self {
        Self { text: char::REPLACEMENT_CHARACTER.into(), known: false, silent: false }
    }
}

/// The meaning of a character code. Sources, in this order: the file, the embedded font program, the code itself. An
/// unknown glyph that draws nothing is a space.
pub(super) fn meaning_of(font: &Font<'_>, program: &mut FontProgram, plain: &PlainCodes, code: u32) -> Meaning {
    let glyph = font.glyph(font.map_code(code), code);
    let unicode = match &glyph {
        FontGlyph::Outline(g) => g.as_unicode().or_else(|| program.text(g)),
        FontGlyph::Type3(g) => g.as_unicode(),
    };
    let draws = || match &glyph {
        FontGlyph::Outline(g) => !g.outline().elements().is_empty(),
        FontGlyph::Type3(_) => code != u32::from(b' '),
    };
    match unicode.or_else(|| plain.character(code).map(BfString::Char)) {
        Some(BfString::Char(c)) => Meaning::of(c.encode_utf8(&mut [0; 4]), draws()),
        Some(BfString::String(said)) => Meaning::of(&said, draws()),
        None if draws() => Meaning::unknown(),
        None => Meaning::of(" ", false),
    }
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
    fn letters_of_other_scripts_are_their_base_letters() {
        let read = |said: &str| Meaning::of(said, true).text;
        assert_eq!(read("\u{FEED}\u{FEFB}"), "ولا", "joined forms, and a ligature in its order");
        assert_eq!(read("\u{FE76}"), "\u{64E}", "a mark alone has no space");
        assert_eq!(read("\u{2F46}\u{F9FD}\u{FE12}"), "无什。", "radicals, doubles, and signs of vertical lines");
    }

    #[test]
    fn what_joins_letters_is_no_space() {
        let silent = |said: &str, draws: bool| Meaning::of(said, draws).silent;
        assert!(silent("\u{200C}", false) && silent("\u{200F}", true), "signs that only steer the layout");
        assert!(silent("", true) && !silent("", false), "the rest of a letter draws something, a space nothing");
        assert!(!silent(" ", false) && !silent("\u{200B}", false) && !silent("a", true));
    }

    #[test]
    fn the_spoken_text_is_a_part_of_a_word() {
        assert_eq!(spoken(b"\xFE\xFF\x09\x15\x09\x3F").as_deref(), Some("कि"));
        assert_eq!(spoken(b"\xFE\xFF\0\xAD").as_deref(), Some("-"), "a hyphen is unified");
        assert_eq!(spoken(b"two words"), None);
        assert_eq!(spoken(b" "), None, "nothing is lost for it");
    }

    #[test]
    fn names_that_state_their_code() {
        assert!(names_code("a66", 66) && names_code("C42", 66) && names_code("C2c", 44));
        assert!(!names_code("B9", 45) && !names_code("a", 97) && !names_code("a66", 67) && !names_code("66", 66));
    }
}
