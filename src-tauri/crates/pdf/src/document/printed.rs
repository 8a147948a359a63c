//! Finds the page numbers that are printed on the pages: "12", "iv", "F-12", "Page 3 of 20". A number counts only if most
//! pages around it continue its sequence. Numbers in the middle of pages are marked. `source` reads the labels that the
//! file itself has.

use super::page_number::{Form, HYPHENS, PageNumber, numbers};
use crate::{Line, Page, Role};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

/// This many lines from the top and from the bottom of a page can have its number.
const DEPTH: usize = 3;
/// Longest line with a page number, in words, unless it is a header or a footer.
const MOST_WORDS: u32 = 12;
/// A line of so few words with a hyphen can be a number in parts: "A", "-", "6".
const MOST_PARTS: usize = 3;
/// A sequence needs this many pages, and this share of the pages from its first to its last.
const MIN_PAGES: usize = 3;
const MIN_SHARE: f32 = 0.6;
/// A sequence ends where its number is missing from this many pages in a row.
const MAX_MISSING: u32 = 4;
/// A sequence in the middle of pages needs this many lines, and has at most so many lines a page.
const MIN_LONE: usize = 4;
const MAX_LONE_PER_PAGE: usize = 5;
/// Most words of such a line: "Page - 5 -".
const MOST_LONE_WORDS: u32 = 4;

/// Sets the printed number of each page, if any page has one.
pub(super) fn find(pages: &mut [Page]) {
    let mut sequences = sequences(pages);
    // The longest first: it is the one that readers use.
    sequences.sort_by_key(|sequence| std::cmp::Reverse(sequence.count));
    let mut printed = BTreeMap::<u32, String>::new();
    for sequence in &sequences {
        for page in sequence.on.clone() {
            if let (Entry::Vacant(free), Some(number)) = (printed.entry(page), sequence.number_on(page)) {
                free.insert(number);
            }
        }
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
    let lines: Vec<EdgeLine> = pages.iter().flat_map(edge_lines).collect();
    let mut repeated = HashMap::<&str, usize>::new();
    for line in &lines {
        *repeated.entry(&line.text).or_default() += 1;
    }
    let mut shown = BTreeMap::<(Form, i64), BTreeSet<u32>>::new();
    // The same line on several pages has no number that grows.
    for line in lines.iter().filter(|line| repeated[line.text.as_str()] < MIN_PAGES) {
        for found in numbers(&line.text).into_iter().filter(|found| stands_apart(&line.text, found)) {
            let offset = i64::from(found.number) - i64::from(line.page);
            shown.entry((found.form, offset)).or_default().insert(line.page);
        }
    }
    let mut sequences = Vec::new();
    for ((form, offset), pages) in shown {
        let pages: Vec<u32> = pages.into_iter().collect();
        for run in pages.chunk_by(|page, next| next - page <= MAX_MISSING) {
            let on = run[0]..=run[run.len() - 1];
            let share = run.len() as f32 / (on.end() - on.start() + 1) as f32;
            if run.len() >= MIN_PAGES && share >= MIN_SHARE {
                sequences.push(Sequence { form: form.clone(), offset, on, count: run.len() });
            }
        }
    }
    sequences
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

/// A line at the edge of a page.
struct EdgeLine {
    page: u32,
    text: String,
}

/// The lines at the edges of a page that can have its number.
fn edge_lines(page: &Page) -> Vec<EdgeLine> {
    let mut lines: Vec<&Line> = page.lines.iter().filter(|line| !text_of(page, line).trim().is_empty()).collect();
    lines.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_edge = at < DEPTH || at + DEPTH >= lines.len();
        let is_short = line.end - line.start <= MOST_WORDS;
        if is_edge && (is_short || matches!(line.role, Role::Header | Role::Footer)) {
            found.push(EdgeLine { page: page.index, text: text_of(page, line) });
        }
    }
    found
}

fn text_of(page: &Page, line: &Line) -> String {
    let words = page.words_of(line);
    let is_hyphenated = words.iter().any(|word| word.text.starts_with(HYPHENS) || word.text.ends_with(HYPHENS));
    let between = if words.len() <= MOST_PARTS && is_hyphenated { "" } else { " " };
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(between)
}

/// A line that is only a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lone {
    page: usize,
    line: usize,
    number: u32,
}

/// Gives page numbers in the middle of a page the role of footers. A file made of another layout has them where the pages
/// of that layout ended, often within a sentence.
pub(super) fn mark_inner(pages: &mut [Page]) {
    let mut lone = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        let mut lines: Vec<usize> = (0..page.lines.len()).filter(|line| page.lines[*line].role == Role::Body).collect();
        lines.sort_by(|a, b| page.lines[*a].rect.y0.total_cmp(&page.lines[*b].rect.y0));
        for line in lines {
            lone.extend(number_of(page, line).map(|number| Lone { page: at, line, number }));
        }
    }
    for sequence in lone.chunk_by(|a, b| b.number == a.number || b.number == a.number + 1) {
        let on_pages = sequence.chunk_by(|a, b| a.page == b.page).count();
        if sequence.len() < MIN_LONE || on_pages < MIN_PAGES || sequence.len() > MAX_LONE_PER_PAGE * on_pages {
            continue;
        }
        for lone in sequence {
            pages[lone.page].lines[lone.line].role = Role::Footer;
        }
    }
}

/// The number that a line consists of.
fn number_of(page: &Page, line: usize) -> Option<u32> {
    let line = page.lines.get(line).filter(|line| line.end - line.start <= MOST_LONE_WORDS)?;
    let text = page.text_of(line);
    let [PageNumber { number, bytes, .. }] = &numbers(&text)[..] else { return None };
    let rest = format!("{}{}", &text[..bytes.start], &text[bytes.end..]).to_lowercase();
    let letters = rest.replace("page", "");
    (!letters.contains(char::is_alphanumeric)).then_some(*number)
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

    /// A page of lines, one below the other.
    fn page(lines: &[&str]) -> Page {
        let mut page = Page::default();
        for (at, text) in lines.iter().enumerate() {
            let start = page.words.len() as u32;
            let rect = Rect { y0: 12.0 * at as f32, y1: 12.0 * at as f32 + 10.0, ..Rect::default() };
            page.words.extend(text.split(' ').map(|text| Word {
                text: text.to_owned(),
                rect,
                size: 10.0,
                bold: false,
                joins_next: false,
            }));
            page.lines.push(Line { start, end: page.words.len() as u32, rect, block: 0, role: Role::Body });
        }
        page
    }

    fn marked(pages: &[&[&str]]) -> usize {
        let mut pages: Vec<Page> = pages.iter().map(|lines| page(lines)).collect();
        mark_inner(&mut pages);
        pages.iter().flat_map(|page| &page.lines).filter(|line| line.role == Role::Footer).count()
    }

    #[test]
    fn numbers_between_lines_of_text_are_marked() {
        assert_eq!(marked(&[&["text", "- 2 -", "text"], &["Page 3", "text", "4"], &["text", "text", "5"]]), 4);
    }

    #[test]
    fn other_numbers_are_not() {
        assert_eq!(marked(&[&["1", "2", "3", "4", "5", "6"]]), 0, "a column of numbers on one page");
        assert_eq!(marked(&[&["text", "2"], &["7", "text"], &["3", "1999"]]), 0, "no sequence");
        assert_eq!(marked(&[&["in 2", "text"], &["3 years", "text"], &["4", "5"]]), 0, "words beside them");
    }
}
