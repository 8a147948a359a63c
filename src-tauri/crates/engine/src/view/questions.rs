//! What the interface is told of questions about passages, and how it wishes for them.

use super::Problem;
pub use pincite_question::{Filter, Origin, Prompt, Tally};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which program writes questions. In JSON: "auto", "keywords", or the name of a generator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum WriterChoice {
    /// The generator that comes with Pincite; keywords where it cannot be used.
    #[default]
    Auto,
    /// Words of the passage behind a question word: no model is needed.
    Keywords,
    /// The generator of this name.
    Generator(String),
}

impl From<String> for WriterChoice {
    fn from(name: String) -> Self {
        match name.as_str() {
            "auto" => Self::Auto,
            "keywords" => Self::Keywords,
            _ => Self::Generator(name),
        }
    }
}

impl From<WriterChoice> for String {
    fn from(choice: WriterChoice) -> Self {
        match choice {
            WriterChoice::Auto => "auto".to_owned(),
            WriterChoice::Keywords => "keywords".to_owned(),
            WriterChoice::Generator(name) => name,
        }
    }
}

/// How questions are to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export)]
pub struct QuestionWish {
    /// Which program writes them: "auto", "keywords", or the name of a generator.
    #[ts(type = "string")]
    pub writer: WriterChoice,
    /// How many about each passage, at most.
    pub per_passage: u32,
    /// How good they have to be.
    pub filter: Filter,
    /// What a generator is given, with `{passage}` or `{sentence}` and perhaps `{heading}` in it; none: as it wants it.
    #[ts(type = "string | null")]
    pub prompt: Option<Prompt>,
    /// Another seed, other questions.
    #[ts(type = "number")]
    pub seed: u64,
}

impl Default for QuestionWish {
    fn default() -> Self {
        Self { writer: WriterChoice::Auto, per_passage: 3, filter: Filter::default(), prompt: None, seed: 1 }
    }
}

/// What the writing of questions would do here, told before it starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct AskingPlan {
    /// What would write them: "keywords", or the name of a generator.
    pub writer: String,
    /// Why that one, if another would write if it could.
    pub note: Option<Problem>,
    /// Passages that would be asked about.
    pub passages: u32,
    /// Questions that would be kept, by the share of a few that were tried out.
    pub questions: u32,
    /// Seconds it would take, by the same few; none if there is nothing to do.
    pub seconds: Option<f32>,
    /// Why it cannot start, if it cannot.
    pub problem: Option<Problem>,
}

/// A question about a passage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionView {
    /// Its number.
    #[ts(type = "number")]
    pub id: i64,
    /// The question.
    pub text: String,
    /// The document it is about.
    #[ts(type = "number")]
    pub document: i64,
    /// The passage that answers it, as hits have it; none if the document was cut in another way since people asked.
    #[ts(type = "number | null")]
    pub passage: Option<i64>,
    /// That passage's text.
    pub passage_text: String,
    /// Page on which that passage begins, counted from 0.
    pub page: Option<u32>,
    /// Printed label of that page.
    pub page_label: Option<String>,
    /// Where the question comes from.
    pub origin: Origin,
    /// What wrote it, unless people did.
    pub writer: Option<String>,
    /// Whether it is used.
    pub kept: bool,
    /// Why it is not used.
    pub rejected: Option<Problem>,
    /// Where the search found the passage among those of its document when it was asked, counted from 1.
    pub rank: Option<u32>,
}

/// Which questions of a collection are meant; by default all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export)]
pub struct WhichQuestions {
    /// Those about this document.
    #[ts(type = "number | null")]
    pub document: Option<i64>,
    /// Those that are used, or those that are not.
    pub kept: Option<bool>,
    /// Those that come from there.
    pub origin: Option<Origin>,
}

/// Some of the questions that are meant, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionPage {
    /// By document and passage.
    pub questions: Vec<QuestionView>,
    /// How many there are in all.
    pub total: u32,
}

/// How many questions come from one place and have one fate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionCount {
    /// Where they come from.
    pub origin: Origin,
    /// Why they are not used; none for those that are.
    pub rejected: Option<Problem>,
    /// How many.
    pub count: u32,
    /// How many of them have no passage any more.
    pub unplaced: u32,
}

/// What became of a file of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Imported {
    /// Lines that are questions of the collection now.
    pub stored: u32,
    /// Lines whose passage is in no document of it.
    pub unmatched: u32,
}
