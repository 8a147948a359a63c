//! Joins glyphs in drawing order to words.

use super::letters::{is_ideographic, is_mark, is_rtl, is_set_apart};
use super::sheet::Glyph;
use crate::Rect;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Glyphs further apart than this belong to different words (em).
const WORD_GAP: f32 = 0.12;
/// A glyph may overlap the one before by this much and still follow it (em): kerning, accents drawn separately.
const OVERLAP: f32 = 0.45;
/// Glyphs whose baselines differ by more belong to different words (em).
const SAME_BASELINE: f32 = 0.12;
/// The same glyph drawn again this close imitates bold type (em).
const OVERPRINT: f32 = 0.15;
/// A mark lies no further from its letter than this (em).
const MARK_REACH: f32 = 1.0;
/// A mark narrower than this takes no room (em).
const NARROW: f32 = 0.12;
/// Limit of the gap between characters that are set apart (em).
const WIDE_WORD_GAP: f32 = 0.35;
/// A space lies no further from its word than this (em).
const SPACE_REACH: f32 = 1.0;
/// Baselines of a word and its space differ by less (em).
const SAME_LINE: f32 = 0.5;
/// Lengthens the line between two Arabic letters.
const TATWEEL: char = '\u{640}';

/// A word in the coordinates of its frame.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) rect: Rect,
    pub(super) baseline: f32,
    pub(super) size: f32,
    pub(super) bold: bool,
    /// A space was drawn to its left.
    pub(super) space_before: bool,
    /// A space was drawn to its right.
    pub(super) space_after: bool,
    /// Spaces are drawn on its page.
    spaced: bool,
    /// Written from right to left.
    pub(super) rtl: bool,
    /// Its letters with their places, from left to right, where the text does not simply follow them: in lines with letters
    /// written from right to left, and where no space ends a word.
    pub(super) units: Vec<Unit>,
    /// Its position in the order of drawing.
    pub(super) drawn: u32,
    /// Its places are those in a mirror: see [`Token::mirror`].
    mirrored: bool,
}

/// A letter with its marks, or several letters that are drawn as one.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) text: String,
    pub(super) rect: Rect,
}

/// Words of one direction.
pub(super) fn from_glyphs(text: &str, glyphs: &[Glyph]) -> Vec<Token> {
    let spaced = glyphs.iter().any(Glyph::is_space);
    let mut tokens = Vec::new();
    let mut open: Option<Builder<'_>> = None;
    let mut space: Option<&Glyph> = None;
    for glyph in glyphs {
        if glyph.is_space() {
            tokens.extend(open.take().and_then(|builder| builder.finish(Some(glyph))));
            space = Some(glyph);
            continue;
        }
        if !open.as_mut().is_some_and(|builder| builder.try_add(glyph)) {
            tokens.extend(open.take().and_then(|builder| builder.finish(None)));
            open = Some(Builder::new(text, *glyph, Spaces { drawn: spaced, before: space.copied() }));
        }
        space = None;
    }
    tokens.extend(open.and_then(|builder| builder.finish(None)));
    for (drawn, token) in (0..).zip(&mut tokens) {
        token.drawn = drawn;
    }
    tokens
}

/// How widely two characters of one word may stand apart (em). Arabic letters keep clear of each other, and figures of
/// ideographs: where spaces are drawn, such a gap is none.
fn word_gap(before: Option<char>, after: Option<char>, spaced: bool) -> f32 {
    let (Some(before), Some(after)) = (before, after) else { return WORD_GAP };
    if before.is_ascii() && after.is_ascii() {
        return WORD_GAP;
    }
    match is_ideographic(before) || is_ideographic(after) {
        true if is_set_apart(before, after) => WIDE_WORD_GAP,
        false if spaced && (is_set_apart(before, after) || is_rtl(before) && is_rtl(after)) => WIDE_WORD_GAP,
        _ => WORD_GAP,
    }
}

/// The spaces drawn around a word.
struct Spaces {
    /// There are some on the page.
    drawn: bool,
    /// The one drawn just before the word.
    before: Option<Glyph>,
}

