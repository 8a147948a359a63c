//! A review table as a workbook. The first sheet is the table: dates and numbers as such, the state by colour, pages that lead to
//! the evidence. The second has the evidence for each cell, and the third what was read, and by which models.

use super::cell::{Said, checked, page};
use super::{Cells, Review};
use crate::Error;
use crate::spreadsheet::shortened;
use pincite_api::{AnswerValue, GridAnswer, GridCell, GridDocument, GridQuestion, ValueKind};
use rust_xlsxwriter::{Color, ExcelDateTime, Format, FormatAlign, Url, Workbook, Worksheet, XlsxError};
use std::collections::HashMap;

const TABLE: &str = "Table";
const EVIDENCE: &str = "Evidence";
const READ: &str = "What was read";

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
pub(super) fn write(review: &Review<'_>) -> Result<Vec<u8>, Error> {
    workbook(review).map_err(|error| Error::NotWritten { format: "XLSX", reason: error.to_string() })
}

fn workbook(review: &Review<'_>) -> Result<Vec<u8>, XlsxError> {
    let cells = review.cells();
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name(TABLE)?;
    let rows = evidence(workbook.add_worksheet().set_name(EVIDENCE)?, review, &cells)?;
    read(workbook.add_worksheet().set_name(READ)?, review)?;
    table(workbook.worksheet_from_name(TABLE)?, review, &cells, &rows)?;
    workbook.save_to_buffer()
}

/// Writes the table: each question has a column of answers and one of their pages.
fn table(sheet: &mut Worksheet, review: &Review<'_>, cells: &Cells<'_>, rows: &Rows) -> Result<(), XlsxError> {
    let view = review.view;
    let bold = Format::new().set_bold().set_text_wrap();
    sheet.write_string_with_format(0, 0, "Document", &bold)?.set_column_width(0, NAME)?;
    for (at, question) in (0..).zip(&view.questions) {
        let column = 1 + 2 * at;
        sheet.write_string_with_format(0, column, shortened(&question.name), &bold)?;
        sheet.write_string_with_format(0, column + 1, "Page", &bold)?;
        sheet.set_column_width(column, ANSWER)?.set_column_width(column + 1, PAGE)?;
    }
    for (row, document) in (1..).zip(&view.documents) {
        sheet.write_string_with_format(row, 0, shortened(&document.name), &bold)?;
        for (at, question) in (0..).zip(&view.questions) {
            let place = Place { row, column: 1 + 2 * at, evidence: rows.get(&(document.id, question.id)).copied() };
            place.write(sheet, cells.of(document, question))?;
        }
    }
    sheet.set_freeze_panes(1, 1)?;
    sheet.autofilter(0, 0, view.documents.len() as u32, 2 * view.questions.len() as u16)?;
    Ok(())
}

/// Where a cell of the table is, and the row of its evidence.
struct Place {
    row: u32,
    column: u16,
    evidence: Option<u32>,
}

