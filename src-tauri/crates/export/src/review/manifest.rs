//! All that a review table says, as data: what was asked of which files by which models, every cell, and who confirmed it. Every
//! format is written from it, and the hash of it is printed in each. Not for its texts (`cell`).

use super::{ReadDocument, Review};
use crate::Error;
use pincite_api::{AnswerValue, DocumentId, GridAnswer, GridCell, GridDocument, GridView, Judgement, Match};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// The form of manifest that this version writes.
const FORM: u32 = 1;

/// A review table, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The form of this manifest.
    pub form: u32,
    /// Name of the table.
    pub table: String,
    /// Its collection.
    pub collection: String,
    /// The day it was written, as people write it.
    pub date: String,
    /// The models that read its documents.
    pub models: Vec<ReadingModel>,
    /// Its columns.
    pub questions: Vec<Asked>,
    /// A row for each document.
    pub rows: Vec<Row>,
}

/// A model that read the documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingModel {
    /// Its name.
    pub name: String,
    /// SHA-256 over the names and hashes of its files, in hexadecimal, if they are known.
    pub sha256: Option<String>,
}

/// A question of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The short name of its column.
    pub name: String,
    /// The question.
    pub text: String,
}

/// What is said of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name.
    pub document: String,
    /// What was read of it.
    pub read: ReadDocument,
    /// Who confirmed this row as it is here.
    pub confirmed: Option<Confirmation>,
    /// A cell for each question.
    pub cells: Vec<Cell>,
}

/// A person confirmed a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The name that the person gave.
    pub name: String,
    /// When, as people write it.
    pub date: String,
}

/// What is said of a question and a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The result.
    pub result: Outcome,
    /// What a person said of it.
    pub checked: Option<Judgement>,
    /// The answers, best first. What a person rejected is none.
    pub answers: Vec<Answer>,
}

/// What became of a question to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Nobody asked it.
    NotAsked,
    /// The document could not be read.
    Failed,
    /// A person said that it is wrong.
    Rejected,
    /// The document does not answer.
    NotFound,
    /// The answers may be right.
    Unsure,
    /// The document answers.
    Found,
}

/// An answer of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The value that it gives, if the question asks for one.
    pub value: Option<AnswerValue>,
    /// Its sentence.
    pub sentence: String,
    /// The citation of the sentence.
    pub citation: String,
    /// The printed label, or else the number of the page.
    pub page: String,
    /// Number of its clause, if it is known.
    pub clause: Option<String>,
    /// The probability that it answers, 0 to 1, if it was read.
    pub probability: Option<f32>,
    /// A link that reopens its place.
    pub link: Option<String>,
}

impl Manifest {
    pub(super) fn of(review: &Review<'_>) -> Self {
        let view = review.view;
        let cells = cells_of(view);
        let mut rows = Vec::with_capacity(view.documents.len());
        for document in &view.documents {
            rows.push(Row {
                document: document.name.clone(),
                read: review.read.get(&document.id).cloned().unwrap_or_default(),
                confirmed: review.confirmed.get(&document.id).cloned(),
                cells: row_of(view, document, &cells, |answer| {
                    review.links.get(&(document.id, answer.passage)).cloned()
                }),
            });
        }
        Self {
            form: FORM,
            table: view.name.clone(),
            collection: review.occasion.scope.clone(),
            date: review.occasion.date.clone(),
            models: review.models.clone(),
            questions: asked(view),
            rows,
        }
    }
}

/// A manifest with the hash that is printed.
pub(super) struct Sealed {
    pub(super) manifest: Manifest,
    /// JSON with the fields in their order, without spaces.
    pub(super) text: String,
    /// SHA-256 of the text, in hexadecimal.
    pub(super) sha256: String,
}

impl Sealed {
    /// # Errors
    /// `export.not_written`, which is a fault of Pincite.
    pub(super) fn of(manifest: Manifest) -> Result<Self, Error> {
        let text = serde_json::to_string(&manifest).map_err(|error| no_json(&error))?;
        let sha256 = sha256(&text);
        Ok(Self { manifest, text, sha256 })
    }
}

/// The hash of what is said of each document: of its file, the questions, and each cell. It is another one as soon as a reader would
/// read something else. `files` are the SHA-256 of the documents.
///
/// # Errors
/// `export.not_written`, which is a fault of Pincite.
pub fn row_hashes(view: &GridView, files: &HashMap<DocumentId, String>) -> Result<HashMap<DocumentId, String>, Error> {
    let all = cells_of(view);
    let asked = asked(view);
    let mut hashes = HashMap::with_capacity(view.documents.len());
    for document in &view.documents {
        let mut cells = row_of(view, document, &all, |_| None);
        for answer in cells.iter_mut().flat_map(|cell| &mut cell.answers) {
            answer.probability = None;
        }
        let file = files.get(&document.id).map(String::as_str).unwrap_or_default();
        let text = serde_json::to_string(&(file, &asked, cells)).map_err(|error| no_json(&error))?;
        hashes.insert(document.id, sha256(&text));
    }
    Ok(hashes)
}

pub(super) fn no_json(error: &serde_json::Error) -> Error {
    Error::NotWritten { format: "JSON", reason: error.to_string() }
}

/// SHA-256 in hexadecimal.
fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

type Cells<'v> = HashMap<(DocumentId, pincite_api::GridQuestionId), &'v GridCell>;

fn cells_of(view: &GridView) -> Cells<'_> {
    view.cells.iter().map(|cell| ((cell.document, cell.question), cell)).collect()
}

fn asked(view: &GridView) -> Vec<Asked> {
    let asked = view.questions.iter().map(|one| Asked { name: one.name.clone(), text: one.text.clone() });
    asked.collect()
}

fn row_of(
    view: &GridView,
    document: &GridDocument,
    cells: &Cells<'_>,
    link: impl Fn(&GridAnswer) -> Option<String>,
) -> Vec<Cell> {
    let mut row = Vec::with_capacity(view.questions.len());
    for question in &view.questions {
        let cell = cells.get(&(document.id, question.id)).copied();
        let result = Outcome::of(cell);
        let shown = match (result, cell) {
            (Outcome::Unsure | Outcome::Found, Some(cell)) => cell.answers.as_slice(),
            _ => &[],
        };
        let answers = shown.iter().map(|answer| Answer { link: link(answer), ..Answer::of(answer) }).collect();
        row.push(Cell { result, checked: cell.and_then(|cell| cell.judged), answers });
    }
    row
}

impl Outcome {
    /// A person's judgement counts before the search's.
    fn of(cell: Option<&GridCell>) -> Self {
        let Some(cell) = cell else { return Self::NotAsked };
        match (cell.judged, cell.state) {
            _ if cell.problem.is_some() => Self::Failed,
            (Some(Judgement::Wrong), _) => Self::Rejected,
            (_, Match::NotFound) => Self::NotFound,
            (None, Match::Unsure) => Self::Unsure,
            (_, Match::Unsure | Match::Found) => Self::Found,
        }
    }
}

impl Answer {
    fn of(answer: &GridAnswer) -> Self {
        let label = &answer.page_label;
        Self {
            value: answer.value.clone(),
            sentence: answer.sentence.clone(),
            citation: answer.citation.clone(),
            page: if label.is_empty() { (answer.page + 1).to_string() } else { label.clone() },
            clause: answer.clause.clone(),
            probability: answer.probability,
            link: None,
        }
    }
}