struct Builder<'t> {
    text: &'t str,
    glyphs: Vec<Glyph>,
    /// The letter that the next one follows; its sides are those of what stands on it too.
    last: Glyph,
    has_letter: bool,
    overprinted: bool,
    /// Steps to the right less steps to the left.
    steps: i32,
    spaces: Spaces,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, glyph: Glyph, spaces: Spaces) -> Self {
        let has_letter = !is_mark(&text[glyph.start as usize..glyph.end as usize]);
        Self { text, glyphs: vec![glyph], last: glyph, has_letter, overprinted: false, steps: 0, spaces }
    }

    /// Adds the glyph if it continues this word.
    fn try_add(&mut self, glyph: &Glyph) -> bool {
        let em = self.last.size.max(glyph.size);
        let text = self.text_of(glyph);
        if is_mark(text) || !self.has_letter {
            return self.try_mark(glyph, em);
        }
        if (glyph.baseline - self.last.baseline).abs() > SAME_BASELINE * em {
            return false;
        }
        if (glyph.rect.x0 - self.last.rect.x0).abs() < OVERPRINT * em && self.repeats(text) {
            self.overprinted = true;
            return true;
        }
        let gap = word_gap(self.last_char(), text.chars().next(), self.spaces.drawn);
        let near = -OVERLAP * em..gap * em;
        let follows = near.contains(&(glyph.rect.x0 - self.last.rect.x1))
            || self.may_run_left(text) && near.contains(&(self.last.rect.x0 - glyph.rect.x1));
        if follows {
            self.steps += if glyph.rect.x0 > self.last.rect.x0 { 1 } else { -1 };
            self.last = *glyph;
            self.glyphs.push(*glyph);
        }
        follows
    }

    /// Adds a mark, or the letter after a first mark. Marks are drawn at other heights than their letters.
    fn try_mark(&mut self, glyph: &Glyph, em: f32) -> bool {
        let apart = (glyph.rect.x0 - self.last.rect.x1).max(self.last.rect.x0 - glyph.rect.x1);
        let near = apart < MARK_REACH * em && (glyph.baseline - self.last.baseline).abs() < MARK_REACH * em;
        if near && !self.has_letter {
            self.last = *glyph;
            self.has_letter = !is_mark(self.text_of(glyph));
        } else if near && glyph.rect.width() > NARROW * em {
            self.last.rect.x0 = glyph.rect.x0;
            self.last.rect.x1 = glyph.rect.x1;
        }
        if near {
            self.glyphs.push(*glyph);
        }
        near
    }

    fn may_run_left(&self, text: &str) -> bool {
        text.contains(is_rtl) || self.text_of(&self.last).contains(is_rtl)
    }

    fn last_char(&self) -> Option<char> {
        self.text_of(&self.last).chars().next_back()
    }

    fn repeats(&self, text: &str) -> bool {
        self.glyphs.last().is_some_and(|last| self.text_of(last) == text)
    }

    fn text_of(&self, glyph: &Glyph) -> &'t str {
        &self.text[glyph.start as usize..glyph.end as usize]
    }

    /// The word, unless the text of every glyph is unknown. `space` was drawn just after it.
    fn finish(self, space: Option<&Glyph>) -> Option<Token> {
        let text: String = self.glyphs.iter().map(|g| self.text_of(g)).collect();
        let letters = || self.glyphs.iter().filter(|g| !is_mark(self.text_of(g)));
        let rtl = letters().filter(|g| self.text_of(g).contains(is_rtl)).count() * 2 > letters().count();
        let units = if text.contains(|c| is_rtl(c) || is_ideographic(c)) { self.units(rtl) } else { Vec::new() };
        let text = if rtl { units.iter().rev().map(|unit| unit.text.as_str()).collect() } else { composed(text) };
        let first = letters().next().or(self.glyphs.first())?;
        let rect = self.rect(first);
        let spaces = || self.spaces.before.iter().chain(space).filter_map(|space| Side::of(space, rect, first));
        (!text.chars().all(|c| c == '\u{FFFD}')).then(|| Token {
            text,
            rect,
            baseline: first.baseline,
            size: self.glyphs.iter().map(|g| g.size).fold(0.0, f32::max),
            bold: self.overprinted || self.glyphs.iter().filter(|g| g.bold).count() * 2 > self.glyphs.len(),
            space_before: spaces().any(|side| side == Side::Left),
            space_after: spaces().any(|side| side == Side::Right),
            spaced: self.spaces.drawn,
            rtl,
            units,
            drawn: 0,
            mirrored: false,
        })
    }

    /// The box of the letters. A mark makes it wider, but not higher.
    fn rect(&self, first: &Glyph) -> Rect {
        self.glyphs.iter().fold(first.rect, |rect, glyph| match is_mark(self.text_of(glyph)) {
            true => rect.union(Rect { y0: first.rect.y0, y1: first.rect.y1, ..glyph.rect }),
            false => rect.union(glyph.rect),
        })
    }

    /// The letters from left to right. Drawn in this order, the marks of Arabic and Hebrew come before their letter, unless
    /// one comes last of all.
    fn units(&self, rtl: bool) -> Vec<Unit> {
        let leftwards = self.steps < 0;
        let mark_last = self.glyphs.last().is_some_and(|last| is_mark(self.text_of(last)));
        let mark_first = rtl && !leftwards && !mark_last;
        let mut units: Vec<Unit> = Vec::with_capacity(self.glyphs.len());
        let mut marks = String::new();
        for glyph in &self.glyphs {
            let text = self.text_of(glyph);
            match units.last_mut() {
                _ if is_mark(text) && mark_first => marks.push_str(text),
                Some(unit) if is_mark(text) => unit.text.push_str(text),
                _ => units.push(Unit { text: format!("{text}{marks}"), rect: glyph.rect }),
            }
            if !is_mark(text) {
                marks.clear();
            }
        }
        if leftwards {
            units.reverse();
        }
        units.into_iter().map(Unit::clean).filter(|unit| !unit.text.is_empty()).collect()
    }
}

