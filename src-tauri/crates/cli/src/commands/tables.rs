//! `pincite tables`: the tables of figures on a page. Not for review tables (`grid`).

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output::{self, STRONG};
use clap::Args;
use pincite_api::{PrintedRow, PrintedTable};
use pincite_engine::{Output, escaped, escaped_path};
use serde::Serialize;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Tables {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    #[command(flatten)]
    place: InCollection,
    /// The page: its number, counted from 1, or its printed label.
    #[arg(long, value_name = "PAGE")]
    page: String,
    /// Password of an encrypted file.
    #[arg(long, value_name = "PASSWORD")]
    password: Option<String>,
    /// Write them to this workbook (.xlsx), one sheet for each. An existing file is not replaced.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

/// What was written.
#[derive(Serialize)]
struct Written<'w> {
    tables: u32,
    out: &'w str,
}

/// Prints the tables of a page, or writes them to a workbook.
pub(super) async fn tables(context: &Context, given: Tables) -> Result<Outcome, Error> {
    let document = context.unlocked(&given.place, &given.document, given.password).await?;
    let page = context.page(&document, &given.page).await?;
    let Some(path) = given.out else {
        let tables = context.engine.tables(document.id, page).await?;
        if !context.as_json(&tables) {
            tables.iter().for_each(print);
        }
        return Ok(if tables.is_empty() { Outcome::NothingFound } else { Outcome::Done });
    };
    let output = Output { path, force: given.force };
    let count = context.engine.export_tables(document.id, page, &output).await?;
    let out = escaped_path(&output.path);
    if !context.as_json(&Written { tables: count, out: &out }) && count > 0 {
        output::line(&format!("Tables written to {out}: {count}"));
    }
    Ok(if count == 0 { Outcome::NothingFound } else { Outcome::Done })
}

fn print(table: &PrintedTable) {
    output::line(&format!("{STRONG}{}{STRONG:#}", escaped(&table.title)));
    output::line(&escaped(&table.citation));
    for row in &table.rows {
        let label = row.path.iter().map(|label| escaped(label)).collect::<Vec<_>>().join(" › ");
        output::line(&format!("  {label}: {}", figures(table, row)));
    }
}

/// The figures of a row, each with the heads of its column.
fn figures(table: &PrintedTable, row: &PrintedRow) -> String {
    let figures = row.cells.iter().map(|cell| {
        let head = table.columns.get(cell.column as usize).map(|column| column.head.join(" ")).unwrap_or_default();
        let figure = escaped(&cell.text);
        if head.is_empty() { figure } else { format!("{figure} ({})", escaped(&head)) }
    });
    figures.collect::<Vec<_>>().join(", ")
}
