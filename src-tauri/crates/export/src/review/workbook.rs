//! A review table as a workbook. The first sheet is the table: dates and numbers as such, the state by colour, pages that lead to
//! the evidence, who confirmed a row, and the hash of the manifest. The second has the evidence for each cell, the third what was
//! read, and by which models, and the fourth the manifest.

use super::facts;
use super::manifest::{Answer, Asked, Cell, Manifest, Outcome, Row, Sealed};
use crate::spreadsheet::shortened;
use crate::{Error, Fact};
use pincite_api::{AnswerValue, ValueKind};
use rust_xlsxwriter::{Color, ExcelDateTime, Format, FormatAlign, Url, Workbook, Worksheet, XlsxError};

const TABLE: &str = "Table";
const EVIDENCE: &str = "Evidence";
const READ: &str = "What was read";
pub(super) const MANIFEST: &str = "Manifest";

/// Characters of the manifest in one cell. A cell of a workbook has 32,767 at most.
const PIECE: usize = 30_000;

/// Widths in characters.
const NAME: f64 = 28.0;
const ANSWER: f64 = 24.0;
const PAGE: f64 = 6.0;
const SENTENCE: f64 = 60.0;
const HASH: f64 = 66.0;

const EVIDENCE_COLUMNS: [(&str, f64); 13] = [
    ("Document", NAME),
    ("Name", ANSWER),
    ("Question", ANSWER),
    ("Result", ANSWER),
    ("Value", ANSWER),
    ("As written", ANSWER),
    ("Sentence", SENTENCE),
    ("Citation", SENTENCE),
    ("Page", PAGE),
    ("Clause", PAGE),
    ("Probability", ANSWER),
    ("Checked", ANSWER),
    ("Link", ANSWER),
];

/// The bytes of a .xlsx file.
pub(super) fn write(sealed: &Sealed) -> Result<Vec<u8>, Error> {
    workbook(sealed).map_err(|error| Error::NotWritten { format: "XLSX", reason: error.to_string() })
}

fn workbook(sealed: &Sealed) -> Result<Vec<u8>, XlsxError> {
    let Sealed { manifest, text, .. } = sealed;
    let facts = facts(sealed);
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name(TABLE)?;
    let rows = evidence(workbook.add_worksheet().set_name(EVIDENCE)?, manifest)?;
    read(workbook.add_worksheet().set_name(READ)?, manifest, &facts)?;
    pieces(workbook.add_worksheet().set_name(MANIFEST)?, text)?;
    table(workbook.worksheet_from_name(TABLE)?, manifest, &facts, &rows)?;
    workbook.save_to_buffer()
}

/// Writes the table: each question has a column of answers and one of their pages.
fn table(sheet: &mut Worksheet, manifest: &Manifest, facts: &[Fact], rows: &Rows) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold().set_text_wrap();
    let last = 1 + 2 * manifest.questions.len() as u16;
    sheet.write_string_with_format(0, 0, "Document", &bold)?.set_column_width(0, NAME)?;
    for (at, question) in (0..).zip(&manifest.questions) {
        let column = 1 + 2 * at;
        sheet.write_string_with_format(0, column, shortened(&question.name), &bold)?;
        sheet.write_string_with_format(0, column + 1, "Page", &bold)?;
        sheet.set_column_width(column, ANSWER)?.set_column_width(column + 1, PAGE)?;
    }
    sheet.write_string_with_format(0, last, "Confirmed", &bold)?.set_column_width(last, ANSWER)?;
    let mut row = 0;
    for (line, evidence) in manifest.rows.iter().zip(rows) {
        row += 1;
        sheet.write_string_with_format(row, 0, shortened(&line.document), &bold)?;
        for ((at, cell), evidence) in (0..).zip(&line.cells).zip(evidence) {
            Place { row, column: 1 + 2 * at, evidence: *evidence }.write(sheet, cell)?;
        }
        sheet.write_string(row, last, shortened(&line.confirmed_in_words()))?;
    }
    sheet.set_freeze_panes(1, 1)?;
    sheet.autofilter(0, 0, row, last)?;
    row += 1;
    for fact in facts {
        row += 1;
        sheet.write_string_with_format(row, 0, fact.name, &bold)?.write_string(row, 1, shortened(&fact.value))?;
    }
    Ok(())
}

