//! Tables as plain data.

use jiff::civil::Date;
use pincite_item::Share;
use pincite_pdf::Rect;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A table of figures as it stands on its pages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The title or sentence above it; empty if there is none.
    pub title: String,
    /// Columns of figures, from left to right.
    pub columns: Vec<Column>,
    /// Rows with figures, from top to bottom.
    pub rows: Vec<Row>,
}

/// A column of figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its heads, the outermost first: "Year ended December 31,", "2018".
    pub head: Vec<String>,
    /// The period or day that its figures are of, if its heads or the title say one.
    pub period: Option<Period>,
}

/// A row of figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its label, after those it stands under: "Current assets:", "Inventories".
    pub path: Vec<String>,
    /// The line items that its own label names, the likeliest first.
    pub items: Vec<Share>,
    /// Page, counted from 0.
    pub page: u32,
    /// The box of its label and its figures.
    pub rect: Rect,
    /// Its figures, from left to right. Empty places have none.
    pub cells: Vec<Cell>,
}

/// A figure of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Number of its column, counted from 0.
    pub column: u32,
    /// As printed: "$1,577", "(3.2)%", "—".
    pub text: String,
    /// The printed number; in parentheses it is negative, and a dash is zero. `None`: "n/m", "*".
    #[serde(with = "rust_decimal::serde::str_option")]
    pub value: Option<Decimal>,
    /// What it counts.
    pub unit: Unit,
    /// What the printed number is to be multiplied by: 1, 1,000, 1,000,000 or 1,000,000,000.
    pub scale: u32,
    /// Its period, where its row says another one than its column.
    pub period: Option<Period>,
    /// Its box on the page of its row.
    pub rect: Rect,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Money, in the currency of the document.
    Money,
    /// A share in per cent.
    Percent,
    /// Shares of stock.
    Shares,
    /// Something else: employees, stores, years.
    #[default]
    Number,
}

/// When a figure is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// How long it is.
    pub span: Span,
    /// The year as printed. It is the fiscal year where the heads say years.
    pub year: i16,
    /// Its last day, or the day itself, if it is printed.
    pub end: Option<Date>,
}

/// As people write it: "year 2018", "3 months to 2023-06-30", "2018-12-31".
impl fmt::Display for Period {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { span, year, end } = self;
        match (span, end) {
            (Span::Instant, Some(day)) => write!(formatter, "{day}"),
            (Span::Instant, None) => write!(formatter, "end of {year}"),
            (Span::Months(12), None) => write!(formatter, "year {year}"),
            (Span::Months(12), Some(day)) => write!(formatter, "year to {day}"),
            (Span::Months(months), Some(day)) => write!(formatter, "{months} months to {day}"),
            (Span::Months(months), None) => write!(formatter, "{months} months of {year}"),
        }
    }
}

/// How long a period is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Span {
    /// A day: "as of December 31, 2018".
    Instant,
    /// So many months. Thirteen weeks are three months, and 52 or 53 weeks are twelve.
    Months(u8),
}
