//! Counts the text of a document and cuts what exceeds its limit. Not for memory and time: `sandbox` limits them.

use crate::{Page, TextLimit};

/// The rest of a document's limit.
pub(super) struct Budget {
    left: TextLimit,
    spent: bool,
}

impl Budget {
    pub(super) fn new(limit: TextLimit) -> Self {
        Self { left: limit, spent: false }
    }

    /// Whether a page was already cut.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    /// The page with as many lines as the limit allows.
    pub(super) fn spend(&mut self, mut page: Page) -> Page {
        let lines = page.lines.iter().take_while(|line| self.try_spend(&page, line.start, line.end)).count();
        if lines < page.lines.len() {
            self.spent = true;
            page.coverage.cut = true;
            page.lines.truncate(lines);
            page.words.truncate(page.lines.last().map_or(0, |line| line.end as usize));
            if let Some(last) = page.words.last_mut() {
                last.joins_next = false;
            }
        }
        page
    }

    /// Counts the words `start..end` of a page, if the limit allows all of them.
    fn try_spend(&mut self, page: &Page, start: u32, end: u32) -> bool {
        let words = &page.words[start as usize..end as usize];
        let bytes = words.iter().map(|word| word.text.len() as u64).sum();
        let left = self.left.words.checked_sub(words.len() as u64).zip(self.left.bytes.checked_sub(bytes));
        if let Some((words, bytes)) = left {
            self.left = TextLimit { words, bytes };
        }
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Rect, Role, Word};

    fn page(lines: &[&[&str]]) -> Page {
        let mut page = Page::default();
        for line in lines {
            let start = page.words.len() as u32;
            let word = |text: &&str| Word {
                text: (*text).to_owned(),
                rect: Rect::default(),
                size: 10.0,
                bold: false,
                joins_next: true,
            };
            page.words.extend(line.iter().map(word));
            let end = page.words.len() as u32;
            page.lines.push(Line { start, end, rect: Rect::default(), block: 0, role: Role::Body });
        }
        page
    }

    #[test]
    fn what_is_beyond_the_limit_is_left_out_and_said() {
        let mut budget = Budget::new(TextLimit { words: 4, bytes: 100 });
        let first = budget.spend(page(&[&["one", "two"]]));
        assert_eq!((first.words.len(), first.coverage.cut, budget.is_spent()), (2, false, false));
        let second = budget.spend(page(&[&["three"], &["four", "five"], &["six"]]));
        assert_eq!((second.words.len(), second.lines.len()), (1, 1), "whole lines only");
        assert!(second.coverage.cut && budget.is_spent(), "and the page says so");
        assert!(!second.words[0].joins_next, "its last word goes on nowhere");
    }

    #[test]
    fn long_words_count_by_their_bytes() {
        let mut budget = Budget::new(TextLimit { words: 100, bytes: 5 });
        assert!(budget.spend(page(&[&["abcdef"]])).words.is_empty());
    }
}
