//! The text of a document as one string, folded, with the box of each word; those searched lately are kept. Not for reading
//! PDFs: it is made from stored passages, which hold every word of a document once they are put in order.

use pincite_library::{Content, ContentId, PassageId};
use pincite_passage::{Passage, PrintedSpan, spans_once};
use pincite_pdf::{Rect, is_rtl};
use pincite_search::fold_letters;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Documents whose text is kept in memory, about 10 MB for 260 pages.
const KEPT: usize = 3;

/// The texts of documents searched lately, the latest last.
#[derive(Default)]
pub(crate) struct Finders(Mutex<Vec<Kept>>);

struct Kept {
    of: Version,
    text: Arc<DocumentText>,
}

/// What a text was made from. A document that is read again gets other passages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Version {
    content: ContentId,
    first_passage: PassageId,
    passages: u32,
}

impl From<&Content> for Version {
    fn from(content: &Content) -> Self {
        Self { content: content.id, first_passage: content.first_passage, passages: content.passages }
    }
}

impl Finders {
    pub(super) fn get(&self, of: Version) -> Option<Arc<DocumentText>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|kept| kept.of == of).map(|kept| Arc::clone(&kept.text))
    }

    pub(super) fn keep(&self, of: Version, text: Arc<DocumentText>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.of.content != of.content);
        kept.push(Kept { of, text });
        if kept.len() > KEPT {
            kept.remove(0);
        }
    }
}

/// All words of a document in reading order.
#[derive(Default)]
pub(super) struct DocumentText {
    /// As printed, separated as in `folded`.
    printed: String,
    /// Folded words with a space between them. The two halves of a hyphenated word have none.
    folded: String,
    words: Vec<Word>,
}

/// A word, or the half of one that a line end divides.
struct Word {
    /// First byte in `folded`.
    folded: u32,
    /// First byte in `printed`.
    printed: u32,
    page: u32,
    rect: Rect,
}

/// What was found: whole words, and the bytes of `folded`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Within {
    pub(super) words: Range<usize>,
    bytes: Range<usize>,
}

impl DocumentText {
    /// Puts passages together. Rows of a table's header that a passage repeats come once.
    pub(super) fn of<'p>(passages: impl Iterator<Item = &'p Passage>) -> Self {
        let mut text = Self::default();
        for PrintedSpan { span, text: word, joins, .. } in spans_once(passages) {
            text.push(word, joins, span.page, span.rect);
        }
        text
    }

    fn push(&mut self, word: &str, joins: bool, page: u32, rect: Rect) {
        if !joins && !self.words.is_empty() {
            self.folded.push(' ');
            self.printed.push(' ');
        }
        self.words.push(Word { folded: self.folded.len() as u32, printed: self.printed.len() as u32, page, rect });
        fold_into(&mut self.folded, word);
        self.printed.push_str(word);
    }

    /// Every place where words stand, without overlap. None for a text without any.
    pub(super) fn find(&self, sought: &str) -> Vec<Within> {
        let mut folded = String::new();
        for word in sought.split_whitespace() {
            if !folded.is_empty() {
                folded.push(' ');
            }
            fold_into(&mut folded, word);
        }
        if folded.is_empty() {
            return Vec::new();
        }
        self.folded.match_indices(&folded).map(|(start, _)| self.within(start..start + folded.len())).collect()
    }

    fn within(&self, bytes: Range<usize>) -> Within {
        let first = self.words.partition_point(|word| word.folded as usize <= bytes.start).saturating_sub(1);
        let end = self.words.partition_point(|word| (word.folded as usize) < bytes.end).max(first + 1);
        Within { words: first..end, bytes }
    }

    /// The page of a word.
    pub(super) fn page(&self, word: usize) -> u32 {
        self.words.get(word).map_or(0, |word| word.page)
    }

    /// Words as printed; the range may reach beyond the last one.
    pub(super) fn printed(&self, words: Range<usize>) -> String {
        let at = |word: usize| self.words.get(word).map_or(self.printed.len(), |word| word.printed as usize);
        self.printed.get(at(words.start)..at(words.end)).unwrap_or_default().trim().to_owned()
    }

    /// One box for each line of what was found, with its page.
    pub(super) fn boxes(&self, within: &Within) -> Vec<(u32, Rect)> {
        let mut boxes: Vec<(u32, Rect)> = Vec::new();
        for at in within.words.clone() {
            let Some(word) = self.words.get(at) else { continue };
            let rect = self.part(at, word, &within.bytes);
            match boxes.last_mut() {
                Some((page, line)) if *page == word.page && line.is_continued_by(rect) => *line = line.union(rect),
                _ => boxes.push((word.page, rect)),
            }
        }
        boxes
    }

    /// The box of what was found of a word. Its letters count as equally wide.
    fn part(&self, at: usize, word: &Word, bytes: &Range<usize>) -> Rect {
        let start = word.folded as usize;
        let end = self.words.get(at + 1).map_or(self.folded.len(), |next| next.folded as usize);
        let letters = self.folded.get(start..end).unwrap_or_default().trim_end().len().max(1);
        let share = |byte: usize| (byte.clamp(start, start + letters) - start) as f32 / letters as f32;
        let runs_left = self.folded.get(start..end).is_some_and(|text| text.contains(is_rtl));
        part_of(word.rect, share(bytes.start)..share(bytes.end), runs_left)
    }
}

/// A part of a word's box, given as shares of its width from where the word starts.
fn part_of(rect: Rect, shares: Range<f32>, runs_left: bool) -> Rect {
    let x = |share: f32| rect.x0 + rect.width() * if runs_left { 1.0 - share } else { share };
    let a = x(shares.start);
    let b = x(shares.end);
    Rect { x0: a.min(b), x1: a.max(b), ..rect }
}

