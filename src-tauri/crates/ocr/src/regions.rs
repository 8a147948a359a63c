//! Joins marked pixels to regions, one for each line or part of a line. Not for their boxes (`boxes`).

use crate::detect::Marks;
use crate::tilt::Point;

/// A pixel marked this surely belongs to a line.
const MARKED: f32 = 0.3;
/// A region whose pixels are marked less surely on average is no text.
const SURE: f32 = 0.5;
/// Fewer pixels are specks.
const LEAST_PIXELS: usize = 12;

/// Connected marked pixels.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Their centres, in pixels of the picture that was marked.
    pub(crate) pixels: Vec<Point>,
    /// Mean confidence that they are text.
    pub(crate) confidence: f32,
}

/// The regions of text, from top to bottom.
pub(crate) fn regions(marks: &Marks) -> Vec<Region> {
    let mut open: Vec<bool> = marks.values.iter().map(|value| *value >= MARKED).collect();
    let mut regions = Vec::new();
    for start in 0..open.len() {
        if open[start] {
            let region = region(marks, &fill(marks.width, &mut open, start));
            regions.extend(Some(region).filter(|it| it.pixels.len() >= LEAST_PIXELS && it.confidence >= SURE));
        }
    }
    regions
}

/// Takes all open pixels connected with `start`, diagonals included.
fn fill(width: usize, open: &mut [bool], start: usize) -> Vec<usize> {
    let (mut found, mut next) = (vec![start], 0);
    open[start] = false;
    while let Some(place) = found.get(next).copied() {
        next += 1;
        let (x, y) = (place % width, place / width);
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

fn region(marks: &Marks, places: &[usize]) -> Region {
    let sum: f32 = places.iter().map(|place| marks.values[*place]).sum();
    let centre = |place: &usize| Point { x: (place % marks.width) as f32 + 0.5, y: (place / marks.width) as f32 + 0.5 };
    Region { pixels: places.iter().map(centre).collect(), confidence: sum / places.len().max(1) as f32 }
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
        let found = regions(&Marks { width: 20, values });
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].pixels.len(), found[0].pixels[0]), (20, Point { x: 0.5, y: 0.5 }));
    }
}
