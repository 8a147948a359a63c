//! The graphics state that places text (ISO 32000-2, 9.3 and 9.4). Not for colours, clips and lines.

use kurbo::{Affine, Vec2};

/// The state that `q` saves and `Q` restores.
#[derive(Clone, Debug)]
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
        Self {
            ctm,
            face: None,
            size: 1.0,
            char_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            matrix: Affine::IDENTITY,
            line: Affine::IDENTITY,
        }
    }

    pub(super) fn begin_text(&mut self, matrix: Affine) {
        (self.matrix, self.line) = (matrix, matrix);
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
