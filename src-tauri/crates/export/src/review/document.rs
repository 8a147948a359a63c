//! A review table for word processors: a table for each document of the collection, with a row for each question. The sentences
//! are footnotes with their citations.

use super::facts;
use super::manifest::{Cell, Row, Sealed};
use crate::Error;
use crate::docx::{self, Run};

/// The bytes of a .docx file.
pub(super) fn write(sealed: &Sealed) -> Result<Vec<u8>, Error> {
    let manifest = &sealed.manifest;
    let mut file = docx::Document::across(&manifest.table);
    for fact in facts(sealed) {
        file.paragraph(&format!("{}: {}", fact.name, fact.value));
    }
    for row in &manifest.rows {
        file.heading(&row.document);
        let mut lines = Vec::with_capacity(row.cells.len());
        for (question, cell) in manifest.questions.iter().zip(&row.cells) {
            let answer = answer(&mut file, cell);
            let plain = |text: &str| vec![Run::Text(text.to_owned())];
            lines.push(vec![plain(&question.name), plain(cell.result.in_words()), answer, plain(cell.checked())]);
        }
        file.table(&["Question", "Result", "Answer", "Checked"], &lines);
        file.paragraph(&below(row));
    }
    file.finish()
}

/// The answer of a cell. Each sentence becomes a footnote.
fn answer(file: &mut docx::Document, cell: &Cell) -> Vec<Run> {
    let mut runs = Vec::new();
    for (at, answer) in cell.answers.iter().enumerate() {
        let between = if at > 0 { "; " } else { "" };
        let shown = answer.value.as_ref().map_or(&answer.sentence, |value| &value.written);
        runs.push(Run::Text(format!("{between}{shown}")));
        runs.push(file.footnote(&format!("“{}” {}", answer.sentence, answer.citation)));
    }
    runs
}

/// How much of a document was read, and who confirmed what is said of it.
fn below(row: &Row) -> String {
    let read = match row.read.skipped {
        0 => format!("{} pages read.", row.read.pages),
        skipped => format!("{} pages, of which {skipped} could not be read.", row.read.pages),
    };
    match &row.confirmed {
        Some(confirmed) => format!("{read} Confirmed by {}, {}.", confirmed.name, confirmed.date),
        None => read,
    }
}
