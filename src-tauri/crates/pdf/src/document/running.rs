//! Marks headers and footers. A line is one under three conditions: most pages around repeat it, it lies apart at the
//! edge of the page, and the page has other text. The page's own number may differ. Not for section headings, nor for
//! leaving such lines out: the passage crate keeps each text once.

use super::page_number::numbers;
use crate::{Line, Page, Role};
use std::collections::HashMap;
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

/// Marks the running lines of all pages.
pub(super) fn mark(pages: &mut [Page]) {
    let running = Running::find(pages);
    for page in pages.iter_mut() {
        let marked = EDGES.map(|edge| (edge, running.lines(page, edge)));
        if marked.iter().map(|(_, lines)| lines.len()).sum::<usize>() < page.lines.len() {
            for (edge, index) in marked.into_iter().flat_map(|(edge, lines)| lines.into_iter().map(move |i| (edge, i)))
            {
                page.lines[index].role = edge.role();
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Edge {
    Top,
    Bottom,
}

const EDGES: [Edge; 2] = [Edge::Top, Edge::Bottom];

impl Edge {
    fn role(self) -> Role {
        match self {
            Self::Top => Role::Header,
            Self::Bottom => Role::Footer,
        }
    }

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
        let mut occurrences = HashMap::<Key, Vec<u32>>::new();
        for page in pages {
            for key in EDGES.into_iter().flat_map(|edge| keys_near(page, edge)) {
                let on = occurrences.entry(key).or_default();
                if on.last() != Some(&page.index) {
                    on.push(page.index);
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
        let on_page =
            |key: &Key| self.0.get(key).is_some_and(|all| all.iter().any(|pages| pages.contains(&page.index)));
        keys(page, edge, index).iter().any(on_page)
    }
}

/// Ranges with at least [`MIN_PAGES`] of these pages. The pages are at least half of their range.
fn dense_ranges(pages: &[u32]) -> Vec<RangeInclusive<u32>> {
    let runs = pages.chunk_by(|page, next| next - page <= MAX_MISSING);
    let dense = runs.filter_map(|run| {
        let (first, last) = (*run.first()?, *run.last()?);
        let span = (last - first + 1) as usize;
        (run.len() >= MIN_PAGES && 2 * run.len() >= span).then_some(first..=last)
    });
    dense.collect()
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
    let far = |i: usize| {
        let line = &page.lines[i];
        inner.iter().all(|j| edge.gap(line, &page.lines[*j]) >= APART * line.rect.height())
    };
    outer.iter().all(|i| far(*i))
}

fn keys_near(page: &Page, edge: Edge) -> Vec<Key> {
    near(page, edge, &edge.inwards(page)).iter().flat_map(|i| keys(page, edge, *i)).collect()
}

/// The text unchanged, and once for each number that could be the page number.
fn keys(page: &Page, edge: Edge, index: usize) -> Vec<Key> {
    let text = line_text(page, &page.lines[index]);
    if text.chars().count() > MAX_CHARS {
        return Vec::new();
    }
    let numbered = numbers(&text).into_iter().map(|candidate| Key {
        edge,
        text: format!("{}#{}", &text[..candidate.bytes.start], &text[candidate.bytes.end..]),
        offset: Some(i64::from(candidate.number) - i64::from(page.index)),
    });
    let mut keys: Vec<Key> = numbered.collect();
    keys.push(Key { edge, text, offset: None });
    keys
}

fn line_text(page: &Page, line: &Line) -> String {
    let words = &page.words[line.start as usize..line.end as usize];
    words.iter().map(|word| word.text.to_lowercase()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_pages_of_a_stretch_are_enough() {
        assert_eq!(dense_ranges(&[0, 2, 4]), [0..=4], "left pages only");
        assert_eq!(dense_ranges(&[0, 1, 2, 3, 50, 51, 52]), [0..=3, 50..=52], "a header for each chapter");
        assert_eq!(dense_ranges(&[0, 1]), [], "twice is no rule");
        assert_eq!(dense_ranges(&[0, 4, 8, 12]), [], "on a quarter of the pages");
    }
}
