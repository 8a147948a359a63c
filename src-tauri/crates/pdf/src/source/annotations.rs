//! The annotations of a page that viewers show (ISO 32000-2, 12.5), where they are, and the text of form fields and comments
//! without an appearance: viewers draw them from their value.

use super::glyphs::MAX_GLYPHS;
use super::unicode;
use crate::Rect;
use crate::layout::{Frame, Glyph, Sheet};
use hayro_syntax::object::{self, Array, Dict, Name, Object, String as PdfString};
use hayro_syntax::page::Page;
use kurbo::Affine;

/// Largest font size for such text in points; its leading and mean glyph width in em.
const SIZE: f32 = 12.0;
const LEADING: f32 = 1.2;
const WIDTH: f32 = 0.5;

/// The annotations of a page, in the order of the file, without hidden ones.
pub(super) fn shown<'a>(page: &Page<'a>) -> Vec<Dict<'a>> {
    const HIDDEN_OR_NO_VIEW: u32 = 1 << 1 | 1 << 5;
    let annotations = page.raw().get::<Array<'a>>("Annots");
    let all = annotations.iter().flat_map(|array| array.iter::<Dict<'a>>());
    all.filter(|annotation| annotation.get::<u32>("F").unwrap_or(0) & HIDDEN_OR_NO_VIEW == 0).collect()
}

/// A rectangle of the file on the displayed page.
pub(super) fn displayed(rect: object::Rect, to_display: Affine) -> Rect {
    let rect = to_display.transform_rect_bbox(kurbo::Rect::new(rect.x0, rect.y0, rect.x1, rect.y1));
    Rect { x0: rect.x0 as f32, y0: rect.y0 as f32, x1: rect.x1 as f32, y1: rect.y1 as f32 }
}

/// The value of a text or choice field, or the text of a comment on the page.
pub(super) fn text_of(annotation: &Dict<'_>) -> Option<String> {
    let text = match annotation.get::<Name<'_>>("Subtype").as_deref()? {
        b"FreeText" => annotation.get::<PdfString<'_>>("Contents")?,
        b"Widget" => {
            let parent = annotation.get::<Dict<'_>>("Parent").unwrap_or_default();
            let kinds = [annotation.get::<Name<'_>>("FT"), parent.get::<Name<'_>>("FT")];
            if !kinds.iter().any(|kind| matches!(kind.as_deref(), Some(b"Tx" | b"Ch"))) {
                return None;
            }
            match annotation.get::<Object<'_>>("V").or_else(|| parent.get::<Object<'_>>("V"))? {
                Object::String(text) => text,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(unicode::decode(text.as_bytes())).filter(|text| !text.is_empty())
}

/// Places text in a rectangle of the page, from left to right and downwards.
pub(super) fn write(sheet: &mut Sheet, text: &str, place: Rect) {
    let size = (place.height() / LEADING).clamp(1.0, SIZE);
    let mut x = place.x0;
    let mut y = place.y0;
    for word in text.split_whitespace() {
        let width = WIDTH * size * word.chars().count() as f32;
        if x > place.x0 && x + width > place.x1 {
            x = place.x0;
            y += LEADING * size;
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
    let size = rect.height();
    let baseline = rect.y1 - 0.2 * size;
    sheet.layers.entry(Frame::default()).or_default().push(Glyph { start, end, rect, baseline, size, bold: false });
}
