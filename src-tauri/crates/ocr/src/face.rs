//! The size and the baseline of a line's letters, from its ink and from which letters it has. Not for fonts.

use crate::crop::{HEIGHT, Strip};

/// Heights of common book faces above and below the baseline, in em.
const CAPITALS: f32 = 0.68;
const SMALL: f32 = 0.46;
const DESCENT: f32 = 0.21;
/// A row belongs to the letters if it has this share of the ink of the fullest row.
const LEAST_INK: f32 = 0.06;
/// Sizes this close are the same size, measured unevenly.
const SAME_SIZE: f32 = 0.14;

/// Size and baseline of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Face {
    /// Font size in pixels of the page's picture.
    pub(crate) size: f32,
    /// The baseline on the level page.
    pub(crate) baseline: f32,
}

impl Face {
    pub(crate) fn of(strip: &Strip, text: &str) -> Self {
        let rows = inked_rows(strip);
        let (top, bottom) = (strip.y(rows.start as f32), strip.y(rows.end as f32));
        let above = if text.chars().any(is_tall) { CAPITALS } else { SMALL };
        let below = if text.chars().any(hangs) { DESCENT } else { 0.0 };
        let size = (bottom - top) / (above + below);
        Self { size, baseline: bottom - below * size }
    }
}

/// Gives lines whose sizes hardly differ from the usual one that size.
pub(crate) fn settle(faces: &mut [Face]) {
    let mut sizes: Vec<f32> = faces.iter().map(|face| face.size).collect();
    sizes.sort_by(f32::total_cmp);
    let Some(usual) = sizes.get(sizes.len() / 2).copied() else { return };
    for face in faces.iter_mut().filter(|face| (face.size / usual - 1.0).abs() <= SAME_SIZE) {
        face.size = usual;
    }
}

/// The rows of the letters: the run of inked rows around the middle of the ink.
fn inked_rows(strip: &Strip) -> std::ops::Range<usize> {
    let paper = strip.grey.iter().copied().max().unwrap_or(255);
    let darkness = |row: &[u8]| row.iter().map(|grey| f32::from(paper - *grey)).sum::<f32>();
    let rows: Vec<f32> = strip.grey.chunks(strip.width).map(darkness).collect();
    let (least, most) = (rows.iter().copied().fold(f32::MAX, f32::min), rows.iter().copied().fold(0.0, f32::max));
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
    use crate::boxes::LineBox;

    fn strip(inked: std::ops::Range<usize>) -> Strip {
        let grey = (0..HEIGHT * 10).map(|i| if inked.contains(&(i / 10)) { 0 } else { 255 }).collect();
        Strip { width: 10, grey, place: LineBox { left: 0.0, top: 100.0, right: 20.0, bottom: 196.0 } }
    }

    #[test]
    fn letters_tell_what_the_height_of_their_ink_means() {
        let capitals = Face::of(&strip(10..27), "ABC");
        assert!((capitals.size - 50.0).abs() < 0.1 && capitals.baseline == 154.0, "{capitals:?}");
        let hanging = Face::of(&strip(10..27), "Apple");
        assert!((hanging.size - 34.0 / 0.89).abs() < 0.1, "{hanging:?}");
        assert!(hanging.baseline < 154.0, "the tail of the p is below it");
        assert!((Face::of(&strip(10..27), "rn").size - 34.0 / 0.46).abs() < 0.1);
    }

    #[test]
    fn uneven_sizes_settle_and_headings_stay() {
        let face = |size| Face { size, baseline: 0.0 };
        let mut faces = [face(40.0), face(42.0), face(39.0), face(60.0), face(41.0)];
        settle(&mut faces);
        assert_eq!(faces.map(|face| face.size), [41.0, 41.0, 41.0, 60.0, 41.0]);
    }
}
