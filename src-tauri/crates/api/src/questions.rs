//! Questions about passages with requests for them, and the questions that people asked. Not for generating any.

use crate::Problem;
use pincite_library::{DocumentId, PassageId, QuestionId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The seed of every run of the product: the same pairs give the same encoder again.
pub const SEED: u64 = 1;

/// Who or what a question is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Origin {
    /// A question generator.
    Generator,
    /// A file that the user supplied.
    Import,
    /// The user.
    Person,
}

impl Origin {
    /// Stable code to store and to branch on; the same as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Generator => "generator",
            Self::Import => "import",
            Self::Person => "person",
        }
    }

    /// Whether people stand behind it: their questions are taken as they are.
    pub fn is_people(self) -> bool {
        matches!(self, Self::Import | Self::Person)
    }
}

/// Settings of the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export)]
pub struct Filter {
    /// A question is kept if the search finds its passage in one of so many first places of its document; none keeps
    /// it wherever that is. Ten is how far down the search is judged (MRR@10). Fewer would throw away the questions that
    /// teach most.
    pub round_trip: Option<usize>,
    /// Fewest words.
    pub shortest: usize,
    /// Most words.
    pub longest: usize,
    /// Most words in a row that a generator may take from the passage.
    pub longest_copy: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Self { round_trip: Some(10), shortest: 3, longest: 40, longest_copy: 10 }
    }
}

impl Filter {
    /// Lets all pass that is a question, found or not.
    #[must_use]
    pub fn without_round_trip(self) -> Self {
        Self { round_trip: None, ..self }
    }
}

/// Which generator writes questions. In JSON: "auto", or its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum WriterChoice {
    /// The one that comes with Pincite.
    #[default]
    Auto,
    /// The one of this name.
    Generator(String),
}

impl From<String> for WriterChoice {
    fn from(name: String) -> Self {
        if name == "auto" { Self::Auto } else { Self::Generator(name) }
    }
}

impl From<WriterChoice> for String {
    fn from(choice: WriterChoice) -> Self {
        match choice {
            WriterChoice::Auto => "auto".to_owned(),
            WriterChoice::Generator(name) => name,
        }
    }
}

/// How questions are to be generated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct QuestionRequest {
    /// Which generator writes them: "auto" (the one that comes with Pincite), or its name.
    #[ts(type = "string")]
    pub writer: WriterChoice,
    /// How many about each passage, at most.
    pub per_passage: u32,
    /// How good they have to be.
    pub filter: Filter,
    /// The generator's input, with `{passage}` or `{sentence}` and perhaps `{heading}` in it; none: as it wants it.
    pub prompt: Option<String>,
    /// Another seed gives other questions.
    #[ts(type = "number")]
    pub seed: u64,
}

impl Default for QuestionRequest {
    fn default() -> Self {
        Self { writer: WriterChoice::Auto, per_passage: 3, filter: Filter::default(), prompt: None, seed: SEED }
    }
}

/// What generating questions would do here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionPlan {
    /// Name of the generator.
    pub writer: String,
    /// Passages that would be asked about.
    pub passages: u32,
    /// Questions that would be kept, estimated from a few that are tried out.
    pub questions: u32,
    /// Seconds it would take, estimated from the same few; none if there is nothing to do.
    pub seconds: Option<f32>,
    /// Documents left out, because the generator does not know their language.
    pub unknown_language: u32,
    /// Why it cannot start, if it cannot.
    pub problem: Option<Problem>,
}

/// A question about a passage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionView {
    /// Its number.
    #[ts(type = "number")]
    pub id: QuestionId,
    /// The question.
    pub text: String,
    /// The document it is about.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// The passage that answers it, as hits have it; none if the document was cut in another way since people asked.
    #[ts(type = "number | null")]
    pub passage: Option<PassageId>,
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
    pub document: Option<DocumentId>,
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
    /// Questions of the collection that the file has, each once however often a line repeats it.
    pub stored: u32,
    /// Lines whose passage is in no document of it.
    pub unmatched: u32,
}

/// A question that people asked of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct AskedView {
    /// Its words.
    pub text: String,
    /// The only document it was asked of; none: the whole collection.
    #[ts(type = "number | null")]
    pub document: Option<DocumentId>,
    /// Unix time in seconds when it was last asked.
    #[ts(type = "number")]
    pub asked: i64,
    /// How often it was asked.
    pub times: u32,
}

/// Whether questions that people ask are kept on this computer, and how many are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionMemory {
    /// Whether they are kept from now on.
    pub on: bool,
    /// How many are kept, of all collections.
    pub count: u32,
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn codes_are_those_of_json() {
        for origin in [Origin::Generator, Origin::Import, Origin::Person] {
            let json = serde_json::to_value(origin).unwrap();
            assert_eq!(json, origin.code(), "what is stored by code is read as JSON and the other way round");
        }
    }
}
