//! Finds the page numbers that are printed on the pages: "12", "iv", "F-12", "Page 3 of 20". A number counts only if most
//! pages around it continue its sequence. Not for labels that the file itself has (`source::labels`).

use super::page_number::{Form, HYPHENS, PageNumber, numbers};
use crate::{Line, Page, Role};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

/// This many lines from the top and from the bottom of a page can have its number.
const DEPTH: usize = 3;
/// Longest line with a page number, in words, unless it is a header or a footer.
const MOST_WORDS: usize = 12;
/// A line of so few words with a hyphen can be a number in parts: "A", "-", "6".
const MOST_PARTS: usize = 3;
/// A sequence needs this many pages, and this share of the pages from its first to its last.
const MIN_PAGES: usize = 3;
const MIN_SHARE: f32 = 0.6;
/// A sequence ends where its number is missing from this many pages in a row.
const MAX_MISSING: u32 = 4;

/// Sets the printed number of each page, if any page has one.
pub(super) fn find(pages: &mut [Page]) {
    let mut sequences = sequences(pages);
    // The longest first: it is the one that readers use.
    sequences.sort_by_key(|sequence| std::cmp::Reverse(sequence.count));
    let mut printed = BTreeMap::<u32, String>::new();
    for sequence in &sequences {
        let is_free = |page: &u32| !printed.contains_key(page);
        let new: Vec<u32> = sequence.on.clone().filter(is_free).collect();
        printed.extend(new.into_iter().filter_map(|page| Some((page, sequence.number_on(page)?))));
    }
    for page in pages.iter_mut().filter(|_| !sequences.is_empty()) {
        page.printed = Some(printed.remove(&page.index).unwrap_or_default());
    }
}

/// Numbers of one form that grow by one from page to page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sequence {
    form: Form,
    /// The number minus the page index.
    offset: i64,
    on: RangeInclusive<u32>,
    /// Number of pages that show it.
    count: usize,
}

impl Sequence {
    /// As it would be printed on a page.
    fn number_on(&self, page: u32) -> Option<String> {
        let number = u32::try_from(i64::from(page) + self.offset).ok()?;
        Some(self.form.print(number))
    }
}

fn sequences(pages: &[Page]) -> Vec<Sequence> {
    let mut shown = BTreeMap::<(Form, i64), BTreeSet<u32>>::new();
    let lines: Vec<(u32, String)> = pages.iter().flat_map(edge_lines).collect();
    let mut repeated = HashMap::<&str, usize>::new();
    lines.iter().for_each(|(_, line)| *repeated.entry(line).or_default() += 1);
    // The same line on several pages has no number that grows.
    for (page, line) in lines.iter().filter(|(_, line)| repeated[line.as_str()] < MIN_PAGES) {
        for PageNumber { form, number, .. } in numbers(line).into_iter().filter(|found| stands_apart(line, found)) {
            shown.entry((form, i64::from(number) - i64::from(*page))).or_default().insert(*page);
        }
    }
    let of_key = |((form, offset), on): ((Form, i64), BTreeSet<u32>)| {
        let on: Vec<u32> = on.into_iter().collect();
        let ranges = on.chunk_by(|page, next| next - page <= MAX_MISSING).filter_map(dense);
        ranges.map(|(on, count)| Sequence { form: form.clone(), offset, on, count }).collect::<Vec<_>>()
    };
    shown.into_iter().flat_map(of_key).collect()
}

/// The range of these pages and their number, if they are most of it.
fn dense(pages: &[u32]) -> Option<(RangeInclusive<u32>, usize)> {
    let (first, last) = (*pages.first()?, *pages.last()?);
    let share = pages.len() as f32 / (last - first + 1) as f32;
    (pages.len() >= MIN_PAGES && share >= MIN_SHARE).then_some((first..=last, pages.len()))
}

/// Whether a number begins or ends its line, or follows "Page". It is a whole word: not "9.2", not "10-K".
fn stands_apart(line: &str, found: &PageNumber) -> bool {
    let is_sign = |c: char| !c.is_alphanumeric();
    let before = line[..found.bytes.start].strip_suffix(found.form.prefix()).unwrap_or_default();
    let after = &line[found.bytes.end..];
    let word_before = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let word_after = after.split(char::is_whitespace).next().unwrap_or_default();
    let is_clause = after.starts_with(['.', ')']) && after.contains(char::is_alphabetic);
    let at_edge = before.chars().all(is_sign) || after.chars().all(is_sign);
    let follows_page = before.trim_end_matches(is_sign).to_lowercase().ends_with("page");
    word_before.chars().all(is_sign) && word_after.chars().all(is_sign) && !is_clause && (at_edge || follows_page)
}

