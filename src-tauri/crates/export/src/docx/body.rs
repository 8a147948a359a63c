//! The text of a document: paragraphs of quotes, or a table. Not for the file around it.

use crate::{Cell, Report, Role, Table};

/// Longer side of A4 or letter paper across, for tables with many columns, in twentieths of a point.
const ACROSS: &str = "<w:pgSz w:w=\"16838\" w:h=\"11906\" w:orient=\"landscape\"/>";
const UPRIGHT: &str = "<w:pgSz w:w=\"11906\" w:h=\"16838\"/>";

/// Most columns on an upright page.
const UPRIGHT_COLUMNS: usize = 4;

pub(super) fn document(report: &Report) -> String {
    let table = &report.table;
    let mut body = paragraph("Title", &report.title);
    for fact in &report.facts {
        body += &paragraph("Normal", &format!("{}: {}", fact.name, fact.value));
    }
    body += &if report.is_list() { list(table) } else { grid(table) };
    let paper = if report.is_list() || table.columns.len() <= UPRIGHT_COLUMNS { UPRIGHT } else { ACROSS };
    format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}\
         <w:sectPr>{paper}</w:sectPr></w:body></w:document>"
    )
}

fn list(table: &Table) -> String {
    let entry = |row: &Vec<Cell>| {
        let joined = |role: Role, by: &str| table.texts(row, role).join(by);
        paragraph("Heading2", &joined(Role::Lead, " · "))
            + &paragraph("Quote", &format!("“{}”", joined(Role::Quote, " ")))
            + &paragraph("Normal", &joined(Role::Source, ", "))
    };
    table.rows.iter().map(entry).collect()
}

fn grid(table: &Table) -> String {
    let head: Vec<Cell> = table.columns.iter().map(|column| Cell::of(&column.name)).collect();
    let rows: String = table.rows.iter().map(|row| cells(row, "")).collect();
    let sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
    let lines: String = sides.map(|side| format!("<w:{side} w:val=\"single\" w:sz=\"4\"/>")).concat();
    let columns = "<w:gridCol/>".repeat(table.columns.len());
    format!(
        "<w:tbl><w:tblPr><w:tblW w:w=\"5000\" w:type=\"pct\"/><w:tblBorders>{lines}</w:tblBorders></w:tblPr>\
         <w:tblGrid>{columns}</w:tblGrid>{}{rows}</w:tbl>{}",
        cells(&head, "<w:trPr><w:tblHeader/></w:trPr>"),
        paragraph("Normal", "") // a document never ends in a table
    )
}

fn cells(row: &[Cell], properties: &str) -> String {
    let cell = |cell: &Cell| format!("<w:tc>{}</w:tc>", paragraph("Normal", &cell.text()));
    format!("<w:tr>{properties}{}</w:tr>", row.iter().map(cell).collect::<String>())
}

fn paragraph(style: &str, text: &str) -> String {
    let text = xml(text);
    format!(
        "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>"
    )
}

/// The text as XML, without characters that XML forbids.
fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}
