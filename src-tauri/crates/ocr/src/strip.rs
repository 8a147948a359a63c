//! Cuts lines out of a page's picture: level, and of the height that the reading network wants. And estimates the size and
//! the baseline of a line's letters, from its ink and from which letters it has.

use crate::Picture;
use crate::geometry::{LineBox, Point, Tilt};

/// Height of every cut line in pixels.
pub(crate) const HEIGHT: usize = 48;
/// Limits of its width: a line of over a hundred letters, and a single one.
const WIDEST: f32 = 3200.0;
const NARROWEST: f32 = 16.0;
/// Heights of common book faces above and below the baseline, in em.
const CAPITALS: f32 = 0.68;
const SMALL: f32 = 0.46;
const DESCENT: f32 = 0.21;
/// A row belongs to the letters if it has this share of the ink of the fullest row.
const LEAST_INK: f32 = 0.06;

/// A line cut out of a picture, in grey, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Strip {
    pub(crate) width: usize,
    pub(crate) grey: Vec<u8>,
    /// Its box on the level page.
    pub(crate) place: LineBox,
}

impl Strip {
    pub(crate) fn cut(picture: &Picture, place: LineBox, tilt: Tilt) -> Self {
        let width = (HEIGHT as f32 * place.width() / place.height()).round().clamp(NARROWEST, WIDEST) as usize;
        let step = Point { x: place.width() / width as f32, y: place.height() / HEIGHT as f32 };
        // Samples in each direction, where one pixel stands for several.
        let samples = (step.x.max(step.y).round() as usize).clamp(1, 4);
        let mut grey = Vec::with_capacity(width * HEIGHT);
        for y in 0..HEIGHT {
            for x in 0..width {
                let corner = Point { x: place.left + x as f32 * step.x, y: place.top + y as f32 * step.y };
                grey.push(mean(picture, tilt, corner, step, samples));
            }
        }
        Self { width, grey, place }
    }

    /// The level place of a column, in pixels of the page's picture.
    pub(crate) fn x(&self, column: f32) -> f32 {
        self.place.left + column * self.place.width() / self.width as f32
    }

    /// The level place of a row.
    pub(crate) fn y(&self, row: f32) -> f32 {
        self.place.top + row * self.place.height() / HEIGHT as f32
    }
}

/// The mean of a pixel's area, which begins at `corner`.
fn mean(picture: &Picture, tilt: Tilt, corner: Point, step: Point, samples: usize) -> u8 {
    let share = |i: usize| (i as f32 + 0.5) / samples as f32;
    let mut sum = 0.0;
    for down in 0..samples {
        for across in 0..samples {
            let place = tilt.back(Point { x: corner.x + share(across) * step.x, y: corner.y + share(down) * step.y });
            // Pixel n covers n to n + 1, and its value stands for its centre.
            sum += picture.at(place.x - 0.5, place.y - 0.5);
        }
    }
    (sum / (samples * samples) as f32).round() as u8
}

/// Size and baseline of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineMetrics {
    /// Font size in pixels of the page's picture.
    pub(crate) size: f32,
    /// The baseline on the level page.
    pub(crate) baseline: f32,
}

impl LineMetrics {
    pub(crate) fn of(strip: &Strip, text: &str) -> Self {
        let rows = inked_rows(strip);
        let top = strip.y(rows.start as f32);
        let bottom = strip.y(rows.end as f32);
        let above = if text.chars().any(is_tall) { CAPITALS } else { SMALL };
        let below = if text.chars().any(hangs) { DESCENT } else { 0.0 };
        let size = (bottom - top) / (above + below);
        Self { size, baseline: bottom - below * size }
    }
}

/// The rows of the letters: the run of inked rows around the middle of the ink.
fn inked_rows(strip: &Strip) -> std::ops::Range<usize> {
    let paper = strip.grey.iter().copied().max().unwrap_or(255);
    let mut rows: Vec<f32> = Vec::with_capacity(HEIGHT);
    for row in strip.grey.chunks(strip.width) {
        rows.push(row.iter().map(|grey| f32::from(paper - *grey)).sum());
    }
    let least = rows.iter().copied().fold(f32::MAX, f32::min);
    let most = rows.iter().copied().fold(0.0, f32::max);
    let inked = |row: &f32| *row - least > LEAST_INK * (most - least);
    let middle = rows.iter().position(|row| *row == most).unwrap_or(HEIGHT / 2);
    let start = rows[..middle].iter().rposition(|row| !inked(row)).map_or(0, |row| row + 1);
    let end = rows[middle..].iter().position(|row| !inked(row)).map_or(HEIGHT, |row| middle + row);
    start..end.max(start + 1)
}

/// Whether a letter is higher than a small one without ascender.
fn is_tall(letter: char) -> bool {
    !letter.is_lowercase() && letter.is_alphanumeric() || "bdfhiklt".contains(letter)
}

/// Whether a letter goes below the baseline.
fn hangs(letter: char) -> bool {
    "gjpqyQ,;()[]{}§".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilted_line_is_cut_level() {
        let tilt = Tilt { angle: 0.04, centre: Point { x: 150.0, y: 60.0 } };
        // A black bar, level once the picture is: rows 50 to 70.
        let pixel = |i: usize| {
            let level = tilt.level(Point { x: (i % 300) as f32 + 0.5, y: (i / 300) as f32 + 0.5 });
            if (50.0..70.0).contains(&level.y) { 0 } else { 255 }
        };
        let picture = Picture::from_grey(300, 120, (0..300 * 120).map(pixel).collect());
        let place = LineBox { left: 20.0, top: 36.0, right: 280.0, bottom: 84.0 };
        let strip = Strip::cut(&picture, place, tilt);
        assert_eq!(strip.width, 260);
        for x in [5, 130, 255] {
            let column: Vec<u8> = (0..HEIGHT).map(|y| strip.grey[y * strip.width + x]).collect();
            assert!(column[16..32].iter().all(|grey| *grey < 30), "column {x}: {column:?}");
            assert!(column[..12].iter().chain(&column[36..]).all(|grey| *grey > 225), "column {x}: {column:?}");
        }
        assert_eq!((strip.x(130.0), strip.y(24.0)), (150.0, 60.0));
    }

    fn strip(inked: std::ops::Range<usize>) -> Strip {
        let grey = (0..HEIGHT * 10).map(|i| if inked.contains(&(i / 10)) { 0 } else { 255 }).collect();
        Strip { width: 10, grey, place: LineBox { left: 0.0, top: 100.0, right: 20.0, bottom: 196.0 } }
    }

    #[test]
    fn letters_tell_what_the_height_of_their_ink_means() {
        let capitals = LineMetrics::of(&strip(10..27), "ABC");
        assert!((capitals.size - 50.0).abs() < 0.1 && capitals.baseline == 154.0, "{capitals:?}");
        let hanging = LineMetrics::of(&strip(10..27), "Apple");
        assert!((hanging.size - 34.0 / 0.89).abs() < 0.1, "{hanging:?}");
        assert!(hanging.baseline < 154.0, "the tail of the p is below it");
        assert!((LineMetrics::of(&strip(10..27), "rn").size - 34.0 / 0.46).abs() < 0.1);
    }
}
