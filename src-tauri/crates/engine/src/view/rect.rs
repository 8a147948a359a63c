//! Rectangles as the window gets them. Not for geometry (`pincite_pdf::Rect`).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A rectangle on a displayed page (after rotation and crop), in points (1/72 inch). The origin is the top left corner
/// and y grows downwards, so `y0 <= y1` and `x0 <= x1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
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

impl From<pincite_pdf::Rect> for Rect {
    fn from(pincite_pdf::Rect { x0, y0, x1, y1 }: pincite_pdf::Rect) -> Self {
        Self { x0, y0, x1, y1 }
    }
}
