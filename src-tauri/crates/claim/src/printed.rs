//! What a document prints: its rows of figures and its sentences, each with its values and the words around them.

use crate::claim::{Said, said_in};
use crate::vocabulary::{Known, Vocabulary, terms};
use pincite_item::{Share, years_in};
use pincite_library::StoredTable;
use pincite_passage::Passage;
use pincite_pdf::Rect;
use pincite_table::{Cell, Row, Table, Unit};
use pincite_value::{NumberInText, NumberUnit};
use rust_decimal::Decimal;
use std::collections::{BTreeSet, HashSet};

/// A row of a table, or a sentence.
pub(crate) struct Printed<'d> {
    pub(crate) place: Place,
    /// The words of the memo in it: of a row with its title, of a sentence with its headings.
    pub(crate) words: Known,
    /// The label of a row. None of a sentence.
    pub(crate) label: Option<Label>,
    /// The line items of a row.
    pub(crate) items: &'d [Share],
    pub(crate) values: Vec<PrintedValue>,
}

/// The label of a row.
pub(crate) struct Label {
    pub(crate) known: Known,
    /// How many words it has.
    pub(crate) words: usize,
}

/// Where something is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A row of a table.
    Row { table: usize, row: usize },
    /// A sentence of a passage.
    Sentence { passage: usize, sentence: usize },
}

/// A value that is printed.
pub(crate) struct PrintedValue {
    pub(crate) said: Said,
    /// The years that it is of; empty if none is said.
    pub(crate) years: BTreeSet<i16>,
    /// The words of the memo in the head of its column.
    pub(crate) head: Known,
    /// Whether its scale is not written beside it: the head of its table says it, or nothing does.
    pub(crate) is_scaled_elsewhere: bool,
    /// Number of its cell in the row, or its bytes in the passage.
    pub(crate) at: At,
}

/// Where in its row or passage a value stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum At {
    Cell(usize),
    Bytes(std::ops::Range<usize>),
}

/// All rows and sentences of a document that print values. A sentence that is a row comes as a row.
pub(crate) fn printed<'d>(
    passages: &'d [Passage],
    tables: &'d [StoredTable],
    vocabulary: &Vocabulary,
) -> Vec<Printed<'d>> {
    let mut all = Vec::new();
    let mut rows: HashSet<(u32, u32)> = HashSet::new();
    for (number, stored) in tables.iter().enumerate() {
        rows.extend(stored.placed_rows().map(|(_, place)| (place.passage, place.sentence)));
        all.extend(rows_of(number, &stored.table, vocabulary));
    }
    for (number, passage) in passages.iter().enumerate() {
        let is_row = |sentence: usize| rows.contains(&(passage.ordinal, sentence as u32));
        all.extend((0..passage.sentences.len()).filter(|sentence| !is_row(*sentence)).filter_map(|sentence| {
            sentence_of(Place::Sentence { passage: number, sentence }, passage, sentence, vocabulary)
        }));
    }
    all
}

fn rows_of<'d>(number: usize, table: &'d Table, vocabulary: &Vocabulary) -> Vec<Printed<'d>> {
    let title = vocabulary.known(&table.title);
    let heads: Vec<Known> = table.columns.iter().map(|column| vocabulary.known(&column.head.join(" "))).collect();
    let mut rows = Vec::with_capacity(table.rows.len());
    for (at, row) in table.rows.iter().enumerate() {
        let values: Vec<PrintedValue> =
            row.cells.iter().enumerate().filter_map(|(at, cell)| cell_of(table, at, cell, &heads)).collect();
        let label = row.path.last().map(String::as_str).unwrap_or_default();
        rows.push(Printed {
            place: Place::Row { table: number, row: at },
            words: title.with(&vocabulary.known(&row.path.join(" "))),
            label: Some(Label { known: vocabulary.known(label), words: terms(label).collect::<HashSet<String>>().len() }),
            items: &row.items,
            values,
        });
    }
    rows
}

fn cell_of(table: &Table, at: usize, cell: &Cell, heads: &[Known]) -> Option<PrintedValue> {
    let column = table.columns.get(cell.column as usize);
    let period = cell.period.or_else(|| column?.period);
    let years = match period {
        Some(period) => BTreeSet::from([period.year]),
        None => column.map(|column| years_of(&column.head.join(" "))).unwrap_or_default(),
    };
    let unit = match cell.unit {
        Unit::Money => NumberUnit::Money,
        Unit::Percent => NumberUnit::Percent,
        Unit::Shares | Unit::Number => NumberUnit::Plain,
    };
    let number = NumberInText { number: cell.value?.abs(), scale: Decimal::from(cell.scale), unit, range: 0..0 };
    Some(PrintedValue {
        said: Said::Number(number),
        years,
        head: heads.get(cell.column as usize).cloned().unwrap_or_default(),
        is_scaled_elsewhere: true,
        at: At::Cell(at),
    })
}

fn sentence_of<'d>(place: Place, passage: &'d Passage, sentence: usize, vocabulary: &Vocabulary) -> Option<Printed<'d>> {
    let range = passage.sentences.get(sentence)?;
    let said = said_in(&passage.text, range.0 as usize..range.1 as usize);
    if said.is_empty() {
        return None;
    }
    let text = passage.sentence(sentence);
    let years = years_of(text);
    let value = |one: crate::claim::SaidInText| PrintedValue {
        is_scaled_elsewhere: matches!(&one.said, Said::Number(number) if number.scale == Decimal::ONE && number.unit != NumberUnit::Percent),
        said: one.said,
        years: years.clone(),
        head: Known::default(),
        at: At::Bytes(one.range),
    };
    let headings = vocabulary.known(&passage.headings_of(sentence).join(" "));
    Some(Printed {
        place,
        words: vocabulary.known(text).with(&headings),
        label: None,
        items: &[],
        values: said.into_iter().map(value).collect(),
    })
}

fn years_of(text: &str) -> BTreeSet<i16> {
    years_in(text).into_iter().map(|(_, year)| year).collect()
}

/// The boxes of a value with their page: that of its cell, or those of its words.
pub(crate) fn boxes(place: Place, at: &At, passages: &[Passage], tables: &[StoredTable]) -> Vec<(u32, Rect)> {
    match (place, at) {
        (Place::Row { table, row }, At::Cell(cell)) => {
            let row: Option<&Row> = tables.get(table).and_then(|stored| stored.table.rows.get(row));
            let cell = row.and_then(|row| Some((row.page, row.cells.get(*cell)?.rect)));
            cell.into_iter().collect()
        }
        (Place::Sentence { passage, .. }, At::Bytes(bytes)) => {
            let spans = passages.get(passage).map(|passage| passage.spans.as_slice()).unwrap_or_default();
            let inside = spans.iter().filter(|span| (span.start as usize) < bytes.end && bytes.start < span.end as usize);
            inside.map(|span| (span.page, span.rect)).collect()
        }
        _ => Vec::new(),
    }
}
