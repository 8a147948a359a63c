//! Character codes that are themselves the code of their character. For fonts without a usable ToUnicode map. Without
//! evidence in the file, this does not guess.

use hayro_syntax::object::{Array, Dict, Name, Object};
use std::collections::HashSet;

/// The codes of a font whose character is known this way.
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

    /// The character of a code.
    pub(super) fn character(&self, code: u32) -> Option<char> {
        let is_known = self.all || self.named.contains(&code);
        char::from_u32(code).filter(|c| is_known && !c.is_control())
    }
}

/// Codes whose glyph name is one letter followed by the code, decimal or hexadecimal.
fn named_after_codes(font: &Dict<'_>) -> HashSet<u32> {
    let differences = font.get::<Dict<'_>>("Encoding").and_then(|e| e.get::<Array<'_>>("Differences"));
    let (mut code, mut named) = (0_u32, HashSet::new());
    for item in differences.iter().flat_map(|array| array.iter::<Object<'_>>()) {
        match item {
            Object::Number(number) => code = number.as_f64() as u32,
            Object::Name(name) => {
                named.extend(Some(code).filter(|code| names_code(name.as_str(), *code)));
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

#[cfg(test)]
mod tests {
    use super::names_code;

    #[test]
    fn names_that_state_their_code() {
        assert!(names_code("a66", 66) && names_code("C42", 66) && names_code("C2c", 44));
        assert!(!names_code("B9", 45) && !names_code("a", 97) && !names_code("a66", 67) && !names_code("66", 66));
    }
}
