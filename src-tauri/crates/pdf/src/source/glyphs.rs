//! The graphics state that places text (ISO 32000-2, 9.3 and 9.4), and the glyphs of a string on the page. `layout` joins
//! them to words.

use super::faces::{Code, Face};
use crate::Rect;
use crate::layout::{Frame, Glyph, Sheet, UPRIGHT_ASCENT};
use crate::page::Size;
use kurbo::{Affine, Point, Vec2};

/// Limit of glyphs on a page. A page of a newspaper has a tenth of it.
pub(super) const MAX_GLYPHS: u32 = 500_000;
/// Share of a page above which an image counts as large.
pub(super) const LARGE_IMAGE: f64 = 0.1;
/// Range of readable font sizes (points as displayed).
const SIZES: std::ops::RangeInclusive<f32> = 0.1..=5000.0;

/// The state that `q` saves and `Q` restores.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// From user space to the page as displayed.
    pub(super) ctm: Affine,
    /// Index of the font in [`Faces`](super::faces::Faces).
    pub(super) face: Option<usize>,
    pub(super) size: f64,
    pub(super) char_space: f64,
    pub(super) word_space: f64,
    /// Horizontal scaling as a factor.
    pub(super) stretch: f64,
    pub(super) leading: f64,
    pub(super) rise: f64,
    /// The text matrix: the current text position.
    pub(super) matrix: Affine,
    /// The text line matrix: the start of the current line.
    pub(super) line: Affine,
}

impl State {
    pub(super) fn new(ctm: Affine) -> Self {
        Self { ctm, size: 1.0, stretch: 1.0, ..Self::default() }
    }

    pub(super) fn begin_text(&mut self, matrix: Affine) {
        self.matrix = matrix;
        self.line = matrix;
    }

    /// Starts a line at this offset from the start of the last one.
    pub(super) fn next_line(&mut self, x: f64, y: f64) {
        self.line *= Affine::translate((x, y));
        self.matrix = self.line;
    }

    /// Moves the text position, in text space.
    pub(super) fn advance(&mut self, by: Vec2) {
        self.matrix *= Affine::translate(by);
    }

    /// Distance to the next glyph, in text space.
    pub(super) fn step(&self, advance: Vec2, horizontal: bool, is_space: bool) -> Vec2 {
        let extra = self.char_space + if is_space { self.word_space } else { 0.0 };
        if horizontal {
            Vec2::new((advance.x * self.size + extra) * self.stretch, 0.0)
        } else {
            Vec2::new(0.0, advance.y * self.size + extra)
        }
    }

    /// Maps a square of one font size at the text position onto the page.
    pub(super) fn to_page(&self) -> Affine {
        self.ctm * self.matrix * Affine::new([self.size * self.stretch, 0.0, 0.0, self.size, 0.0, self.rise])
    }
}

/// Shows a string and advances the text position.
pub(super) fn show(sheet: &mut Sheet, state: &mut State, face: &mut Face<'_>, bytes: &[u8], visible: bool) {
    let Some(shape) = Shape::new(state, face).filter(|_| visible) else {
        return for_each_code(state, face, bytes, |_, _| {});
    };
    let Sheet { width, height, text, layers, placed, coverage } = sheet;
    let layer = layers.entry(shape.frame).or_default();
    let page = Size { width: *width, height: *height };
    for_each_code(state, face, bytes, |code, to_page| {
        let Some((rect, baseline)) = shape.place(code, to_page, page) else { return };
        if code.silent {
            coverage.glyphs += u32::from(!code.known);
            coverage.unmapped += u32::from(!code.known);
            return;
        }
        if *placed >= MAX_GLYPHS {
            coverage.cut = true;
            return;
        }
        *placed += 1;
        let start = text.len() as u32;
        text.push_str(&code.text);
        let end = text.len() as u32;
        coverage.glyphs += u32::from(end > start);
        coverage.unmapped += u32::from(!code.known);
        layer.push(Glyph { start, end, rect, baseline, size: shape.size, bold: shape.bold });
    });
}

/// Calls `glyph` for each code of a string. Its second argument maps a square of one font size at the text position
/// onto the page.
fn for_each_code(state: &mut State, face: &mut Face<'_>, bytes: &[u8], mut glyph: impl FnMut(&Code, Affine)) {
    let horizontal = face.horizontal;
    let mut at = 0;
    while at < bytes.len() {
        let (number, length) = face.read_code(bytes, at);
        at += length;
        let code = face.code(number);
        glyph(code, state.to_page());
        state.advance(state.step(code.advance, horizontal, number == 32 && length == 1));
    }
}

/// Properties that all glyphs of a string share.
struct Shape {
    frame: Frame,
    size: f32,
    bold: bool,
    horizontal: bool,
    ascent: f64,
    descent: f64,
}

impl Shape {
    /// `None` if the text is too small or too large to be readable.
    fn new(state: &State, face: &Face<'_>) -> Option<Self> {
        let [a, b, c, d, ..] = state.to_page().as_coeffs();
        let size = c.hypot(d) as f32 * face.em;
        let frame = if face.horizontal { Frame::along(a, b) } else { Frame::along(-c, -d) };
        SIZES.contains(&size).then(|| Self {
            frame,
            size,
            bold: face.bold,
            horizontal: face.horizontal,
            ascent: (if face.horizontal { face.ascent } else { UPRIGHT_ASCENT }).into(),
            descent: (if face.horizontal { face.descent } else { UPRIGHT_ASCENT - 1.0 }).into(),
        })
    }

    /// Box and baseline of a glyph in the string's frame, if it is on the page.
    fn place(&self, code: &Code, to_page: Affine, page: Size) -> Option<(Rect, f32)> {
        let to_page = to_page * Affine::translate(code.displacement);
        // The text position of a letter in a line that runs down is above its middle.
        let across = if self.horizontal { code.advance.x } else { 2.0 * code.displacement.x.abs() };
        let corner = |x: f64, y: f64| to_page * Point::new(x, y);
        let centre = corner(across / 2.0, (self.ascent + self.descent) / 2.0);
        let on_page =
            (0.0..=f64::from(page.width)).contains(&centre.x) && (0.0..=f64::from(page.height)).contains(&centre.y);
        let corners = [(0.0, self.descent), (across, self.descent), (0.0, self.ascent), (across, self.ascent)];
        let rect = self.frame.bounds(corners.map(|(x, y)| corner(x, y)));
        let baseline =
            if self.horizontal { self.frame.turn(corner(0.0, 0.0)).y as f32 } else { (rect.y0 + rect.y1) / 2.0 };
        on_page.then_some((rect, baseline))
    }
}
