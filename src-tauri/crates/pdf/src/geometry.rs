//! Rectangles in page coordinates. Not for layout decisions.

use serde::{Deserialize, Serialize};

/// A rectangle on a displayed page (after rotation and crop), in points (1/72 inch). The origin is the top left corner
/// and y grows downwards, so `y0 <= y1` and `x0 <= x1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x0: f32,
    /// Top edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Bottom edge.
    pub y1: f32,
}

impl Rect {
    /// The smallest rectangle that holds both.
    pub fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Width in points.
    pub fn width(self) -> f32 {
        self.x1 - self.x0
    }

    /// Height in points.
    pub fn height(self) -> f32 {
        self.y1 - self.y0
    }
}
