//! The tables of figures that stand on a page, to look at and as a workbook.

use crate::output::Output;
use crate::{Engine, Error};
use pincite_api::{PrintedCell, PrintedColumn, PrintedRow, PrintedTable};
use pincite_library::DocumentId;
use pincite_search::{Place, cite_places};
use pincite_table::{Cell, Row, Table, Unit};

impl Engine {
    /// The tables of figures on a page, counted from 0. One that goes on over a page end is whole.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn tables(&self, document: DocumentId, page: u32) -> Result<Vec<PrintedTable>, Error> {
        let library = &self.0.library;
        let stored = library.tables(library.content_of(document).await?).await?.into_iter().map(|stored| stored.table);
        let is_here = |table: &Table| table.rows.iter().any(|row| row.page == page);
        let here: Vec<Table> = stored.filter(is_here).collect();
        let listed = library.document(document).await?;
        let places: Vec<Place> =
            here.iter().filter_map(|table| table.rows.first().map(|row| Place::middle(row.page, row.rect))).collect();
        let cited = cite_places(library, &listed, &places).await?;
        Ok(here.iter().zip(cited).map(|(table, cited)| printed(table, cited.citation)).collect())
    }

    /// Writes the tables of a page to a workbook; how many. Without a table nothing is written.
    ///
    /// # Errors
    /// As [`Engine::tables`] and [`Engine::write`]; [`Error::Export`] if the file is no workbook.
    pub async fn export_tables(&self, document: DocumentId, page: u32, output: &Output) -> Result<u32, Error> {
        let tables = self.tables(document, page).await?;
        if !tables.is_empty() {
            self.write(output, &pincite_export::printed_tables(&tables, &output.path)?).await?;
        }
        Ok(tables.len() as u32)
    }
}

fn printed(table: &Table, citation: String) -> PrintedTable {
    let columns = table.columns.iter().map(|column| PrintedColumn {
        head: column.head.clone(),
        period: column.period.map(|period| period.to_string()),
    });
    PrintedTable {
        title: table.title.clone(),
        columns: columns.collect(),
        rows: table.rows.iter().map(printed_row).collect(),
        citation,
    }
}

fn printed_row(row: &Row) -> PrintedRow {
    PrintedRow { path: row.path.clone(), page: row.page, cells: row.cells.iter().map(printed_cell).collect() }
}

fn printed_cell(cell: &Cell) -> PrintedCell {
    PrintedCell {
        column: cell.column,
        text: cell.text.clone(),
        value: cell.value.and_then(|value| value.try_into().ok()),
        is_percent: cell.unit == Unit::Percent,
        scale: cell.scale,
    }
}
