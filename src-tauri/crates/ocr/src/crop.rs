//! Cuts lines out of a page's picture: level, and of the height that the reading network wants. Not for reading them.

use crate::Picture;
use crate::boxes::LineBox;
use crate::tilt::{Point, Tilt};

/// Height of every cut line in pixels.
pub(crate) const HEIGHT: usize = 48;
/// Limits of its width: a line of over a hundred letters, and a single one.
const WIDEST: f32 = 3200.0;
const NARROWEST: f32 = 16.0;

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
        let samples = samples(step.x.max(step.y));
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

/// Samples in each direction for one pixel, where it stands for several.
fn samples(step: f32) -> usize {
    (step.round() as usize).clamp(1, 4)
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
}
