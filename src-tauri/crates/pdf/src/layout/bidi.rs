//! The logical order of a line that is known as it is seen. The Unicode Bidirectional Algorithm (UAX 9) goes the other way:
//! here it resolves the line as read from its start, and what runs against the line is turned round.
//!
//! Two texts can look the same: "abc 12" and "12 abc" between Arabic words. Then the order of drawing decides.

use std::ops::Range;
use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};

/// Signs between Latin text and the number that belongs to it: "ISO 9001", "A-4", but not "2026, CRM".
const MAX_GAP: usize = 1;

/// A letter of a line as it is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Its first character.
    pub(super) c: char,
    /// Its position in the order of drawing.
    pub(super) drawn: u32,
}

/// A letter in its logical place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// Its position in the line as seen.
    pub(super) at: usize,
    /// It runs from right to left.
    pub(super) rtl: bool,
}

/// The logical order of a line. Its letters are given from where the line starts: from the right if it is `rtl`.
pub(super) fn logical(line: &[Seen], rtl: bool) -> Vec<Placed> {
    let runs = against(line, rtl);
    if rtl { rightwards_turned(line, &runs) } else { leftwards_turned(line, &runs) }
}

/// A line from right to left: Latin text and numbers in it are turned round.
fn rightwards_turned(line: &[Seen], latin: &[Range<usize>]) -> Vec<Placed> {
    let levels = levels(line, latin);
    let mut order = Vec::with_capacity(line.len());
    let mut start = 0;
    for run in levels.chunk_by(|a, b| a.is_rtl() == b.is_rtl()) {
        let places = start..start + run.len();
        start = places.end;
        match run[0].is_rtl() {
            true => order.extend(places.map(|at| Placed { at, rtl: true })),
            false => order.extend(places.rev().map(|at| Placed { at, rtl: false })),
        }
    }
    order
}

/// A line from left to right: Arabic or Hebrew in it is turned round, and read as a line of its own.
fn leftwards_turned(line: &[Seen], runs: &[Range<usize>]) -> Vec<Placed> {
    let mut order = Vec::with_capacity(line.len());
    let mut start = 0;
    for run in runs {
        order.extend((start..run.start).map(|at| Placed { at, rtl: false }));
        let turned: Vec<Seen> = line[run.clone()].iter().rev().copied().collect();
        let inner = rightwards_turned(&turned, &[]);
        order.extend(inner.into_iter().map(|it| Placed { at: run.end - 1 - it.at, ..it }));
        start = run.end;
    }
    order.extend((start..line.len()).map(|at| Placed { at, rtl: false }));
    order
}

/// The level of each letter of a line from right to left. Latin runs count as one letter: their inside is not known yet.
fn levels(line: &[Seen], latin: &[Range<usize>]) -> Vec<Level> {
    let mut text = String::new();
    let mut lengths = Vec::new();
    let mut latin = latin.iter().peekable();
    let mut at = 0;
    while at < line.len() {
        let run = latin.next_if(|run| run.start == at);
        let length = run.map_or(1, Range::len);
        text.push(run.map_or(plain(line[at].c), |_| 'a'));
        lengths.push(length);
        at += length;
    }
    let info = ParagraphBidiInfo::new(&text, Some(Level::rtl()));
    let levels = info.reordered_levels_per_char(0..text.len());
    levels.iter().zip(lengths).flat_map(|(level, length)| std::iter::repeat_n(*level, length)).collect()
}

/// A character that ends no paragraph and steers no direction.
fn plain(c: char) -> char {
    use BidiClass::{B, FSI, LRE, LRI, LRO, PDF, PDI, RLE, RLI, RLO, S};
    if matches!(bidi_class(c), B | S | FSI | LRE | LRI | LRO | PDF | PDI | RLE | RLI | RLO) { '\u{FFFC}' } else { c }
}

/// The runs against the direction of a line: from letter to letter, with the numbers and brackets that belong to them.
fn against(line: &[Seen], rtl: bool) -> Vec<Range<usize>> {
    let kinds: Vec<Kind> = line.iter().map(|seen| Kind::of(seen.c, rtl)).collect();
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        match (kind, runs.last_mut()) {
            (Kind::Against, Some(run)) if !kinds[run.end..at].contains(&Kind::Along) => run.end = at + 1,
            (Kind::Against, _) => runs.push(at..at + 1),
            _ => {}
        }
    }
    let mut from = 0;
    for i in 0..runs.len() {
        let to = runs.get(i + 1).map_or(line.len(), |next| next.start);
        runs[i] = widened(line, &kinds, runs[i].clone(), from..to);
        from = runs[i].end;
    }
    runs
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A letter in the direction of the line.
    Along,
    /// A letter against it.
    Against,
    Number,
    Other,
}

impl Kind {
    fn of(c: char, rtl: bool) -> Self {
        match bidi_class(c) {
            BidiClass::L if rtl => Self::Against,
            BidiClass::R | BidiClass::AL if !rtl => Self::Against,
            // Arabic digits go with the letters of their script.
            BidiClass::AN if !rtl => Self::Against,
            BidiClass::L | BidiClass::R | BidiClass::AL | BidiClass::AN => Self::Along,
            BidiClass::EN => Self::Number,
            _ => Self::Other,
        }
    }
}

