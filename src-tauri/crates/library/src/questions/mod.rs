//! Questions about passages: kept, listed and counted. Not for writing them, nor for judging which are good.
//!
//! Those a program wrote (`asking`) belong to a passage and go with it. Those people made (`editing`) keep a quote of
//! their passage and are found again by it when the content is stored anew.

mod asking;
mod editing;
mod listing;

pub use asking::RunReport;
pub use listing::{PassageQuestions, QuestionCount};

use crate::naming::single_spaced;
use crate::{CollectionId, ContentId, PassageId, QuestionId};

/// A question about a passage.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Question {
    /// Its number.
    pub id: QuestionId,
    /// The collection it is asked in.
    pub collection: CollectionId,
    /// The content it is about.
    pub content: ContentId,
    /// The passage that answers it; `None` if people made it and no passage of the content has that text any more.
    pub passage: Option<PassageId>,
    /// The text of the passage when people made it; `None` for what a program wrote.
    pub quote: Option<String>,
    /// The question.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Name of the program that wrote it, unless people did.
    pub writer: Option<String>,
    /// Why it is not used, as a stable code; `None`: it is kept.
    pub reason: Option<String>,
    /// Where its passage was found among those of its content, from 1, if that was tried.
    pub rank: Option<i64>,
    /// The probability that its passage answers it, 0 to 1, if a cross-encoder read both.
    pub answers: Option<f32>,
    /// Unix time in seconds when it was stored.
    pub created_at: i64,
}

/// Where a question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Origin {
    /// A language model.
    Generator,
    /// A file.
    Import,
    /// A person, here.
    Person,
}

/// A question to store.
#[derive(Clone, Debug, PartialEq)]
pub struct NewQuestion {
    /// The question. White space counts as one space, and none at the ends.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Name of the program that wrote it; left out for [`Origin::Import`] and [`Origin::Person`].
    pub writer: Option<String>,
    /// Why it is not used, as a stable code; `None`: it is kept.
    pub reason: Option<String>,
    /// Where its passage was found among those of its content, from 1.
    pub rank: Option<i64>,
    /// The probability that its passage answers it, 0 to 1, if a cross-encoder read both.
    pub answers: Option<f32>,
}

/// Questions about one passage, to store.
#[derive(Clone, Debug, PartialEq)]
pub struct NewQuestions {
    /// The passage.
    pub passage: PassageId,
    /// What is asked about it.
    pub questions: Vec<NewQuestion>,
}

/// Which questions of a collection are meant; by default all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionFilter {
    /// Those about this content.
    pub content: Option<ContentId>,
    /// Those that are kept, or those that are not.
    pub kept: Option<bool>,
    /// Those that come from there.
    pub origin: Option<Origin>,
}

impl QuestionFilter {
    /// The numbers of contents meant: a range, so that an index can be used for one as for all.
    fn contents(&self) -> (i64, i64) {
        self.content.map_or((i64::MIN, i64::MAX), |content| (content.0, content.0))
    }
}

impl NewQuestion {
    /// Who wrote it, if a program did.
    fn program(&self) -> Option<&str> {
        let by_people = matches!(self.origin, Origin::Import | Origin::Person);
        self.writer.as_deref().filter(|_| !by_people)
    }
}

/// A question's words with single spaces between them; none if there are no words.
pub(crate) fn tidy(text: &str) -> Option<String> {
    let text = single_spaced(text);
    Some(text).filter(|text| !text.is_empty())
}
