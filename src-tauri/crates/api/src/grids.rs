//! Grids: a list of questions, asked of each document of a collection. Not for answering them.

use crate::{AnswerValue, Match, Problem};
use pincite_library::{CollectionId, DocumentId, GridId, GridQuestionId, PassageId};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use ts_rs::TS;

/// A grid to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct NewGrid {
    /// Its collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// Its name.
    pub name: String,
    /// Its questions.
    pub source: QuestionSource,
    /// Its documents. None: all of its collection, also those that come later.
    #[ts(type = "Array<number>")]
    pub documents: Vec<DocumentId>,
}

/// Where the questions of a new grid come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[ts(export)]
pub enum QuestionSource {
    /// A list that comes with Pincite, by its id.
    List(String),
    /// One question on each line.
    Text(String),
    /// A CSV file with a column "question", or a text file with one question on each line. Other columns are "name", "value" (a
    /// kind of value), "wordings" and "answers" (of other documents), the last two with one on each line of a field.
    File(PathBuf),
}

/// A list of questions that comes with Pincite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionList {
    /// Its id, such as `lease`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its questions.
    pub questions: Vec<ListedQuestion>,
}

/// A question of a list that comes with Pincite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ListedQuestion {
    /// The short name of its column.
    pub name: String,
    /// The question.
    pub text: String,
}

/// How far the filling of a grid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum GridState {
    /// It was never started.
    New,
    /// It waits for a process that works.
    Queued,
    /// It is being filled.
    Running,
    /// It came to its end.
    Done,
    /// It failed; what was filled stays.
    Failed,
    /// It was cancelled; what was filled stays.
    Cancelled,
}

/// A grid in a list of grids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridSummary {
    /// Its number.
    #[ts(type = "number")]
    pub id: GridId,
    /// Its collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// Its name.
    pub name: String,
    /// How far its filling is.
    pub state: GridState,
    /// Why its filling failed.
    pub problem: Option<Problem>,
    /// How many questions it has.
    pub questions: u32,
    /// How many documents can be asked.
    pub documents: u32,
    /// Cells that are filled and up to date.
    pub filled: u32,
}

/// A grid with its cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridView {
    /// Its number.
    #[ts(type = "number")]
    pub id: GridId,
    /// Its collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// Its name.
    pub name: String,
    /// How far its filling is.
    pub state: GridState,
    /// Why its filling failed.
    pub problem: Option<Problem>,
    /// Its questions, in order.
    pub questions: Vec<GridQuestion>,
    /// The documents that can be asked, in order.
    pub documents: Vec<GridDocument>,
    /// The cells that are filled, in the order of questions and documents.
    pub cells: Vec<GridCell>,
}

/// A question of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridQuestion {
    /// Its number.
    #[ts(type = "number")]
    pub id: GridQuestionId,
    /// The short name of its column.
    pub name: String,
    /// The question.
    pub text: String,
}

/// A document of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridDocument {
    /// Its number.
    #[ts(type = "number")]
    pub id: DocumentId,
    /// Its name.
    pub name: String,
    /// Who confirmed what the grid says of it.
    pub signature: Option<GridSignature>,
    /// The document that it changes or completes, if it is an amendment or an exhibit.
    #[ts(type = "number | null")]
    pub contract: Option<DocumentId>,
    /// Its number among these: amendment 2 is 2.
    pub number: u32,
}

/// A person confirmed what a grid says of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridSignature {
    /// The name that the person gave.
    pub name: String,
    /// Unix time in seconds.
    #[ts(type = "number")]
    pub signed_at: i64,
    /// Whether the grid still says the same.
    pub is_current: bool,
}

