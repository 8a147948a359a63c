//! Text that a file gives in place of the text of its glyphs ("/ActualText", ISO 32000-2, 14.9.4). Files do so where letters
//! merge or change places, as in Indic and Arabic scripts. Only parts of words are replaced: more would lose their places.

use super::unicode;
use crate::Rect;
use crate::layout::{Frame, Glyph, Sheet};
use hayro_syntax::object::{Dict, String as PdfString};
use std::ops::Range;

/// Most glyphs of a part of a word.
const MAX_GLYPHS: usize = 64;
/// Parts of a letter lie within this height (em).
const SAME_LINE: f32 = 0.6;

/// The marked content that is open, with the text that replaces its glyphs.
#[derive(Debug, Default)]
pub(super) struct Spoken(Vec<Option<Replacement>>);

#[derive(Debug)]
struct Replacement {
    text: String,
    /// Number of glyphs before it, by layer.
    before: Vec<(Frame, usize)>,
}

impl Spoken {
    /// Enters marked content with these properties.
    pub(super) fn enter(&mut self, properties: Option<&Dict<'_>>, sheet: &Sheet) {
        let given = properties.and_then(|dict| dict.get::<PdfString<'_>>("ActualText"));
        let text = given.and_then(|given| unicode::spoken(given.as_bytes()));
        let before = || sheet.layers.iter().map(|(frame, glyphs)| (*frame, glyphs.len())).collect();
        self.0.push(text.map(|text| Replacement { text, before: before() }));
    }

    /// Leaves it. Its glyphs become one, if they are a part of a word and say something else.
    pub(super) fn leave(&mut self, sheet: &mut Sheet) {
        if let Some(Some(replacement)) = self.0.pop() {
            replacement.apply(sheet);
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.0.len()
    }

    /// Leaves all levels below this depth, even if the content did not leave them itself.
    pub(super) fn leave_to(&mut self, depth: usize) {
        self.0.truncate(depth);
    }
}

impl Replacement {
    fn apply(self, sheet: &mut Sheet) {
        let grown = sheet.layers.iter().filter(|(frame, glyphs)| glyphs.len() > self.before_in(**frame));
        let grown: Vec<Frame> = grown.map(|(frame, _)| *frame).collect();
        let [frame] = grown[..] else { return };
        let Some(glyphs) = sheet.layers.get_mut(&frame) else { return };
        let Some(parts) = text_range(glyphs, self.before_in(frame)) else { return };
        let Some(whole) = merged(&glyphs[parts.clone()]) else { return };
        let texts = glyphs[parts.clone()].iter().map(|glyph| &sheet.text[glyph.start as usize..glyph.end as usize]);
        if texts.clone().collect::<String>() == self.text {
            return;
        }
        let unknown = texts.filter(|text| *text == "\u{FFFD}").count() as u32;
        sheet.coverage.unmapped = sheet.coverage.unmapped.saturating_sub(unknown);
        let start = sheet.text.len() as u32;
        sheet.text.push_str(&self.text);
        glyphs.splice(parts, [Glyph { start, end: sheet.text.len() as u32, ..whole }]);
    }

    fn before_in(&self, frame: Frame) -> usize {
        self.before.iter().find(|(other, _)| *other == frame).map_or(0, |(_, count)| *count)
    }
}

/// The glyphs from this one on, without the spaces around them.
fn text_range(glyphs: &[Glyph], from: usize) -> Option<Range<usize>> {
    let is_text = |glyph: &Glyph| glyph.start < glyph.end;
    let first = glyphs[from..].iter().position(is_text)?;
    let last = glyphs[from..].iter().rposition(is_text)?;
    Some(from + first..from + last + 1)
}

/// One glyph for the parts of a letter or a word, with the baseline of the widest one. `None` if they are more than that.
fn merged(parts: &[Glyph]) -> Option<Glyph> {
    let widest = parts.iter().max_by(|a, b| a.rect.width().total_cmp(&b.rect.width()))?;
    let near = |part: &Glyph| (part.baseline - widest.baseline).abs() <= SAME_LINE * widest.size;
    let is_part = parts.len() <= MAX_GLYPHS && parts.iter().all(|part| part.start < part.end && near(part));
    let x0 = parts.iter().map(|part| part.rect.x0).fold(f32::MAX, f32::min);
    let x1 = parts.iter().map(|part| part.rect.x1).fold(f32::MIN, f32::max);
    is_part.then_some(Glyph { rect: Rect { x0, x1, ..widest.rect }, ..*widest })
}
