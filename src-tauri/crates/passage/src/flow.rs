//! Turns blocks into units: sentences, headings and table rows with their length in tokens. Running lines become units of
//! their own.

use crate::block::Block;
use crate::heading::ends_sentence;
use crate::number::Number;
use crate::numbering;
use crate::piece::{Piece, append, pieces_of, text_of};
use crate::sentence::sentences_in;
use crate::trail::Trail;
use crate::unit::{Cut, Flow, Location, Measure, PART, Start, TableUnits, Unit};
use crate::wording::{is_lookalike, is_title_of_statement};
use crate::words::words_of;
use pincite_language::Language;
use pincite_pdf::{Page, Role};
use std::collections::HashSet;
use std::rc::Rc;

/// Longest caption above a table, in words.
const MOST_CAPTION_WORDS: usize = 30;

/// Collects the units of blocks, in order.
pub(crate) struct FlowBuilder<'a, 'm> {
    measure: &'m Measure<'m>,
    language: Language,
    trail: Trail,
    /// Tokens of the headings whose text has not come yet.
    lead: usize,
    /// A table has just ended. "(a) …" below it is a footnote.
    below_table: bool,
    flow: Vec<Flow<'a>>,
}

/// The units and tables of all blocks.
pub(crate) fn flow_of<'a>(blocks: Vec<Block<'a>>, measure: &Measure<'_>, language: Language) -> Vec<Flow<'a>> {
    let trail = Trail::new(language);
    let mut flows = FlowBuilder { measure, language, trail, lead: 0, below_table: false, flow: Vec::new() };
    let mut blocks = blocks.into_iter().peekable();
    while let Some(block) = blocks.next() {
        let table_page = blocks.peek().and_then(page_of_table);
        let above_statement = blocks.peek().is_some_and(|next| is_statement(next));
        match block {
            Block::Heading { rank, pieces } => flows.heading(rank, pieces),
            Block::Paragraph(pieces)
                if table_page.is_some() && page_of(&pieces) == table_page && flows.is_caption(&pieces) =>
            {
                if let Some(Block::Table(rows)) = blocks.next() {
                    flows.table(Some(pieces), rows);
                }
            }
            Block::Paragraph(pieces) if above_statement && is_lookalike(&text_of(&pieces)) => flows.lead(pieces, PART),
            Block::Paragraph(pieces) => flows.paragraph(pieces),
            Block::Entry(pieces) => flows.text(&pieces, Start::Paragraph),
            Block::Table(rows) => flows.table(None, rows),
        }
    }
    flows.flow
}

/// The units of running headers, footers and page numbers, each text once. They are no part of the text, but can be
/// searched. The pdf crate finds such lines.
pub(crate) fn margin_of<'a>(pages: &'a [Page], measure: &Measure<'_>) -> Vec<Flow<'a>> {
    let location = Rc::new(Location { headings: Vec::new(), clause: None });
    let mut seen = HashSet::new();
    let mut units = Vec::new();
    for page in pages {
        for line in page.lines.iter().filter(|line| matches!(line.role, Role::Header | Role::Footer)) {
            let words = page.words_of(line).iter();
            let pieces: Vec<Piece<'_>> = words.flat_map(|word| pieces_of(word, page.index)).collect();
            if pieces.is_empty() || !seen.insert(text_of(&pieces)) {
                continue;
            }
            for (pieces, tokens) in measure.cut(pieces, measure.limit) {
                units.push(Flow::Unit(Unit::new(pieces, tokens, Start::Paragraph, &location)));
            }
        }
    }
    units
}

/// Whether a block is the title of a financial statement. The name of the company is often above it.
fn is_statement(block: &Block<'_>) -> bool {
    matches!(block, Block::Heading { pieces, .. } if is_title_of_statement(&text_of(pieces)))
}

fn page_of_table(block: &Block<'_>) -> Option<u32> {
    if let Block::Table(rows) = block { rows.first().and_then(|row| page_of(row)) } else { None }
}

