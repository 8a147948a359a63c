//! Finds lines of text. The first network gives the probability of each pixel to belong to a line. Connected pixels are
//! regions, one for each line or part of a line. They tell by how much the page is rotated, and each gets a level box.

use crate::geometry::{LineBox, Point, Scale, Tilt};
use crate::{Error, Picture};
use pincite_models::{Array, Program, Stop};
use std::path::Path;

/// Longest side of the picture that the network gets, in pixels: about 140 dots per inch of a letter page.
const LONGEST: f32 = 1600.0;
/// The network halves its input five times.
const MULTIPLE: usize = 32;
/// Mean and standard deviation of each colour in the network's training data.
const MEANS: [f32; 3] = [0.485, 0.456, 0.406];
const DEVIATIONS: [f32; 3] = [0.229, 0.224, 0.225];

/// A pixel of this probability belongs to a line.
const MARKED: f32 = 0.3;
/// A region of a lower mean probability is no text.
const SURE: f32 = 0.5;
/// Fewer pixels are specks.
const LEAST_PIXELS: usize = 12;

/// Above this no page was laid into a scanner askew; the lines are something else (radians).
const MOST_TILT: f32 = 0.12;
/// A region this much longer than high tells the direction of its line.
const ELONGATED: f32 = 6.0;

/// The network marks only the core of a line. Its box grows by this much of area over circumference, as it was trained.
const GROWTH: f32 = 1.4;
/// Lower boxes are specks and rules (pixels of the map).
const LEAST_SIDE: f32 = 3.0;

/// The probability of each pixel to belong to a line, row by row, from 0 to 1.
#[derive(Clone, Debug)]
pub(crate) struct ProbabilityMap {
    pub(crate) width: usize,
    pub(crate) values: Vec<f32>,
}

/// A map, and how it lies on the page's picture.
pub(crate) struct Detection {
    pub(crate) map: ProbabilityMap,
    pub(crate) scale: Scale,
}

/// The opened network.
pub(crate) struct Detector(Program);

impl Detector {
    pub(crate) fn open(file: &Path, threads: usize) -> Result<Self, Error> {
        Ok(Self(Program::open_file("line detector", file, threads)?))
    }

    /// Finds the lines of a picture.
    pub(crate) fn detect(&self, picture: &Picture, stop: &Stop) -> Result<Detection, Error> {
        let small = reduced(picture);
        let mut input = Vec::with_capacity(3 * small.grey.len());
        for (mean, deviation) in MEANS.iter().zip(DEVIATIONS) {
            input.extend(small.grey.iter().map(|grey| (f32::from(*grey) / 255.0 - mean) / deviation));
        }
        let input = Array::floats(&[1, 3, small.height, small.width], input)?;
        let outputs = self.0.run(&[("x", &input)], stop)?;
        let values = outputs.first().map(Array::to_floats).transpose()?.unwrap_or_default();
        let scale = Scale {
            across: picture.width as f32 / small.width as f32,
            down: picture.height as f32 / small.height as f32,
        };
        Ok(Detection { map: ProbabilityMap { width: small.width, values }, scale })
    }
}

fn reduced(picture: &Picture) -> Picture {
    let factor = (LONGEST / picture.width.max(picture.height) as f32).min(1.0);
    let side = |pixels: usize| (pixels as f32 * factor / MULTIPLE as f32).round().max(1.0) as usize * MULTIPLE;
    picture.resized(side(picture.width), side(picture.height))
}

/// Connected pixels of the map.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Their centres.
    pub(crate) pixels: Vec<Point>,
}

/// The regions of text, from top to bottom, in pixels of the map.
pub(crate) fn regions(map: &ProbabilityMap) -> Vec<Region> {
    let mut open: Vec<bool> = map.values.iter().map(|value| *value >= MARKED).collect();
    let mut regions = Vec::new();
    for start in 0..open.len() {
        if !open[start] {
            continue;
        }
        let places = fill(map.width, &mut open, start);
        let sum: f32 = places.iter().map(|place| map.values[*place]).sum();
        if places.len() >= LEAST_PIXELS && sum / places.len() as f32 >= SURE {
            let centre =
                |place: &usize| Point { x: (place % map.width) as f32 + 0.5, y: (place / map.width) as f32 + 0.5 };
            regions.push(Region { pixels: places.iter().map(centre).collect() });
        }
    }
    regions
}

/// Takes all open pixels connected with `start`, diagonals included.
fn fill(width: usize, open: &mut [bool], start: usize) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    open[start] = false;
    while let Some(place) = found.get(next).copied() {
        next += 1;
        let x = place % width;
        let y = place / width;
        for ny in y.saturating_sub(1)..=y + 1 {
            for nx in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                let neighbour = ny * width + nx;
                if open.get(neighbour) == Some(&true) {
                    open[neighbour] = false;
                    found.push(neighbour);
                }
            }
        }
    }
    found
}

