//! Groups rows into paragraph-like blocks. Not for what a block means.

use super::rows::Row;

/// Size may differ this much within a paragraph (share).
const SAME_SIZE: f32 = 0.12;
/// A line starting this much further right than the one above begins a paragraph (em).
const INDENT: f32 = 0.9;
/// A line ending at less than this share of its region's width is short.
const SHORT: f32 = 0.8;
/// Baselines further apart than this times the usual distance separate paragraphs.
const LOOSE: f32 = 1.25;

/// Block number of every row, from 0; the rows of a table are one block.
pub(super) fn number(rows: &[Row], tables: &[Option<u32>]) -> Vec<u32> {
    let (left, right) = rows.iter().fold((f32::MAX, f32::MIN), |(l, r), row| (l.min(row.rect.x0), r.max(row.rect.x1)));
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

/// Median distance of baselines in em; single spacing where there are too few lines to tell.
fn usual_leading(rows: &[Row]) -> f32 {
    let mut distances: Vec<f32> = rows
        .windows(2)
        .map(|w| (w[1].baseline - w[0].baseline) / w[1].size)
        .filter(|d| (0.8..3.0).contains(d))
        .collect();
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
    row.tokens().next_back().is_some_and(|t| t.text.ends_with(['.', ';', ':', '?', '!', '”', '"', ')']))
}

fn starts_upper(row: &Row) -> bool {
    row.tokens().next().is_some_and(|t| t.text.starts_with(|c: char| !c.is_lowercase()))
}

/// Whether a row starts with the mark of a list item or clause: "•", "(a)", "1.", "7.2", "iv)".
pub(super) fn starts_with_marker(row: &Row) -> bool {
    row.tokens().next().is_some_and(|t| is_marker(&t.text))
}

fn is_marker(text: &str) -> bool {
    let inner = text.trim_start_matches('(').trim_end_matches([')', '.', ':']);
    let bullet = text.chars().count() == 1 && !text.starts_with(char::is_alphanumeric) && !"$—–(".contains(text);
    let enclosed =
        inner.len() < text.len() && (1..=4).contains(&inner.len()) && inner.chars().all(char::is_alphanumeric);
    let large_number = inner.parse::<u32>().is_ok_and(|n| n > 99);
    let clause = inner.contains('.') && inner.split('.').all(|part| part.len() <= 2 && part.parse::<u8>().is_ok());
    bullet || (enclosed && !large_number) || clause
}