/// Adds the numbers before a run, as the line is read, and a bracket whose mate is in it.
fn widened(line: &[Seen], kinds: &[Kind], mut run: Range<usize>, within: Range<usize>) -> Range<usize> {
    while let Some(start) = number_before(line, kinds, within.start..run.start) {
        // A number that was drawn first is no part of the run.
        if line[run.start].drawn > line[start].drawn {
            break;
        }
        run.start = start;
    }
    let inside: Vec<char> = line[run.clone()].iter().map(|seen| seen.c).collect();
    let has_mate = |c: char| mirror(c).is_some_and(|mate| count(&inside, mate) > count(&inside, c));
    if run.start > within.start && has_mate(line[run.start - 1].c) {
        run.start -= 1;
    } else if run.end < within.end && has_mate(line[run.end].c) {
        run.end += 1;
    }
    run
}

fn count(chars: &[char], c: char) -> usize {
    chars.iter().filter(|other| **other == c).count()
}

/// Where the number at the end of a part of a line starts. A bracket may stand between too: "Word (2019)".
fn number_before(line: &[Seen], kinds: &[Kind], part: Range<usize>) -> Option<usize> {
    let gap = kinds[part.clone()].iter().rev().take_while(|kind| **kind == Kind::Other).count();
    let end = part.end - gap;
    let digits = kinds[part.start..end].iter().rev().take_while(|kind| **kind == Kind::Number).count();
    let brackets = usize::from(gap > 0 && mirror(line[end].c).is_some());
    (digits > 0 && gap <= MAX_GAP + brackets).then_some(end - digits)
}

/// The other sign of a pair, as it is seen in a mirror.
pub(super) fn mirror(c: char) -> Option<char> {
    const PAIRS: [(char, char); 8] =
        [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»'), ('‹', '›'), ('≤', '≥'), ('⟨', '⟩')];
    PAIRS.iter().find_map(|(open, close)| match c {
        c if c == *open => Some(*close),
        c if c == *close => Some(*open),
        _ => None,
    })
}

/// Whether a sign of a pair opens it, as it is seen.
pub(super) fn opens(c: char) -> bool {
    "([{<«‹≤⟨".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_bidi::BidiInfo;

    /// A logical line as it is seen, from left to right.
    fn displayed(line: &str, rtl: bool) -> String {
        let level = if rtl { Level::rtl() } else { Level::ltr() };
        let info = BidiInfo::new(line, Some(level));
        info.paragraphs.first().map_or_else(String::new, |it| info.reorder_line(it, it.range.clone()).into_owned())
    }

    /// The logical order of a line as it is seen, all drawn from left to right.
    fn read(seen: &str, rtl: bool) -> String {
        let mut letters: Vec<Seen> = (0..).zip(seen.chars()).map(|(drawn, c)| Seen { c, drawn }).collect();
        if rtl {
            letters.reverse();
        }
        logical(&letters, rtl).into_iter().map(|placed| letters[placed.at].c).collect()
    }

    fn assert_read(line: &str, rtl: bool) {
        assert_eq!(read(&displayed(line, rtl), rtl), line, "seen as {}", displayed(line, rtl));
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        for line in [
            "سنة 2026 وحتى 12.5 في المئة",
            "في 2026-03-12 أو 12/03/2026 يوم ٩٠",
            "שכר של 18,750.00 ₪ לחודש, 5% מס",
            "חברת Tamarix Design (להלן)",
            "מערכת CRM 2.0, לפי ISO 9001",
            "כתובת billing@orengalim.example, ביום 1.3.2026",
            "(source code) וגם (א) וגם [3]",
            "Microsoft Word (2019) תוכנת",
        ] {
            assert_read(line, true);
        }
        for line in ["The term سنة 12 أشهر is long", "שלום and עולם", "see אורן ובניו (1998) בע\"מ Ltd"]
        {
            assert_read(line, false);
        }
    }

    proptest! {
        #[test]
        fn no_letter_is_lost(line in "[a-zא-ת٠-٩ا-ي0-9 .,:()«»%/+-]{0,40}", rtl: bool) {
            let mut sorted: Vec<char> = read(&line, rtl).chars().collect();
            let mut expected: Vec<char> = line.chars().collect();
            sorted.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(sorted, expected);
        }

        #[test]
        fn words_and_numbers_are_read_as_they_were_written(line in "[א-ת]{1,4}( ([א-ת]{1,4}|[א-ת]{1,3},|[0-9]{1,3}\\.[0-9]{2} [א-ת]{2}|[a-z]{2,4} [א-ת]{1,3})){0,6}") {
            assert_read(&line, true);
        }

        #[test]
        fn arabic_and_its_numbers_are_read_as_they_were_written(line in "[ا-ي]{1,4}( ([ا-ي]{1,4}|[٠-٩]{1,3}|[0-9]{1,3}/[0-9]{1,2} [ا-ي]{2}|[a-z]{2,4} [ا-ي]{1,3})){0,6}") {
            assert_read(&line, true);
        }

        #[test]
        fn hebrew_in_a_latin_line_is_read_as_it_was_written(line in "[a-z]{1,4}( ([א-ת]{1,4} [א-ת]{1,3}|[a-z]{1,4}|[a-z]{2} [0-9]{1,3} [a-z])){0,6} [a-z]") {
            assert_read(&line, false);
        }
    }
}