/// Appends a folded text: what a reader does not tell apart, or cannot type, becomes the same. Letters are folded as the
/// search does it; punctuation stays, and quotes and dashes are plain.
fn fold_into(out: &mut String, text: &str) {
    if text.is_ascii() {
        return out.extend(text.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
    }
    out.extend(fold_letters(text).map(plain));
}

fn plain(c: char) -> char {
    match c {
        '‘' | '’' | '‚' | '‛' | '′' => '\'',
        '“' | '”' | '„' | '‟' | '″' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_passage::Span;

    /// A passage of words on lines of 10 points. "|" ends a line, "¶" a page, and a word with "-" at the end of a line
    /// joins the next one without it.
    fn passage(written: &str) -> Passage {
        let mut passage = Passage::default();
        let (mut page, mut line, mut x, mut joins) = (0, 0.0, 0.0, true);
        for token in written.split(' ') {
            match token {
                "|" => (line, x) = (line + 10.0, 0.0),
                "¶" => (page, line, x) = (page + 1, 0.0, 0.0),
                word => {
                    let text = word.trim_end_matches('-');
                    passage.text.push_str(if joins { "" } else { " " });
                    let start = passage.text.len() as u32;
                    passage.text.push_str(text);
                    let width = text.chars().count() as f32;
                    let rect = Rect { x0: x, y0: line, x1: x + width, y1: line + 8.0 };
                    passage.spans.push(Span { start, end: passage.text.len() as u32, page, rect });
                    x += width + 1.0;
                    joins = word.ends_with('-');
                }
            }
        }
        passage
    }

    fn text(passages: &[&str]) -> DocumentText {
        let passages: Vec<_> = passages.iter().map(|written| passage(written)).collect();
        DocumentText::of(passages.iter())
    }

    #[test]
    fn words_are_found_across_lines_pages_and_hyphens() {
        let text = text(&["the Agree- | ment ends ¶ with notice"]);
        let found = text.find("AGREEMENT  ends with");
        assert_eq!(found.len(), 1);
        let boxes = text.boxes(&found[0]);
        let places: Vec<_> = boxes.iter().map(|(page, rect)| (*page, rect.x0, rect.y0, rect.x1)).collect();
        assert_eq!(places, [(0, 4.0, 0.0, 9.0), (0, 0.0, 10.0, 9.0), (1, 0.0, 0.0, 4.0)], "one box for each line");
        assert_eq!(text.printed(found[0].words.clone()), "Agreement ends with");
    }

    #[test]
    fn a_part_of_a_word_has_a_part_of_its_box() {
        let text = text(&["all of it terminates now"]);
        let found = text.find("term");
        let boxes = text.boxes(&found[0]);
        assert_eq!((boxes[0].1.x0, boxes[0].1.x1), (10.0, 14.0), "four of its ten letters");
    }

    #[test]
    fn lines_that_run_to_the_left_or_down_have_one_box() {
        let mut arabic = passage("عقد إيجار محلي");
        let words = arabic.spans.len();
        for (at, span) in arabic.spans.iter_mut().enumerate() {
            span.rect.x0 = (words - at) as f32 * 10.0;
            span.rect.x1 = span.rect.x0 + 8.0;
        }
        let text = DocumentText::of([&arabic].into_iter());
        let boxes = |sought: &str| {
            text.boxes(&text.find(sought)[0]).into_iter().map(|(_, it)| (it.x0, it.x1)).collect::<Vec<_>>()
        };
        assert_eq!(boxes("عقد إيجار محلي"), [(10.0, 38.0)]);
        assert_eq!(boxes("مح"), [(14.0, 18.0)], "a word starts at its right end");

        let mut down = passage("第- 五- 条- 秘- 密");
        for (at, span) in down.spans.iter_mut().enumerate() {
            span.rect = Rect { x0: 300.0, y0: 10.0 * at as f32, x1: 310.0, y1: 10.0 * at as f32 + 10.0 };
        }
        let text = DocumentText::of([&down].into_iter());
        let boxes = text.boxes(&text.find("五条秘")[0]);
        assert_eq!(boxes, [(0, Rect { x0: 300.0, y0: 10.0, x1: 310.0, y1: 40.0 })]);
    }

    #[test]
    fn a_repeated_header_is_found_once_and_passages_follow_each_other() {
        let mut second = passage("Fees 2023 | | more rows");
        let first = passage("Fees 2023 | rows end");
        second.ordinal = 1;
        let text = DocumentText::of([&first, &second].into_iter());
        assert_eq!(text.find("fees").len(), 1, "the same words at the same place");
        assert_eq!(text.find("end more").len(), 1, "a phrase goes on in the next passage");
    }

    #[test]
    fn nothing_is_found_of_nothing() {
        let text = text(&["some words"]);
        assert_eq!(text.find("  "), []);
        assert_eq!(text.find("absent"), []);
        assert_eq!(text.printed(0..50), "some words");
    }

    fn fold(text: &str) -> String {
        let mut out = String::new();
        fold_into(&mut out, text);
        out
    }

    #[test]
    fn what_looks_alike_is_alike() {
        assert_eq!(fold("Résumé"), "resume", "case and accents");
        assert_eq!(fold("oﬃce"), "office", "ligatures");
        assert_eq!(fold("Customer’s “10–K”"), "customer's\"10-k\"", "quotes and dashes, and no space");
        assert_eq!(fold("1,577.00"), "1,577.00", "figures stay as printed");
    }
}