impl Region {
    /// The region in pixels of the page's picture.
    pub(crate) fn scaled(mut self, scale: Scale) -> Self {
        for pixel in &mut self.pixels {
            pixel.x *= scale.across;
            pixel.y *= scale.down;
        }
        self
    }

    /// The box of its line; `None` if it is too small for text. `pixel` is the side of a pixel of the map.
    pub(crate) fn line_box(&self, tilt: Tilt, pixel: f32) -> Option<LineBox> {
        let first = tilt.level(*self.pixels.first()?);
        let mut core = LineBox { left: first.x, top: first.y, right: first.x, bottom: first.y };
        for place in &self.pixels {
            let place = tilt.level(*place);
            core.left = core.left.min(place.x);
            core.top = core.top.min(place.y);
            core.right = core.right.max(place.x);
            core.bottom = core.bottom.max(place.y);
        }
        let core = core.grown(pixel / 2.0);
        let width = core.width();
        let height = core.height();
        if width.min(height) < LEAST_SIDE * pixel {
            return None;
        }
        Some(core.grown(GROWTH * width * height / (2.0 * (width + height))))
    }

    /// The main axis of its pixels. `None` if it is not elongated, or too steep.
    fn direction(&self) -> Option<Direction> {
        let count = self.pixels.len() as f32;
        let mean_x = self.pixels.iter().map(|pixel| pixel.x).sum::<f32>() / count;
        let mean_y = self.pixels.iter().map(|pixel| pixel.y).sum::<f32>() / count;
        let mut xx = 0.0;
        let mut yy = 0.0;
        let mut xy = 0.0;
        for pixel in &self.pixels {
            let x = pixel.x - mean_x;
            let y = pixel.y - mean_y;
            xx += x * x / count;
            yy += y * y / count;
            xy += x * y / count;
        }
        let spread = ((xx - yy) * (xx - yy) / 4.0 + xy * xy).sqrt();
        let along = (xx + yy) / 2.0 + spread;
        let across = ((xx + yy) / 2.0 - spread).max(0.01);
        let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
        let usable = (along / across).sqrt() >= ELONGATED && angle.abs() <= MOST_TILT;
        usable.then(|| Direction { angle, length: along.sqrt() })
    }
}

/// The direction of a region's line.
struct Direction {
    angle: f32,
    length: f32,
}

/// The rotation of a picture with these regions: the median of their directions, weighted by their lengths.
pub(crate) fn tilt(regions: &[Region], centre: Point) -> Tilt {
    let mut directions: Vec<Direction> = regions.iter().filter_map(Region::direction).collect();
    directions.sort_by(|a, b| a.angle.total_cmp(&b.angle));
    let half = directions.iter().map(|direction| direction.length).sum::<f32>() / 2.0;
    let mut passed = 0.0;
    for direction in directions {
        passed += direction.length;
        if passed >= half {
            return Tilt { angle: direction.angle, centre };
        }
    }
    Tilt { angle: 0.0, centre }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_pixels_are_one_region_and_faint_or_small_ones_are_none() {
        let mut values = vec![0.0; 20 * 10];
        for x in 0..20 {
            values[x] = 0.9; // a line along the edge
            values[5 * 20 + x] = 0.35; // marked, but never surely
        }
        values[8 * 20] = 0.9; // a speck
        let found = regions(&ProbabilityMap { width: 20, values });
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].pixels.len(), found[0].pixels[0]), (20, Point { x: 0.5, y: 0.5 }));
    }

    /// A bar three pixels high with this slope.
    fn bar(slope: f32, length: usize) -> Region {
        let pixels = (0..length * 3).map(|i| Point { x: (i / 3) as f32, y: (i / 3) as f32 * slope + (i % 3) as f32 });
        Region { pixels: pixels.collect() }
    }

    #[test]
    fn most_of_the_text_tells_the_angle() {
        let regions = [bar(0.03, 200), bar(0.03, 150), bar(0.0, 40), bar(1.0, 300)];
        let found = tilt(&regions, Point::default());
        assert!((found.angle - 0.03).abs() < 0.002, "{found:?}: neither the short bar nor the steep one decides");
        assert_eq!(tilt(&[bar(0.0, 4)], Point::default()).angle, 0.0, "a speck has no direction");
    }

    #[test]
    fn the_box_of_a_tilted_line_is_as_high_as_the_line() {
        let tilt = Tilt { angle: 0.05, centre: Point { x: 100.0, y: 50.0 } };
        let level = |i: usize| Point { x: (i / 5) as f32, y: 48.0 + (i % 5) as f32 };
        let region = Region { pixels: (0..1000).map(|i| tilt.back(level(i))).collect() };
        let found = region.line_box(tilt, 1.0).unwrap();
        let growth = GROWTH * 200.0 * 5.0 / 410.0;
        assert!((found.height() - (5.0 + 2.0 * growth)).abs() < 0.1, "{found:?}");
        assert!((found.left - (-0.5 - growth)).abs() < 0.1, "{found:?}");
        let speck = Region { pixels: vec![Point::default()] };
        assert_eq!(speck.line_box(tilt, 1.0), None);
    }
}
