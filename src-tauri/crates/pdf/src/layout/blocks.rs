//! Groups rows into paragraph-like blocks. Not for classifying blocks.

use super::rows::Row;

/// Font sizes may differ by this share within a paragraph.
const SAME_SIZE: f32 = 0.12;
/// A line indented by this much more than the line above starts a paragraph (em).
const INDENT: f32 = 0.9;
/// A line shorter than this share of its region's width is short.
const SHORT: f32 = 0.8;
/// Baselines further apart than this multiple of the usual distance separate paragraphs.
const LOOSE: f32 = 1.25;

/// Block number of every row, from 0. A table is one block.
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

/// Median distance of baselines in em. With too few lines it is single spacing.
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

/// Whether a row starts with the marker of a list item or clause: "•", "(a)", "1.", "7.2", "iv)", "(10.17)*", "10(q)".
pub(super) fn starts_with_marker(row: &Row) -> bool {
    row.tokens().next().is_some_and(|t| is_marker(&t.text))
}

fn is_marker(text: &str) -> bool {
    let text = text.trim_end_matches(['*', '†', '‡', '+']);
    let mut parts = text.split(['(', ')', '.', ':']).filter(|part| !part.is_empty()).peekable();
    let bullet = text.chars().count() == 1 && !text.starts_with(char::is_alphanumeric) && !"$—–(".contains(text);
    let marked = parts.peek().is_some() && text.contains(['(', ')', '.', ':']);
    bullet || (marked && parts.all(is_number_or_letter))
}

/// Numbers and letters that count items: "7", "10", "q", "iv", "AA".
fn is_number_or_letter(part: &str) -> bool {
    let number = part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
    let letter = part.len() == 1 && part.bytes().all(|b| b.is_ascii_alphabetic());
    let doubled = part.len() == 2 && part.as_bytes()[0] == part.as_bytes()[1] && part.is_ascii();
    let roman = part.len() <= 5 && part.to_ascii_lowercase().bytes().all(|b| b"ivx".contains(&b));
    number || letter || doubled || roman
}

#[cfg(test)]
mod tests {
    use super::is_marker;

    #[test]
    fn markers_are_told_from_words_and_figures() {
        for yes in ["•", "(a)", "1.", "7.2", "iv)", "(10.17)*", "10(q)", "4.29", "(aa)", "2.1(b)(iii)"] {
            assert!(is_marker(yes), "{yes} marks an item");
        }
        for no in ["", "$", "(in", "Inc.", "1999", "(290)", "7", "a", "—", "(millions)", "3.2%"] {
            assert!(!is_marker(no), "{no} marks none");
        }
    }
}
