//! What a document prints: its rows of figures and its sentences, each with its values and the words around them.

use crate::context::years_of_values;
use crate::said::{Said, SaidInText, said_in};
use crate::vocabulary::{Known, Vocabulary};
use pincite_item::{Share, items_of_label, years_in};
use pincite_language::Language;
use pincite_library::StoredTable;
use pincite_passage::Passage;
use pincite_pdf::Rect;
use pincite_table::{Row, Table, Unit};
use pincite_value::{NumberInText, NumberUnit};
use rust_decimal::Decimal;
use std::collections::{BTreeSet, HashSet};

/// A row of a table, or a sentence.
pub(crate) struct Printed {
    pub(crate) place: Place,
    /// The words of the memo in it: of a row with its title, of a sentence with its headings.
    pub(crate) words: Known,
    /// The label of a row. None of a sentence.
    pub(crate) label: Option<Label>,
    /// The label of a row with all that it stands under.
    pub(crate) path: Option<Label>,
    /// The line items of a row; if its label names none, those of the labels that it stands under.
    pub(crate) items: Vec<Share>,
    pub(crate) values: Vec<PrintedValue>,
}

/// The label of a row.
pub(crate) struct Label {
    pub(crate) known: Known,
    /// How many words it has.
    pub(crate) words: usize,
}

impl Label {
    fn of(label: &str, vocabulary: &Vocabulary) -> Self {
        Self { known: vocabulary.known(label), words: HashSet::<String>::from_iter(vocabulary.terms(label)).len() }
    }

    /// The share of its words that are said, 0 to 1.
    pub(crate) fn share(&self, said: &Known) -> f32 {
        self.known.common(said) as f32 / self.words.max(1) as f32
    }
}

