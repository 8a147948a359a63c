//! The rows of tables that answer, in the first documents of a ranking, and what a hit shows of its row. Not for how well they
//! answer (`rows`).

use crate::Result;
use crate::index::SearchScope;
use crate::rows::{BestRow, asked_cell, period_of, value_of};
use crate::score::{PreparedQuestion, RankedPassage, Score};
use pincite_api::{Figure, FigureRow};
use pincite_item::Asked;
use pincite_library::{Library, StoredTable};
use pincite_table::{Cell, Row, Table, Unit};
use pincite_value::{AnswerValue, ValueKind};
use std::collections::{HashMap, HashSet};

/// Of more documents only the first in the ranking are searched for rows.
const MOST_DOCUMENTS: usize = 12;

/// The best rows of passages.
#[derive(Default)]
pub(super) struct Rows {
    /// By document and passage, as the ranking counts them.
    best: HashMap<(usize, u32), BestRow>,
    /// The tables of the documents that were searched.
    tables: HashMap<usize, Vec<StoredTable>>,
}

impl Rows {
    /// The rows of the first documents of a ranking. None if the question asks for no figures.
    pub(super) async fn of(
        question: &PreparedQuestion,
        library: &Library,
        scope: &SearchScope<'_>,
        ranked: &[RankedPassage],
    ) -> Result<Self> {
        let mut rows = Self::default();
        if !question.asks_for_rows() {
            return Ok(rows);
        }
        for document in first_documents(ranked, scope.documents().len()) {
            let tables = library.tables(scope.content(document)).await?;
            for row in question.rows(&tables) {
                rows.best.insert((document, row.passage), row);
            }
            rows.tables.insert(document, tables);
        }
        Ok(rows)
    }

    /// Passages with a row that are not ranked, because no word of the question stands there. They come last.
    pub(super) fn unranked(&self, ranked: &[RankedPassage]) -> Vec<RankedPassage> {
        let known: HashSet<(usize, u32)> = ranked.iter().map(|one| (one.document, one.passage)).collect();
        let total = ranked.last().map_or(0.0, |last| last.score.total - last.score.bonus());
        let score = Score { total, ..Score::default() };
        let missing = self.best.keys().filter(|place| !known.contains(place));
        missing.map(|(document, passage)| RankedPassage { document: *document, passage: *passage, score }).collect()
    }

    /// What its row adds to the score of a passage.
    pub(super) fn bonus(&self, ranked: &RankedPassage) -> Option<f32> {
        self.of_passage(ranked).map(|row| row.score)
    }

    /// The row to show with a passage.
    pub(super) fn shown(&self, ranked: &RankedPassage) -> Option<ShownRow<'_>> {
        let best = self.of_passage(ranked).filter(|row| row.is_shown())?;
        let table = &self.tables.get(&ranked.document)?.get(best.table)?.table;
        Some(ShownRow { best: *best, table, row: table.rows.get(best.row)? })
    }

    /// The tables of a document that was searched for rows.
    pub(super) fn tables(&self, document: usize) -> Option<&[StoredTable]> {
        self.tables.get(&document).map(Vec::as_slice)
    }

    fn of_passage(&self, ranked: &RankedPassage) -> Option<&BestRow> {
        self.best.get(&(ranked.document, ranked.passage))
    }
}

/// The documents of the first passages, each once, then the others of the scope.
fn first_documents(ranked: &[RankedPassage], count: usize) -> Vec<usize> {
    let mut seen = HashSet::new();
    let all = ranked.iter().map(|one| one.document).chain(0..count);
    all.filter(|document| seen.insert(*document)).take(MOST_DOCUMENTS).collect()
}

/// A row that is shown with its passage.
pub(super) struct ShownRow<'r> {
    best: BestRow,
    table: &'r Table,
    row: &'r Row,
}

impl ShownRow<'_> {
    /// Number of its sentence in the passage.
    pub(super) fn sentence(&self) -> usize {
        self.best.sentence as usize
    }

    /// Whether it surely is of an item asked for, in its own statement.
    pub(super) fn is_of_item(&self) -> bool {
        self.best.is_of_item()
    }

    /// Whether it has the figure that the question asks for.
    pub(super) fn answers(&self, asked: &Asked) -> bool {
        self.best.is_complete() && asked_cell(asked, self.table, self.row).is_some()
    }

    /// The row as the hit shows it.
    pub(super) fn figures(&self, asked: &Asked) -> FigureRow {
        let chosen = asked_cell(asked, self.table, self.row);
        let figure = |cell: &Cell| Figure {
            head: self.table.columns.get(cell.column as usize).map(|column| column.head.join(" ")).unwrap_or_default(),
            text: cell.text.clone(),
            scale: scale(cell).to_owned(),
            period: period_of(self.table, cell).map(|period| period.to_string()),
            asked: chosen.is_some_and(|chosen| chosen.column == cell.column),
        };
        FigureRow {
            title: self.table.title.clone(),
            path: self.row.path.clone(),
            figures: self.row.cells.iter().map(figure).collect(),
        }
    }

    /// The figure that the question asks for, if it asks for one and the row surely is of its item.
    pub(super) fn value(&self, asked: &Asked) -> Option<AnswerValue> {
        let is_one = asked.is_for_one_figure() && self.best.is_of_item();
        let cell = asked_cell(asked, self.table, self.row).filter(|_| is_one)?;
        let direct = asked.items.iter().filter(|share| share.share >= 1.0).map(|share| share.item);
        let item = direct.into_iter().find(|item| self.row.items.iter().any(|share| share.item == *item))?;
        let scaled = value_of(item, cell)?.normalize();
        let figure = [cell.text.as_str(), scale(cell)].join(" ").trim().to_owned();
        let period = period_of(self.table, cell).map(|period| period.to_string());
        let written = [figure].into_iter().chain(period).collect::<Vec<_>>().join(" · ");
        match cell.unit {
            Unit::Money => {
                let normalised = format!("{} {scaled}", currency(self.table)?);
                Some(AnswerValue { kind: ValueKind::Amount, written, normalised })
            }
            Unit::Percent => {
                Some(AnswerValue { kind: ValueKind::Percentage, written, normalised: format!("{scaled} %") })
            }
            Unit::Shares | Unit::Number => None,
        }
    }
}

/// The currency of a table by the first sign beside a figure.
pub(super) fn currency(table: &Table) -> Option<&'static str> {
    let signs = table.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| cell.text.chars());
    signs.into_iter().find_map(|sign| match sign {
        '$' => Some("USD"),
        '€' => Some("EUR"),
        '£' => Some("GBP"),
        '¥' => Some("JPY"),
        _ => None,
    })
}

/// The word for what a printed number is multiplied by.
pub(super) fn scale(cell: &Cell) -> &'static str {
    match cell.scale {
        1_000 => "thousand",
        1_000_000 => "million",
        1_000_000_000 => "billion",
        _ => "",
    }
}
