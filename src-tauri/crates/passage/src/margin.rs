//! Running headers and footers, and page numbers: they are no part of the text, but what they say stays findable. Each
//! text is kept once, where it comes first. Not for recognising such lines: the pdf crate marks them.

use crate::measure::Measure;
use crate::piece::{Piece, pieces_of, text_of};
use crate::unit::{Flow, Place, Start, Unit};
use pincite_pdf::{Line, Page, Role};
use std::collections::HashSet;
use std::rc::Rc;

/// What has been kept.
#[derive(Default)]
struct Kept {
    /// Texts of lines, with "#" for digits.
    lines: HashSet<String>,
    words: HashSet<String>,
}

impl Kept {
    /// What a line says for the first time: all of it, or only the words that are new in a line known but for its
    /// digits, such as its page number.
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

/// Units of all running lines of the pages, each text once.
pub(crate) fn units_of<'a>(pages: &'a [Page], measure: &Measure<'_>) -> Vec<Flow<'a>> {
    let mut kept = Kept::default();
    let place = Rc::new(Place { headings: Vec::new(), clause: None });
    let mut units = Vec::new();
    for pieces in pages.iter().flat_map(|page| running_lines(page).map(|line| pieces_in(page, line))) {
        let new = kept.new_pieces(pieces);
        if new.is_empty() {
            continue;
        }
        for (pieces, tokens) in measure.cut(new, measure.limit) {
            units.push(Flow::Unit(Unit { pieces, tokens, start: Start::Paragraph, place: Rc::clone(&place) }));
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
