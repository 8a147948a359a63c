//! Groups rows into tables and paragraph-like blocks. The boxes of words are enough for that.

use super::rows::{Row, Segment};
use std::ops::Range;

/// Edges this close are aligned (em).
const ALIGNED: f32 = 0.7;
/// Limit of one-cell rows (wrapped labels, headings) between two rows of a table. The second limit is for rows that
/// stay within the column of labels.
const MAX_BETWEEN: usize = 2;
const MAX_LABELS_BETWEEN: usize = 8;
/// At most this many lines above the first row are column headings.
const MAX_ABOVE: usize = 3;
/// Rows further apart than this belong to different tables (em, from baseline to baseline).
const MAX_DISTANCE: f32 = 5.0;
/// Font sizes may differ by this share within a paragraph.
const SAME_SIZE: f32 = 0.12;
/// A line indented by this much more than the line above starts a paragraph (em).
const INDENT: f32 = 0.9;
/// A line shorter than this share of its region's width is short.
const SHORT: f32 = 0.8;
/// Signs around the number of an item.
const MARKER_SIGNS: &[char] = &['(', ')', '.', ':', '（', '）', '、'];
/// Signs after which a paragraph can end, in several scripts.
const SENTENCE_ENDS: &[char] =
    &['.', ';', ':', '?', '!', '”', '"', ')', '؟', '؛', '।', '。', '；', '：', '？', '！', '」', '）'];
/// Baselines further apart than this multiple of the usual distance separate paragraphs.
const LOOSE: f32 = 1.25;

/// For every row the number of its table, if it is in one.
pub(super) fn tables(rows: &[Row]) -> Vec<Option<u32>> {
    let mut tables = vec![None; rows.len()];
    let mut next = 0;
    let mut number = 0;
    while let Some(run) = run_from(rows, next) {
        let free = next;
        next = run.end;
        if is_table(&rows[run.clone()]) {
            let start = with_headings(rows, &run, free);
            tables[start..run.end].fill(Some(number));
            number += 1;
        }
    }
    tables
}

/// The next run of rows whose cells are aligned with those of the row above.
fn run_from(rows: &[Row], from: usize) -> Option<Range<usize>> {
    let start = (from..rows.len()).find(|i| has_cells(&rows[*i]))?;
    let mut end = start + 1;
    while let Some(next) = next_with_cells(rows, end) {
        let above = &rows[end - 1];
        let below = &rows[next];
        let first_two = start + 1 == end;
        if !are_near(&rows[end - 1..=next]) || !(are_aligned(above, below) || first_two || are_figures(below)) {
            break;
        }
        end = next + 1;
    }
    Some(start..end)
}

/// The next row with cells, if the rows between belong to the table too.
fn next_with_cells(rows: &[Row], from: usize) -> Option<usize> {
    let next = (from..rows.len().min(from + MAX_LABELS_BETWEEN + 1)).find(|i| has_cells(&rows[*i]))?;
    let cells_start = rows[next].cells.get(1).map_or(f32::MAX, |cell| cell.rect.x0);
    let are_labels = rows[from..next].iter().all(|row| row.rect.x1 < cells_start);
    (next - from <= MAX_BETWEEN || are_labels).then_some(next)
}

fn are_near(rows: &[Row]) -> bool {
    rows.windows(2).all(|w| w[1].baseline - w[0].baseline < MAX_DISTANCE * w[1].size)
}

/// The first row of a table, column headings included ("December 31,"). Such headings lie above the cells, not above
/// the labels.
fn with_headings(rows: &[Row], table: &Range<usize>, free: usize) -> usize {
    let cells = rows[table.clone()].iter().filter_map(|row| row.cells.get(1)).map(|cell| cell.rect.x0);
    let cells_start = cells.fold(f32::MAX, f32::min);
    let least = free.max(table.start.saturating_sub(MAX_ABOVE));
    let mut start = table.start;
    while start > least {
        let row = &rows[start - 1];
        let below = &rows[start];
        let is_heading = row.rect.x0 > cells_start - 3.0 * row.size && below.baseline - row.baseline < 2.5 * below.size;
        if !is_heading {
            break;
        }
        start -= 1;
    }
    start
}

/// Two cells or more, not counting the marker of a list item.
fn has_cells(row: &Row) -> bool {
    row.cells.len() > if starts_with_marker(row) { 2 } else { 1 }
}

/// Whether two rows share the left or right edge of a cell that is not their first.
fn are_aligned(above: &Row, below: &Row) -> bool {
    let edge = ALIGNED * above.size.max(below.size);
    let same = |a: &Segment, b: &Segment| (a.rect.x0 - b.rect.x0).abs() < edge || (a.rect.x1 - b.rect.x1).abs() < edge;
    above.cells.iter().skip(1).any(|a| below.cells.iter().skip(1).any(|b| same(a, b)))
}

fn are_figures(row: &Row) -> bool {
    row.cells.len() > 2 && row.cells.iter().skip(1).filter(|c| is_figure(c)).count() >= 2
}

/// "$", "1,577", "(3.2)%", "—", "2018".
fn is_figure(cell: &Segment) -> bool {
    let text = || cell.tokens.iter().flat_map(|t| t.text.chars());
    cell.chars() <= 24
        && !text().any(char::is_alphabetic)
        && text().any(|c| c.is_ascii_digit() || "$€£—–-%".contains(c))
}

