//! Writes the text of a passage with the positions of its words. Not for choosing its units (`pack`).

use crate::passage::{Kind, Passage, Place, Span};
use crate::piece::{append, needs_space};
use crate::unit::{Location, Start, Unit};

/// Writes units as passage `ordinal`.
pub(crate) fn write(ordinal: u32, units: &[&Unit<'_>], kind: Kind) -> Passage {
    let mut places = places(units).into_iter();
    let Place { headings, clause, .. } = places.next().unwrap_or_default();
    let mut passage = Passage {
        ordinal,
        headings,
        clause,
        places: places.collect(),
        titles: (0..).zip(units).filter(|(_, unit)| unit.is_title).map(|(at, _)| at).collect(),
        begins_mid_sentence: units.first().is_some_and(|unit| unit.cut.before),
        ends_mid_sentence: units.last().is_some_and(|unit| unit.cut.after),
        kind,
        ..Passage::default()
    };
    for (i, unit) in units.iter().enumerate() {
        passage.text.push_str(if i == 0 { "" } else { separator(units[i - 1], unit) });
        write_unit(&mut passage, unit);
    }
    passage
}

/// The first unit's place, then the changes. A heading has the place of the text below it.
fn places(units: &[&Unit<'_>]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for at in 0..units.len() {
        let Location { headings, clause } = location_of(&units[at..]);
        if places.last().is_none_or(|last| last.headings != *headings || last.clause != *clause) {
            places.push(Place { sentence: at as u32, headings: headings.clone(), clause: clause.clone() });
        }
    }
    places
}

/// The location of the first unit that is no heading.
fn location_of<'u>(units: &[&'u Unit<'_>]) -> &'u Location {
    let text = units.iter().find(|unit| !matches!(unit.start, Start::Heading(_)));
    &text.unwrap_or(&units[0]).location
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
