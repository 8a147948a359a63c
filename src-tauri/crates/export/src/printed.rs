//! Tables of figures from pages as a workbook: numbers as numbers, each table with its source. Not for review tables.

use crate::spreadsheet::shortened;
use crate::{Error, Format};
use pincite_api::{PrintedCell, PrintedTable};
use rust_xlsxwriter::{Format as CellFormat, Workbook, Worksheet, XlsxError};
use std::path::Path;

/// Columns as wide as their texts need, in characters.
const LABELS: f64 = 56.0;
const FIGURES: f64 = 16.0;
/// Deepest indent of a label.
const DEEPEST: usize = 15;

/// A workbook with one sheet for each table.
///
/// # Errors
/// `export.only_workbooks` if the name of the file does not end in .xlsx; `export.not_written`.
pub fn printed_tables(tables: &[PrintedTable], file: &Path) -> Result<Vec<u8>, Error> {
    if Format::of(file)? != Format::Xlsx {
        return Err(Error::OnlyWorkbooks { path: file.to_owned() });
    }
    workbook(tables).map_err(|error| Error::NotWritten { format: "XLSX", reason: error.to_string() })
}

fn workbook(tables: &[PrintedTable]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    for (number, table) in (1..).zip(tables) {
        let sheet = workbook.add_worksheet().set_name(format!("Table {number}"))?;
        write_table(sheet, table)?;
    }
    workbook.save_to_buffer()
}

/// Title, source, heads, and rows under the labels they stand under.
fn write_table(sheet: &mut Worksheet, table: &PrintedTable) -> Result<(), XlsxError> {
    let bold = CellFormat::new().set_bold();
    sheet.set_column_width(0, LABELS)?;
    sheet.write_string_with_format(0, 0, shortened(&table.title), &bold)?;
    sheet.write_string(1, 0, shortened(&format!("{}{}", table.citation, scale_of(table))))?;
    let depth = table.columns.iter().map(|column| column.head.len()).max().unwrap_or_default();
    for (at, column) in (1..).zip(&table.columns) {
        sheet.set_column_width(at, FIGURES)?;
        let first = depth - column.head.len();
        for (line, head) in (3..).zip(&column.head) {
            sheet.write_string_with_format(line + first as u32, at, shortened(head), &bold)?;
        }
    }
    write_rows(sheet, table, 3 + depth as u32)
}

/// Writes the rows from a line of the sheet on. Labels without figures get a line where they come first.
fn write_rows(sheet: &mut Worksheet, table: &PrintedTable, from: u32) -> Result<(), XlsxError> {
    let mut line = from;
    let mut above: &[String] = &[];
    for row in &table.rows {
        let Some((label, parents)) = row.path.split_last() else { continue };
        let shared = above.iter().zip(parents).take_while(|(before, now)| before == now).count();
        for (depth, parent) in parents.iter().enumerate().skip(shared) {
            sheet.write_string_with_format(line, 0, shortened(parent), &indented(depth))?;
            line += 1;
        }
        sheet.write_string_with_format(line, 0, shortened(label), &indented(parents.len()))?;
        for cell in &row.cells {
            write_cell(sheet, line, cell)?;
        }
        line += 1;
        above = &row.path;
    }
    Ok(())
}

fn indented(depth: usize) -> CellFormat {
    CellFormat::new().set_indent(depth.min(DEEPEST) as u8)
}

/// A number as a number, as printed: negative in parentheses, a share as a percentage.
fn write_cell(sheet: &mut Worksheet, line: u32, cell: &PrintedCell) -> Result<(), XlsxError> {
    let column = cell.column as u16 + 1;
    let Some(value) = cell.value else {
        return sheet.write_string(line, column, shortened(&cell.text)).map(drop);
    };
    let digits =
        cell.text.rsplit_once('.').map_or(0, |(_, rest)| rest.chars().take_while(char::is_ascii_digit).count());
    let places = if digits > 0 { format!(".{}", "0".repeat(digits)) } else { String::new() };
    let unit = if cell.is_percent { "%" } else { "" };
    let format = CellFormat::new().set_num_format(format!("#,##0{places}{unit};(#,##0{places}{unit})"));
    let number = if cell.is_percent { value / 100.0 } else { value };
    sheet.write_number_with_format(line, column, number, &format).map(drop)
}

/// What the figures are multiplied by, if half of them are.
fn scale_of(table: &PrintedTable) -> &'static str {
    let scales: Vec<u32> = table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.scale).collect();
    let most = |scale: u32| 2 * scales.iter().filter(|one| **one == scale).count() >= scales.len().max(1);
    match [1_000, 1_000_000, 1_000_000_000].into_iter().find(|scale| most(*scale)) {
        Some(1_000) => " · in thousands",
        Some(1_000_000) => " · in millions",
        Some(_) => " · in billions",
        None => "",
    }
}
