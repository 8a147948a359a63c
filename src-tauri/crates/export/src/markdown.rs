//! A report as Markdown. Not for other formats.

use crate::{Cell, Report, Role, Table};
use pincite_api::markdown as escaped;

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
    escaped(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn list(table: &Table) -> String {
    let mut text = String::new();
    for row in &table.rows {
        let joined = |role: Role, by: &str| line(&table.texts(row, role).join(by));
        text += &format!("**{}**\n\n", joined(Role::Lead, " · "));
        text += &format!("> {}\n>\n> — {}\n\n", joined(Role::Quote, " "), joined(Role::Source, ", "));
    }
    text
}

fn table(table: &Table) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = row(table.columns.iter().map(|column| line(&column.name)).collect());
    text += &row(table.columns.iter().map(|_| "---".to_owned()).collect());
    for cells in &table.rows {
        text += &row(cells.iter().map(|cell: &Cell| line(&cell.text())).collect());
    }
    text
}
