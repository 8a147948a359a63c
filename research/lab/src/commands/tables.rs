//! Prints the tables of some pages, for measuring against tables that people read (`table_reading.py`).

use crate::arguments::Tables;
use pincite_engine::Options;
use pincite_lab::Result;
use pincite_table::{Cell, Period, Row, Span, Table, Unit, tables};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Reads a PDF and prints the tables of the pages as JSON.
pub(crate) async fn run(options: Options, given: &Tables) -> Result<()> {
    let document = options.reader.read(&given.file, None, |_, _| ControlFlow::Continue(())).await?;
    let pages: Vec<_> =
        document.pages.into_iter().filter(|page| (given.first..=given.last).contains(&page.index)).collect();
    let printed: Vec<Value> = tables(&pages).iter().map(table_json).collect();
    serde_json::to_writer(std::io::stdout().lock(), &printed)?;
    Ok(())
}

pub(super) fn table_json(table: &Table) -> Value {
    let columns: Vec<Value> =
        table.columns.iter().map(|column| json!({"head": column.head, "period": period_json(column.period)})).collect();
    let mut pages: Vec<u32> = table.rows.iter().map(|row| row.page).collect();
    pages.dedup();
    let rows: Vec<Value> = table.rows.iter().map(row_json).collect();
    json!({"title": table.title, "pages": pages, "columns": columns, "rows": rows})
}

fn row_json(row: &Row) -> Value {
    let cells: Vec<Value> = row.cells.iter().map(cell_json).collect();
    json!({"path": row.path, "page": row.page, "cells": cells})
}

fn cell_json(cell: &Cell) -> Value {
    let value = cell.value.and_then(|value| value.to_string().parse::<f64>().ok());
    let unit = match cell.unit {
        Unit::Money => "$",
        Unit::Percent => "%",
        Unit::Shares => "shares",
        Unit::Number => "",
    };
    let mut printed =
        json!({"column": cell.column, "text": cell.text, "value": value, "unit": unit, "scale": cell.scale});
    if let Some(period) = cell.period {
        printed["period"] = period_json(Some(period));
    }
    printed
}

fn period_json(period: Option<Period>) -> Value {
    period.map_or(Value::Null, |Period { span, year, end }| {
        let span = match span {
            Span::Instant => "instant".to_owned(),
            Span::Months(months) => format!("{months} months"),
        };
        json!({"span": span, "year": year, "end": end.map(|end| end.to_string())})
    })
}
