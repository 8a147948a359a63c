//! By how much a scan is rotated, and coordinates in which its lines are level. Not for pages on their side.

use crate::regions::Region;

/// Above this no page was laid into a scanner askew; the lines are something else (radians).
const MOST: f32 = 0.12;
/// A region this much longer than high tells the direction of its line.
const ELONGATED: f32 = 6.0;

/// A rotation about the centre of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tilt {
    /// Angle of the lines in radians; positive: they go down to the right.
    pub angle: f32,
    /// Centre of the picture in pixels.
    pub centre: Point,
}

/// A place in a picture, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

impl Tilt {
    /// Of a picture with these text regions: the median of their directions, weighted by their lengths.
    pub(crate) fn of(regions: &[Region], centre: Point) -> Self {
        let mut directions: Vec<Direction> = regions.iter().filter_map(Direction::of).collect();
        directions.sort_by(|a, b| a.angle.total_cmp(&b.angle));
        let half = directions.iter().map(|direction| direction.length).sum::<f32>() / 2.0;
        let mut passed = 0.0;
        let middle = directions.iter().find(|direction| {
            passed += direction.length;
            passed >= half
        });
        Self { angle: middle.map_or(0.0, |direction| direction.angle), centre }
    }

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
        let (x, y) = (place.x - self.centre.x, place.y - self.centre.y);
        Point { x: self.centre.x + x * cos - y * sin, y: self.centre.y + x * sin + y * cos }
    }
}

/// The direction of one region.
struct Direction {
    angle: f32,
    length: f32,
}

impl Direction {
    /// The main axis of its pixels. `None` if it is not elongated, or too steep.
    fn of(region: &Region) -> Option<Self> {
        let count = region.pixels.len() as f32;
        let (mx, my) = (mean(region, |p| p.x), mean(region, |p| p.y));
        let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
        for pixel in &region.pixels {
            let (x, y) = (pixel.x - mx, pixel.y - my);
            (xx, yy, xy) = (xx + x * x / count, yy + y * y / count, xy + x * y / count);
        }
        let spread = ((xx - yy) * (xx - yy) / 4.0 + xy * xy).sqrt();
        let (along, across) = ((xx + yy) / 2.0 + spread, ((xx + yy) / 2.0 - spread).max(0.01));
        let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
        let usable = (along / across).sqrt() >= ELONGATED && angle.abs() <= MOST;
        usable.then(|| Self { angle, length: along.sqrt() })
    }
}

fn mean(region: &Region, of: impl Fn(&Point) -> f32) -> f32 {
    region.pixels.iter().map(of).sum::<f32>() / region.pixels.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bar three pixels high with this slope.
    fn bar(slope: f32, length: usize) -> Region {
        let pixels = (0..length * 3).map(|i| Point { x: (i / 3) as f32, y: (i / 3) as f32 * slope + (i % 3) as f32 });
        Region { pixels: pixels.collect(), confidence: 1.0 }
    }

    #[test]
    fn most_of_the_text_tells_the_angle() {
        let regions = [bar(0.03, 200), bar(0.03, 150), bar(0.0, 40), bar(1.0, 300)];
        let tilt = Tilt::of(&regions, Point::default());
        assert!((tilt.angle - 0.03).abs() < 0.002, "{tilt:?}: neither the short bar nor the steep one decides");
        assert_eq!(Tilt::of(&[bar(0.0, 4)], Point::default()).angle, 0.0, "a speck has no direction");
    }

    #[test]
    fn level_and_back_are_inverse() {
        let tilt = Tilt { angle: 0.05, centre: Point { x: 50.0, y: 80.0 } };
        let place = Point { x: 10.0, y: 20.0 };
        let there = tilt.back(tilt.level(place));
        assert!((there.x - place.x).abs() < 1e-3 && (there.y - place.y).abs() < 1e-3);
    }
}