fn is_table(rows: &[Row]) -> bool {
    let with_cells: Vec<&Row> = rows.iter().filter(|r| has_cells(r)).collect();
    let cells = || with_cells.iter().flat_map(|r| r.cells.iter().skip(1));
    let count = cells().count();
    let figures = cells().filter(|c| is_figure(c)).count();
    let short = cells().filter(|c| c.chars() <= 40).count();
    match with_cells.len() {
        0 | 1 => false,
        2 => figures * 2 >= count && count >= 3,
        _ => figures * 3 >= count || short * 4 >= count * 3,
    }
}

/// Block number of every row, from 0. A table is one block.
pub(super) fn blocks(rows: &[Row], tables: &[Option<u32>]) -> Vec<u32> {
    let left = rows.iter().map(|row| row.rect.x0).fold(f32::MAX, f32::min);
    let right = rows.iter().map(|row| row.rect.x1).fold(f32::MIN, f32::max);
    let short_end = left + SHORT * (right - left);
    let leading = usual_leading(rows);
    let mut block = 0;
    let mut numbers = Vec::with_capacity(rows.len());
    for i in 0..rows.len() {
        if i > 0 {
            let apart = match (tables[i - 1], tables[i]) {
                (None, None) => begins_paragraph(&rows[i - 1], &rows[i], leading, short_end),
                (above, here) => above != here,
            };
            block += u32::from(apart);
        }
        numbers.push(block);
    }
    numbers
}

/// Median distance of baselines in em. With too few lines it is single spacing.
fn usual_leading(rows: &[Row]) -> f32 {
    let distances = rows.windows(2).map(|pair| (pair[1].baseline - pair[0].baseline) / pair[1].size);
    let mut distances: Vec<f32> = distances.filter(|distance| (0.8..3.0).contains(distance)).collect();
    distances.sort_by(f32::total_cmp);
    if distances.len() < 3 { 1.2 } else { distances[distances.len() / 2] }
}

fn begins_paragraph(above: &Row, row: &Row, leading: f32, short_end: f32) -> bool {
    let em = row.size.max(1.0);
    let distance = (row.baseline - above.baseline) / em;
    let size_changes = (row.size - above.size).abs() > SAME_SIZE * above.size.max(row.size);
    let weight_changes = is_bold(above) != is_bold(row);
    let indented = row.rect.x0 - above.rect.x0 > INDENT * em && !starts_with_marker(above);
    let after_short = above.rect.x1 < short_end && ends_sentence(above) && starts_upper(row);
    distance > LOOSE * leading
        || size_changes
        || weight_changes
        || indented
        || after_short
        || (starts_with_marker(row) && ends_sentence(above))
}

fn is_bold(row: &Row) -> bool {
    row.tokens().all(|t| t.bold)
}

fn ends_sentence(row: &Row) -> bool {
    row.tokens().next_back().is_some_and(|t| t.text.ends_with(SENTENCE_ENDS))
}

fn starts_upper(row: &Row) -> bool {
    row.tokens().next().is_some_and(|t| t.text.starts_with(|c: char| !c.is_lowercase()))
}

/// Whether a row starts with the marker of a list item or clause: "•", "(a)", "1.", "7.2", "iv)", "(10.17)*", "10(q)", "①".
fn starts_with_marker(row: &Row) -> bool {
    row.tokens().next().is_some_and(|t| is_marker(&t.text))
}

fn is_marker(text: &str) -> bool {
    let text = text.trim_end_matches(['*', '†', '‡', '+']);
    let mut parts = text.split(MARKER_SIGNS).filter(|part| !part.is_empty()).peekable();
    let plain = |c: char| c.is_alphanumeric() && !matches!(c, '①'..='⓿');
    let bullet = text.chars().count() == 1 && !text.starts_with(plain) && !"$—–(".contains(text);
    let marked = parts.peek().is_some() && text.contains(MARKER_SIGNS);
    bullet || is_article(text) || (marked && parts.all(is_number_or_letter))
}

/// "第三条", "第5条", "제5조".
fn is_article(text: &str) -> bool {
    text.starts_with(['第', '제'])
        && text.ends_with(['条', '條', '章', '节', '節', '款', '项', '項', '号', '조', '장', '절', '항'])
}

/// Numbers and letters that count items: "7", "10", "q", "ب", "iv", "AA".
fn is_number_or_letter(part: &str) -> bool {
    let number = part.chars().count() <= 2 && part.chars().all(char::is_numeric);
    let letter = part.chars().count() == 1 && part.chars().all(char::is_alphabetic);
    let doubled = part.len() == 2 && part.as_bytes()[0] == part.as_bytes()[1] && part.is_ascii();
    let roman = part.len() <= 5 && part.to_ascii_lowercase().bytes().all(|b| b"ivx".contains(&b));
    number || letter || doubled || roman
}

#[cfg(test)]
mod tests {
    use super::is_marker;

    #[test]
    fn markers_are_told_from_words_and_figures() {
        for yes in [
            "•", "(a)", "1.", "7.2", "iv)", "(10.17)*", "10(q)", "4.29", "(aa)", "2.1(b)(iii)", "(ب)", "①", "（一）",
            "٢.", "第三条", "제5조",
        ] {
            assert!(is_marker(yes), "{yes} marks an item");
        }
        for no in ["", "$", "(in", "Inc.", "1999", "(290)", "7", "a", "—", "(millions)", "3.2%"] {
            assert!(!is_marker(no), "{no} marks none");
        }
    }
}