/// Where a cell of the table is, and the row of its evidence.
struct Place {
    row: u32,
    column: u16,
    evidence: u32,
}

impl Place {
    fn write(&self, sheet: &mut Worksheet, cell: &Cell) -> Result<(), XlsxError> {
        let format = format(cell.result, cell.checked.is_some());
        let Self { row, column, evidence } = *self;
        if !cell.value().is_some_and(|value| write_value(sheet, self, value, &format)) {
            sheet.write_string_with_format(row, column, shortened(&cell.text()), &format)?;
        }
        let pages = cell.pages();
        if pages.is_empty() {
            sheet.write_blank(row, column + 1, &format)?;
        } else {
            let url = Url::new(format!("internal:'{EVIDENCE}'!A{}", evidence + 1)).set_text(&pages);
            sheet.write_url_with_format(row, column + 1, url, &format)?;
        }
        Ok(())
    }
}

/// Writes a value that spreadsheets can sort or add; whether it is one.
fn write_value(sheet: &mut Worksheet, place: &Place, value: &AnswerValue, format: &Format) -> bool {
    let Place { row, column, .. } = *place;
    let normalised = value.normalised.as_str();
    match value.kind {
        ValueKind::Date => ExcelDateTime::parse_from_str(normalised).is_ok_and(|day| {
            let format = format.clone().set_num_format("yyyy-mm-dd");
            sheet.write_datetime_with_format(row, column, day, &format).is_ok()
        }),
        ValueKind::Amount => amount(normalised).is_some_and(|(currency, number)| {
            let digits = if number.fract() == 0.0 { "#,##0" } else { "#,##0.00" };
            let format = format.clone().set_num_format(format!("\"{currency}\" {digits}"));
            sheet.write_number_with_format(row, column, number, &format).is_ok()
        }),
        ValueKind::Percentage => share(normalised).is_some_and(|number| {
            let format = format.clone().set_num_format("0.###%");
            sheet.write_number_with_format(row, column, number, &format).is_ok()
        }),
        ValueKind::Duration | ValueKind::Law | ValueKind::Parties => false,
    }
}

/// `GBP 7500000` in two.
fn amount(normalised: &str) -> Option<(&str, f64)> {
    let (currency, number) = normalised.split_once(' ')?;
    let letters = currency.len() == 3 && currency.bytes().all(|letter| letter.is_ascii_uppercase());
    number.parse().ok().filter(|_| letters).map(|number| (currency, number))
}

/// `12.5 %` as 0.125.
fn share(normalised: &str) -> Option<f64> {
    normalised.strip_suffix('%')?.trim().parse::<f64>().ok().map(|number| number / 100.0)
}

/// The colour says the state. What a person checked is bold.
fn format(result: Outcome, is_checked: bool) -> Format {
    let format = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    let format = match colour(result) {
        Some(colour) => format.set_background_color(colour),
        None => format,
    };
    if is_checked { format.set_bold() } else { format }
}

fn colour(result: Outcome) -> Option<Color> {
    match result {
        Outcome::Found => Some(Color::RGB(0x00E2_F0D9)),
        Outcome::Unsure => Some(Color::RGB(0x00FF_F2CC)),
        Outcome::NotFound => Some(Color::RGB(0x00ED_EDED)),
        Outcome::Rejected | Outcome::Failed => Some(Color::RGB(0x00F8_E0E0)),
        Outcome::NotAsked => None,
    }
}

/// The first row of the evidence for each cell, by row and column of the table.
type Rows = Vec<Vec<u32>>;

/// Writes a row for each answer, and one for each cell without an answer.
fn evidence(sheet: &mut Worksheet, manifest: &Manifest) -> Result<Rows, XlsxError> {
    let bold = Format::new().set_bold();
    for (at, (name, width)) in (0..).zip(EVIDENCE_COLUMNS) {
        sheet.write_string_with_format(0, at, name, &bold)?.set_column_width(at, width)?;
    }
    let mut rows = Rows::with_capacity(manifest.rows.len());
    let mut next = 1;
    for row in &manifest.rows {
        let mut firsts = Vec::with_capacity(row.cells.len());
        for (question, cell) in manifest.questions.iter().zip(&row.cells) {
            firsts.push(next);
            next = Lines { sheet: &mut *sheet, row, question, next }.write(cell)?;
        }
        rows.push(firsts);
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofilter(0, 0, next - 1, EVIDENCE_COLUMNS.len() as u16 - 1)?;
    Ok(rows)
}

/// The evidence for one cell.
struct Lines<'w> {
    sheet: &'w mut Worksheet,
    row: &'w Row,
    question: &'w Asked,
    next: u32,
}

