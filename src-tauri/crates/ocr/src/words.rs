//! Splits the letters of a line at spaces, finds where each word begins and ends in the ink, and decides between signs that
//! look alike by the letters beside them: "sha11" is "shall".

use crate::letters::Letter;
use crate::strip::{HEIGHT, Strip};

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

/// Ends of ordinal numbers: their digits stay.
const ORDINALS: [&str; 5] = ["st", "nd", "rd", "th", "s"];

/// A word of a line, in columns of its strip.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StripWord {
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
        let mut inked = Vec::with_capacity(strip.width);
        for x in 0..strip.width {
            let column = inner.iter().skip(x).step_by(strip.width);
            inked.push(column.filter(|grey| **grey < threshold).count() >= LEAST_INK);
        }
        Self(inked)
    }

    /// The widest gap without ink between two columns, as its first and its last column; without any, their middle.
    fn gap(&self, from: f32, to: f32) -> Gap {
        let start = self.clamp(from);
        let end = self.clamp(to);
        let middle = (from + to) / 2.0;
        let mut best = Gap { start: middle, end: middle };
        let mut open = start;
        for x in start..=end {
            let inked = self.0.get(x).copied().unwrap_or(x == end) || x == end;
            if inked {
                if (x - open) as f32 > best.width() {
                    best = Gap { start: open as f32, end: x as f32 };
                }
                open = x + 1;
            }
        }
        best
    }

    /// The letters of each word: between spaces, and where a gap after a mark is as wide as the spaces of the line.
    fn words<'l>(&self, letters: &'l [Letter]) -> Vec<&'l [Letter]> {
        let parts = letters.split(|letter| letter.text.trim().is_empty());
        let parts: Vec<&[Letter]> = parts.filter(|word| !word.is_empty()).collect();
        let mut spaces = Vec::new();
        for pair in parts.windows(2) {
            if let (Some(before), Some(after)) = (pair[0].last(), pair[1].first()) {
                spaces.push(self.gap(before.column, after.column).width());
            }
        }
        spaces.sort_by(f32::total_cmp);
        let usual = spaces.get(spaces.len() / 2).filter(|_| spaces.len() >= LEAST_SPACES);
        let least = usual.map_or(f32::MAX, |usual| usual * LIKE_A_SPACE);
        let mut words = Vec::new();
        for part in parts {
            words.extend(part.chunk_by(|a, b| !ends(a) || self.gap(a.column, b.column).width() < least));
        }
        words
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

impl Gap {
    fn width(self) -> f32 {
        self.end - self.start
    }
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
    let paper = at(0.9);
    (paper - INK * (paper - at(0.01))) as u8
}

/// The words of a line.
pub(crate) fn split(letters: &[Letter], ink: &Ink) -> Vec<StripWord> {
    let words = ink.words(letters);
    let edges = ink.edges();
    let mut left = words.first().and_then(|word| word.first()).map_or(0.0, |letter| edges.start.min(letter.column));
    let mut split = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let last = word.last().map_or(left, |letter| letter.column);
        let next = words.get(at + 1).and_then(|next| next.first());
        let gap = next.map_or(Gap { start: edges.end.max(last), end: edges.end }, |next| ink.gap(last, next.column));
        split.push(StripWord {
            text: spelt(word),
            left,
            right: gap.start,
            confidence: word.iter().map(|letter| letter.confidence).sum::<f32>() / word.len() as f32,
        });
        left = gap.end;
    }
    split
}

/// The text of a word. A digit among letters becomes the letter that the network saw there, too.
fn spelt(word: &[Letter]) -> String {
    word.chunk_by(|a, b| is_sign(a) == is_sign(b)).map(run).collect()
}

/// Whether it may be part of a word or a number.
fn is_sign(letter: &Letter) -> bool {
    letter.text.chars().all(char::is_alphanumeric) || !letter.rivals.is_empty()
}

/// Letters and digits without a mark between them.
fn run(letters: &[Letter]) -> String {
    let plain: String = letters.iter().map(|letter| letter.text.as_str()).collect();
    let known = letters.iter().filter(|letter| letter.text.chars().all(char::is_alphabetic));
    let known: String = known.map(|letter| letter.text.as_str()).collect();
    let numbers = letters.iter().any(|letter| letter.text.chars().all(char::is_numeric) && letter.rivals.is_empty());
    if known.is_empty() || numbers || is_ordinal(&plain) {
        return plain;
    }
    let small = known.chars().filter(|letter| letter.is_lowercase()).count() * 2 > known.chars().count();
    letters.iter().enumerate().map(|(at, letter)| chosen(letter, small, at == 0)).collect()
}

/// The sign itself if it is a letter, else its likeliest rival of the right case.
fn chosen(letter: &Letter, small: bool, first: bool) -> String {
    if letter.text.chars().all(char::is_alphabetic) {
        return letter.text.clone();
    }
    let fitting = letter.rivals.iter().find(|rival| rival.is_lowercase() == small || first && small);
    fitting.map_or_else(|| letter.text.clone(), char::to_string)
}

fn is_ordinal(text: &str) -> bool {
    let end = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    end.len() < text.len() && ORDINALS.contains(&end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::LineBox;

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
        let words = split(&letters("ab cd", &[30.0, 57.0, 80.0, 100.0, 131.0]), &ink);
        let found: Vec<_> = words.iter().map(|word| (word.text.as_str(), word.left, word.right)).collect();
        assert_eq!(found, [("ab", 20.0, 70.0), ("cd", 90.0, 150.0)]);
    }

    #[test]
    fn without_a_gap_words_part_in_the_middle() {
        let ink = Ink::of(&strip(100, std::slice::from_ref(&(10..90))));
        let words = split(&letters("a b", &[30.0, 50.0, 70.0]), &ink);
        assert_eq!((words[0].right, words[1].left), (50.0, 50.0));
    }

    /// A word whose digits have these rivals.
    fn spelt_with(text: &str, rivals: &str) -> String {
        let letter = |text: char| Letter {
            text: text.to_string(),
            column: 0.0,
            confidence: 0.9,
            rivals: if text.is_numeric() { rivals.chars().collect() } else { Vec::new() },
        };
        spelt(&text.chars().map(letter).collect::<Vec<_>>())
    }

    #[test]
    fn digits_among_letters_are_the_letters_seen_there_too() {
        assert_eq!(spelt_with("sha11,", "lI"), "shall,");
        assert_eq!(spelt_with("L1AB1LITY", "lI"), "LIABILITY");
        assert_eq!(spelt_with("sha11", ""), "sha11", "the network saw no letter");
    }

    #[test]
    fn numbers_and_ordinals_stay() {
        for text in ["1998", "10-K", "1st", "11th", "$1,577"] {
            assert_eq!(spelt_with(text, "lIoO"), text);
        }
    }
}
