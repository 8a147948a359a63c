//! Makes the words of a line from its tokens: in logical order, and parted where no space ends a word.

use super::bidi::{self, Placed, Seen};
use super::letters::{is_rtl, may_part};
use super::words::{Token, Unit, letters_of};
use crate::{Rect, Word};

/// How a line is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// Its tokens and their letters are given from right to left.
    pub(super) rtl: bool,
    /// Brackets have the text of what is seen, not of what is meant: "(" opens to the right everywhere.
    pub(super) as_seen: bool,
    /// Words without spaces between them are parted.
    pub(super) parted: bool,
}

/// The words of neighbouring tokens in logical order. Boxes are in the coordinates of the tokens.
pub(super) fn words(tokens: &[Token], manner: Manner) -> Vec<Word> {
    if manner.rtl || tokens.iter().any(has_rtl) {
        return ordered(&letters(tokens), manner);
    }
    let is_parted = |token: &Token| manner.parted && !token.units.is_empty();
    tokens.iter().flat_map(|token| if is_parted(token) { parts(token) } else { vec![whole(token)] }).collect()
}

/// Pairs of brackets whose text is what is meant, less pairs whose text is what is seen, in a line from right to left.
pub(super) fn brackets_meant(tokens: &[Token]) -> i32 {
    let letters = letters(tokens);
    let order = order(&letters, true);
    let brackets = order.iter().filter(|placed| placed.rtl).map(|placed| letters[placed.at].first());
    let brackets: Vec<char> = brackets.filter(|c| bidi::mirror(*c).is_some()).collect();
    let pairs = brackets.windows(2).filter(|pair| bidi::mirror(pair[0]) == Some(pair[1]));
    pairs.map(|pair| if bidi::opens(pair[0]) { 1 } else { -1 }).sum()
}

/// A letter of a line, or the space between two tokens.
struct Letter<'t> {
    token: &'t Token,
    unit: Option<&'t Unit>,
}

impl Letter<'_> {
    fn first(&self) -> char {
        self.unit.and_then(|unit| unit.text.chars().next()).unwrap_or(' ')
    }

    /// What it means in this place.
    fn meant(&self, rtl: bool, manner: Manner) -> String {
        let text = self.unit.map_or("", |unit| unit.text.as_str());
        let mirror = bidi::mirror(self.first()).filter(|_| rtl && manner.as_seen && text.chars().count() == 1);
        mirror.map_or_else(|| text.to_owned(), String::from)
    }
}

fn letters(tokens: &[Token]) -> Vec<Letter<'_>> {
    let mut letters = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        letters.extend((at > 0).then_some(Letter { token, unit: None }));
        letters.extend(token.units.iter().map(|unit| Letter { token, unit: Some(unit) }));
    }
    letters
}

fn order(letters: &[Letter<'_>], rtl: bool) -> Vec<Placed> {
    let seen: Vec<Seen> = letters.iter().map(|it| Seen { c: it.first(), drawn: it.token.drawn }).collect();
    bidi::logical(&seen, rtl)
}

fn ordered(letters: &[Letter<'_>], manner: Manner) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for placed in order(letters, manner.rtl) {
        let letter = &letters[placed.at];
        let Some(unit) = letter.unit else {
            open = false;
            continue;
        };
        match words.last_mut().filter(|_| open) {
            Some(word) => {
                word.text.push_str(&letter.meant(placed.rtl, manner));
                word.rect = word.rect.union(unit.rect);
            }
            None => words.push(word(letter.token, letter.meant(placed.rtl, manner), unit.rect)),
        }
        open = true;
    }
    words
}

fn has_rtl(token: &Token) -> bool {
    token.units.iter().any(|unit| unit.text.contains(is_rtl))
}

fn whole(token: &Token) -> Word {
    word(token, token.text.clone(), token.rect)
}

fn word(token: &Token, text: String, rect: Rect) -> Word {
    Word { text, rect, size: token.size, bold: token.bold, joins_next: false }
}

/// The words of a token that is written without spaces.
fn parts(token: &Token) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for letter in token.units.iter().flat_map(|unit| letters_of(&unit.text, unit.rect)) {
        let Some(first) = letter.text.chars().next() else { continue };
        match words.last_mut() {
            Some(last) if !last.text.ends_with(|before| may_part(before, first)) => {
                last.text.push_str(&letter.text);
                last.rect = last.rect.union(letter.rect);
            }
            last => {
                last.into_iter().for_each(|last| last.joins_next = true);
                words.push(word(token, letter.text, letter.rect));
            }
        }
    }
    words
}
