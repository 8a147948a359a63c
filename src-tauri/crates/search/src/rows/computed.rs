//! What is computed of figures: a ratio of line items by its formula, and how an item changed. Not for showing the figures.

use super::cell::{asked_cell, has_length, period_of};
use super::score::{BestRow, best_rows, is_quarterly};
use pincite_item::{Answer, Asked, Formula, Item, Share, Shown};
use pincite_library::StoredTable;
use pincite_table::Cell;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// A figure that a computation takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The item that it is of.
    pub(crate) item: Item,
    /// Its row.
    pub(crate) row: BestRow,
    /// Its cell.
    pub(crate) cell: Cell,
    /// Its year.
    pub(crate) year: i16,
    /// The number in units: dollars, not millions. A payment is positive.
    pub(crate) value: Decimal,
}

impl Part {
    fn is_same_figure(&self, other: &Self) -> bool {
        (self.row.table, self.row.row, self.cell.column) == (other.row.table, other.row.row, other.cell.column)
    }
}

/// What was computed of figures.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Computation {
    /// The name of the ratio; empty for a change.
    pub(crate) name: String,
    /// The formula; none for a change.
    pub(crate) formula: Option<Formula<Item>>,
    /// How its values are written.
    pub(crate) shown: Shown,
    /// A value for each year, the first year first. A change has one.
    pub(crate) values: Vec<Computed>,
}

/// A computed value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Computed {
    /// Its year; of a change the last one.
    pub(crate) year: i16,
    /// The value: 0.431 for 43.1 %.
    pub(crate) value: Decimal,
    /// The figures that it is computed of, in the order of the formula, or the earlier year first.
    pub(crate) parts: Vec<Part>,
}

/// What a question asks to compute, of the tables of one document. `None` if it asks for nothing to compute, says a formula of its
/// own, or a figure is missing.
pub(crate) fn computed(asked: &Asked, tables: &[StoredTable]) -> Option<Computation> {
    if asked.answer != Answer::Figures || asked.own_formula {
        return None;
    }
    match asked.ratios.first() {
        Some(ratio) => ratio.formulas.iter().find_map(|formula| {
            let values = of_ratio(formula, asked, tables)?;
            Some(Computation { name: ratio.name.clone(), formula: Some(formula.clone()), shown: ratio.shown, values })
        }),
        None if asked.change => {
            let values = vec![change(asked, tables)?];
            Some(Computation { name: String::new(), formula: None, shown: Shown::Percent, values })
        }
        None => None,
    }
}

/// The ratio of each year asked for; of the latest one, if none is.
fn of_ratio(formula: &Formula<Item>, asked: &Asked, tables: &[StoredTable]) -> Option<Vec<Computed>> {
    let items = formula.items();
    let mut years: Vec<i16> = asked.years.iter().copied().collect();
    if years.is_empty() {
        years.push(part(*items.first()?, None, asked, tables)?.year);
    }
    let mut values = Vec::with_capacity(years.len());
    for year in years {
        let mut parts: Vec<Part> = Vec::with_capacity(items.len());
        for item in &items {
            let part = part(*item, Some(year), asked, tables)?;
            if parts.iter().any(|known| known.is_same_figure(&part)) {
                return None; // "Current portion of debt" is all of the short-term debt: it counts once
            }
            parts.push(part);
        }
        let of = |item: Item| {
            let known = parts.iter().find(|part| part.item == item).map(|part| part.value);
            known.or_else(|| part(item, Some(year), asked, tables).map(|part| part.value))
        };
        values.push(Computed { year, value: formula.value(&of)?, parts });
    }
    Some(values)
}

/// The change of the only item asked for: between the years asked for, or to the year asked for from the one before.
fn change(asked: &Asked, tables: &[StoredTable]) -> Option<Computed> {
    let mut direct = asked.items.iter().filter(|share| share.share >= 1.0);
    let item = direct.next().filter(|_| direct.next().is_none())?.item;
    let last = part(item, asked.years.last().copied(), asked, tables)?;
    let before = match asked.years.first() {
        Some(first) if *first < last.year => *first,
        _ => last.year - 1,
    };
    let first = part(item, Some(before), asked, tables)?;
    let value = last.value.checked_sub(first.value)?.checked_div(first.value.abs())?;
    Some(Computed { year: last.year, value, parts: vec![first, last] })
}

/// The figure of an item in a year, or in the latest one.
fn part(item: Item, year: Option<i16>, asked: &Asked, tables: &[StoredTable]) -> Option<Part> {
    let alone = Asked {
        items: vec![Share { item, share: 1.0 }],
        years: BTreeSet::from_iter(year),
        interim: asked.interim,
        ..Asked::default()
    };
    let rows = best_rows(&alone, tables).into_iter().filter(BestRow::is_of_item);
    let row = rows.max_by(|one, other| one.score.total_cmp(&other.score))?;
    let table = &tables.get(row.table)?.table;
    if is_quarterly(table) && !asked.interim {
        return None;
    }
    let cell = asked_cell(&alone, table, table.rows.get(row.row)?)?;
    let period = period_of(table, cell).filter(|period| has_length(period.span, asked.interim))?;
    Some(Part { item, row, cell: cell.clone(), year: period.year, value: value_of(item, cell)? })
}

/// The number of a cell in units. What was paid is positive, however it is printed.
pub(crate) fn value_of(item: Item, cell: &Cell) -> Option<Decimal> {
    let number = cell.value?;
    let number = if item.is_payment() { number.abs() } else { number };
    Some(number.checked_mul(cell.scale.into()).unwrap_or(number))
}
