//! A review table for word processors: a table for each document of the collection, with a row for each question. The sentences
//! are footnotes with their citations.

use super::Review;
use super::cell::{Said, checked};
use crate::Error;
use crate::docx::{self, Run};
use pincite_api::GridDocument;

/// The bytes of a .docx file.
pub(super) fn write(review: &Review<'_>) -> Result<Vec<u8>, Error> {
    let cells = review.cells();
    let mut file = docx::Document::across(&review.view.name);
    for fact in review.facts() {
        file.paragraph(&format!("{}: {}", fact.name, fact.value));
    }
    for document in &review.view.documents {
        file.heading(&document.name);
        let mut rows = Vec::with_capacity(review.view.questions.len());
        for question in &review.view.questions {
            let cell = cells.of(document, question);
            let said = Said::of(cell);
            let answer = answer(&mut file, said);
            let checked = checked(cell.and_then(|cell| cell.judged));
            let plain = |text: &str| vec![Run::Text(text.to_owned())];
            rows.push(vec![plain(&question.name), plain(said.result()), answer, plain(checked)]);
        }
        file.table(&["Question", "Result", "Answer", "Checked"], &rows);
        file.paragraph(&read(review, document));
    }
    file.finish()
}

/// The answer of a cell. Each sentence becomes a footnote.
fn answer(file: &mut docx::Document, said: Said<'_>) -> Vec<Run> {
    let mut runs = Vec::new();
    for (at, answer) in said.answers().iter().enumerate() {
        let between = if at > 0 { "; " } else { "" };
        let shown = answer.value.as_ref().map_or(&answer.sentence, |value| &value.written);
        runs.push(Run::Text(format!("{between}{shown}")));
        runs.push(file.footnote(&format!("“{}” {}", answer.sentence, answer.citation)));
    }
    runs
}

/// How much of a document was read.
fn read(review: &Review<'_>, document: &GridDocument) -> String {
    match review.read.get(&document.id) {
        Some(read) if read.skipped > 0 => format!("{} pages, of which {} could not be read.", read.pages, read.skipped),
        Some(read) => format!("{} pages read.", read.pages),
        None => String::new(),
    }
}
