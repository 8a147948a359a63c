//! A review table as a file to hand on. A workbook has the table, the evidence for each cell, what was read, and the manifest; a
//! document has a table for each document of the collection, with quotes as footnotes. What a person rejected is never written as
//! an answer. Whether a file was changed since is in `verify`.

mod cell;
mod document;
mod manifest;
mod verify;
mod workbook;

pub use manifest::{Confirmation, Manifest, ReadingModel, Row, row_hashes};
pub use verify::{Verified, verify_review};

use crate::{Cell, Column, ColumnRole, Error, Fact, Format, Occasion, Report, Table, markdown, spreadsheet};
use pincite_api::{DocumentId, GridView, PassageId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A review table with all that its readers must know.
#[derive(Debug)]
pub struct Review<'v> {
    /// The table.
    pub view: &'v GridView,
    /// When it was written, and of what collection.
    pub occasion: Occasion,
    /// What was read of its documents.
    pub read: HashMap<DocumentId, ReadDocument>,
    /// Who confirmed what is said of a document, as it is now.
    pub confirmed: HashMap<DocumentId, Confirmation>,
    /// The models that read them.
    pub models: Vec<ReadingModel>,
    /// A link that reopens the place of an answer, by document and passage.
    pub links: HashMap<(DocumentId, PassageId), String>,
}

/// What was read of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadDocument {
    /// Its pages.
    pub pages: u32,
    /// Pages that cannot be searched.
    pub skipped: u32,
    /// Pages whose text was recognised in pictures.
    pub recognised: u32,
    /// SHA-256 of its file, in hexadecimal.
    pub sha256: String,
}

/// A file with a review table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenReview {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The hash of its manifest, which is printed in it.
    pub sha256: String,
}

/// Makes a file with this table.
///
/// # Errors
/// `export.not_written` if a writer fails, which is a fault of Pincite.
pub fn write_review(review: &Review<'_>, format: Format) -> Result<WrittenReview, Error> {
    let sealed = manifest::Sealed::of(Manifest::of(review))?;
    let bytes = match format {
        Format::Docx => document::write(&sealed),
        Format::Xlsx => workbook::write(&sealed),
        Format::Csv => spreadsheet::csv(&matrix(&sealed)),
        Format::Markdown => Ok(markdown::write(&matrix(&sealed)).into_bytes()),
        Format::Json => verify::json(&sealed),
    };
    Ok(WrittenReview { bytes: bytes?, sha256: sealed.sha256 })
}

/// What stands above or below the table in every format.
fn facts(sealed: &manifest::Sealed) -> Vec<Fact> {
    let manifest = &sealed.manifest;
    vec![
        Fact::new("Review table", &manifest.table),
        Fact::new("Date", &manifest.date),
        Fact::new("Collection", &manifest.collection),
        Fact::new(HASH, &sealed.sha256),
    ]
}

/// The name of the hash that is printed.
const HASH: &str = "SHA-256 of the manifest";

/// A row for each document, with the answer and its page for each question.
fn matrix(sealed: &manifest::Sealed) -> Report {
    let manifest = &sealed.manifest;
    let mut columns = vec![Column::new("Document", ColumnRole::Value)];
    for question in &manifest.questions {
        columns.push(Column::new(&question.name, ColumnRole::Value));
        columns.push(Column::new(format!("{}, page", question.name), ColumnRole::Value));
    }
    columns.push(Column::new("Confirmed", ColumnRole::Value));
    let mut rows = Vec::with_capacity(manifest.rows.len());
    for row in &manifest.rows {
        let mut line = vec![Cell::of(&row.document)];
        for cell in &row.cells {
            line.extend([Cell::of(cell.in_words()), Cell::of(cell.pages())]);
        }
        line.push(Cell::of(row.confirmed_in_words()));
        rows.push(line);
    }
    Report { title: manifest.table.clone(), facts: facts(sealed), table: Table { columns, rows } }
}

impl Row {
    fn confirmed_in_words(&self) -> String {
        self.confirmed.as_ref().map(|it| format!("{}, {}", it.name, it.date)).unwrap_or_default()
    }
}
