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
/// A line that comes back with other figures must do so on one page in this many: lists of exhibits do it on a few.
const ONE_IN: usize = 20;
/// As the first or last line of a page, at whatever height, on one page in this many.
const OUTERMOST_ONE_IN: usize = 8;
/// Grid on which the height of a line is compared (points).
const STEP: f32 = 12.0;

/// Marks running lines on all pages, on each from the edge inwards up to the first line that is none.
pub(super) fn mark(pages: &mut [Page]) {
    let running = Running::of(pages);
    for page in pages.iter_mut() {
        let mut marked: Vec<_> = outermost(page).filter(|(r, i)| running.has_outermost(page, *r, *i)).collect();
        for role in [Role::Header, Role::Footer] {
            let from_edge = near_edge(page, role).into_iter();
            marked.extend(from_edge.take_while(|i| running.has(page, role, *i)).map(|i| (role, i)));
        }
        for (role, index) in marked {
            page.lines[index].role = role;
        }
    }
}

/// How often lines come back.
#[derive(Default)]
struct Running {
    exact: HashMap<Key, usize>,
    folded: HashMap<Key, usize>,
    /// Printed page number less position in the file.
    offsets: HashMap<i64, usize>,
    /// First and last lines, figures folded.
    outermost: HashMap<(String, bool), usize>,
    pages: usize,
}

impl Running {
    fn of(pages: &[Page]) -> Self {
        let mut running = Self { pages: pages.len(), ..Self::default() };
        pages.iter().for_each(|page| running.count(page));
        running
    }

    fn count(&mut self, page: &Page) {
        for role in [Role::Header, Role::Footer] {
            for [exact, folded] in near_edge(page, role).into_iter().flat_map(|i| keys(page, role, i)) {
                *self.exact.entry(exact).or_default() += 1;
                *self.folded.entry(folded).or_default() += 1;
            }
        }
        for (role, index) in outermost(page) {
            *self.outermost.entry(outermost_key(page, role, index)).or_default() += 1;
            if let Some(offset) = offset(page, index) {
                *self.offsets.entry(offset).or_default() += 1;
            }
        }
    }

    fn has(&self, page: &Page, role: Role, index: usize) -> bool {
        let often = MIN_PAGES.max(self.pages / ONE_IN);
        is_page_number(&text(page, &page.lines[index]))
            || keys(page, role, index).iter().any(|[exact, folded]| {
                self.exact.get(exact).is_some_and(|n| *n >= MIN_PAGES)
                    || self.folded.get(folded).is_some_and(|n| *n >= often)
            })
    }

    /// Whether a first or last line, at whatever height, is the number of its page, in step with others, or comes back
    /// on many pages.
    fn has_outermost(&self, page: &Page, role: Role, index: usize) -> bool {
        let often = MIN_PAGES.max(self.pages / OUTERMOST_ONE_IN);
        offset(page, index).and_then(|o| self.offsets.get(&o)).is_some_and(|n| *n >= MIN_PAGES)
            || self.outermost.get(&outermost_key(page, role, index)).is_some_and(|n| *n >= often)
    }
}

fn outermost_key(page: &Page, role: Role, index: usize) -> (String, bool) {
    (fold(&text(page, &page.lines[index]).to_lowercase()), role == Role::Header)
}

/// A line's text, its zone and its height on two grids, so that no line falls between.
type Key = (String, bool, i32);

/// Keys with the text as it is and with its figures folded, on either grid.
fn keys(page: &Page, role: Role, index: usize) -> [[Key; 2]; 2] {
    let line = &page.lines[index];
    let said = text(page, line).to_lowercase();
    let from_edge = if role == Role::Header { line.rect.y0 } else { page.height - line.rect.y1 };
    [0, 1].map(|shift| {
        let step = ((from_edge + STEP / 2.0 * shift as f32) / STEP).floor() as i32 * 2 + shift;
        [said.clone(), fold(&said)].map(|said| (said, role == Role::Header, step))
    })
}

/// Lines near one edge of the page, from the edge inwards.
fn near_edge(page: &Page, role: Role) -> Vec<usize> {
    let mut from_edge = by_height(page);
    if role == Role::Footer {
        from_edge.reverse();
    }
    let near = |i: &usize| match role {
        Role::Header => page.lines[*i].rect.y1 <= ZONE * page.height,
        _ => page.lines[*i].rect.y0 >= (1.0 - ZONE) * page.height,
    };
    from_edge.into_iter().take(DEPTH).take_while(near).collect()
}

/// The first and the last line of a page.
fn outermost(page: &Page) -> impl Iterator<Item = (Role, usize)> {
    let by_height = by_height(page);
    let (first, last) = (by_height.first().copied(), by_height.last().copied());
    first.map(|i| (Role::Header, i)).into_iter().chain(last.map(|i| (Role::Footer, i)))
}

fn by_height(page: &Page) -> Vec<usize> {
    let mut lines: Vec<usize> = (0..page.lines.len()).collect();
    lines.sort_by(|a, b| page.lines[*a].rect.y0.total_cmp(&page.lines[*b].rect.y0));
    lines
}

/// Printed number less position, for a line that is nothing but a page number in figures.
fn offset(page: &Page, index: usize) -> Option<i64> {
    let text = text(page, &page.lines[index]);
    let figures = text.rsplit(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?;
    let number: i64 = figures.parse().ok().filter(|_| is_page_number(&text))?;
    Some(number - i64::from(page.index))
}

fn text(page: &Page, line: &Line) -> String {
    let words = &page.words[line.start as usize..line.end as usize];
    words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
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
        assert_eq!(fold("page 3 of 10"), fold("page 12 of 10"));
    }
}
