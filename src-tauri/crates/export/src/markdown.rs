//! A report as Markdown.

use crate::{ColumnRole, Report, Table};
use pincite_search::escaped_markdown;

pub(crate) fn write(report: &Report) -> String {
    let mut text = format!("# {}\n\n", line(&report.title));
    for fact in &report.facts {
        text += &format!("- {}: {}\n", fact.name, line(&fact.value));
    }
    text += "\n";
    text += &if report.is_list() { list(&report.table) } else { table(&report.table) };
    text
}

/// A text in one line, in which no character is markup.
fn line(text: &str) -> String {
    escaped_markdown(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn list(table: &Table) -> String {
    let mut text = String::new();
    for row in &table.rows {
        let lead = line(&table.texts(row, ColumnRole::Lead).join(" · "));
        let quote = line(&table.texts(row, ColumnRole::Quote).join(" "));
        let source = line(&table.texts(row, ColumnRole::Source).join(", "));
        text += &format!("**{lead}**\n\n> {quote}\n>\n> — {source}\n\n");
    }
    text
}

fn table(table: &Table) -> String {
    let mut text = row(table.columns.iter().map(|column| line(&column.name)));
    text += &row(table.columns.iter().map(|_| "---".to_owned()));
    for cells in &table.rows {
        text += &row(cells.iter().map(|cell| line(&cell.text())));
    }
    text
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}
