//! The row of a table that answers a question, and what is computed of such rows.

use crate::Highlight;
use pincite_library::DocumentId;
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

/// A value that was computed of the figures of a document: a ratio, or a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ComputedAnswer {
    /// The name of the ratio, as people write it inside a sentence; empty for a change.
    pub name: String,
    /// Its formula with the labels that the document prints; empty for a change.
    pub formula: String,
    /// The document, as the collection lists it.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Its name, as it is listed.
    pub document_name: String,
    /// A value for each year, the first year first. A change has one.
    pub values: Vec<ComputedValue>,
}

/// A computed value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ComputedValue {
    /// Its year; of a change the last one.
    pub year: i16,
    /// As people write it: "43.1 %", "0.85", "45.2 days", "USD 12345 million".
    pub value: String,
    /// The figures that it is computed of, in the order of the formula; of a change the earlier year first.
    pub parts: Vec<ComputedPart>,
}

/// A figure that a value is computed of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ComputedPart {
    /// The label of its row.
    pub label: String,
    /// As printed, with the word for its scale: "$1,577 million".
    pub figure: String,
    /// The period that it is of, as people write it.
    pub period: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// Pinpoint citation.
    pub citation: String,
    /// Boxes to highlight on the page.
    pub highlights: Vec<Highlight>,
}
