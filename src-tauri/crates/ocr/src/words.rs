//! Splits the letters of a line at spaces, and finds where each word begins and ends in the ink. Not for heights.

use crate::crop::{HEIGHT, Strip};
use crate::letters::Letter;
use crate::spelling;

/// Rows at the top and bottom of a strip that may show neighbouring lines.
const MARGIN: usize = 5;
/// A pixel is ink if it is darker than the paper by this share of the darkest.
const INK: f32 = 0.4;
/// A column with fewer such pixels is empty: specks are no ink.
const LEAST_INK: usize = 2;

/// From this many spaces on a line tells how wide its spaces are.
const LEAST_SPACES: usize = 3;
/// A gap of this share of the usual space is one that was not said.
const LIKE_A_SPACE: f32 = 0.8;

/// A word of a line, in columns of its strip.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cut {
    pub(crate) text: String,
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) confidence: f32,
}

/// Which columns of a strip have ink.
pub(crate) struct Ink(Vec<bool>);

impl Ink {
    pub(crate) fn of(strip: &Strip) -> Self {
        let threshold = threshold(strip);
        let inner = &strip.grey[MARGIN * strip.width..(HEIGHT - MARGIN) * strip.width];
        let count = |x: usize| inner.iter().skip(x).step_by(strip.width).filter(|grey| **grey < threshold).count();
        Self((0..strip.width).map(|x| count(x) >= LEAST_INK).collect())
    }

    /// The widest gap without ink between two columns, as its first and its last column; without any, their middle.
    fn gap(&self, from: f32, to: f32) -> Gap {
        let (start, end) = (self.clamp(from), self.clamp(to));
        let middle = (from + to) / 2.0;
        let (mut best, mut open) = (Gap { start: middle, end: middle }, start);
        for x in start..=end {
            let inked = self.0.get(x).copied().unwrap_or(x == end) || x == end;
            if inked {
                if (x - open) as f32 > best.end - best.start {
                    best = Gap { start: open as f32, end: x as f32 };
                }
                open = x + 1;
            }
        }
        best
    }

    /// The letters of each word: between spaces, and where a gap after a mark is as wide as the spaces of the line.
    fn words<'l>(&self, letters: &'l [Letter]) -> Vec<&'l [Letter]> {
        let is_space = |letter: &Letter| letter.text.trim().is_empty();
        let parts: Vec<&[Letter]> = letters.split(is_space).filter(|word| !word.is_empty()).collect();
        let width = |gap: Gap| gap.end - gap.start;
        let between = |pair: &[&[Letter]]| Some(width(self.gap(pair[0].last()?.column, pair[1].first()?.column)));
        let mut spaces: Vec<f32> = parts.windows(2).filter_map(between).collect();
        spaces.sort_by(f32::total_cmp);
        let usual = spaces.get(spaces.len() / 2).copied().filter(|_| spaces.len() >= LEAST_SPACES);
        let least = usual.map_or(f32::MAX, |usual| usual * LIKE_A_SPACE);
        let parted = |a: &Letter, b: &Letter| ends(a) && width(self.gap(a.column, b.column)) >= least;
        parts.iter().flat_map(|part| part.chunk_by(move |a, b| !parted(a, b))).collect()
    }

    /// The first inked column from the left, and the end of the last.
    fn edges(&self) -> Gap {
        let first = self.0.iter().position(|ink| *ink).unwrap_or(0);
        let last = self.0.iter().rposition(|ink| *ink).map_or(self.0.len(), |last| last + 1);
        Gap { start: first as f32, end: last as f32 }
    }

    fn clamp(&self, column: f32) -> usize {
        (column.max(0.0) as usize).min(self.0.len())
    }
}

/// A range of columns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Gap {
    start: f32,
    end: f32,
}

/// Whether a word often ends with this mark.
fn ends(letter: &Letter) -> bool {
    matches!(letter.text.as_str(), "." | "," | ";" | ":" | ")" | "'" | "\"")
}

/// The grey value below which a pixel is ink.
fn threshold(strip: &Strip) -> u8 {
    let mut sorted = strip.grey.clone();
    sorted.sort_unstable();
    let at = |share: f32| f32::from(sorted[((sorted.len() - 1) as f32 * share) as usize]);
    let (dark, paper) = (at(0.01), at(0.9));
    (paper - INK * (paper - dark)) as u8
}

/// The words of a line.
pub(crate) fn split(letters: &[Letter], ink: &Ink) -> Vec<Cut> {
    let words = ink.words(letters);
    let edges = ink.edges();
    let mut left = words.first().and_then(|word| word.first()).map_or(0.0, |letter| edges.start.min(letter.column));
    let mut cuts = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let last = word.last().map_or(left, |letter| letter.column);
        let next = words.get(at + 1).and_then(|next| next.first());
        let gap = next.map_or(Gap { start: edges.end.max(last), end: edges.end }, |next| ink.gap(last, next.column));
        cuts.push(Cut {
            text: spelling::spelt(word),
            left,
            right: gap.start,
            confidence: word.iter().map(|letter| letter.confidence).sum::<f32>() / word.len() as f32,
        });
        left = gap.end;
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::LineBox;

    /// A white strip with black bars.
    fn strip(width: usize, bars: &[std::ops::Range<usize>]) -> Strip {
        let inked = |i: usize| (10..38).contains(&(i / width)) && bars.iter().any(|bar| bar.contains(&(i % width)));
        let grey = (0..width * HEIGHT).map(|i| if inked(i) { 10 } else { 250 }).collect();
        Strip { width, grey, place: LineBox { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 } }
    }

    fn letters(text: &str, columns: &[f32]) -> Vec<Letter> {
        let letter = |(text, column): (char, &f32)| Letter {
            text: text.to_string(),
            column: *column,
            confidence: 0.5,
            rivals: Vec::new(),
        };
        text.chars().zip(columns).map(letter).collect()
    }

    #[test]
    fn words_end_where_their_ink_ends() {
        let ink = Ink::of(&strip(200, &[20..40, 44..70, 90..110, 112..150]));
        let cuts = split(&letters("ab cd", &[30.0, 57.0, 80.0, 100.0, 131.0]), &ink);
        let found: Vec<_> = cuts.iter().map(|cut| (cut.text.as_str(), cut.left, cut.right)).collect();
        assert_eq!(found, [("ab", 20.0, 70.0), ("cd", 90.0, 150.0)]);
    }

    #[test]
    fn without_a_gap_words_part_in_the_middle() {
        let ink = Ink::of(&strip(100, std::slice::from_ref(&(10..90))));
        let cuts = split(&letters("a b", &[30.0, 50.0, 70.0]), &ink);
        assert_eq!((cuts[0].right, cuts[1].left), (50.0, 50.0));
    }
}
