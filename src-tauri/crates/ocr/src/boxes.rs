//! Level boxes around regions of text, in the pixels of the page's picture. Not for finding the regions.

use crate::regions::Region;
use crate::tilt::{Point, Tilt};

/// The network marks only the core of a line. Its box grows by this much of area over circumference, as it was trained.
const GROWTH: f32 = 1.4;
/// Lower boxes are specks and rules (pixels of the picture that was marked).
const LEAST_SIDE: f32 = 3.0;

/// The box of a line once the page is level, in pixels of the page's picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineBox {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
}

/// How many pixels of the page's picture one marked pixel stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) across: f32,
    pub(crate) down: f32,
}

impl Scale {
    /// A place of the marked picture in the page's picture.
    pub(crate) fn apply(self, place: Point) -> Point {
        Point { x: place.x * self.across, y: place.y * self.down }
    }
}

impl LineBox {
    pub(crate) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// The box of a region; `None` if it is too small for text. `pixel` is the side of a marked pixel.
    pub(crate) fn around(region: &Region, tilt: Tilt, pixel: f32) -> Option<Self> {
        let places = region.pixels.iter().map(|place| tilt.level(*place));
        let point = |place: Point| Self { left: place.x, top: place.y, right: place.x, bottom: place.y };
        let core = places.map(point).reduce(Self::union)?.grown(pixel / 2.0);
        let (width, height) = (core.width(), core.height());
        let growth = GROWTH * width * height / (2.0 * (width + height));
        (width.min(height) >= LEAST_SIDE * pixel).then(|| core.grown(growth))
    }

    fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn grown(self, by: f32) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_of_a_tilted_line_is_as_high_as_the_line() {
        let tilt = Tilt { angle: 0.05, centre: Point { x: 100.0, y: 50.0 } };
        let level = |i: usize| Point { x: (i / 5) as f32, y: 48.0 + (i % 5) as f32 };
        let region = Region { pixels: (0..1000).map(|i| tilt.back(level(i))).collect(), confidence: 1.0 };
        let found = LineBox::around(&region, tilt, 1.0).unwrap();
        let growth = GROWTH * 200.0 * 5.0 / 410.0;
        assert!((found.height() - (5.0 + 2.0 * growth)).abs() < 0.1, "{found:?}");
        assert!((found.left - (-0.5 - growth)).abs() < 0.1, "{found:?}");
        let speck = Region { pixels: vec![Point::default()], confidence: 1.0 };
        assert_eq!(LineBox::around(&speck, tilt, 1.0), None);
    }
}