/// A file with a review table, compared with its manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridFile {
    /// Name of the table.
    pub table: String,
    /// The day it was written, as people write it.
    pub date: String,
    /// The hash of its manifest, in hexadecimal.
    pub sha256: String,
    /// Whether it is as it was written.
    pub condition: FileCondition,
    /// What is different, if anything.
    pub differences: Vec<String>,
    /// When this library wrote a file with this hash, as Unix time in seconds.
    #[ts(type = "number | null")]
    pub written_at: Option<i64>,
    /// Its rows.
    pub documents: Vec<GridFileDocument>,
}

/// Whether a file is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum FileCondition {
    /// It is.
    Intact,
    /// Each cell says the same, but another program, or another version of Pincite, wrote the file.
    Rewritten,
    /// It says something else.
    Changed,
}

/// A document of a file with a review table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridFileDocument {
    /// Its name.
    pub name: String,
    /// Who confirmed its row, and when, as people write it.
    pub confirmed: Option<String>,
    /// Whether this very file is in the library.
    pub is_here: bool,
}

/// The answer of one document to one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridCell {
    /// Its question.
    #[ts(type = "number")]
    pub question: GridQuestionId,
    /// Its document.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Whether the document answers the question.
    pub state: Match,
    /// The probability that it does, 0 to 1, if it was read together with the question.
    pub presence: Option<f32>,
    /// Whether it is up to date: the document, or the search, did not change since.
    pub current: bool,
    /// The answers, best first: several for a question that asks for a list. Without an answer, the nearest passage.
    pub answers: Vec<GridAnswer>,
    /// Why it could not be filled.
    pub problem: Option<Problem>,
    /// What a person said of it.
    pub judged: Option<Judgement>,
    /// What others who share the library said of it before, where that is something else.
    pub others: Vec<OtherJudgement>,
    /// Passages of which a person said that they do not answer.
    #[ts(type = "Array<number>")]
    pub rejected: Vec<PassageId>,
    /// Whether the marks of its column had a say in what it shows.
    pub is_learned: bool,
}

/// An answer in a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridAnswer {
    /// Its passage.
    #[ts(type = "number")]
    pub passage: PassageId,
    /// Page on which the best sentence starts, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// The best sentence.
    pub sentence: String,
    /// Number of its clause, if it is known.
    pub clause: Option<String>,
    /// Citation of the sentence.
    pub citation: String,
    /// The probability that it answers the question, 0 to 1, if it was read together with it.
    pub probability: Option<f32>,
    /// The value that it gives, if the question asks for one.
    pub value: Option<AnswerValue>,
}

/// What a person says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Judgement {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// Another passage answers the question: the person chose it.
    Pointed,
    /// The document does not answer the question.
    Absent,
}

/// What a person said of a cell before somebody said something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct OtherJudgement {
    /// Their name on the server.
    pub person: String,
    /// What they said.
    pub judged: Judgement,
    /// The sentence that they chose; with [`Judgement::Pointed`].
    pub sentence: Option<String>,
}

/// A person judges a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Judging {
    /// The question of the cell.
    #[ts(type = "number")]
    pub question: GridQuestionId,
    /// The document of the cell.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// What is said; none takes back what was said before.
    pub judged: Option<Judgement>,
    /// The passage of the document that answers the question; with [`Judgement::Pointed`].
    #[ts(type = "number | null")]
    pub passage: Option<PassageId>,
}

/// What follows from a judgement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Judged {
    /// The cell.
    pub cell: GridCell,
    /// Other cells of its column that show something else now.
    pub changed: Vec<GridCell>,
}

/// Where a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridPlace {
    /// Its question.
    #[ts(type = "number")]
    pub question: GridQuestionId,
    /// Its document.
    #[ts(type = "number")]
    pub document: DocumentId,
}

/// A cell of a grid was filled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct GridProgress {
    /// The grid.
    #[ts(type = "number")]
    pub grid: GridId,
    /// Its collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// The cell.
    pub cell: GridCell,
    /// Cells that are filled.
    pub done: u32,
    /// Cells in all.
    pub total: u32,
    /// Seconds left, once it can be told.
    pub seconds_left: Option<f32>,
}
