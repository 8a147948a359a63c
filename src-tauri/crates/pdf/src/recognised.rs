//! Pages made of words that were recognised in a picture. They are laid out like the words of a file.
//! The crate `ocr` recognises them.

use crate::layout::{self, Frame, Glyph, Sheet};
use crate::{Page, Rect, document};

/// Heights of common book faces above and below the baseline (em), for the boxes of words.
const ASCENT: f32 = 0.75;
const DESCENT: f32 = 0.22;

/// What was recognised on a page, in points. Places are those of the page turned so that its lines are level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Print {
    /// Width of the displayed page in points.
    pub width: f32,
    /// Height of the displayed page in points.
    pub height: f32,
    /// By how much its lines go down to the right, in radians.
    pub tilt: f32,
    /// Its lines, in any order.
    pub lines: Vec<PrintLine>,
}

/// A line of recognised words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrintLine {
    /// Font size in points.
    pub size: f32,
    /// Distance of the baseline from the top, in points.
    pub baseline: f32,
    /// Its words, from left to right.
    pub words: Vec<PrintWord>,
}

/// A recognised word.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrintWord {
    /// Its text, never empty.
    pub text: String,
    /// Left edge in points.
    pub left: f32,
    /// Right edge in points.
    pub right: f32,
}

impl Page {
    /// A page of recognised words, in reading order. The boxes lie where the words are, also on a rotated page.
    pub fn recognised(index: u32, print: &Print) -> Self {
        let mut page = layout::page(index, sheet(print));
        for word in &mut page.words {
            word.rect = turned(word.rect, print);
        }
        for line in &mut page.lines {
            let words = &page.words[line.start as usize..line.end as usize];
            line.rect = words.iter().map(|word| word.rect).reduce(Rect::union).unwrap_or(line.rect);
        }
        page
    }

    /// The page as [`crate::Session::page`] gives it: hyphens that only broke a word are gone.
    #[must_use]
    pub fn alone(self) -> Self {
        document::with_hyphens_resolved(self)
    }
}

fn sheet(print: &Print) -> Sheet {
    let mut sheet = Sheet { width: print.width, height: print.height, ..Sheet::default() };
    let mut glyphs = Vec::new();
    for line in &print.lines {
        for word in &line.words {
            let start = sheet.text.len() as u32;
            sheet.text.push_str(&word.text);
            let glyph = glyph(line, word, start);
            let space = Glyph { start: glyph.end, ..glyph };
            glyphs.extend([glyph, space]);
            sheet.coverage.glyphs += word.text.chars().count() as u32;
        }
    }
    sheet.placed = glyphs.len() as u32;
    sheet.layers.insert(Frame::default(), glyphs);
    sheet.coverage.large_images = 1;
    sheet
}

fn glyph(line: &PrintLine, word: &PrintWord, start: u32) -> Glyph {
    let y0 = line.baseline - ASCENT * line.size;
    let y1 = line.baseline + DESCENT * line.size;
    Glyph {
        start,
        end: start + word.text.len() as u32,
        rect: Rect { x0: word.left, y0, x1: word.right, y1 },
        baseline: line.baseline,
        size: line.size,
        bold: false,
    }
}

/// The box where it is on the page as it was scanned: its middle is turned back about the middle of the page.
fn turned(rect: Rect, print: &Print) -> Rect {
    let (sin, cos) = print.tilt.sin_cos();
    let x = (rect.x0 + rect.x1 - print.width) / 2.0;
    let y = (rect.y0 + rect.y1 - print.height) / 2.0;
    let right = x * cos - y * sin - x;
    let down = x * sin + y * cos - y;
    Rect { x0: rect.x0 + right, y0: rect.y0 + down, x1: rect.x1 + right, y1: rect.y1 + down }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(baseline: f32, left: f32, text: &str) -> PrintLine {
        let word = |(at, text): (usize, &str)| {
            let left = left + at as f32 * 40.0;
            PrintWord { text: text.to_owned(), left, right: left + 36.0 }
        };
        PrintLine { size: 10.0, baseline, words: text.split(' ').enumerate().map(word).collect() }
    }

    fn print(tilt: f32) -> Print {
        let lines =
            vec![line(114.0, 72.0, "its termi- "), line(100.0, 72.0, "Notice of"), line(128.0, 72.0, "nation date")];
        Print { width: 612.0, height: 792.0, tilt, lines }
    }

    #[test]
    fn words_are_in_reading_order_and_hyphens_are_resolved() {
        let mut print = print(0.0);
        print.lines[0].words.pop();
        let page = Page::recognised(3, &print).alone();
        let words: Vec<&str> = page.words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(words, ["Notice", "of", "its", "termi", "nation", "date"]);
        assert!(page.coverage.is_usable() && page.index == 3 && page.lines.len() == 3);
    }

    #[test]
    fn boxes_turn_with_the_page() {
        let level = Page::recognised(0, &print(0.0));
        let turned = Page::recognised(0, &print(0.03));
        let (a, b) = (level.words[0].rect, turned.words[0].rect);
        assert!((b.width() - a.width()).abs() < 0.01 && (b.height() - a.height()).abs() < 0.01);
        // Left of the middle, a page that goes down to the right is higher; above it, it is further right.
        assert!(b.y0 < a.y0 - 5.0 && b.x0 > a.x0 + 5.0, "{a:?} {b:?}");
        assert!(turned.lines.iter().all(|line| line.rect.width() > 0.0));
    }
}
