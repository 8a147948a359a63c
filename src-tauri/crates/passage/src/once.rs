//! The words of a document in reading order, each once: passages repeat the header rows of tables. Not for cutting passages.

use crate::{Passage, Span};
use std::collections::HashSet;

/// A word of a document, or the half of one that a line end divides.
#[derive(Clone, Copy, Debug)]
pub struct PrintedSpan<'p> {
    /// Number of its passage among those given, counted from 0.
    pub passage: usize,
    /// Its position.
    pub span: &'p Span,
    /// Its text.
    pub text: &'p str,
    /// Whether it goes on from the one before: it is the second half of a hyphenated word.
    pub joins: bool,
}

/// The words of these passages, in their order. Those of a header row that a passage repeats come once.
pub fn spans_once<'p>(passages: impl IntoIterator<Item = &'p Passage>) -> Vec<PrintedSpan<'p>> {
    let mut spans = Vec::new();
    let mut seen = HashSet::new();
    for (number, passage) in passages.into_iter().enumerate() {
        let mut end = None;
        for span in &passage.spans {
            let place = [span.rect.x0, span.rect.y0, span.rect.x1].map(f32::to_bits);
            if seen.insert((span.page, place)) {
                let text = passage.text.get(span.start as usize..span.end as usize).unwrap_or_default();
                spans.push(PrintedSpan { passage: number, span, text, joins: end == Some(span.start) });
            }
            end = Some(span.end);
        }
    }
    spans
}
