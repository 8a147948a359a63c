//! Places and boxes in the picture of a page, in pixels, and the rotation that makes its lines level.

/// A place in a picture, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance from the left.
    pub x: f32,
    /// Distance from the top.
    pub y: f32,
}

/// A rotation about the centre of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tilt {
    /// Angle of the lines in radians; positive: they go down to the right.
    pub angle: f32,
    /// Centre of the picture in pixels.
    pub centre: Point,
}

impl Tilt {
    /// Where a place of the picture is once the lines are level.
    pub(crate) fn level(self, place: Point) -> Point {
        self.turned(place, -self.angle)
    }

    /// Where a place of the levelled picture is in the picture as it was.
    pub fn back(self, place: Point) -> Point {
        self.turned(place, self.angle)
    }

    fn turned(self, place: Point, angle: f32) -> Point {
        let (sin, cos) = angle.sin_cos();
        let x = place.x - self.centre.x;
        let y = place.y - self.centre.y;
        Point { x: self.centre.x + x * cos - y * sin, y: self.centre.y + x * sin + y * cos }
    }
}

/// How many pixels of the page's picture one pixel of a reduced picture stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) across: f32,
    pub(crate) down: f32,
}

/// The box of a line once the page is level, in pixels of the page's picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineBox {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
}

impl LineBox {
    pub(crate) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// The box with a margin on every side.
    pub(crate) fn grown(self, by: f32) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_and_back_are_inverse() {
        let tilt = Tilt { angle: 0.05, centre: Point { x: 50.0, y: 80.0 } };
        let place = Point { x: 10.0, y: 20.0 };
        let there = tilt.back(tilt.level(place));
        assert!((there.x - place.x).abs() < 1e-3 && (there.y - place.y).abs() < 1e-3);
    }
}
