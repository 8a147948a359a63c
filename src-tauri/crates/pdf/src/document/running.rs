//! Marks headers and footers: lines that come back on many pages near the top or bottom, and page numbers there. Not
//! for headings of sections.

use crate::{Line, Page, Role};
use std::collections::HashMap;

/// Part of the page's height at the top and at the bottom where running lines stand.
const ZONE: f32 = 0.1;
/// Lines from the edge that are looked at.
const DEPTH: usize = 4;
/// Pages on which a line must come back.
const MIN_PAGES: usize = 3;
/// Grid on which the height of a line is compared (points).
const STEP: f32 = 12.0;

/// Marks running lines on all pages.
pub(super) fn mark(pages: &mut [Page]) {
    let mut seen: HashMap<Key, usize> = HashMap::new();
    for page in pages.iter() {
        for (role, index) in candidates(page) {
            for shift in [0, 1] {
                *seen.entry(key(page, role, index, shift)).or_default() += 1;
            }
        }
    }
    for page in pages.iter_mut() {
        let running: Vec<_> = candidates(page)
            .into_iter()
            .filter(|(role, index)| {
                let repeated = [0, 1].iter().any(|shift| seen[&key(page, *role, *index, *shift)] >= MIN_PAGES);
                repeated || is_page_number(&text(page, &page.lines[*index]))
            })
            .collect();
        for (role, index) in running {
            page.lines[index].role = role;
        }
    }
}

/// A line's text with digits folded, its zone and its height: two grids, so that no line falls between.
type Key = (String, bool, i32);

fn key(page: &Page, role: Role, index: usize, shift: i32) -> Key {
    let line = &page.lines[index];
    let from_edge = if role == Role::Header { line.rect.y0 } else { page.height - line.rect.y1 };
    let step = ((from_edge + STEP / 2.0 * shift as f32) / STEP).floor() as i32 * 2 + shift;
    (fold(&text(page, line)), role == Role::Header, step)
}

/// Lines near the top and bottom edge with the role they would have.
fn candidates(page: &Page) -> Vec<(Role, usize)> {
    let mut by_height: Vec<usize> = (0..page.lines.len()).collect();
    by_height.sort_by(|a, b| page.lines[*a].rect.y0.total_cmp(&page.lines[*b].rect.y0));
    let top = by_height.iter().take(DEPTH).filter(|i| page.lines[**i].rect.y1 <= ZONE * page.height);
    let bottom = by_height.iter().rev().take(DEPTH).filter(|i| page.lines[**i].rect.y0 >= (1.0 - ZONE) * page.height);
    top.map(|i| (Role::Header, *i)).chain(bottom.map(|i| (Role::Footer, *i))).collect()
}

fn text(page: &Page, line: &Line) -> String {
    let words = &page.words[line.start as usize..line.end as usize];
    words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            c if !c.is_ascii_digit() => folded.push(c),
            _ if folded.ends_with('#') => {}
            _ => folded.push('#'),
        }
    }
    folded
}

/// "7", "- 7 -", "iv", "F-12", "Page 3 of 10".
fn is_page_number(text: &str) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let number = |w: &str| w.len() <= 4 && w.parse::<u32>().is_ok();
    let roman = |w: &str| w.len() <= 7 && w.chars().all(|c| "ivxlc".contains(c));
    match words[..] {
        [one] => number(one) || roman(one),
        ["page", one] => number(one) || roman(one),
        [section, one] => {
            section.len() <= 2 && section.chars().all(char::is_alphabetic) && number(one) && text.contains('-')
        }
        [one, "of", all] | ["page", one, "of", all] => number(one) && number(all),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_numbers_in_all_dress() {
        for yes in ["7", "- 7 -", "iv", "F-12", "Page 3 of 10", "Page 12", "3 of 10"] {
            assert!(is_page_number(yes), "{yes} is a page number");
        }
        for no in ["", "12345", "In 2018", "of", "Table 7-2 x", "The 3 of 10"] {
            assert!(!is_page_number(no), "{no:?} is not a page number");
        }
    }

    #[test]
    fn figures_do_not_tell_lines_apart() {
        assert_eq!(fold("Page 3 of 10"), fold("PAGE 12 of 10"));
    }
}
