//! The title that a document prints large on its first page.

use crate::heading::{ends_sentence, is_title};
use pincite_pdf::{Line, Page, Role};

/// How much larger than running text a title is.
const LARGER: f32 = 1.25;
/// Sizes that differ by less belong to one title.
const SAME_SIZE: f32 = 0.05;
/// A title of more lines is a paragraph in large print.
const MOST_LINES: usize = 4;
/// The title stands in this upper part of the page.
const UPPER: f32 = 0.7;
/// Numbers of letters that a title has.
const LETTERS: std::ops::RangeInclusive<usize> = 6..=120;
/// What stands large on first pages and is no title, in lower case: the beginnings of lines.
const NO_TITLE: &[&str] = &[
    "annual report",
    "united states",
    "securities and exchange",
    "exhibit",
    "form ",
    "schedule",
    "table of contents",
    "contents",
    "confidential",
    "execution",
    "draft",
    "page ",
    "appendix",
    "annex",
];

/// The largest line of the first page, with the lines of its size below. `pages` are the first ones: the size of running
/// text is measured on them. None if nothing stands out, or if what does is no title.
pub fn printed_title(pages: &[Page]) -> Option<String> {
    let first = pages.first()?;
    let running = median(pages.iter().take(3).flat_map(|page| page.words.iter().map(|word| word.size)).collect())?;
    let upper = first.lines.iter().filter(|line| line.role == Role::Body && line.rect.y0 < first.height * UPPER);
    let lines: Vec<_> = upper.map(|line| SizedLine::of(first, line)).collect();
    let largest = lines.iter().map(|line| line.size).max_by(f32::total_cmp).filter(|size| *size >= running * LARGER)?;
    let is_large = |line: &&SizedLine| (line.size - largest).abs() <= largest * SAME_SIZE;
    let title: Vec<_> = lines.iter().skip_while(|line| !is_large(line)).take_while(is_large).collect();
    let text = title.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
    // The sizes of a scan are measured line by line: a sentence may come out as the largest.
    let is_scan = first.coverage.large_images > 0;
    let can_be = !is_scan || is_title(&text) && !ends_sentence(&text);
    (title.len() <= MOST_LINES && can_be && reads_as_title(&text)).then_some(text)
}

/// A line with the size of its first word.
struct SizedLine {
    size: f32,
    text: String,
}

impl SizedLine {
    fn of(page: &Page, line: &Line) -> Self {
        Self { size: page.words_of(line).first().map_or(0.0, |word| word.size), text: page.text_of(line) }
    }
}

/// At least two words, mostly letters, and none of what stands on first pages anyway.
fn reads_as_title(text: &str) -> bool {
    let lower = text.to_lowercase();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let others = text.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace()).count();
    LETTERS.contains(&letters)
        && others * 2 <= letters
        && text.split_whitespace().count() >= 2
        && !NO_TITLE.iter().any(|start| lower.starts_with(start))
}

fn median(mut sizes: Vec<f32>) -> Option<f32> {
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_pdf::{Rect, Word};

    /// A page of lines, each with its font size, from the top down.
    fn page(lines: &[(&str, f32)]) -> Page {
        let mut page = Page { width: 600.0, height: 800.0, ..Page::default() };
        for (number, (text, size)) in lines.iter().enumerate() {
            let start = page.words.len() as u32;
            let top = 20.0 * number as f32;
            let rect = Rect { x0: 0.0, y0: top, x1: 100.0, y1: top + size };
            let word = |text: &str| Word { text: text.to_owned(), rect, size: *size, bold: false, joins_next: false };
            page.words.extend(text.split(' ').map(word));
            let end = page.words.len() as u32;
            page.lines.push(Line { start, end, rect, block: number as u32, role: Role::Body });
        }
        page
    }

    const TEXT: (&str, f32) = ("The parties agree as follows and hereby bind themselves and their assigns", 11.0);

    #[test]
    fn the_largest_lines_are_the_title() {
        let lease =
            page(&[("Execution copy", 9.0), ("OFFICE LEASE AND", 20.0), ("SERVICE AGREEMENT", 20.0), TEXT, TEXT]);
        assert_eq!(printed_title(&[lease]).as_deref(), Some("OFFICE LEASE AND SERVICE AGREEMENT"));
    }

    #[test]
    fn text_that_does_not_stand_out_is_no_title() {
        assert_eq!(printed_title(&[page(&[("Office Lease", 12.0), TEXT, TEXT])]), None, "hardly larger");
        assert_eq!(printed_title(&[page(&[TEXT, TEXT])]), None);
        assert_eq!(printed_title(&[]), None);
        let low: Vec<_> = std::iter::repeat_n(TEXT, 30).chain([("In Witness Whereof", 20.0)]).collect();
        assert_eq!(printed_title(&[page(&low)]), None, "it stands at the bottom");
    }

    #[test]
    fn a_scan_is_not_named_by_a_sentence_of_its_text() {
        let scan = |large: &str| {
            let mut page = page(&[(large, 15.0), TEXT, TEXT]);
            page.coverage.large_images = 1;
            printed_title(&[page])
        };
        assert_eq!(scan("the surveyor found the valve to lift at nine bar"), None);
        assert_eq!(scan("The Valve was Tested in May."), None);
        assert_eq!(scan("Survey of the Dredger").as_deref(), Some("Survey of the Dredger"));
    }

    #[test]
    fn what_every_filing_prints_large_is_no_title() {
        for large in ["UNITED STATES", "FORM 10-K", "Exhibit 10.1", "$1,250,000.00 USD", "Agreement"] {
            assert_eq!(printed_title(&[page(&[(large, 24.0), TEXT, TEXT])]), None, "{large}");
        }
    }
}