/// The line items of a row.
fn items_of(row: &Row) -> Vec<Share> {
    if !row.items.is_empty() {
        return row.items.clone();
    }
    let above = row.path.iter().rev().skip(1).map(|label| items_of_label(label));
    above.into_iter().find(|items| !items.is_empty()).unwrap_or_default()
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

/// All rows and sentences of a document in this language that print values. A sentence that is a row comes as a row.
pub(crate) fn printed(
    passages: &[Passage],
    tables: &[StoredTable],
    vocabulary: &Vocabulary,
    language: Language,
) -> Vec<Printed> {
    let mut all = Vec::new();
    let mut rows: HashSet<(u32, u32)> = HashSet::new();
    for (number, stored) in tables.iter().enumerate() {
        rows.extend(stored.placed_rows().map(|(_, place)| (place.passage, place.sentence)));
        all.extend(rows_of(number, &stored.table, vocabulary));
    }
    for (number, passage) in passages.iter().enumerate() {
        let is_row = |sentence: usize| rows.contains(&(passage.ordinal, sentence as u32));
        all.extend((0..passage.sentences.len()).filter(|sentence| !is_row(*sentence)).filter_map(|sentence| {
            sentence_of(Place::Sentence { passage: number, sentence }, passage, sentence, vocabulary, language)
        }));
    }
    all
}

fn rows_of(number: usize, table: &Table, vocabulary: &Vocabulary) -> Vec<Printed> {
    let title = vocabulary.known(&table.title);
    let heads: Vec<Known> = table.columns.iter().map(|column| vocabulary.known(&column.head.join(" "))).collect();
    let mut rows = Vec::with_capacity(table.rows.len());
    for (at, row) in table.rows.iter().enumerate() {
        let label = row.path.iter().rev().find(|label| !label.is_empty()).map(String::as_str).unwrap_or_default();
        let path = row.path.join(" ");
        let years = years_of(&path);
        let values = (0..row.cells.len()).filter_map(|at| cell_of(table, row, at, &heads, &years)).collect();
        let words = title.with(&vocabulary.known(&path));
        rows.push(Printed {
            place: Place::Row { table: number, row: at },
            items: if words.is_empty() { Vec::new() } else { items_of(row) },
            words,
            label: Some(Label::of(label, vocabulary)),
            path: Some(Label::of(&path, vocabulary)),
            values,
        });
    }
    rows
}

/// `of_label`: the years that its label names, as "Fiscal 2022" in a schedule of maturities.
fn cell_of(table: &Table, row: &Row, at: usize, heads: &[Known], of_label: &BTreeSet<i16>) -> Option<PrintedValue> {
    let cell = row.cells.get(at)?;
    let column = table.columns.get(cell.column as usize);
    let period = cell.period.or_else(|| column?.period);
    let years = match period {
        _ if !of_label.is_empty() => of_label.clone(),
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

fn sentence_of(
    place: Place,
    passage: &Passage,
    sentence: usize,
    vocabulary: &Vocabulary,
    language: Language,
) -> Option<Printed> {
    let range = passage.sentences.get(sentence)?;
    let said = said_in(&passage.text, range.0 as usize..range.1 as usize, language);
    if said.is_empty() {
        return None;
    }
    let text = passage.sentence(sentence);
    let years = years_of_values(&passage.text, &(range.0 as usize..range.1 as usize), &said, &BTreeSet::new());
    let mut values = Vec::with_capacity(said.len());
    for (SaidInText { range, said }, years) in said.into_iter().zip(years) {
        let is_scaled_elsewhere =
            matches!(&said, Said::Number(number) if number.scale == Decimal::ONE && number.unit != NumberUnit::Percent);
        values.push(PrintedValue { said, years, head: Known::default(), is_scaled_elsewhere, at: At::Bytes(range) });
    }
    let headings = vocabulary.known(&passage.headings_of(sentence).join(" "));
    Some(Printed {
        place,
        words: vocabulary.known(text).with(&headings),
        label: None,
        path: None,
        items: Vec::new(),
        values,
    })
}

fn years_of(text: &str) -> BTreeSet<i16> {
    years_in(text).into_iter().map(|(_, year)| year).collect()
}

/// A value as it is shown.
pub(crate) struct Shown {
    /// Boxes of its cell or its words, each with its page.
    pub(crate) boxes: Vec<(u32, Rect)>,
    /// The value as printed.
    pub(crate) printed: String,
    /// The row or the sentence that it stands in.
    pub(crate) text: String,
    /// The same with what stands above it, as the cross-encoder reads it.
    pub(crate) read: String,
}

/// A value with what stands around it.
pub(crate) fn shown(place: Place, at: &At, passages: &[Passage], tables: &[StoredTable]) -> Option<Shown> {
    match (place, at) {
        (Place::Row { table, row }, At::Cell(cell)) => {
            let table = &tables.get(table)?.table;
            let row = table.rows.get(row)?;
            let cell = row.cells.get(*cell)?;
            let text = row.path.join(" › ");
            let head = table.columns.get(cell.column as usize).map(|column| column.head.join(" ")).unwrap_or_default();
            let read = format!("{} › {text} › {head}: {}", table.title, cell.text);
            Some(Shown { boxes: vec![(row.page, cell.rect)], printed: cell.text.clone(), text, read })
        }
        (Place::Sentence { passage, sentence }, At::Bytes(bytes)) => {
            let passage = passages.get(passage)?;
            let spans = passage.spans.iter();
            let inside = spans.filter(|span| (span.start as usize) < bytes.end && bytes.start < span.end as usize);
            let boxes = inside.map(|span| (span.page, span.rect)).collect();
            let printed = passage.text.get(bytes.clone()).unwrap_or_default().to_owned();
            let text = passage.sentence(sentence).to_owned();
            let above = passage.headings_of(sentence).last().map(String::as_str).unwrap_or_default();
            let read = format!("{above}: {text}");
            Some(Shown { boxes, printed, text, read })
        }
        _ => None,
    }
}
