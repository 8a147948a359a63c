//! Marks headers and footers. A line is one under three conditions: most pages around repeat it, it lies apart at the
//! edge of the page, and the page has other text. The page's own number may differ. A line whose amounts differ is text,
//! such as a balance carried forward.

use super::page_number::numbers;
use crate::{Line, Page, Role};
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

/// Headers lie in this upper share of the page's height. The first line may be a header wherever it lies. Footers are
/// the last lines, because pages printed from the web end where their text ends.
const TOP: f32 = 0.1;
/// Number of lines from the edge that can be headers or footers.
const DEPTH: usize = 8;
/// A line must repeat on this many pages.
const MIN_PAGES: usize = 3;
/// A range of pages ends where a line is missing from this many pages in a row.
const MAX_MISSING: u32 = 4;
/// Smallest distance to the other text, as a share of the line's height.
const APART: f32 = 0.3;
/// Longest running line (characters).
const MAX_CHARS: usize = 200;
/// Signs before or after an amount of money.
const CURRENCIES: &[char] = &['$', '€', '£', '¥', '₹'];

/// Marks the running lines of all pages.
pub(super) fn mark(pages: &mut [Page]) {
    let running = Running::find(pages);
    for page in pages.iter_mut() {
        let headers = running.lines(page, Edge::Top);
        let footers = running.lines(page, Edge::Bottom);
        if headers.len() + footers.len() < page.lines.len() {
            for line in headers {
                page.lines[line].role = Role::Header;
            }
            for line in footers {
                page.lines[line].role = Role::Footer;
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Edge {
    Top,
    Bottom,
}

impl Edge {
    /// All lines from this edge inwards.
    fn inwards(self, page: &Page) -> Vec<usize> {
        let mut lines: Vec<usize> = (0..page.lines.len()).collect();
        match self {
            Self::Top => lines.sort_by(|a, b| page.lines[*a].rect.y0.total_cmp(&page.lines[*b].rect.y0)),
            Self::Bottom => lines.sort_by(|a, b| page.lines[*b].rect.y1.total_cmp(&page.lines[*a].rect.y1)),
        }
        lines
    }

    fn is_near(self, page: &Page, line: &Line) -> bool {
        self == Self::Bottom || line.rect.y1 <= TOP * page.height
    }

    /// Free space between a line and one further inwards (points).
    fn gap(self, line: &Line, inner: &Line) -> f32 {
        match self {
            Self::Top => inner.rect.y0 - line.rect.y1,
            Self::Bottom => line.rect.y0 - inner.rect.y1,
        }
    }
}

/// The text of a line at its edge. A page number is replaced by "#". Then `offset` is the number minus the page index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    edge: Edge,
    text: String,
    offset: Option<i64>,
}

/// For each text, the ranges of pages on most of which it repeats.
struct Running(HashMap<Key, Vec<RangeInclusive<u32>>>);

impl Running {
    fn find(pages: &[Page]) -> Self {
        let ledgers = ledgers(pages);
        let mut occurrences = HashMap::<Key, Vec<u32>>::new();
        for page in pages {
            for edge in [Edge::Top, Edge::Bottom] {
                for index in near(page, edge, &edge.inwards(page)) {
                    if ledgers.contains(&without_figures(&text_of(page, *index))) {
                        continue;
                    }
                    for key in keys(page, edge, *index) {
                        let on = occurrences.entry(key).or_default();
                        if on.last() != Some(&page.index) {
                            on.push(page.index);
                        }
                    }
                }
            }
        }
        let ranges = occurrences.into_iter().map(|(key, on)| (key, dense_ranges(&on)));
        Self(ranges.filter(|(_, ranges)| !ranges.is_empty()).collect())
    }

    /// The running lines at an edge. They start at the edge, end before the first other line, and lie apart from the
    /// rest.
    fn lines(&self, page: &Page, edge: Edge) -> Vec<usize> {
        let all = edge.inwards(page);
        let mut count = near(page, edge, &all).iter().take_while(|i| self.has(page, edge, **i)).count();
        while count > 0 && !is_apart(page, edge, &all, count) {
            count -= 1;
        }
        all[..count].to_vec()
    }

    fn has(&self, page: &Page, edge: Edge, index: usize) -> bool {
        for key in keys(page, edge, index) {
            let ranges = self.0.get(&key).map_or(&[][..], Vec::as_slice);
            if ranges.iter().any(|pages| pages.contains(&page.index)) {
                return true;
            }
        }
        false
    }
}

/// Ranges with at least [`MIN_PAGES`] of these pages. The pages are at least half of their range.
fn dense_ranges(pages: &[u32]) -> Vec<RangeInclusive<u32>> {
    let mut dense = Vec::new();
    for run in pages.chunk_by(|page, next| next - page <= MAX_MISSING) {
        let on = run[0]..=run[run.len() - 1];
        if run.len() >= MIN_PAGES && 2 * run.len() >= on.clone().count() {
            dense.push(on);
        }
    }
    dense
}

/// The lines near enough to the edge to be running lines.
fn near<'l>(page: &Page, edge: Edge, inwards: &'l [usize]) -> &'l [usize] {
    let candidates = inwards.iter().take(DEPTH).enumerate();
    let count = candidates.take_while(|(at, i)| *at == 0 || edge.is_near(page, &page.lines[**i])).count();
    &inwards[..count]
}

/// Whether the outer `count` lines lie apart from the others.
fn is_apart(page: &Page, edge: Edge, inwards: &[usize], count: usize) -> bool {
    let (outer, inner) = inwards.split_at(count);
    for i in outer {
        let line = &page.lines[*i];
        let least = APART * line.rect.height();
        if inner.iter().any(|j| edge.gap(line, &page.lines[*j]) < least) {
            return false;
        }
    }
    true
}

/// The lines near an edge that come with several amounts, by their text without figures: "balance carried forward: #".
fn ledgers(pages: &[Page]) -> HashSet<String> {
    let mut amounts = HashMap::<String, HashSet<String>>::new();
    for page in pages {
        for edge in [Edge::Top, Edge::Bottom] {
            for index in near(page, edge, &edge.inwards(page)) {
                let text = text_of(page, *index);
                let here: Vec<&str> = text.split(' ').filter(|word| is_amount(word)).collect();
                if !here.is_empty() {
                    amounts.entry(without_figures(&text)).or_default().insert(here.join(" "));
                }
            }
        }
    }
    amounts.into_iter().filter(|(_, amounts)| amounts.len() > 1).map(|(text, _)| text).collect()
}

/// Whether a word is an amount: "$9", "44,000", "440.10", "44.000". "3.14" can be a page of a chapter.
fn is_amount(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_ascii_digit());
    if core.is_empty() {
        return false;
    }
    let thousands = core.split_once(',').is_some_and(|(before, _)| is_number(&before.replace('.', "")));
    let decimals = core
        .split_once('.')
        .is_some_and(|(before, after)| is_number(before) && is_number(after) && (before.len() > 2 || after.len() > 2));
    thousands || decimals || word.contains(CURRENCIES)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// The text with "#" for each word with a digit.
fn without_figures(text: &str) -> String {
    let mut plain = String::new();
    for word in text.split(' ') {
        plain.push_str(if word.contains(|c: char| c.is_ascii_digit()) { "#" } else { word });
        plain.push(' ');
    }
    plain
}

fn text_of(page: &Page, line: usize) -> String {
    page.text_of(&page.lines[line]).to_lowercase()
}

/// The text unchanged, and once for each number that could be the page number.
fn keys(page: &Page, edge: Edge, index: usize) -> Vec<Key> {
    let text = text_of(page, index);
    if text.chars().count() > MAX_CHARS {
        return Vec::new();
    }
    let mut keys = Vec::new();
    for candidate in numbers(&text) {
        let text = format!("{}#{}", &text[..candidate.bytes.start], &text[candidate.bytes.end..]);
        let offset = i64::from(candidate.number) - i64::from(page.index);
        keys.push(Key { edge, text, offset: Some(offset) });
    }
    keys.push(Key { edge, text, offset: None });
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_told_from_page_numbers() {
        for yes in ["$9", "44,000.10", "($1,577)", "440.10", "44.000,10", "€5"] {
            assert!(is_amount(yes), "{yes}");
        }
        for no in ["9", "2018", "3.14", "F-12", "10-K", "1/4/2020", "harbour-000177", "$", "9.", "no.7", "p.100"] {
            assert!(!is_amount(no), "{no}");
        }
    }

    #[test]
    fn most_pages_of_a_stretch_are_enough() {
        assert_eq!(dense_ranges(&[0, 2, 4]), [0..=4], "left pages only");
        assert_eq!(dense_ranges(&[0, 1, 2, 3, 50, 51, 52]), [0..=3, 50..=52], "a header for each chapter");
        assert_eq!(dense_ranges(&[0, 1]), [], "twice is no rule");
        assert_eq!(dense_ranges(&[0, 4, 8, 12]), [], "on a quarter of the pages");
    }
}
