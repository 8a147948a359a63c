//! The glyphs of a page, as `source` collects them, and the directions in which they run.

use crate::{Coverage, Rect};
use kurbo::Point;
use std::collections::BTreeMap;

/// The glyphs of a page in drawing order.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// Width of the displayed page in points.
    pub(crate) width: f32,
    /// Height of the displayed page in points.
    pub(crate) height: f32,
    /// Text of all glyphs.
    pub(crate) text: String,
    /// Glyphs by reading direction.
    pub(crate) layers: BTreeMap<Frame, Vec<Glyph>>,
    /// Number of all glyphs, spaces included.
    pub(crate) placed: u32,
    pub(crate) coverage: Coverage,
}

/// A glyph in the coordinates of its frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// Byte range of its text in [`Sheet::text`]; empty for a space.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Height from ascent to descent; width as its advance.
    pub(crate) rect: Rect,
    pub(crate) baseline: f32,
    pub(crate) size: f32,
    pub(crate) bold: bool,
}

impl Glyph {
    pub(crate) fn is_space(&self) -> bool {
        self.start == self.end
    }
}

/// A coordinate system in which text of one direction runs to the right and lines follow downwards. The value is the
/// rotation of the text on the page: whole degrees clockwise, 0 to 359.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Frame(u16);

/// Text rotated by this much or less counts as upright (degrees).
const SNAP: i32 = 3;

impl Frame {
    /// The frame of text that advances by this vector on the page (y points downwards).
    pub(crate) fn along(x: f64, y: f64) -> Self {
        let degrees = y.atan2(x).to_degrees().round() as i32;
        let upright = (degrees + 45).div_euclid(90) * 90;
        let degrees = if (degrees - upright).abs() <= SNAP { upright } else { degrees };
        Self(degrees.rem_euclid(360) as u16)
    }

    /// The frame of lines that run down the page.
    pub(crate) fn down() -> Self {
        Self(90)
    }

    /// Maps a point of the page to this frame.
    pub(crate) fn turn(self, p: Point) -> Point {
        let (sin, cos) = self.sin_cos();
        Point::new(p.x * cos + p.y * sin, p.y * cos - p.x * sin)
    }

    /// The bounding box, in this frame, of points of the page.
    pub(crate) fn bounds(self, points: [Point; 4]) -> Rect {
        match self.0 {
            0 => bounds(points),
            _ => bounds(points.map(|p| self.turn(p))),
        }
    }

    /// The bounding box, on the page, of a box in this frame.
    pub(crate) fn back(self, r: Rect) -> Rect {
        if self.0 == 0 {
            return r;
        }
        let inverse = Self((360 - self.0) % 360);
        let corners = [(r.x0, r.y0), (r.x1, r.y0), (r.x0, r.y1), (r.x1, r.y1)];
        bounds(corners.map(|(x, y)| inverse.turn(Point::new(x.into(), y.into()))))
    }

    fn sin_cos(self) -> (f64, f64) {
        match self.0 {
            0 => (0.0, 1.0),
            90 => (1.0, 0.0),
            180 => (0.0, -1.0),
            270 => (-1.0, 0.0),
            degrees => f64::from(degrees).to_radians().sin_cos(),
        }
    }
}

fn bounds(points: [Point; 4]) -> Rect {
    let xs = points.map(|p| p.x as f32);
    let ys = points.map(|p| p.y as f32);
    let least = |all: [f32; 4]| all.into_iter().fold(all[0], f32::min);
    let most = |all: [f32; 4]| all.into_iter().fold(all[0], f32::max);
    Rect { x0: least(xs), y0: least(ys), x1: most(xs), y1: most(ys) }
}
