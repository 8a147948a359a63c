//! Joins words on one baseline to segments, cut at wide gaps. A segment is a line of a column, or a cell of a table
//! row. Not for deciding which of the two.

use super::words::Token;
use crate::Rect;

/// Baselines this close count as one (em).
const SAME_BASELINE: f32 = 0.2;
/// A gap this wide separates segments (em).
pub(super) const WIDE_GAP: f32 = 1.0;

/// Neighbouring words of one line, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) tokens: Vec<Token>,
    pub(super) rect: Rect,
    pub(super) baseline: f32,
    pub(super) size: f32,
}

impl Segment {
    fn new(token: Token) -> Self {
        Self { rect: token.rect, baseline: token.baseline, size: token.size, tokens: vec![token] }
    }

    fn push(&mut self, token: Token) {
        self.rect = self.rect.union(token.rect);
        self.size = self.size.max(token.size);
        self.tokens.push(token);
    }

    /// Number of characters.
    pub(super) fn chars(&self) -> usize {
        self.tokens.iter().map(|t| t.text.chars().count() + 1).sum::<usize>().saturating_sub(1)
    }

    /// Number of digits.
    pub(super) fn digits(&self) -> usize {
        self.tokens.iter().flat_map(|t| t.text.chars()).filter(char::is_ascii_digit).count()
    }
}

/// Segments from top to bottom and left to right.
pub(super) fn from_tokens(mut tokens: Vec<Token>) -> Vec<Segment> {
    tokens.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut segments = Vec::new();
    let mut strip: Vec<Token> = Vec::new();
    for token in tokens {
        let other_line =
            strip.first().is_some_and(|f| token.baseline - f.baseline > SAME_BASELINE * f.size.min(token.size));
        if other_line {
            cut(std::mem::take(&mut strip), &mut segments);
        }
        strip.push(token);
    }
    cut(strip, &mut segments);
    segments
}

fn cut(mut strip: Vec<Token>, segments: &mut Vec<Segment>) {
    strip.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let mut open: Option<Segment> = None;
    for token in strip {
        match &mut open {
            Some(segment) if continues(segment, &token) => join(segment, token),
            _ => segments.extend(open.replace(Segment::new(token))),
        }
    }
    segments.extend(open);
}

fn continues(segment: &Segment, token: &Token) -> bool {
    let em = segment.tokens.last().map_or(token.size, |last| last.size.max(token.size));
    token.rect.x0 - segment.rect.x1 < WIDE_GAP * em
}

fn join(segment: &mut Segment, token: Token) {
    let Some(last) = segment.tokens.last_mut() else { return };
    if last.is_repeated_by(&token) {
        last.bold = true;
    } else if last.is_continued_by(&token) {
        segment.rect = segment.rect.union(token.rect);
        segment.size = segment.size.max(token.size);
        last.continue_with(token);
    } else {
        segment.push(token);
    }
}
