//! Text of form fields and comments without an appearance: viewers draw them from their value. Not for those with an
//! appearance.

use super::glyphs::MAX_GLYPHS;
use super::strings;
use crate::Rect;
use crate::layout::{Frame, Glyph, Sheet};
use hayro_syntax::object::{Dict, Name, Object, String as PdfString};

/// Largest font size for such text in points; its leading and mean glyph width in em.
const SIZE: f32 = 12.0;
const LEADING: f32 = 1.2;
const WIDTH: f32 = 0.5;

/// The value of a text or choice field, or the text of a comment on the page.
pub(super) fn text_of(annotation: &Dict<'_>) -> Option<String> {
    let is = |dict: &Dict<'_>, key: &str, value: &[u8]| dict.get::<Name<'_>>(key).as_deref() == Some(value);
    let text = if is(annotation, "Subtype", b"FreeText") {
        annotation.get::<PdfString<'_>>("Contents")?
    } else {
        let parent = annotation.get::<Dict<'_>>("Parent").unwrap_or_default();
        let holds_text = |dict: &Dict<'_>| is(dict, "FT", b"Tx") || is(dict, "FT", b"Ch");
        let is_field = is(annotation, "Subtype", b"Widget") && [annotation, &parent].into_iter().any(holds_text);
        let value = || annotation.get::<Object<'_>>("V").or_else(|| parent.get::<Object<'_>>("V"));
        match is_field.then(value).flatten()? {
            Object::String(text) => text,
            _ => return None,
        }
    };
    Some(strings::decode(text.as_bytes())).filter(|text| !text.is_empty())
}

/// Places text in a rectangle of the page, from left to right and downwards.
pub(super) fn write(sheet: &mut Sheet, text: &str, place: Rect) {
    let size = (place.height() / LEADING).clamp(1.0, SIZE);
    let (mut x, mut y) = (place.x0, place.y0);
    for word in text.split_whitespace() {
        let width = WIDTH * size * word.chars().count() as f32;
        if x > place.x0 && x + width > place.x1 {
            (x, y) = (place.x0, y + LEADING * size);
        }
        for c in word.chars().chain([' ']) {
            push(sheet, c, Rect { x0: x, y0: y, x1: x + WIDTH * size, y1: y + size });
            x += WIDTH * size;
        }
    }
}

fn push(sheet: &mut Sheet, c: char, rect: Rect) {
    if sheet.placed >= MAX_GLYPHS {
        sheet.coverage.cut = true;
        return;
    }
    sheet.placed += 1;
    let start = sheet.text.len() as u32;
    if !c.is_whitespace() {
        sheet.text.push(c);
        sheet.coverage.glyphs += 1;
    }
    let end = sheet.text.len() as u32;
    let (baseline, size) = (rect.y1 - 0.2 * rect.height(), rect.height());
    sheet.layers.entry(Frame::default()).or_default().push(Glyph { start, end, rect, baseline, size, bold: false });
}
