//! A report as a table for spreadsheets: XLSX and CSV.

use crate::{Cell, ColumnRole, Error, Report};
use rust_xlsxwriter::{Format, FormatAlign, Workbook, Worksheet, XlsxError};

/// Most characters in a cell of a workbook.
const LONGEST: usize = 32_000;

/// Columns as wide as their texts need, in characters.
const WIDE: f64 = 60.0;
const NARROW: f64 = 16.0;

/// A workbook: the table on the first sheet, the facts on the second.
pub(crate) fn xlsx(report: &Report) -> Result<Vec<u8>, Error> {
    workbook(report).map_err(|error| Error::NotWritten { format: "XLSX", reason: error.to_string() })
}

fn workbook(report: &Report) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    write_table(workbook.add_worksheet().set_name("Results")?, report)?;
    let about = workbook.add_worksheet().set_name("About")?;
    about.set_column_width(0, NARROW)?.set_column_width(1, WIDE)?;
    for (row, fact) in (0..).zip(&report.facts) {
        about.write_string(row, 0, fact.name)?.write_string(row, 1, shortened(&fact.value))?;
    }
    workbook.save_to_buffer()
}

/// A heading that stays in sight, filters, and texts that wrap.
fn write_table(sheet: &mut Worksheet, report: &Report) -> Result<(), XlsxError> {
    let table = &report.table;
    let bold = Format::new().set_bold();
    let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    for (at, column) in (0..).zip(&table.columns) {
        sheet.write_string_with_format(0, at, shortened(&column.name), &bold)?;
        let wide = matches!(column.role, ColumnRole::Quote | ColumnRole::Source | ColumnRole::Value);
        sheet.set_column_width(at, if wide { WIDE } else { NARROW })?;
    }
    for (row, cells) in (1..).zip(&table.rows) {
        for (at, cell) in (0..).zip(cells) {
            match cell {
                Cell::Empty => sheet.write_blank(row, at, &wrapped)?,
                Cell::Text(text) => sheet.write_string_with_format(row, at, shortened(text), &wrapped)?,
                Cell::Number(number) => sheet.write_number_with_format(row, at, *number, &wrapped)?,
            };
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofilter(0, 0, table.rows.len() as u32, table.columns.len().saturating_sub(1) as u16)?;
    Ok(())
}

pub(crate) fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

/// One line for each row, with the facts at its end. Marked as UTF-8, because spreadsheets assume an older encoding.
pub(crate) fn csv(report: &Report) -> Result<Vec<u8>, Error> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer("\u{feff}".into());
    csv_lines(report, &mut writer).map_err(|error| csv_error(&error))?;
    writer.into_inner().map_err(|error| csv_error(&error))
}

fn csv_error(error: &dyn std::error::Error) -> Error {
    Error::NotWritten { format: "CSV", reason: error.to_string() }
}

fn csv_lines(report: &Report, writer: &mut csv::Writer<Vec<u8>>) -> Result<(), csv::Error> {
    let columns = &report.table.columns;
    let facts = report.facts.iter().filter(|fact| !columns.iter().any(|column| column.name == fact.name));
    let facts: Vec<_> = facts.collect();
    let names = columns.iter().map(|column| column.name.as_str()).chain(facts.iter().map(|fact| fact.name));
    writer.write_record(names.map(harmless))?;
    for row in &report.table.rows {
        let cells = row.iter().map(|cell| match cell {
            Cell::Text(text) => harmless(text),
            other => other.text(),
        });
        writer.write_record(cells.chain(facts.iter().map(|fact| harmless(&fact.value))))?;
    }
    Ok(())
}

/// A text that no spreadsheet takes for a formula: one that starts like a formula gets an apostrophe in front.
fn harmless(text: &str) -> String {
    match text.trim_start().chars().next() {
        Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') => format!("'{text}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_a_formula() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =cmd|' /C calc'!A0"] {
            assert_eq!(harmless(formula), format!("'{formula}"));
        }
        assert_eq!(harmless("Fee - payable"), "Fee - payable", "a dash inside is text");
    }
}
