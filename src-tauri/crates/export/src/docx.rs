//! A report as a document for word processors, with the few parts of Office Open XML that paragraphs and tables need.

use crate::{ColumnRole, Error, Report, Table};
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

const FOOTNOTE_TYPE: &str = "<Override PartName=\"/word/footnotes.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml\"/></Types>";

const FOOTNOTE_PART: &str = "<Relationship Id=\"footnotes\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes\" Target=\"footnotes.xml\"/></Relationships>";

/// The lines above footnotes, which word processors ask for.
const SEPARATORS: &str = "<w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>\
<w:footnote w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>";

/// The number of a footnote, raised.
const RAISED: &str = "<w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr>";

/// The bytes of a .docx file with a report: paragraphs of quotes, or a table.
pub(crate) fn write(report: &Report) -> Result<Vec<u8>, Error> {
    let table = &report.table;
    let upright = report.is_list() || table.columns.len() <= UPRIGHT_COLUMNS;
    let mut document = Document { paper: if upright { UPRIGHT } else { ACROSS }, ..Document::across(&report.title) };
    for fact in &report.facts {
        document.paragraph(&format!("{}: {}", fact.name, fact.value));
    }
    document.body += &if report.is_list() { list(table) } else { grid(table) };
    document.finish()
}

/// A document that is being written.
#[derive(Debug)]
pub(crate) struct Document {
    paper: &'static str,
    body: String,
    footnotes: Vec<String>,
}

/// A part of a paragraph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Run {
    /// A text.
    Text(String),
    /// The number of a footnote, from 1.
    Footnote(usize),
}

impl Document {
    /// A document with this title, on paper across.
    pub(crate) fn across(title: &str) -> Self {
        Self { paper: ACROSS, body: paragraph("Title", title), footnotes: Vec::new() }
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        self.body += &paragraph("Normal", text);
    }

    pub(crate) fn heading(&mut self, text: &str) {
        self.body += &paragraph("Heading2", text);
    }

    /// A footnote, and the sign that refers to it.
    pub(crate) fn footnote(&mut self, text: &str) -> Run {
        self.footnotes.push(text.to_owned());
        Run::Footnote(self.footnotes.len())
    }

    /// A table with a head that repeats on each page.
    pub(crate) fn table(&mut self, head: &[&str], rows: &[Vec<Vec<Run>>]) {
        let head = head.iter().map(|name| paragraph("Normal", name)).collect();
        let rows = rows.iter().map(|row| row.iter().map(|runs| of_runs("Normal", runs)).collect()).collect();
        self.body += &framed(head, rows);
    }

    /// The bytes of the file.
    pub(crate) fn finish(&self) -> Result<Vec<u8>, Error> {
        self.package().map_err(|error| Error::NotWritten { format: "DOCX", reason: error.to_string() })
    }

    fn package(&self) -> Result<Vec<u8>, ZipError> {
        let document = format!(
            "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{}\
             <w:sectPr>{}</w:sectPr></w:body></w:document>",
            self.body, self.paper
        );
        let mut types = CONTENT_TYPES.to_owned();
        let mut related = PARTS.to_owned();
        if !self.footnotes.is_empty() {
            types = types.replace("</Types>", FOOTNOTE_TYPE);
            related = related.replace("</Relationships>", FOOTNOTE_PART);
        }
        let mut parts = vec![
            ("[Content_Types].xml", types),
            ("_rels/.rels", PACKAGE.to_owned()),
            ("word/document.xml", document),
            ("word/_rels/document.xml.rels", related),
            ("word/styles.xml", STYLES.to_owned()),
        ];
        if !self.footnotes.is_empty() {
            parts.push(("word/footnotes.xml", self.notes()));
        }
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            zip.start_file(name, SimpleFileOptions::default())?;
            zip.write_all(DECLARATION.as_bytes())?;
            zip.write_all(content.as_bytes())?;
        }
        Ok(zip.finish()?.into_inner())
    }

    /// The part with the footnotes.
    fn notes(&self) -> String {
        let mut notes = SEPARATORS.to_owned();
        for (number, text) in (1..).zip(&self.footnotes) {
            notes += &format!(
                "<w:footnote w:id=\"{number}\"><w:p><w:r>{RAISED}<w:footnoteRef/></w:r>\
                 <w:r><w:t xml:space=\"preserve\"> {}</w:t></w:r></w:p></w:footnote>",
                xml(text)
            );
        }
        format!(
            "<w:footnotes xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">{notes}</w:footnotes>"
        )
    }
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
    let head = table.columns.iter().map(|column| paragraph("Normal", &column.name)).collect();
    let rows =
        table.rows.iter().map(|row| row.iter().map(|cell| paragraph("Normal", &cell.text())).collect()).collect();
    framed(head, rows)
}

/// A table of paragraphs with lines around its cells.
fn framed(head: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let columns = "<w:gridCol/>".repeat(head.len());
    let rows: String = rows.into_iter().map(|row| cells(row, "")).collect();
    let sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
    let lines: String = sides.map(|side| format!("<w:{side} w:val=\"single\" w:sz=\"4\"/>")).concat();
    format!(
        "<w:tbl><w:tblPr><w:tblW w:w=\"5000\" w:type=\"pct\"/><w:tblBorders>{lines}</w:tblBorders></w:tblPr>\
         <w:tblGrid>{columns}</w:tblGrid>{}{rows}</w:tbl>{}",
        cells(head, "<w:trPr><w:tblHeader/></w:trPr>"),
        paragraph("Normal", "") // a document never ends in a table
    )
}

fn cells(paragraphs: Vec<String>, properties: &str) -> String {
    let cells: String = paragraphs.into_iter().map(|paragraph| format!("<w:tc>{paragraph}</w:tc>")).collect();
    format!("<w:tr>{properties}{cells}</w:tr>")
}

fn paragraph(style: &str, text: &str) -> String {
    of_runs(style, &[Run::Text(text.to_owned())])
}

fn of_runs(style: &str, runs: &[Run]) -> String {
    let mut content = String::new();
    for run in runs {
        content += &match run {
            Run::Text(text) => format!("<w:r><w:t xml:space=\"preserve\">{}</w:t></w:r>", xml(text)),
            Run::Footnote(number) => format!("<w:r>{RAISED}<w:footnoteReference w:id=\"{number}\"/></w:r>"),
        };
    }
    format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr>{content}</w:p>")
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
