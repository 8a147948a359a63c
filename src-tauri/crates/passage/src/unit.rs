//! Turns blocks into units: sentences, headings and table rows with their length in tokens. Not for packing them into
//! passages (`pack`).

use crate::block::Block;
use crate::heading::ends_sentence;
use crate::measure::Measure;
use crate::piece::{Piece, append, text_of};
use crate::sentence::sentences;
use crate::trail::Trail;
use std::rc::Rc;

/// Longest caption above a table, in words.
const MOST_CAPTION_WORDS: usize = 30;

/// A part of a passage that is never cut.
pub(crate) struct Unit<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
    pub(crate) tokens: usize,
    pub(crate) start: Start,
    pub(crate) location: Rc<Location>,
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
    Table(Table<'a>),
}

/// A table. `header` is the caption and the first rows, which are repeated where the table is cut.
pub(crate) struct Table<'a> {
    pub(crate) header: Vec<Unit<'a>>,
    pub(crate) rows: Vec<Unit<'a>>,
}

/// Collects the units of blocks, in order.
pub(crate) struct FlowBuilder<'a, 'm> {
    measure: &'m Measure<'m>,
    trail: Trail,
    /// Tokens of the headings whose text has not come yet.
    lead: usize,
    flow: Vec<Flow<'a>>,
}

/// The units and tables of all blocks.
pub(crate) fn flow_of<'a>(blocks: Vec<Block<'a>>, measure: &Measure<'_>) -> Vec<Flow<'a>> {
    let mut flows = FlowBuilder { measure, trail: Trail::default(), lead: 0, flow: Vec::new() };
    let mut blocks = blocks.into_iter().peekable();
    while let Some(block) = blocks.next() {
        let before_table = matches!(blocks.peek(), Some(Block::Table(_)));
        match block {
            Block::Heading { rank, pieces } => flows.heading(rank, pieces),
            Block::Paragraph(pieces) if before_table && is_caption(&pieces) => {
                if let Some(Block::Table(rows)) = blocks.next() {
                    flows.table(Some(pieces), rows);
                }
            }
            Block::Paragraph(pieces) => flows.paragraph(pieces),
            Block::Entry(pieces) => flows.text(&pieces, Start::Paragraph, &flows.location()),
            Block::Table(rows) => flows.table(None, rows),
        }
    }
    flows.flow
}

/// Whether a short paragraph is the caption of a table or names its unit.
fn is_caption(pieces: &[Piece<'_>]) -> bool {
    let text = text_of(pieces);
    let is_sentence = ends_sentence(&text) && !text.ends_with([':', ')']);
    pieces.len() <= MOST_CAPTION_WORDS && (!is_sentence || text.starts_with("Table") || text.starts_with("TABLE"))
}

impl<'a> FlowBuilder<'a, '_> {
    fn location(&self) -> Rc<Location> {
        Rc::new(Location { headings: self.trail.headings(), clause: self.trail.clause() })
    }

    fn heading(&mut self, rank: u8, pieces: Vec<Piece<'a>>) {
        let text = text_of(&pieces);
        self.trail.heading(rank, &text);
        let tokens = self.measure.tokens(&text);
        let half = self.measure.limit / 2;
        let location = self.location();
        if tokens > half {
            return self.text(&pieces, Start::Section(rank), &location);
        }
        self.lead = if self.lead + tokens > half { tokens } else { self.lead + tokens };
        self.flow.push(Flow::Unit(Unit { pieces, tokens, start: Start::Heading(rank), location }));
    }

    fn paragraph(&mut self, pieces: Vec<Piece<'a>>) {
        let section = self.trail.paragraph(&text_of(&pieces));
        self.text(&pieces, section.map_or(Start::Paragraph, Start::Section), &self.location());
    }

    /// Adds the sentences of a paragraph. The first one has this `start`.
    fn text(&mut self, pieces: &[Piece<'a>], mut start: Start, location: &Rc<Location>) {
        for sentence in sentences_of(pieces) {
            let limit = self.measure.limit - std::mem::take(&mut self.lead);
            for (pieces, tokens) in self.measure.cut(sentence, limit) {
                self.flow.push(Flow::Unit(Unit { pieces, tokens, start, location: Rc::clone(location) }));
                start = Start::Within;
            }
        }
    }

    /// Adds a table. A short one becomes units like other text; a longer one gets its own passages.
    fn table(&mut self, caption: Option<Vec<Piece<'a>>>, rows: Vec<Vec<Piece<'a>>>) {
        self.lead = 0;
        let location = self.location();
        let header_rows = header_length(&rows);
        let half = self.measure.limit / 2;
        let cut = |row| self.measure.cut(row, half).into_iter();
        let unit = |(pieces, tokens)| Unit { pieces, tokens, start: Start::Row, location: Rc::clone(&location) };
        let mut rows = rows.into_iter();
        let mut header: Vec<_> =
            caption.into_iter().chain(rows.by_ref().take(header_rows)).flat_map(cut).map(unit).collect();
        let mut rows: Vec<_> = rows.flat_map(cut).map(unit).collect();
        let tokens = |units: &[Unit<'_>]| units.iter().map(|unit| unit.tokens).sum::<usize>();
        if tokens(&header) + tokens(&rows) <= self.measure.limit / 4 {
            self.flow.extend(header.into_iter().chain(rows).map(Flow::Unit));
            return;
        }
        while tokens(&header) > self.measure.limit / 4 {
            rows.splice(0..0, header.pop());
        }
        self.flow.push(Flow::Table(Table { header, rows }));
    }
}

/// Number of first rows without a number, fewer than all. Years and dates do not count.
fn header_length(rows: &[Vec<Piece<'_>>]) -> usize {
    let length = rows.iter().take_while(|row| !row.iter().any(is_figure)).count();
    if length < rows.len() { length } else { 1 }
}

fn is_figure(piece: &Piece<'_>) -> bool {
    let text = piece.text.trim_matches(|c: char| !c.is_ascii_digit());
    let is_number = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'));
    let is_year = text.len() == 4 && (text.starts_with("19") || text.starts_with("20"));
    let is_day = piece.text.ends_with(',') && text.len() <= 2;
    is_number && !is_year && !is_day
}

/// The pieces of each sentence of a paragraph.
fn sentences_of<'a>(pieces: &[Piece<'a>]) -> Vec<Vec<Piece<'a>>> {
    let mut text = String::new();
    let mut starts = Vec::new();
    append(&mut text, pieces, |_, range| starts.push(range.start));
    let mut at = 0;
    let mut parts = Vec::new();
    for sentence in sentences(&text) {
        let end = at + starts[at..].partition_point(|start| *start < sentence.end);
        if end > at {
            parts.push(pieces[at..end].to_vec());
        }
        at = end;
    }
    parts
}