/// The side of a word on which a space was drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    /// `None` for a space elsewhere: the next line may start with one.
    fn of(space: &Glyph, word: Rect, first: &Glyph) -> Option<Self> {
        let apart = (space.rect.x0 - word.x1).max(word.x0 - space.rect.x1);
        let near = apart < SPACE_REACH * first.size && (space.baseline - first.baseline).abs() < SAME_LINE * first.size;
        let is_left = space.rect.x0 + space.rect.x1 < word.x0 + word.x1;
        near.then_some(if is_left { Self::Left } else { Self::Right })
    }
}

impl Unit {
    /// Marks become part of their letter where Unicode has one for both.
    fn clean(self) -> Self {
        let without: String = self.text.chars().filter(|c| *c != TATWEEL).collect();
        Self { text: composed(without), ..self }
    }
}

fn composed(text: String) -> String {
    if text.contains(is_combining_mark) { text.nfc().collect() } else { text }
}

impl Token {
    /// Whether the other token, to the right on the same line, is the same word drawn again.
    pub(super) fn is_repeated_by(&self, other: &Self) -> bool {
        let common = self.rect.x1.min(other.rect.x1) - self.rect.x0.max(other.rect.x0);
        common > 0.7 * self.rect.width().max(other.rect.width()) && self.text == other.text
    }

    /// Whether the other token, to the right on the same line, is the rest of this word. Only a missing gap shows it.
    pub(super) fn is_continued_by(&self, other: &Self) -> bool {
        let gap = other.rect.x0 - self.rect.x1;
        let em = self.size.max(other.size);
        let most = word_gap(self.char_at_right(), other.char_at_left(), self.spaced);
        !self.space_after
            && !other.space_before
            && (-OVERLAP * em..most * em).contains(&gap)
            && (self.baseline - other.baseline).abs() <= SAME_BASELINE * em
    }

    fn char_at_left(&self) -> Option<char> {
        if self.rtl == self.mirrored { self.text.chars().next() } else { self.text.chars().next_back() }
    }

    fn char_at_right(&self) -> Option<char> {
        if self.rtl == self.mirrored { self.text.chars().next_back() } else { self.text.chars().next() }
    }

    /// Appends the rest of this word, to the right.
    pub(super) fn continue_with(&mut self, mut other: Self) {
        if !self.units.is_empty() || !other.units.is_empty() {
            self.spell();
            other.spell();
        }
        let other_first = if self.mirrored { !self.rtl && !other.rtl } else { self.rtl && other.rtl };
        self.text = if other_first { other.text + &self.text } else { self.text.clone() + &other.text };
        self.rect = self.rect.union(other.rect);
        self.size = self.size.max(other.size);
        self.bold &= other.bold;
        self.space_after = other.space_after;
        self.units.append(&mut other.units);
    }

    /// Takes its letters apart, if they are not yet.
    pub(super) fn spell(&mut self) {
        if !self.units.is_empty() {
            return;
        }
        let level = if self.mirrored { mirrored(self.rect) } else { self.rect };
        self.units = letters_of(&self.text, level);
        if self.mirrored {
            self.units.reverse();
            self.units.iter_mut().for_each(|unit| unit.rect = mirrored(unit.rect));
        }
    }

    /// Sees it in a mirror: text that runs to the left runs to the right there. Twice is no change.
    pub(super) fn mirror(&mut self) {
        self.rect = mirrored(self.rect);
        self.units.reverse();
        for unit in &mut self.units {
            unit.rect = mirrored(unit.rect);
        }
        std::mem::swap(&mut self.space_before, &mut self.space_after);
        self.mirrored = !self.mirrored;
    }
}

/// The letters of a text with their marks, from left to right, as if all had the same width.
pub(super) fn letters_of(text: &str, rect: Rect) -> Vec<Unit> {
    let mut letters: Vec<Unit> = Vec::new();
    for c in text.chars() {
        match letters.last_mut() {
            Some(last) if is_combining_mark(c) => last.text.push(c),
            _ => letters.push(Unit { text: c.into(), rect }),
        }
    }
    let width = rect.width() / letters.len().max(1) as f32;
    for (at, letter) in letters.iter_mut().enumerate() {
        letter.rect.x0 = rect.x0 + at as f32 * width;
        letter.rect.x1 = letter.rect.x0 + width;
    }
    letters
}

/// A box in the mirror.
pub(super) fn mirrored(rect: Rect) -> Rect {
    Rect { x0: -rect.x1, x1: -rect.x0, ..rect }
}
