//! Character codes that say by themselves which character they show. For fonts without a usable ToUnicode map; where
//! nothing speaks for it, this does not guess.

use hayro_syntax::object::{Array, Dict, Name, Object};
use std::collections::HashSet;

/// What the codes of a font say.
#[derive(Default)]
pub(super) struct PlainCodes {
    /// "/ToUnicode /Identity-H": every code is a character of Unicode.
    all: bool,
    /// Codes of a font drawn by the file whose glyphs are named after them: "a66" or "C42" for code 66.
    named: HashSet<u32>,
}

impl PlainCodes {
    pub(super) fn of(font: &Dict<'_>) -> Self {
        let is = |key: &str, value: &str| font.get::<Name<'_>>(key).is_some_and(|name| name.as_str() == value);
        let all = is("ToUnicode", "Identity-H") || is("ToUnicode", "Identity-V");
        let named = if is("Subtype", "Type3") { named_after_codes(font) } else { HashSet::new() };
        Self { all, named }
    }

    /// The character of a code.
    pub(super) fn say(&self, code: u32) -> Option<char> {
        let is_said = self.all || self.named.contains(&code);
        char::from_u32(code).filter(|c| is_said && !c.is_control())
    }
}

/// Codes whose glyph has one letter and the code itself, decimal or hexadecimal, as its name.
fn named_after_codes(font: &Dict<'_>) -> HashSet<u32> {
    let differences = font.get::<Dict<'_>>("Encoding").and_then(|e| e.get::<Array<'_>>("Differences"));
    let (mut code, mut named) = (0_u32, HashSet::new());
    for item in differences.iter().flat_map(|array| array.iter::<Object<'_>>()) {
        match item {
            Object::Number(number) => code = number.as_f64() as u32,
            Object::Name(name) => {
                named.extend(Some(code).filter(|code| states(name.as_str(), *code)));
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    named
}

fn states(name: &str, code: u32) -> bool {
    let mut letters = name.chars();
    let is_letter = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let number = letters.as_str();
    is_letter && (number.parse() == Ok(code) || u32::from_str_radix(number, 16) == Ok(code))
}

#[cfg(test)]
mod tests {
    use super::states;

    #[test]
    fn names_that_state_their_code() {
        assert!(states("a66", 66) && states("C42", 66) && states("C2c", 44));
        assert!(!states("B9", 45) && !states("a", 97) && !states("a66", 67) && !states("66", 66));
    }
}