/// The lines at the edges that can have a page number, with the index of their page.
fn edge_lines(page: &Page) -> Vec<(u32, String)> {
    let mut lines: Vec<&Line> = page.lines.iter().filter(|line| !text_of(page, line).trim().is_empty()).collect();
    lines.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
    let is_edge = |at: usize| at < DEPTH || at + DEPTH >= lines.len();
    let can_have =
        |line: &Line| matches!(line.role, Role::Header | Role::Footer) || line.end - line.start <= MOST_WORDS as u32;
    let edge = (0..lines.len()).filter(|at| is_edge(*at)).map(|at| lines[at]).filter(|line| can_have(line));
    edge.map(|line| (page.index, text_of(page, line))).collect()
}

fn text_of(page: &Page, line: &Line) -> String {
    let words = page.words.get(line.start as usize..line.end as usize).unwrap_or_default();
    let is_hyphenated = words.iter().any(|word| word.text.starts_with(HYPHENS) || word.text.ends_with(HYPHENS));
    let between = if words.len() <= MOST_PARTS && is_hyphenated { "" } else { " " };
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rect, Word};

    /// Pages with a line of text each, and these footers.
    fn pages(footers: &[&str]) -> Vec<Page> {
        let word = |text: &str, y: f32| Word {
            text: text.to_owned(),
            rect: Rect { y0: y, y1: y + 10.0, ..Rect::default() },
            size: 10.0,
            bold: false,
            joins_next: false,
        };
        let page = |(index, footer): (u32, &&str)| {
            let text = (0..40).map(|line| word("text", 10.0 * line as f32));
            let words: Vec<Word> =
                text.chain(footer.split(' ').filter(|it| !it.is_empty()).map(|it| word(it, 700.0))).collect();
            let line = |start: u32, end: u32| Line {
                start,
                end,
                rect: words[start as usize].rect,
                block: 0,
                role: Role::Body,
            };
            let mut lines: Vec<Line> = (0..40).map(|at| line(at, at + 1)).collect();
            lines.extend((words.len() > 40).then(|| line(40, words.len() as u32)));
            Page { index, words: words.clone(), lines, ..Page::default() }
        };
        (0..).zip(footers).map(page).collect()
    }

    fn printed(footers: &[&str]) -> Vec<String> {
        let mut pages = pages(footers);
        find(&mut pages);
        pages.into_iter().map(|page| page.printed.unwrap_or("none".into())).collect()
    }

    #[test]
    fn sequences_are_found_in_all_forms() {
        assert_eq!(printed(&["3", "4", "5"]), ["3", "4", "5"]);
        assert_eq!(printed(&["-3-", "-4-", "-5-"]), ["3", "4", "5"]);
        assert_eq!(printed(&["F-3", "F-4", "F-5"]), ["F-3", "F-4", "F-5"]);
        assert_eq!(printed(&["A - 3", "A - 4", "A-5"]), ["A-3", "A-4", "A-5"]);
        assert_eq!(printed(&["Page 3", "Page 4", "Page 5"]), ["3", "4", "5"]);
        assert_eq!(printed(&["Page 3 of 20", "Page 4 of 20", "Page 5 of 20"]), ["3", "4", "5"]);
        assert_eq!(printed(&["Acme 10-K 2018 | 3", "4 | Acme 10-K 2018", "Acme 10-K 2018 | 5"]), ["3", "4", "5"]);
    }

    #[test]
    fn sequences_follow_each_other() {
        let footers = ["", "i", "ii", "iii", "1", "2", "", "4", "F-1", "F-2", "F-3"];
        let expected = ["", "i", "ii", "iii", "1", "2", "3", "4", "F-1", "F-2", "F-3"];
        assert_eq!(printed(&footers), expected, "a page without a number has that of its place in the sequence");
        assert_eq!(printed(&["", "2", "3", "4"]), ["", "2", "3", "4"], "what is not printed is not said");
    }

    #[test]
    fn numbers_that_do_not_count_pages_are_none() {
        assert_eq!(printed(&["2018", "2018", "2018"]), ["none"; 3]);
        assert_eq!(printed(&["7", "4", "9"]), ["none"; 3]);
        assert_eq!(printed(&["9.2 Notices", "9.3 Waiver", "9.4 Law"]), ["none"; 3], "numbers of clauses");
        assert_eq!(printed(&["5. Term", "6. Termination", "7. Law"]), ["none"; 3], "numbers of clauses");
        assert_eq!(printed(&["2018 and 1/4/2020", "2019 to 2023", "Plan 2019 to 2023"]), ["none"; 3]);
        assert_eq!(printed(&["7", "8", "", "", "", "", "", "14"]), ["none"; 8], "on too few pages");
    }
}
