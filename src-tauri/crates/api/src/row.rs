//! The row of a table that answers a question.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A row of a table of figures, as a hit shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct FigureRow {
    /// The title of its table; empty if it has none.
    pub title: String,
    /// Its label, after those it stands under.
    pub path: Vec<String>,
    /// Its figures, from left to right.
    pub figures: Vec<Figure>,
}

/// A figure of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Figure {
    /// The head of its column, in one line.
    pub head: String,
    /// As printed: "$1,577", "(3.2)%", "—".
    pub text: String,
    /// What it counts and by what it is multiplied: "million", "thousand", "". Shares in per cent and prices of one share have none.
    pub scale: String,
    /// The period that it is of, as people write it: "year 2018", "3 months to 2023-06-30".
    pub period: Option<String>,
    /// Whether it is the figure that is asked for.
    pub asked: bool,
}
