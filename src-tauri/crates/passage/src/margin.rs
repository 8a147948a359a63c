//! Passages of running headers, footers and page numbers. They are no part of the text, but can be searched. Each text
//! is seen once, at its first occurrence. Not for finding such lines: the pdf crate marks them.

use crate::measure::Measure;
use crate::piece::{Piece, pieces_of, text_of};
use crate::unit::{Flow, Location, Start, Unit};
use pincite_pdf::{Line, Page, Role};
use std::collections::HashSet;
use std::rc::Rc;

/// Texts that occurred before.
#[derive(Default)]
struct Seen {
    /// Texts of lines, with "#" for digits.
    lines: HashSet<String>,
    words: HashSet<String>,
}

impl Seen {
    /// The pieces of a line that did not occur before. If a line repeats except for its digits, only its new words
    /// count, such as the page number.
    fn new_pieces<'a>(&mut self, mut pieces: Vec<Piece<'a>>) -> Vec<Piece<'a>> {
        let is_known = !self.lines.insert(without_digits(&text_of(&pieces)));
        pieces.retain(|piece| {
            let is_new = !self.words.contains(piece.text);
            if is_new {
                self.words.insert(piece.text.to_owned());
            }
            is_new || !is_known
        });
        pieces
    }
}

/// The units of all running lines, each text once.
pub(crate) fn units_of<'a>(pages: &'a [Page], measure: &Measure<'_>) -> Vec<Flow<'a>> {
    let mut seen = Seen::default();
    let location = Rc::new(Location { headings: Vec::new(), clause: None });
    let mut units = Vec::new();
    for pieces in pages.iter().flat_map(|page| running_lines(page).map(|line| pieces_in(page, line))) {
        let new = seen.new_pieces(pieces);
        if new.is_empty() {
            continue;
        }
        for (pieces, tokens) in measure.cut(new, measure.limit) {
            units.push(Flow::Unit(Unit::new(pieces, tokens, Start::Paragraph, &location)));
        }
    }
    units
}

fn running_lines(page: &Page) -> impl Iterator<Item = &Line> {
    page.lines.iter().filter(|line| matches!(line.role, Role::Header | Role::Footer))
}

fn pieces_in<'a>(page: &'a Page, line: &Line) -> Vec<Piece<'a>> {
    let end = (line.end as usize).min(page.words.len());
    let words = page.words.get(line.start as usize..end).unwrap_or_default();
    words.iter().flat_map(|word| pieces_of(word, page.index)).collect()
}

fn without_digits(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
}