impl Lines<'_> {
    /// Writes the evidence; the row after it.
    fn write(&mut self, cell: &Cell) -> Result<u32, XlsxError> {
        if cell.answers.is_empty() {
            self.head(cell)?;
        }
        for answer in &cell.answers {
            self.answer(answer)?;
            self.head(cell)?;
        }
        Ok(self.next)
    }

    /// What every row has.
    fn head(&mut self, cell: &Cell) -> Result<(), XlsxError> {
        self.text(0, &self.row.document)?;
        self.text(1, &self.question.name)?;
        self.text(2, &self.question.text)?;
        self.text(3, cell.result.in_words())?;
        self.text(11, cell.checked())?;
        self.next += 1;
        Ok(())
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), XlsxError> {
        if let Some(value) = &answer.value {
            self.text(4, &value.normalised)?;
            self.text(5, &value.written)?;
        }
        self.text(6, &answer.sentence)?;
        self.text(7, &answer.citation)?;
        self.text(8, &answer.page)?;
        self.text(9, answer.clause.as_deref().unwrap_or_default())?;
        if let Some(probability) = answer.probability {
            let format = Format::new().set_num_format("0%").set_align(FormatAlign::Top);
            self.sheet.write_number_with_format(self.next, 10, probability, &format)?;
        }
        self.text(12, answer.link.as_deref().unwrap_or_default())
    }

    fn text(&mut self, column: u16, text: &str) -> Result<(), XlsxError> {
        if !text.is_empty() {
            let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
            self.sheet.write_string_with_format(self.next, column, shortened(text), &wrapped)?;
        }
        Ok(())
    }
}

/// Writes what the table is of, its documents, the models, and what the colours say.
fn read(sheet: &mut Worksheet, manifest: &Manifest, facts: &[Fact]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    sheet.set_column_width(0, NAME)?.set_column_width(1, ANSWER)?.set_column_width(4, HASH)?;
    let mut row = 0;
    for fact in facts {
        sheet.write_string_with_format(row, 0, fact.name, &bold)?.write_string(row, 1, shortened(&fact.value))?;
        row += 1;
    }
    row += 1;
    for (at, head) in (0..).zip(["Document", "Pages", "Pages not read", "Pages recognised", "SHA-256 of the file"]) {
        sheet.write_string_with_format(row, at, head, &bold)?;
    }
    for line in &manifest.rows {
        row += 1;
        let read = &line.read;
        sheet.write_string(row, 0, shortened(&line.document))?.write_string(row, 4, &read.sha256)?;
        for (at, number) in (1..).zip([read.pages, read.skipped, read.recognised]) {
            sheet.write_number(row, at, number)?;
        }
    }
    row += 2;
    sheet.write_string_with_format(row, 0, "Models", &bold)?;
    for model in &manifest.models {
        sheet.write_string(row, 1, &model.name)?;
        sheet.write_string(row, 4, model.sha256.as_deref().unwrap_or_default())?;
        row += 1;
    }
    row += 1;
    sheet.write_string_with_format(row, 0, "Colours", &bold)?;
    for result in [Outcome::Found, Outcome::Unsure, Outcome::NotFound, Outcome::Rejected] {
        sheet.write_string_with_format(row, 1, result.in_words(), &format(result, false))?;
        row += 1;
    }
    sheet.write_string_with_format(row, 1, "Checked by a person", &bold)?;
    Ok(())
}

/// Writes the manifest in pieces, one below the other.
fn pieces(sheet: &mut Worksheet, text: &str) -> Result<(), XlsxError> {
    let mut rest = text;
    let mut row = 0;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE));
        sheet.write_string(row, 0, piece)?;
        rest = after;
        row += 1;
    }
    Ok(())
}
