//! Marks page numbers in the middle of a page. A file made of another layout has them where the pages of that layout
//! ended, often within a sentence. Not for numbers at the edge of each page (`running`, `printed`).

use super::page_number::{PageNumber, numbers};
use crate::{Page, Role};

/// A sequence needs this many lines on this many pages, and has at most so many lines a page.
const MIN_LINES: usize = 4;
const MIN_PAGES: usize = 3;
const MAX_PER_PAGE: usize = 5;
/// Most words of such a line: "Page - 5 -".
const MOST_WORDS: u32 = 4;

/// A line that is only a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lone {
    page: usize,
    line: usize,
    number: u32,
}

/// Gives them the role of footers.
pub(super) fn mark(pages: &mut [Page]) {
    let lone: Vec<Lone> = pages.iter().enumerate().flat_map(|(at, page)| lone_numbers(at, page)).collect();
    let goes_on = |before: &Lone, next: &Lone| next.number == before.number || next.number == before.number + 1;
    for sequence in lone.chunk_by(goes_on).filter(|sequence| counts_pages(sequence)) {
        for lone in sequence {
            pages[lone.page].lines[lone.line].role = Role::Footer;
        }
    }
}

fn counts_pages(sequence: &[Lone]) -> bool {
    let pages = sequence.chunk_by(|a, b| a.page == b.page).count();
    sequence.len() >= MIN_LINES && pages >= MIN_PAGES && sequence.len() <= MAX_PER_PAGE * pages
}

/// The lines of a page that are only a number, from top to bottom.
fn lone_numbers(at: usize, page: &Page) -> Vec<Lone> {
    let mut lines: Vec<usize> = (0..page.lines.len()).filter(|line| page.lines[*line].role == Role::Body).collect();
    lines.sort_by(|a, b| page.lines[*a].rect.y0.total_cmp(&page.lines[*b].rect.y0));
    let lone = |line: usize| number_of(page, line).map(|number| Lone { page: at, line, number });
    lines.into_iter().filter_map(lone).collect()
}

fn number_of(page: &Page, line: usize) -> Option<u32> {
    let line = page.lines.get(line).filter(|line| line.end - line.start <= MOST_WORDS)?;
    let words = page.words.get(line.start as usize..line.end as usize)?;
    let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let [PageNumber { number, bytes, .. }] = &numbers(&text)[..] else { return None };
    let rest = format!("{}{}", &text[..bytes.start], &text[bytes.end..]).to_lowercase();
    let letters = rest.replace("page", "");
    (!letters.contains(char::is_alphanumeric)).then_some(*number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Rect, Word};

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
        mark(&mut pages);
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
