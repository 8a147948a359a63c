//! Writes the text of a passage with the positions of its words. Not for choosing its units (`pack`).

use crate::passage::{Kind, Passage, Span};
use crate::piece::{append, needs_space};
use crate::unit::{Location, Start, Unit};

/// Writes units as passage `ordinal`. Headings and clause are those of the first unit that is no heading.
pub(crate) fn write(ordinal: u32, units: &[&Unit<'_>], kind: Kind) -> Passage {
    let location = location_of(units);
    let headings = location.map(|location| location.headings.clone()).unwrap_or_default();
    let clause = location.and_then(|location| location.clause.clone());
    let mut passage =
        Passage { ordinal, text: String::new(), headings, clause, sentences: Vec::new(), spans: Vec::new(), kind };
    for (i, unit) in units.iter().enumerate() {
        passage.text.push_str(if i == 0 { "" } else { separator(units[i - 1], unit) });
        write_unit(&mut passage, unit);
    }
    passage
}

fn location_of<'u>(units: &[&'u Unit<'_>]) -> Option<&'u Location> {
    let text = units.iter().find(|unit| !matches!(unit.start, Start::Heading(_)));
    text.or(units.last()).map(|unit| unit.location.as_ref())
}

/// The separator of two units. Sentences of a paragraph are separated like words; other units start a line.
fn separator(before: &Unit<'_>, unit: &Unit<'_>) -> &'static str {
    let follows = unit.start == Start::Within && !matches!(before.start, Start::Heading(_));
    match (before.pieces.last(), unit.pieces.first()) {
        (Some(last), Some(first)) if follows => {
            if needs_space(last, first) {
                " "
            } else {
                ""
            }
        }
        _ => "\n",
    }
}

fn write_unit(passage: &mut Passage, unit: &Unit<'_>) {
    let start = passage.text.len() as u32;
    let spans = &mut passage.spans;
    append(&mut passage.text, &unit.pieces, |piece, range| {
        spans.push(Span { start: range.start as u32, end: range.end as u32, page: piece.page, rect: piece.rect });
    });
    passage.sentences.push((start, passage.text.len() as u32));
}