fn page_of(pieces: &[Piece<'_>]) -> Option<u32> {
    pieces.first().map(|piece| piece.page)
}

impl<'a> FlowBuilder<'a, '_> {
    /// Whether a short paragraph is the caption of a table or names its unit. In other languages than English a clause is
    /// none, because it has a number of its own.
    fn is_caption(&self, pieces: &[Piece<'a>]) -> bool {
        let text = text_of(pieces);
        let is_sentence = ends_sentence(&text) && !text.ends_with([':', ')', '：']);
        let is_clause = words_of(self.language).is_some() && numbering::leading_in(&text, self.language).is_some();
        let can_be = !is_clause && pieces.len() <= MOST_CAPTION_WORDS;
        can_be && (!is_sentence || text.starts_with("Table") || text.starts_with("TABLE"))
    }

    fn location(&self) -> Rc<Location> {
        Rc::new(Location { headings: self.trail.headings(), clause: self.trail.clause() })
    }

    /// Adds a heading. The title of a financial statement begins a part, although it is a section of its item.
    fn heading(&mut self, rank: u8, pieces: Vec<Piece<'a>>) {
        let text = text_of(&pieces);
        self.below_table = false;
        self.trail.heading(rank, &text);
        self.lead(pieces, if is_title_of_statement(&text) { rank.min(PART) } else { rank });
    }

    /// Adds a line that stays with the text below it.
    fn lead(&mut self, pieces: Vec<Piece<'a>>, rank: u8) {
        let tokens = self.measure.tokens(&text_of(&pieces));
        let half = self.measure.limit / 2;
        if tokens > half {
            return self.text(&pieces, Start::Section(rank));
        }
        self.lead = if self.lead + tokens > half { tokens } else { self.lead + tokens };
        self.flow.push(Flow::Unit(Unit::new(pieces, tokens, Start::Heading(rank), &self.location())));
    }

    fn paragraph(&mut self, pieces: Vec<Piece<'a>>) {
        let text = text_of(&pieces);
        self.below_table &= matches!(numbering::leading_in(&text, self.language), Some((Number::Marker(_), _)));
        if self.below_table && !self.trail.has_base() {
            return self.text(&pieces, Start::Paragraph);
        }
        let section = self.trail.paragraph(&text);
        let first = self.flow.len();
        self.text(&pieces, section.map_or(Start::Paragraph, Start::Section));
        // "(a) Trade Secrets" alone is an item of a list, and can be the answer.
        let can_be_title = section.is_some() || self.flow.len() > first + 1;
        if let Some(Flow::Unit(unit)) = self.flow.get_mut(first).filter(|_| can_be_title) {
            let text = text_of(&unit.pieces);
            unit.is_title = unit.location.headings.last().is_some_and(|title| title == text.trim_end_matches('.'));
        }
    }

    /// Adds the sentences of a paragraph. The first one has this `start`. Others may enter a clause.
    fn text(&mut self, pieces: &[Piece<'a>], mut start: Start) {
        for (at, sentence) in sentences_of(pieces, self.language).into_iter().enumerate() {
            if at > 0 {
                self.trail.sentence(&text_of(&sentence));
            }
            self.sentence(sentence, start);
            start = Start::Within;
        }
    }

    /// Adds a sentence, in parts if it is too long.
    fn sentence(&mut self, pieces: Vec<Piece<'a>>, start: Start) {
        let location = self.location();
        let limit = self.measure.limit - std::mem::take(&mut self.lead);
        let parts = self.measure.cut(pieces, limit);
        let last = parts.len().saturating_sub(1);
        for (at, (pieces, tokens)) in parts.into_iter().enumerate() {
            let start = if at == 0 { start } else { Start::Within };
            let cut = Cut { before: at > 0, after: at < last };
            self.flow.push(Flow::Unit(Unit { cut, ..Unit::new(pieces, tokens, start, &location) }));
        }
    }

    /// Adds a table. A short one becomes units like other text; a longer one gets its own passages.
    fn table(&mut self, caption: Option<Vec<Piece<'a>>>, rows: Vec<Vec<Piece<'a>>>) {
        self.lead = 0;
        self.below_table = true;
        let location = self.location();
        let quarter = self.measure.limit / 4;
        let header_rows = header_length(&rows);
        let mut header = Vec::new();
        let mut body = Vec::new();
        if let Some(caption) = caption {
            self.row(caption, &location, &mut header);
        }
        for (at, row) in rows.into_iter().enumerate() {
            self.row(row, &location, if at < header_rows { &mut header } else { &mut body });
        }
        let is_short = tokens(&header) + tokens(&body) <= quarter;
        while !is_short && tokens(&header) > quarter {
            body.splice(0..0, header.pop());
        }
        let has_figures = body.iter().any(|row| row.pieces.iter().any(is_figure));
        for unit in &mut header {
            unit.is_title = has_figures;
        }
        if is_short {
            self.flow.extend(header.into_iter().chain(body).map(Flow::Unit));
        } else {
            self.flow.push(Flow::Table(TableUnits { header, rows: body }));
        }
    }

    /// Adds a row to `units`, in parts if it is too long.
    fn row(&self, pieces: Vec<Piece<'a>>, location: &Rc<Location>, units: &mut Vec<Unit<'a>>) {
        for (pieces, tokens) in self.measure.cut(pieces, self.measure.limit / 2) {
            units.push(Unit::new(pieces, tokens, Start::Row, location));
        }
    }
}

fn tokens(units: &[Unit<'_>]) -> usize {
    units.iter().map(|unit| unit.tokens).sum()
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
fn sentences_of<'a>(pieces: &[Piece<'a>], language: Language) -> Vec<Vec<Piece<'a>>> {
    let mut text = String::new();
    let mut starts = Vec::new();
    append(&mut text, pieces, |_, range| starts.push(range.start));
    let mut at = 0;
    let mut parts = Vec::new();
    for sentence in sentences_in(&text, language) {
        let end = at + starts[at..].partition_point(|start| *start < sentence.end);
        if end > at {
            parts.push(pieces[at..end].to_vec());
        }
        at = end;
    }
    parts
}
