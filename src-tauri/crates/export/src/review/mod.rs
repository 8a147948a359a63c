//! A review table as a file to hand on. A workbook has the table, the evidence for each cell, and what was read; a document has a
//! table for each document of the collection, with quotes as footnotes. What a person rejected is never written as an answer.

mod cell;
mod document;
mod workbook;

use crate::{Cell, Column, ColumnRole, Error, Fact, Format, Occasion, Report, Table, markdown, spreadsheet};
use cell::Said;
use pincite_api::{DocumentId, GridCell, GridDocument, GridQuestion, GridView, PassageId};
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
    /// Names of the models that read them.
    pub models: Vec<String>,
    /// A link that reopens the place of an answer, by document and passage.
    pub links: HashMap<(DocumentId, PassageId), String>,
}

/// What was read of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadDocument {
    /// Its pages.
    pub pages: u32,
    /// Pages that cannot be searched.
    pub skipped: u32,
    /// Pages whose text was recognised in pictures.
    pub recognised: u32,
    /// SHA-256 of its file, in hexadecimal.
    pub hash: String,
}

/// The bytes of a file with this table.
///
/// # Errors
/// `export.not_written` if a writer fails, which is a fault of Pincite.
pub fn write_review(review: &Review<'_>, format: Format) -> Result<Vec<u8>, Error> {
    match format {
        Format::Docx => document::write(review),
        Format::Xlsx => workbook::write(review),
        Format::Csv => spreadsheet::csv(&review.matrix()),
        Format::Markdown => Ok(markdown::write(&review.matrix()).into_bytes()),
    }
}

impl Review<'_> {
    /// The cells by document and question.
    fn cells(&self) -> Cells<'_> {
        let mut cells = HashMap::new();
        for cell in &self.view.cells {
            cells.insert((cell.document, cell.question), cell);
        }
        Cells(cells)
    }

    fn facts(&self) -> Vec<Fact> {
        vec![
            Fact::new("Review table", &self.view.name),
            Fact::new("Date", &self.occasion.date),
            Fact::new("Collection", &self.occasion.scope),
        ]
    }

    /// A row for each document, with the answer and its page for each question.
    fn matrix(&self) -> Report {
        let cells = self.cells();
        let mut columns = vec![Column::new("Document", ColumnRole::Value)];
        for question in &self.view.questions {
            columns.push(Column::new(&question.name, ColumnRole::Value));
            columns.push(Column::new(format!("{}, page", question.name), ColumnRole::Value));
        }
        let mut rows = Vec::with_capacity(self.view.documents.len());
        for document in &self.view.documents {
            let mut row = vec![Cell::of(&document.name)];
            for question in &self.view.questions {
                let said = cells.said(document, question);
                row.extend([Cell::of(said.in_words()), Cell::of(said.pages())]);
            }
            rows.push(row);
        }
        Report { title: self.view.name.clone(), facts: self.facts(), table: Table { columns, rows } }
    }
}

/// The cells of a table, by document and question.
struct Cells<'v>(HashMap<(DocumentId, pincite_api::GridQuestionId), &'v GridCell>);

impl<'v> Cells<'v> {
    fn of(&self, document: &GridDocument, question: &GridQuestion) -> Option<&'v GridCell> {
        self.0.get(&(document.id, question.id)).copied()
    }

    fn said(&self, document: &GridDocument, question: &GridQuestion) -> Said<'v> {
        Said::of(self.of(document, question))
    }
}
