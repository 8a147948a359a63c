//! Byte ranges of a passage become boxes on pages and pieces of text. Not for choosing the ranges.

use super::hit::{Highlight, HighlightKind, Piece};
use super::reason::Reason;
use crate::text::Query;
use pincite_passage::{Passage, Span};
use std::ops::Range;

/// Boxes of a passage outside a search: its lines and, for a question, its best sentence and the question's words. All
/// terms have the same weight, because there is no scope.
pub fn highlights_of(passage: &Passage, question: Option<&str>) -> Vec<Highlight> {
    let Some(question) = question else {
        return lines(&passage.spans, &(0..passage.text.len()), HighlightKind::Passage);
    };
    let query = Query::new(question);
    let terms = query.terms.iter().map(|term| (term.as_str(), 1.0)).collect();
    highlights(passage, &Reason::find(passage, &terms, None))
}

/// Lines of the passage, then lines of its best sentence, then words of the question.
pub(crate) fn highlights(passage: &Passage, reason: &Reason) -> Vec<Highlight> {
    let all = 0..passage.text.len();
    let mut boxes = lines(&passage.spans, &all, HighlightKind::Passage);
    boxes.extend(lines(&passage.spans, &reason.sentence, HighlightKind::Sentence));
    for word in &reason.matched {
        boxes.extend(lines(&passage.spans, word, HighlightKind::Word));
    }
    boxes
}

/// One box per line, for the words that overlap a range of the text.
fn lines(spans: &[Span], range: &Range<usize>, kind: HighlightKind) -> Vec<Highlight> {
    let mut lines: Vec<Highlight> = Vec::new();
    for span in spans.iter().filter(|span| (span.start as usize) < range.end && range.start < span.end as usize) {
        match lines.last_mut() {
            Some(line) if goes_on(line, span) => line.rect = line.rect.union(span.rect),
            _ => lines.push(Highlight { page: span.page, rect: span.rect, kind }),
        }
    }
    lines
}

/// Whether a word continues the line of a box: beside it, not above or below.
fn goes_on(line: &Highlight, span: &Span) -> bool {
    let shared = line.rect.y1.min(span.rect.y1) - line.rect.y0.max(span.rect.y0);
    let lower = line.rect.height().min(span.rect.height());
    line.page == span.page && shared > 0.5 * lower && span.rect.x0 >= line.rect.x0
}

/// The text, split where a highlight starts or ends. The pieces together are the text.
pub(crate) fn pieces(text: &str, reason: &Reason) -> Vec<Piece> {
    let mut cuts: Vec<usize> = vec![0, text.len(), reason.sentence.start, reason.sentence.end];
    cuts.extend(reason.matched.iter().flat_map(|range| [range.start, range.end]));
    cuts.sort_unstable();
    cuts.dedup();
    let piece = |cut: &[usize]| Piece {
        text: text[cut[0]..cut[1]].to_owned(),
        sentence: reason.sentence.contains(&cut[0]),
        matched: reason.matched.iter().any(|range| range.contains(&cut[0])),
    };
    cuts.windows(2).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_pdf::Rect;
    use proptest::prelude::*;

    /// Words of five points a letter, `per_line` a line, ten lines a page.
    fn passage(words: &[String], per_line: usize) -> Passage {
        let (mut text, mut spans) = (String::new(), Vec::new());
        for (at, word) in words.iter().enumerate() {
            let (line, column) = (at / per_line, at % per_line);
            let start = text.len() as u32 + u32::from(at > 0);
            text += &format!("{}{word}", if at > 0 { " " } else { "" });
            let (x0, y0) = (60.0 * column as f32, 12.0 * (line % 10) as f32);
            let rect = Rect { x0, y0, x1: x0 + 50.0, y1: y0 + 10.0 };
            spans.push(Span { start, end: text.len() as u32, page: (line / 10) as u32, rect });
        }
        let (headings, clause, sentences) = (Vec::new(), None, Vec::new());
        Passage { ordinal: 0, text, headings, clause, sentences, spans, ..Passage::default() }
    }

    #[test]
    fn words_of_a_line_share_one_box() {
        let words: Vec<String> = ["either", "party", "may", "terminate"].map(str::to_owned).to_vec();
        let reason = Reason { matched: Vec::from([17..26; 1]), sentence: 7..26, sentence_number: 0 };
        let boxes = highlights(&passage(&words, 3), &reason);
        let kinds: Vec<HighlightKind> = boxes.iter().map(|one| one.kind).collect();
        use HighlightKind::{Passage, Sentence, Word};
        assert_eq!(kinds, [Passage, Passage, Sentence, Sentence, Word], "two lines, two lines, one word");
        assert_eq!(boxes[0].rect, Rect { x0: 0.0, y0: 0.0, x1: 170.0, y1: 10.0 }, "a line from first to last word");
        assert_eq!(boxes[2].rect.x0, 60.0, "the sentence starts at its own first word");
        assert_eq!(boxes[4].rect, Rect { x0: 0.0, y0: 12.0, x1: 50.0, y1: 22.0 }, "the word at its own place");
    }

    #[test]
    fn a_passage_by_itself_shows_its_lines_and_a_question_its_words() {
        let words: Vec<String> = ["either", "party", "may", "terminate"].map(str::to_owned).to_vec();
        let passage = passage(&words, 4);
        let kinds = |question| highlights_of(&passage, question).iter().map(|one| one.kind).collect::<Vec<_>>();
        use HighlightKind::{Passage, Sentence, Word};
        assert_eq!(kinds(None), [Passage], "nothing asked, nothing but the passage is marked");
        assert_eq!(kinds(Some("termination?")), [Passage, Sentence, Word], "every form of the word asked is marked");
    }

    proptest! {
        #[test]
        fn boxes_cover_the_words_asked_and_no_others(
            words in proptest::collection::vec("[a-z]{1,8}", 1..60), per_line in 1usize..9, from in 0usize..60, many in 0usize..60,
        ) {
            let passage = passage(&words, per_line);
            let (from, to) = (from.min(words.len() - 1), (from + many).min(words.len() - 1));
            let range = passage.spans[from.min(to)].start as usize..passage.spans[to].end as usize;
            let boxes = lines(&passage.spans, &range, HighlightKind::Sentence);
            for (at, span) in passage.spans.iter().enumerate() {
                let middle = (span.rect.x0 + 25.0, span.rect.y0 + 5.0);
                let covered = boxes.iter().any(|one| one.page == span.page
                    && one.rect.x0 <= middle.0 && middle.0 <= one.rect.x1 && one.rect.y0 <= middle.1 && middle.1 <= one.rect.y1);
                prop_assert_eq!(covered, (from.min(to)..=to).contains(&at), "word {}", at);
            }
        }

        #[test]
        fn pieces_are_the_text(text in "[a-zé .]{0,40}", question in "[a-zé ]{0,10}") {
            let terms = crate::text::analyse(&question);
            let weights = terms.iter().map(|term| (term.as_str(), 1.0)).collect();
            let reason = Reason::find(&Passage { text: text.clone(), ..Passage::default() }, &weights, None);
            let joined: String = pieces(&text, &reason).into_iter().map(|piece| piece.text).collect();
            prop_assert_eq!(joined, text);
        }
    }
}
