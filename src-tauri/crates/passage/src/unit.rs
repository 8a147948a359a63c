//! Units: the parts of a passage that are never cut. A sentence too long for one is cut before. The caller gives the
//! tokenizer that measures lengths.

use crate::piece::{Piece, text_of};
use std::rc::Rc;

/// Headings up to this rank are parts: schedules, articles, items. Titles of financial statements count as such.
pub(crate) const PART: u8 = 2;

/// Where a long sentence is cut. The best signs come first; the last entry allows any word.
const PLACES: &[&[char]] = &[&[';', '；'], &[',', ':', '—', '，', '、', '،'], &[]];

/// A part of a passage that is never cut.
pub(crate) struct Unit<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
    pub(crate) tokens: usize,
    pub(crate) start: Start,
    pub(crate) cut: Cut,
    /// It is only a title: a heading, "7.2 Notice." at the start of its paragraph, or the header of a table of figures.
    pub(crate) is_title: bool,
    pub(crate) location: Rc<Location>,
}

impl<'a> Unit<'a> {
    pub(crate) fn new(pieces: Vec<Piece<'a>>, tokens: usize, start: Start, location: &Rc<Location>) -> Self {
        let is_title = matches!(start, Start::Heading(_));
        Self { pieces, tokens, start, cut: Cut::default(), is_title, location: Rc::clone(location) }
    }

    /// The page on which it starts.
    pub(crate) fn first_page(&self) -> u32 {
        self.pieces.first().map_or(0, |piece| piece.page)
    }

    /// The page on which it ends.
    pub(crate) fn last_page(&self) -> u32 {
        self.pieces.last().map_or(0, |piece| piece.page)
    }
}

/// Where a unit is a part of a sentence too long for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The unit before has the part before.
    pub(crate) before: bool,
    /// The next unit has the next part.
    pub(crate) after: bool,
}

/// What starts with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// A heading of this rank. It stays with the text below it.
    Heading(u8),
    /// A paragraph whose number opens a section of this rank.
    Section(u8),
    Paragraph,
    Row,
    /// Nothing: it continues its paragraph.
    Within,
}

/// The location of a unit in the document.
pub(crate) struct Location {
    pub(crate) headings: Vec<String>,
    pub(crate) clause: Option<String>,
}

/// A unit or a table, in document order.
pub(crate) enum Flow<'a> {
    Unit(Unit<'a>),
    Table(TableUnits<'a>),
}

/// A table. `header` is the caption and the first rows, which are repeated where the table is cut.
pub(crate) struct TableUnits<'a> {
    pub(crate) header: Vec<Unit<'a>>,
    pub(crate) rows: Vec<Unit<'a>>,
}

/// Counts tokens as the encoder does, without the special tokens of every text.
pub(crate) struct Measure<'m> {
    count: &'m dyn Fn(&str) -> usize,
    added: usize,
    /// Token limit of a passage, without special tokens.
    pub(crate) limit: usize,
}

impl<'m> Measure<'m> {
    pub(crate) fn new(count: &'m dyn Fn(&str) -> usize, max_tokens: usize) -> Self {
        let added = count("");
        Self { count, added, limit: max_tokens.saturating_sub(added).max(1) }
    }

    pub(crate) fn tokens(&self, text: &str) -> usize {
        (self.count)(text).saturating_sub(self.added)
    }

    /// Parts of at most `limit` tokens, with their lengths. A longer word stays whole.
    pub(crate) fn cut<'a>(&self, pieces: Vec<Piece<'a>>, limit: usize) -> Vec<(Vec<Piece<'a>>, usize)> {
        self.cut_at(pieces, limit, PLACES)
    }

    fn cut_at<'a>(&self, pieces: Vec<Piece<'a>>, limit: usize, places: &[&[char]]) -> Vec<(Vec<Piece<'a>>, usize)> {
        let tokens = self.tokens(&text_of(&pieces));
        let Some((signs, finer)) = places.split_first().filter(|_| tokens > limit) else {
            return vec![(pieces, tokens)];
        };
        let segments =
            pieces.chunk_by(|piece, _| piece.joins_next || !signs.is_empty() && !piece.text.ends_with(*signs));
        let mut parts: Vec<(Vec<Piece<'a>>, usize)> = Vec::new();
        for (segment, tokens) in segments.flat_map(|segment| self.cut_at(segment.to_vec(), limit, finer)) {
            match parts.last_mut().filter(|part| part.1 + tokens <= limit) {
                Some(part) => {
                    part.0.extend(segment);
                    part.1 += tokens;
                }
                None => parts.push((segment, tokens)),
            }
        }
        parts
    }
}
