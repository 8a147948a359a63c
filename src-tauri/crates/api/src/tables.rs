//! Tables of figures that stand on pages. Not for review tables (`grids`).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A table of figures as printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PrintedTable {
    /// The title or sentence above it; empty if there is none.
    pub title: String,
    /// Columns of figures, from left to right.
    pub columns: Vec<PrintedColumn>,
    /// Rows with figures, from top to bottom.
    pub rows: Vec<PrintedRow>,
    /// Where it stands, as a citation.
    pub citation: String,
}

/// A column of figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PrintedColumn {
    /// Its heads, the outermost first.
    pub head: Vec<String>,
    /// The period that its figures are of, as people write it: "year 2018", "three months to 2023-06-30", "2018-12-31".
    pub period: Option<String>,
}

/// A row of figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PrintedRow {
    /// Its label, after those it stands under.
    pub path: Vec<String>,
    /// Page, counted from 0.
    pub page: u32,
    /// Its figures. Empty places have none.
    pub cells: Vec<PrintedCell>,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PrintedCell {
    /// Number of its column, counted from 0.
    pub column: u32,
    /// As printed.
    pub text: String,
    /// The printed number; `None`: "n/m".
    pub value: Option<f64>,
    /// Whether it is a share in per cent.
    pub is_percent: bool,
    /// What the printed number is to be multiplied by.
    pub scale: u32,
}
