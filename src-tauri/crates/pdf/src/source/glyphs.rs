//! A drawing device that draws nothing and remembers the glyphs. Not for assembling them: `layout` does.

use super::{fonts::FontBook, strings};
use crate::layout::{Frame, Glyph, Sheet};
use hayro_interpret::font::{Glyph as PdfGlyph, GlyphRun, PositionedGlyph};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::{BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask};
use kurbo::{Affine, BezPath, Point, Rect};

/// Glyphs beyond these many on one page are not text anybody reads.
const MAX_GLYPHS: u32 = 2_000_000;
/// Share of a page above which an image counts as large.
const LARGE: f64 = 0.1;

pub(super) struct Collector<'b, 'a> {
    sheet: Sheet,
    fonts: &'b mut FontBook<'a>,
}

impl<'b, 'a> Collector<'b, 'a> {
    pub(super) fn new(width: f32, height: f32, fonts: &'b mut FontBook<'a>) -> Self {
        Self { sheet: Sheet { width, height, ..Sheet::default() }, fonts }
    }

    pub(super) fn into_sheet(self) -> Sheet {
        self.sheet
    }

    fn run(&mut self, run: &GlyphRun<'_, 'a>, to_page: Affine) {
        let Some(first) = run.glyphs().first() else { return };
        let style = self.fonts.style(first);
        let vertical = run.writing_mode() == WritingMode::Vertical;
        for glyph in run.glyphs() {
            let stretch = self.fonts.stretch(style, glyph);
            let em = to_page * glyph.transform() * Affine::scale_non_uniform(1000.0 / stretch, 1000.0);
            let size = em.as_coeffs()[2].hypot(em.as_coeffs()[3]);
            let area = Rect::new(0.0, f64::from(style.descent), advance(glyph, size, em), f64::from(style.ascent));
            self.glyph(glyph, em, area, size as f32, style.bold, vertical);
        }
    }

    /// Keeps one glyph. `em` maps a square of one em onto the page, `area` is the glyph's part of it.
    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, em: Affine, area: Rect, size: f32, bold: bool, vertical: bool) {
        let centre = em * area.center();
        let on_page = (0.0..=f64::from(self.sheet.width)).contains(&centre.x)
            && (0.0..=f64::from(self.sheet.height)).contains(&centre.y);
        if !on_page || !(0.1..=5000.0).contains(&size) || self.sheet.coverage.glyphs >= MAX_GLYPHS {
            return;
        }
        let [a, b, c, d, ..] = em.as_coeffs();
        let frame = if vertical { Frame::along(-c, -d) } else { Frame::along(a, b) };
        let corners = [(area.x0, area.y0), (area.x1, area.y0), (area.x0, area.y1), (area.x1, area.y1)];
        let rect = frame.bounds(corners.map(|c| em * Point::from(c)));
        let baseline = if vertical { (rect.y0 + rect.y1) / 2.0 } else { frame.turn(em * Point::ORIGIN).1 };
        let (start, end) = self.text(glyph);
        self.sheet.layers.entry(frame).or_default().push(Glyph { start, end, rect, baseline, size, bold });
    }

    /// Appends the glyph's text to the page's and counts it; where it stands there.
    fn text(&mut self, glyph: &PdfGlyph<'_>) -> (u32, u32) {
        let text = &mut self.sheet.text;
        let start = text.len() as u32;
        let known = match glyph.as_unicode() {
            Some(BfString::Char(c)) => strings::push_glyph(text, c),
            Some(BfString::String(s)) => s.chars().filter(|c| !strings::push_glyph(text, *c)).count() == 0,
            None => strings::push_glyph(text, '\u{FFFD}'),
        };
        let end = text.len() as u32;
        self.sheet.coverage.glyphs += u32::from(end > start);
        self.sheet.coverage.unmapped += u32::from(!known);
        (start, end)
    }
}

/// How far a glyph moves on, in em.
fn advance(glyph: &PdfGlyph<'_>, size: f64, em: Affine) -> f64 {
    let width = match glyph {
        PdfGlyph::Outline(g) => g.advance_width(),
        PdfGlyph::Type3(g) => g.advance_width(),
    };
    let unknown = em.as_coeffs()[0].hypot(em.as_coeffs()[1]).max(1e-6);
    width.filter(|w| w.is_finite()).map_or(0.5 * size / unknown, |w| f64::from(w) / 1000.0)
}

impl<'a> Device<'a> for Collector<'_, 'a> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        self.run(run, props.transform);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = f64::from(image.width()) * f64::from(image.height());
        let area = (props.transform.determinant() * pixels).abs();
        let page = f64::from(self.sheet.width) * f64::from(self.sheet.height);
        self.sheet.coverage.large_images += u32::from(area >= LARGE * page);
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn draw_rect(&mut self, _: &Rect, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_clip_rect(&mut self, _: &Rect) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
