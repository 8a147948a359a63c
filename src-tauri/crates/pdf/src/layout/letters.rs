//! What a letter is by its script: written from right to left, without spaces between words, or a mark on another one.

use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::char::is_combining_mark;

/// Below it are no letters written from right to left, and no ideographs.
const FIRST: char = '\u{590}';

/// Letters of each direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    rightwards: usize,
    leftwards: usize,
}

impl Tally {
    pub(super) fn add(&mut self, text: &str) {
        for c in text.chars().filter(|c| c.is_alphabetic()) {
            if is_rtl(c) { self.leftwards += 1 } else { self.rightwards += 1 }
        }
    }

    /// Whether most letters are written from right to left; `None` if there are as many of both.
    pub(super) fn is_rtl(self) -> Option<bool> {
        (self.leftwards != self.rightwards).then_some(self.leftwards > self.rightwards)
    }

    pub(super) fn has_rtl(self) -> bool {
        self.leftwards > 0
    }
}

/// A letter written from right to left. Digits are not, not even those of Arabic.
pub fn is_rtl(c: char) -> bool {
    c >= FIRST && matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}

/// A mark that stands on, below or in another letter.
pub(super) fn is_mark(text: &str) -> bool {
    !text.is_ascii() && text.chars().all(is_combining_mark)
}

/// Scripts written without spaces between words, with their punctuation.
pub fn is_ideographic(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{2FDF}' | '\u{3000}'..='\u{312F}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether typesetters leave a small gap between two characters: between East Asian letters and figures or Latin letters.
pub(super) fn is_set_apart(before: char, after: char) -> bool {
    let east_asian = |c: char| is_ideographic(c) || matches!(c, '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}');
    let other = |c: char| c.is_alphanumeric() && !east_asian(c);
    east_asian(before) && other(after) || other(before) && east_asian(after)
}

/// Whether a word may end between two characters without a space. One that closes stays with the text before it, one that
/// opens with the text after it, and words in katakana are whole.
pub(super) fn may_part(before: char, after: char) -> bool {
    let katakana = |c: char| matches!(c, '\u{30A1}'..='\u{30FA}' | '\u{30FC}');
    (is_ideographic(before) || is_ideographic(after))
        && !(katakana(before) && katakana(after))
        && !closes(after)
        && !opens(before)
}

fn closes(c: char) -> bool {
    const SIGNS: &str = "、。，．；：！？）］｝」』】〕》〉”’％℃…‥・ー々ゝゞぁぃぅぇぉっゃゅょゎ,.;:!?)]}%'\"";
    is_combining_mark(c) || SIGNS.contains(c)
}

fn opens(c: char) -> bool {
    "（［｛「『【〔《〈“‘([{".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_direction_is_that_of_most_letters() {
        let of = |text: &str| {
            let mut tally = Tally::default();
            tally.add(text);
            tally.is_rtl()
        };
        assert_eq!(of("عقد 2026 (ABC)"), None, "three of each; digits count for none");
        assert_eq!(of("סעיף 5: CRM"), Some(true));
        assert_eq!(of("Vertrag"), Some(false));
        assert!(!is_rtl('٣') && !is_rtl('(') && is_rtl('\u{1E900}'));
    }

    #[test]
    fn words_part_between_ideographs_and_beside_their_signs() {
        let words = |text: &str| {
            let mut words = String::new();
            for (at, c) in text.char_indices() {
                let before = text[..at].chars().next_back();
                words.push_str(if before.is_some_and(|before| may_part(before, c)) { "|" } else { "" });
                words.push(c);
            }
            words
        };
        assert_eq!(words("（甲方）应付5,000元。"), "（甲|方）|应|付|5,000|元。");
        assert_eq!(words("サーバーの交換"), "サーバー|の|交|換");
        assert_eq!(words("plain, text"), "plain, text");
        assert_eq!(words("제5조"), "제5조", "Korean has spaces");
    }
}
