//! Splits words into pieces, the smallest units of a passage.
//!
//! A piece is nearly always a word. Leader dots are left out: they cost an encoder dozens of tokens and mean nothing. A
//! word with the end of a sentence inside (scripts without spaces) is cut there.

use pincite_pdf::{Rect, Word, is_ideographic};
use std::ops::Range;

/// A word or a part of one, with its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    pub(crate) page: u32,
    pub(crate) rect: Rect,
    /// The next piece follows without a space.
    pub(crate) joins_next: bool,
}

/// A run of one of these characters, at least this long, is a leader or a blank to fill in.
const LEADER_LENGTH: usize = 4;
const LEADERS: &[char] = &['.', '_', '·', '…', '‥', '-', '–', '—', '=', '*'];

/// The pieces of a word on `page`.
pub(crate) fn pieces_of(word: &Word, page: u32) -> Vec<Piece<'_>> {
    let ranges = cuts(&word.text);
    let last = ranges.len().saturating_sub(1);
    let mut pieces = Vec::with_capacity(ranges.len());
    for (i, range) in ranges.iter().enumerate() {
        pieces.push(Piece {
            text: &word.text[range.clone()],
            page,
            rect: part_of(word, range),
            joins_next: if i == last { word.joins_next } else { range.end == ranges[i + 1].start },
        });
    }
    pieces
}

/// Whether a word contains a run of leader characters.
pub(crate) fn has_leader(word: &str) -> bool {
    has_run(word, LEADERS)
}

/// Whether a word contains a run of dots, as between a title and its page number.
pub(crate) fn has_dots(word: &str) -> bool {
    has_run(word, &['.', '·', '…', '‥'])
}

fn has_run(word: &str, signs: &[char]) -> bool {
    let mut run = 0;
    let mut before = None;
    for c in word.chars() {
        if !signs.contains(&c) {
            run = 0;
        } else if before == Some(c) {
            run += 1;
        } else {
            run = 1;
        }
        if run >= LEADER_LENGTH {
            return true;
        }
        before = Some(c);
    }
    false
}

/// Byte ranges of a word's pieces, without leaders.
fn cuts(word: &str) -> Vec<Range<usize>> {
    if word.is_ascii() && !has_leader(word) {
        return std::iter::once(0..word.len()).filter(|_| !word.trim().is_empty()).collect();
    }
    let mut ranges = Vec::new();
    let mut start = 0;
    for run in leader_runs(word) {
        push_sentences(word, start..run.start, &mut ranges);
        start = run.end;
    }
    push_sentences(word, start..word.len(), &mut ranges);
    ranges
}

/// Runs of at least `LEADER_LENGTH` times the same leader character.
fn leader_runs(word: &str) -> Vec<Range<usize>> {
    let signs: Vec<(usize, char)> = word.char_indices().collect();
    let mut runs = Vec::new();
    for run in signs.chunk_by(|(_, a), (_, b)| a == b) {
        let (start, sign) = run[0];
        if run.len() >= LEADER_LENGTH && LEADERS.contains(&sign) {
            runs.push(start..start + run.len() * sign.len_utf8());
        }
    }
    runs
}

/// Cuts `range` after each full-width sentence end inside it.
fn push_sentences(word: &str, range: Range<usize>, ranges: &mut Vec<Range<usize>>) {
    let mut start = range.start;
    let mut after_end = false;
    for (at, c) in word[range.clone()].char_indices() {
        let at = range.start + at;
        if after_end && !is_full_width_close(c) {
            ranges.push(start..at);
            start = at;
        }
        after_end = is_full_width_end(c) || (after_end && is_full_width_close(c));
    }
    if !word[start..range.end].trim().is_empty() {
        ranges.push(start..range.end);
    }
}

fn is_full_width_end(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡')
}

fn is_full_width_close(c: char) -> bool {
    matches!(c, '」' | '』' | '）' | '】' | '》' | '”' | '’') || is_full_width_end(c)
}

/// The box of a part of a word, as if all characters had the same width.
fn part_of(word: &Word, range: &Range<usize>) -> Rect {
    if range.len() == word.text.len() {
        return word.rect;
    }
    let all = word.text.chars().count() as f32;
    let before = word.text[..range.start].chars().count() as f32;
    let inside = word.text[range.clone()].chars().count() as f32;
    let x0 = word.rect.x0 + word.rect.width() * before / all;
    Rect { x0, x1: x0 + word.rect.width() * inside / all, ..word.rect }
}

/// Appends pieces to `text` with the spaces between them. `on_piece` gets the byte range of each.
pub(crate) fn append<'a>(text: &mut String, pieces: &[Piece<'a>], mut on_piece: impl FnMut(&Piece<'a>, Range<usize>)) {
    for (i, piece) in pieces.iter().enumerate() {
        if i > 0 && needs_space(&pieces[i - 1], piece) {
            text.push(' ');
        }
        let start = text.len();
        text.push_str(piece.text);
        on_piece(piece, start..text.len());
    }
}

/// The text of pieces, with the spaces between them.
pub(crate) fn text_of(pieces: &[Piece<'_>]) -> String {
    let mut text = String::new();
    append(&mut text, pieces, |_, _| {});
    text
}

/// Whether a space separates two neighbouring pieces. Numbers keep their signs ("$1,577", "(25)", "12%"), which tables
/// often set apart. Ideographs have no space between them, but where a gap parts the cells of a table.
pub(crate) fn needs_space(before: &Piece<'_>, after: &Piece<'_>) -> bool {
    let (Some(last), Some(first)) = (before.text.chars().next_back(), after.text.chars().next()) else { return false };
    let sign_before = matches!(before.text, "$" | "€" | "£" | "¥" | "(" | "$(") && is_figure_start(first);
    let sign_after = last.is_ascii_digit() && matches!(after.text, "%" | ")" | ")%" | "%)");
    let ideographs = is_ideographic(last) && is_ideographic(first);
    let in_cells = before.page == after.page && before.rect.has_gap_before(after.rect);
    !(before.joins_next || sign_before || sign_after || ideographs && !in_cells)
}

fn is_figure_start(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '(' | '.' | '—' | '–')
}
