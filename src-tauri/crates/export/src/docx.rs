//! A report as a document for word processors, with the few parts of Office Open XML that paragraphs and tables need.

use crate::{Cell, ColumnRole, Error, Report, Table};
use std::io::{Cursor, Write};
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

const CONTENT_TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
<Default Extension=\"xml\" ContentType=\"application/xml\"/>\
<Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/>\
<Override PartName=\"/word/styles.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml\"/>\
</Types>";

const PACKAGE: &str = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
<Relationship Id=\"document\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/>\
</Relationships>";

const PARTS: &str = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
<Relationship Id=\"styles\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles\" Target=\"styles.xml\"/>\
</Relationships>";

/// Styles by the names that word processors know, so that a person can change them in one place.
const STYLES: &str = "<w:styles xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val=\"22\"/></w:rPr></w:rPrDefault>\
<w:pPrDefault><w:pPr><w:spacing w:after=\"120\"/></w:pPr></w:pPrDefault></w:docDefaults>\
<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style>\
<w:style w:type=\"paragraph\" w:styleId=\"Title\"><w:name w:val=\"Title\"/><w:basedOn w:val=\"Normal\"/>\
<w:rPr><w:b/><w:sz w:val=\"32\"/></w:rPr></w:style>\
<w:style w:type=\"paragraph\" w:styleId=\"Heading2\"><w:name w:val=\"heading 2\"/><w:basedOn w:val=\"Normal\"/>\
<w:pPr><w:keepNext/><w:spacing w:before=\"240\" w:after=\"60\"/><w:outlineLvl w:val=\"1\"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>\
<w:style w:type=\"paragraph\" w:styleId=\"Quote\"><w:name w:val=\"Quote\"/><w:basedOn w:val=\"Normal\"/>\
<w:pPr><w:ind w:left=\"567\" w:right=\"567\"/></w:pPr></w:style>\
</w:styles>";

/// Longer side of A4 or letter paper across, for tables with many columns, in twentieths of a point.
const ACROSS: &str = "<w:pgSz w:w=\"16838\" w:h=\"11906\" w:orient=\"landscape\"/>";
const UPRIGHT: &str = "<w:pgSz w:w=\"11906\" w:h=\"16838\"/>";

/// Most columns on an upright page.
const UPRIGHT_COLUMNS: usize = 4;

/// The bytes of a .docx file.
pub(crate) fn write(report: &Report) -> Result<Vec<u8>, Error> {
    package(report).map_err(|error| Error::NotWritten { format: "DOCX", reason: error.to_string() })
}

fn package(report: &Report) -> Result<Vec<u8>, ZipError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let document = document(report);
    let parts = [
        ("[Content_Types].xml", CONTENT_TYPES),
        ("_rels/.rels", PACKAGE),
        ("word/document.xml", &document),
        ("word/_rels/document.xml.rels", PARTS),
        ("word/styles.xml", STYLES),
    ];
    for (name, content) in parts {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(DECLARATION.as_bytes())?;
        zip.write_all(content.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The part with the text: paragraphs of quotes, or a table.
fn document(report: &Report) -> String {
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
    let mut paragraphs = String::new();
    for row in &table.rows {
        let lead = table.texts(row, ColumnRole::Lead).join(" · ");
        let quote = table.texts(row, ColumnRole::Quote).join(" ");
        let source = table.texts(row, ColumnRole::Source).join(", ");
        paragraphs += &paragraph("Heading2", &lead);
        paragraphs += &paragraph("Quote", &format!("“{quote}”"));
        paragraphs += &paragraph("Normal", &source);
    }
    paragraphs
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
    let mut cells = String::new();
    for cell in row {
        cells += &format!("<w:tc>{}</w:tc>", paragraph("Normal", &cell.text()));
    }
    format!("<w:tr>{properties}{cells}</w:tr>")
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
