//! Joins glyphs in drawing order to words.

use super::sheet::Glyph;
use crate::Rect;

/// Glyphs further apart than this belong to different words (em).
const WORD_GAP: f32 = 0.12;
/// A glyph may overlap the one before by this much and still follow it (em): kerning, accents drawn separately.
const OVERLAP: f32 = 0.45;
/// Glyphs whose baselines differ by more belong to different words (em).
const SAME_BASELINE: f32 = 0.12;
/// The same glyph drawn again this close imitates bold type (em).
const OVERPRINT: f32 = 0.15;

/// A word in the coordinates of its frame.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) rect: Rect,
    pub(super) baseline: f32,
    pub(super) size: f32,
    pub(super) bold: bool,
    /// A space was drawn before it.
    pub(super) space_before: bool,
    /// A space was drawn after it.
    pub(super) space_after: bool,
    /// Written from right to left.
    pub(super) rtl: bool,
}

/// Words of one direction.
pub(super) fn from_glyphs(text: &str, glyphs: &[Glyph]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut open: Option<Builder<'_>> = None;
    let mut space = false;
    for glyph in glyphs {
        if glyph.start == glyph.end {
            tokens.extend(open.take().and_then(|b| b.finish(true)));
            space = true;
            continue;
        }
        if !open.as_mut().is_some_and(|builder| builder.try_add(glyph)) {
            tokens.extend(open.take().and_then(|b| b.finish(false)));
            open = Some(Builder::new(text, *glyph, space));
        }
        space = false;
    }
    tokens.extend(open.and_then(|b| b.finish(false)));
    tokens
}

struct Builder<'t> {
    text: &'t str,
    glyphs: Vec<Glyph>,
    rect: Rect,
    overprinted: bool,
    leftwards: bool,
    space: bool,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, glyph: Glyph, space: bool) -> Self {
        Self { text, glyphs: vec![glyph], rect: glyph.rect, overprinted: false, leftwards: false, space }
    }

    /// Adds the glyph if it continues this word.
    fn try_add(&mut self, glyph: &Glyph) -> bool {
        let Some(last) = self.glyphs.last() else { return false };
        let em = last.size.max(glyph.size);
        if (glyph.baseline - last.baseline).abs() > SAME_BASELINE * em {
            return false;
        }
        if (glyph.rect.x0 - last.rect.x0).abs() < OVERPRINT * em && self.text_of(glyph) == self.text_of(last) {
            self.overprinted = true;
            return true;
        }
        let rightwards = (-OVERLAP * em..WORD_GAP * em).contains(&(glyph.rect.x0 - last.rect.x1));
        let leftwards = (last.rect.x0 - glyph.rect.x1).abs() < WORD_GAP * em && is_rtl(self.text_of(glyph));
        if rightwards || leftwards {
            self.leftwards |= leftwards && !rightwards;
            self.rect = self.rect.union(glyph.rect);
            self.glyphs.push(*glyph);
        }
        rightwards || leftwards
    }

    fn text_of(&self, glyph: &Glyph) -> &'t str {
        &self.text[glyph.start as usize..glyph.end as usize]
    }

    /// The word, unless the text of every glyph is unknown.
    fn finish(self, space_after: bool) -> Option<Token> {
        let rtl = self.glyphs.iter().filter(|g| is_rtl(self.text_of(g))).count() * 2 > self.glyphs.len();
        let texts = self.glyphs.iter().map(|g| self.text_of(g));
        let text: String = if rtl && !self.leftwards { texts.rev().collect() } else { texts.collect() };
        let first = self.glyphs.first()?;
        (!text.chars().all(|c| c == '\u{FFFD}')).then(|| Token {
            text,
            rect: self.rect,
            baseline: first.baseline,
            size: self.glyphs.iter().map(|g| g.size).fold(0.0, f32::max),
            bold: self.overprinted || self.glyphs.iter().filter(|g| g.bold).count() * 2 > self.glyphs.len(),
            space_before: self.space,
            space_after,
            rtl,
        })
    }
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
        !self.space_after
            && !other.space_before
            && (-OVERLAP * em..WORD_GAP * em).contains(&gap)
            && (self.baseline - other.baseline).abs() <= SAME_BASELINE * em
    }

    /// Appends the rest of this word.
    pub(super) fn continue_with(&mut self, other: Self) {
        self.text = if self.rtl && other.rtl { other.text + &self.text } else { self.text.clone() + &other.text };
        self.rect = self.rect.union(other.rect);
        self.size = self.size.max(other.size);
        self.bold &= other.bold;
        self.space_after = other.space_after;
    }
}

/// Hebrew, Arabic and their presentation forms.
fn is_rtl(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'))
}