impl Place {
    fn write(&self, sheet: &mut Worksheet, cell: Option<&GridCell>) -> Result<(), XlsxError> {
        let said = Said::of(cell);
        let checked = cell.is_some_and(|cell| cell.judged.is_some());
        let format = format(said, checked);
        let Self { row, column, .. } = *self;
        if !said.value().is_some_and(|value| write_value(sheet, self, value, &format)) {
            sheet.write_string_with_format(row, column, shortened(&said.text()), &format)?;
        }
        let pages = said.pages();
        match self.evidence {
            Some(evidence) if !pages.is_empty() => {
                let url = Url::new(format!("internal:'{EVIDENCE}'!A{}", evidence + 1)).set_text(&pages);
                sheet.write_url_with_format(row, column + 1, url, &format)?;
            }
            _ => {
                sheet.write_blank(row, column + 1, &format)?;
            }
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
fn format(said: Said<'_>, checked: bool) -> Format {
    let format = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    let format = match colour(said) {
        Some(colour) => format.set_background_color(colour),
        None => format,
    };
    if checked { format.set_bold() } else { format }
}

fn colour(said: Said<'_>) -> Option<Color> {
    match said {
        Said::Found(_) => Some(Color::RGB(0x00E2_F0D9)),
        Said::Unsure(_) => Some(Color::RGB(0x00FF_F2CC)),
        Said::NotFound => Some(Color::RGB(0x00ED_EDED)),
        Said::Rejected | Said::Failed => Some(Color::RGB(0x00F8_E0E0)),
        Said::NotAsked => None,
    }
}

/// The first row of the evidence for each cell.
type Rows = HashMap<(pincite_api::DocumentId, pincite_api::GridQuestionId), u32>;

/// Writes a row for each answer, and one for each cell without an answer.
fn evidence(sheet: &mut Worksheet, review: &Review<'_>, cells: &Cells<'_>) -> Result<Rows, XlsxError> {
    let bold = Format::new().set_bold();
    for (at, (name, width)) in (0..).zip(EVIDENCE_COLUMNS) {
        sheet.write_string_with_format(0, at, name, &bold)?.set_column_width(at, width)?;
    }
    let mut rows = Rows::new();
    let mut next = 1;
    for document in &review.view.documents {
        for question in &review.view.questions {
            rows.insert((document.id, question.id), next);
            let mut lines = Lines { sheet: &mut *sheet, review, document, question, next };
            next = lines.write(cells.of(document, question))?;
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofilter(0, 0, next - 1, EVIDENCE_COLUMNS.len() as u16 - 1)?;
    Ok(rows)
}

/// The evidence for one cell.
struct Lines<'w> {
    sheet: &'w mut Worksheet,
    review: &'w Review<'w>,
    document: &'w GridDocument,
    question: &'w GridQuestion,
    next: u32,
}

impl Lines<'_> {
    /// Writes the evidence; the row after it.
    fn write(&mut self, cell: Option<&GridCell>) -> Result<u32, XlsxError> {
        let said = Said::of(cell);
        let checked = checked(cell.and_then(|cell| cell.judged));
        if said.answers().is_empty() {
            self.head(said, checked)?;
        }
        for answer in said.answers() {
            self.answer(answer)?;
            self.head(said, checked)?;
        }
        Ok(self.next)
    }

    /// What every row has.
    fn head(&mut self, said: Said<'_>, checked: &str) -> Result<(), XlsxError> {
        for (column, text) in [(0, &self.document.name), (1, &self.question.name), (2, &self.question.text)] {
            self.text(column, text)?;
        }
        self.text(3, said.result())?;
        self.text(11, checked)?;
        self.next += 1;
        Ok(())
    }

    fn answer(&mut self, answer: &GridAnswer) -> Result<(), XlsxError> {
        if let Some(value) = &answer.value {
            self.text(4, &value.normalised)?;
            self.text(5, &value.written)?;
        }
        self.text(6, &answer.sentence)?;
        self.text(7, &answer.citation)?;
        self.text(8, &page(answer))?;
        self.text(9, answer.clause.as_deref().unwrap_or_default())?;
        if let Some(probability) = answer.probability {
            let format = Format::new().set_num_format("0%").set_align(FormatAlign::Top);
            self.sheet.write_number_with_format(self.next, 10, probability, &format)?;
        }
        let link = self.review.links.get(&(self.document.id, answer.passage));
        self.text(12, link.map(String::as_str).unwrap_or_default())
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
fn read(sheet: &mut Worksheet, review: &Review<'_>) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    sheet.set_column_width(0, NAME)?.set_column_width(1, ANSWER)?.set_column_width(4, HASH)?;
    let mut row = 0;
    for fact in review.facts() {
        sheet.write_string_with_format(row, 0, fact.name, &bold)?.write_string(row, 1, shortened(&fact.value))?;
        row += 1;
    }
    row += 1;
    for (at, head) in (0..).zip(["Document", "Pages", "Pages not read", "Pages recognised", "SHA-256 of the file"]) {
        sheet.write_string_with_format(row, at, head, &bold)?;
    }
    for document in &review.view.documents {
        row += 1;
        sheet.write_string(row, 0, shortened(&document.name))?;
        let Some(read) = review.read.get(&document.id) else { continue };
        sheet.write_string(row, 4, &read.hash)?;
        for (at, number) in (1..).zip([read.pages, read.skipped, read.recognised]) {
            sheet.write_number(row, at, number)?;
        }
    }
    row += 2;
    sheet.write_string_with_format(row, 0, "Models", &bold)?;
    for model in &review.models {
        sheet.write_string(row, 1, model)?;
        row += 1;
    }
    row += 1;
    sheet.write_string_with_format(row, 0, "Colours", &bold)?;
    for said in [Said::Found(&[]), Said::Unsure(&[]), Said::NotFound, Said::Rejected] {
        sheet.write_string_with_format(row, 1, said.result(), &format(said, false))?;
        row += 1;
    }
    sheet.write_string_with_format(row, 1, "Checked by a person", &bold)?;
    Ok(())
}
