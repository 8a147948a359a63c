//! What marks bring to a table: shares of wrong cells before and after, by column. Not for marking.

use super::{Cell, Draws, Prediction, share};
use crate::pdf::{EvidenceText, reduce};
use pincite_api::Match;
use serde::Serialize;
use std::collections::BTreeMap;

/// What marks bring to a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Marks {
    /// Marked documents of each column.
    pub marked: usize,
    /// Share of the other cells with a wrong state or place before, 0 to 1.
    pub wrong_before: f64,
    /// The same after.
    pub wrong_after: f64,
    /// Share of the other cells that are unsure before, and after.
    pub unsure: [f64; 2],
    /// Columns that are worse by more than two standard errors of the difference.
    pub worse: Vec<String>,
    /// The longest time that the last mark of a draw took, in seconds.
    pub seconds: f64,
    /// By column.
    pub columns: Vec<MarksOfColumn>,
}

/// What marks bring to a column, over all draws.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MarksOfColumn {
    /// Its category.
    pub category: String,
    /// Cells that were compared.
    pub cells: usize,
    /// Cells that were wrong before and are right after.
    pub mended: usize,
    /// Cells that were right before and are wrong after.
    pub spoilt: usize,
    /// Cells that were wrong before.
    pub wrong: usize,
    /// Cells that were unsure before, and after.
    pub unsure: [usize; 2],
    /// By document: how often more its cell was spoilt than mended, over all draws.
    #[serde(skip)]
    pub losses: BTreeMap<String, f64>,
}

impl MarksOfColumn {
    /// Counts a cell.
    pub fn count(&mut self, document: &str, wrong_before: bool, wrong_after: bool, states: [Match; 2]) {
        let loss = f64::from(u8::from(wrong_after)) - f64::from(u8::from(wrong_before));
        *self.losses.entry(document.to_owned()).or_default() += loss;
        self.cells += 1;
        self.wrong += usize::from(wrong_before);
        self.mended += usize::from(wrong_before && !wrong_after);
        self.spoilt += usize::from(!wrong_before && wrong_after);
        for (unsure, state) in self.unsure.iter_mut().zip(states) {
            *unsure += usize::from(state == Match::Unsure);
        }
    }

    /// Whether more cells were spoilt than mended, by more than two standard errors. Draws of one document are not independent, so
    /// documents count. With one draw this is McNemar's test.
    fn is_worse(&self) -> bool {
        let loss: f64 = self.losses.values().sum();
        let squares: f64 = self.losses.values().map(|loss| loss * loss).sum();
        loss > 2.0 * squares.sqrt()
    }
}

impl Marks {
    /// The sums over columns.
    pub fn of(marked: usize, columns: Vec<MarksOfColumn>, seconds: f64) -> Self {
        let sum = |count: fn(&MarksOfColumn) -> usize| columns.iter().map(count).sum::<usize>();
        let cells = sum(|column| column.cells);
        let wrong = sum(|column| column.wrong);
        let after = wrong + sum(|column| column.spoilt) - sum(|column| column.mended);
        Self {
            marked,
            wrong_before: share(wrong, cells),
            wrong_after: share(after, cells),
            unsure: [share(sum(|column| column.unsure[0]), cells), share(sum(|column| column.unsure[1]), cells)],
            worse: columns.iter().filter(|column| column.is_worse()).map(|column| column.category.clone()).collect(),
            seconds,
            columns,
        }
    }
}

/// Whether a cell has a wrong state, or is there and shows a wrong place. An unsure cell counts by its probability.
pub fn is_wrong(cell: &Cell, predicted: &Prediction) -> bool {
    predicted.is_positive() != cell.present || (cell.present && !place_of(cell, predicted))
}

/// Whether the first text that is shown has the annotators' text.
pub fn place_of(cell: &Cell, predicted: &Prediction) -> bool {
    predicted.texts.first().is_some_and(|first| cell.is_in(&first.text))
}

impl Cell {
    /// Whether a passage has one of the annotators' texts.
    pub fn is_in(&self, passage: &str) -> bool {
        let text = reduce(passage);
        self.spans.iter().any(|span| EvidenceText::new(span).is_some_and(|span| span.is_in(&text)))
    }
}

/// So many of `all` numbers, the same in every run of a draw.
pub fn drawn(all: usize, count: usize, draw: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..all).collect();
    let mut draws = Draws(draw + 1);
    for at in 0..count.min(all) {
        let other = at + draws.below(all - at);
        numbers.swap(at, other);
    }
    numbers.truncate(count);
    numbers
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, shown};
    use super::*;

    #[test]
    fn a_cell_is_wrong_by_its_state_or_its_place() {
        let there = cell("Audit Rights", &["the right to audit the books"]);
        let right = shown(&[("the right to audit the books", 0.8)]);
        assert!(!is_wrong(&there, &right));
        assert!(is_wrong(&there, &shown(&[("the notice to all parties", 0.8)])), "another place");
        assert!(is_wrong(&cell("Audit Rights", &[]), &right), "it is not there");
        let unsure = Prediction { state: Match::Unsure, presence: 0.4, ..right };
        assert!(is_wrong(&there, &unsure) && !is_wrong(&cell("Audit Rights", &[]), &unsure), "rather not there");
    }

    /// A column of ten cells, of which these documents' were spoilt.
    fn column(category: &str, spoilt: &[&str]) -> MarksOfColumn {
        let mut column = MarksOfColumn { category: category.into(), ..MarksOfColumn::default() };
        for at in 0..10 {
            let document = spoilt.get(at).copied().unwrap_or("unchanged");
            column.count(document, false, at < spoilt.len(), [Match::Unsure, Match::Found]);
        }
        column
    }

    #[test]
    fn shares_are_of_all_columns_and_a_worse_one_is_named() {
        let mut mended = column("a", &[]);
        mended.count("z", true, false, [Match::Found; 2]);
        let five = column("b", &["1", "2", "3", "4", "5"]);
        let one = column("c", &["1"; 5]);
        let marks = Marks::of(5, vec![mended, five, one], 0.1);
        assert_eq!((marks.wrong_before, marks.wrong_after), (1.0 / 31.0, 10.0 / 31.0));
        assert_eq!(marks.unsure, [30.0 / 31.0, 0.0]);
        assert_eq!(marks.worse, ["b"], "five documents are no chance, one in five draws may be");
    }

    #[test]
    fn draws_are_different_and_repeatable() {
        assert_eq!(drawn(61, 10, 1), drawn(61, 10, 1));
        assert_ne!(drawn(61, 10, 1), drawn(61, 10, 2));
        let mut all = drawn(5, 5, 3);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4]);
    }
}
