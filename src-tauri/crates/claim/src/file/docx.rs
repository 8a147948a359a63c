//! The text of a Word document: its paragraphs, and its tables as sheets.

use super::sheet::{Grid, lines};
use super::{LONGEST, Unusable};
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, Event};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Markup is some thirty times as long as its text.
const LONGEST_MARKUP: usize = 30 * LONGEST;

/// The text of a file.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, Unusable> {
    let markup = markup(bytes).ok_or(Unusable::Damaged)?;
    if markup.len() > LONGEST_MARKUP {
        return Err(Unusable::TooLong);
    }
    let markup = String::from_utf8(markup).map_err(|_| Unusable::Damaged)?;
    text_of(&markup).ok_or(Unusable::Damaged)
}

/// The markup of a document, or the beginning of one that is too long. `None` if it is no Word document.
fn markup(bytes: Vec<u8>) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let part = archive.by_name("word/document.xml").ok()?;
    let mut markup = Vec::new();
    part.take(LONGEST_MARKUP as u64 + 1).read_to_end(&mut markup).ok()?;
    Some(markup)
}

#[derive(Default)]
struct Text {
    written: String,
    paragraph: String,
    /// How many tables are open.
    depth: usize,
    /// The rows of the outermost table.
    rows: Grid,
    tables: usize,
}

fn text_of(markup: &str) -> Option<String> {
    let mut reader = Reader::from_str(markup);
    let mut text = Text::default();
    let mut is_text = false;
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) if tag.local_name().as_ref() == "t" => is_text = true,
            Event::End(tag) if tag.local_name().as_ref() == "t" => is_text = false,
            Event::Start(tag) => text.begin(tag.local_name().as_ref()),
            Event::End(tag) => text.end(tag.local_name().as_ref()),
            Event::Empty(tag) if matches!(tag.local_name().as_ref(), "tab" | "br" | "cr") => text.paragraph.push(' '),
            Event::Text(part) if is_text => text.paragraph.push_str(&part.xml10_content()),
            Event::GeneralRef(reference) if is_text => text.paragraph.extend(letters(&reference)),
            Event::Eof => return Some(text.written),
            _ => {}
        }
    }
}

/// What "&amp;" or "&#8217;" stands for.
fn letters(reference: &BytesRef<'_>) -> Option<String> {
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        return Some(letter.to_string());
    }
    resolve_predefined_entity(reference).map(str::to_owned)
}

impl Text {
    fn begin(&mut self, tag: &str) {
        match tag {
            "tbl" => self.depth += 1,
            "tr" if self.depth == 1 => self.rows.push(Vec::new()),
            "tc" if self.depth == 1 => self.rows.last_mut().into_iter().for_each(|row| row.push(String::new())),
            _ => {}
        }
    }

    fn end(&mut self, tag: &str) {
        match tag {
            "p" => self.end_paragraph(),
            "tbl" => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.tables += 1;
                    let name = format!("T{}", self.tables);
                    self.written.push_str(&lines(&std::mem::take(&mut self.rows), &name));
                }
            }
            _ => {}
        }
    }

    /// A paragraph is a line with an empty one after it, so that the next does not seem to go on.
    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        match self.rows.last_mut().and_then(|row| row.last_mut()).filter(|_| self.depth > 0) {
            Some(cell) => {
                cell.push_str(if cell.is_empty() { "" } else { " " });
                cell.push_str(paragraph.trim());
            }
            None => {
                self.written.push_str(paragraph.trim());
                self.written.push_str("\n\n");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_tables_become_lines() {
        let row = |cells: [&str; 2]| {
            let cells = cells.map(|cell| format!("<w:tc><w:p><w:r><w:t>{cell}</w:t></w:r></w:p></w:tc>"));
            format!("<w:tr>{}</w:tr>", cells.concat())
        };
        let markup = format!(
            "<w:document><w:body><w:p><w:r><w:t>Sales &amp; costs</w:t></w:r><w:r><w:t xml:space=\"preserve\"> rose.</w:t></w:r></w:p>\
             <w:tbl>{}{}</w:tbl><w:p><w:r><w:t>The&#8217;end</w:t></w:r></w:p></w:body></w:document>",
            row(["Item", "2022"]),
            row(["Sales", "1,577"]),
        );
        let text = text_of(&markup).unwrap();
        assert_eq!(text, "Sales & costs rose.\n\nT1 B2 · Sales, 2022: 1,577\n\nThe’end\n\n");
    }
}
