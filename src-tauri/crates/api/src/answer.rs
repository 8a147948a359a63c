//! Answers as they cross to the window and the command line, and where a link to a hit leads. Not for searching.

use crate::{AnswerValue, Cited, ComputedAnswer, FigureRow, Highlight, Problem};
use pincite_library::{CollectionId, DocumentId, PassageId};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use ts_rs::TS;

/// A question asked of a collection, or of some documents in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Question {
    /// Words of the question; phrases in double quotes must occur.
    pub text: String,
    /// Collection asked.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// Only these documents, searched in full. With none: all of the collection.
    #[serde(default)]
    #[ts(type = "Array<number>")]
    pub documents: Vec<DocumentId>,
    /// How many hits at most.
    pub k: u32,
    /// What the search may use.
    pub mode: Mode,
    /// Whether the best hits are wanted, or all answers. All answers may be more than `k`.
    pub gather: Gather,
    /// Whether the cross-encoder reads the first passages together with the question. It takes about a second, and makes
    /// the order better.
    pub rerank: bool,
    /// How many of the first passages the cross-encoder reads; `None`: as many as the search was measured with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub depth: Option<u32>,
    /// Whether it is kept among the questions that people asked, unless they turned that off.
    pub remember: bool,
}

/// The ranked answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Answer {
    /// The question as asked.
    pub question: Question,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Whether something here answers the question; `null` if no cross-encoder read the passages.
    #[serde(rename = "match")]
    pub state: Option<Match>,
    /// The probability that something here answers it, 0 to 1; `null` if no cross-encoder read the passages.
    pub presence: Option<f32>,
    /// What the hits are. All answers are found only by a cross-encoder.
    pub gathered: Gathered,
    /// How many answers were found, if the hits are all answers. With none, the hits are the nearest passages.
    pub found: Option<u32>,
    /// The documents that were judged, the likeliest first, where all answers of several documents were asked for.
    pub documents: Vec<JudgedDocument>,
    /// Documents that were not judged, because too many were asked. With some, the counts are "at least".
    pub unread: u32,
    /// What the question asks to compute of figures: a ratio, or a change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub computed: Option<ComputedAnswer>,
    /// What limits this answer ("no encoder is installed: words only").
    pub notes: Vec<Problem>,
    /// Time from question to ranked hits, in milliseconds.
    pub milliseconds: f32,
}

impl Answer {
    /// What was found, and in how many documents. `None` if no cross-encoder read the passages.
    pub fn result(&self) -> Option<String> {
        let state = self.state?;
        let (Match::Found, Some(count)) = (state, self.found) else { return Some(state.to_string()) };
        let answers = if count == 1 { "answer" } else { "answers" };
        let at_least = if self.unread > 0 { "At least " } else { "" };
        let found = format!("{at_least}{count} {answers} found");
        if self.documents.is_empty() {
            return Some(found);
        }
        let documents = self.documents_with(Match::Found).count();
        let of = self.documents.len();
        let unsure = match self.documents_with(Match::Unsure).count() {
            0 => String::new(),
            count => format!(", unsure in {count}"),
        };
        let unread = if self.unread > 0 { format!(", {} documents not read", self.unread) } else { String::new() };
        Some(format!("{found} in {documents} of {of} documents{unsure}{unread}"))
    }

    /// The judged documents of which this is known.
    pub fn documents_with(&self, state: Match) -> impl Iterator<Item = &JudgedDocument> {
        self.documents.iter().filter(move |document| document.state == state)
    }

    /// Whether a hit stands in a document of which nobody can say for sure that it answers, among others that do.
    pub fn is_unsure(&self, hit: &Hit) -> bool {
        self.state == Some(Match::Found)
            && self.documents_with(Match::Unsure).any(|document| document.document == hit.document)
    }
}

/// A document that was asked for all its answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct JudgedDocument {
    /// The document.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Its name, as it is listed.
    pub document_name: String,
    /// Whether it answers the question.
    #[serde(rename = "match")]
    pub state: Match,
    /// The probability that it does, 0 to 1.
    pub presence: f32,
}

/// Which hits a question asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Gather {
    /// All answers if the question asks for a list ("Which clauses …?"), else the best ones.
    #[default]
    Auto,
    /// The best ones.
    Best,
    /// All answers.
    All,
}

/// Which hits an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Gathered {
    /// The best ones.
    Best,
    /// All that probably answer the question.
    All,
}

/// Whether a question is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Match {
    /// It is answered here.
    Found,
    /// It may be answered here. The hits are the nearest passages.
    Unsure,
    /// It is not answered here. The hits are the nearest passages.
    #[default]
    NotFound,
}

impl Display for Match {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Found => "Found",
            Self::Unsure => "Unsure",
            Self::NotFound => "Not found",
        })
    }
}

/// Which scores a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Mode {
    /// BM25 and the encoder.
    #[default]
    Hybrid,
    /// Only the encoder.
    Dense,
    /// Only BM25.
    Lexical,
}

/// A ranked passage with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Hit {
    /// Id of the passage.
    #[ts(type = "number")]
    pub id: PassageId,
    /// Its document, as the collection lists it.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Name of the document, as it is listed.
    pub document_name: String,
    /// Page on which its best sentence starts, counted from 0.
    pub page: u32,
    /// Printed label of that page. Empty where no number printed on it is sure.
    pub page_label: String,
    /// How surely the text of that page was recognised in its picture, 0 to 1, if it was.
    pub confidence: Option<f32>,
    /// Its text, in pieces.
    pub pieces: Vec<Piece>,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Number of the clause of its best sentence, if it is known.
    pub clause: Option<String>,
    /// Its score.
    pub score: Score,
    /// The probability that it answers the question, 0 to 1, if the cross-encoder read it.
    pub probability: Option<f32>,
    /// Boxes to highlight on pages.
    pub highlights: Vec<Highlight>,
    /// Pinpoint citation.
    pub citation: String,
    /// Its best sentence in quotation marks, then the citation.
    pub quote: String,
    /// The parts of both, to write them in another style.
    pub cited: Cited,
    /// The value that its best sentence gives, if the question asks for one.
    pub value: Option<AnswerValue>,
    /// The row of a table that answers, if the question asks for figures.
    pub row: Option<FigureRow>,
    /// Places that say the same and are no hits of their own.
    pub same_as: Vec<Twin>,
}

/// A passage that says the same as a hit, or the same clause goes on in it. It is folded into that hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Twin {
    /// Its document, as the collection lists it.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Id of the passage.
    #[ts(type = "number")]
    pub passage: PassageId,
    /// Page on which its best sentence starts, counted from 0.
    pub page: u32,
    /// Pinpoint citation.
    pub citation: String,
}

/// The score of a passage and its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Score {
    /// The weighted sum of the standardised parts. Passages are ranked by it.
    pub total: f32,
    /// BM25 score, if the mode uses it.
    pub lexical: Option<f32>,
    /// Cosine of the question and the passage, if the mode uses it.
    pub dense: Option<f32>,
    /// Bonus for numeric content, if the question asks for a number and the mode is hybrid.
    pub numeric: Option<f32>,
    /// Bonus for a row of a table that has the figures asked for.
    pub rows: Option<f32>,
    /// Bonus for a document that the question names.
    pub named: Option<f32>,
    /// Logit of the cross-encoder, if it read the passage.
    pub cross: Option<f32>,
}

/// A piece of a passage's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether it is in the best sentence.
    pub sentence: bool,
    /// Whether it is a word of the question.
    pub matched: bool,
    /// Whether it is in the header of the table whose row is the best sentence.
    pub header: bool,
}

/// Where a link leads in this library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct LinkedPlace {
    /// The collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// The document.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Its file name.
    pub document_name: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label of the page.
    pub page_label: String,
    /// Boxes of the passage; none where the link names no passage of this page.
    pub highlights: Vec<Highlight>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer whose documents were judged so.
    fn answer(state: Match, found: Option<u32>, documents: &[Match], unread: u32) -> Answer {
        let question = Question {
            text: "Which clauses limit liability?".to_owned(),
            collection: CollectionId(1),
            documents: Vec::new(),
            k: 5,
            mode: Mode::Hybrid,
            gather: Gather::Auto,
            rerank: true,
            depth: None,
            remember: false,
        };
        let mut judged = Vec::new();
        for (number, state) in (1..).zip(documents) {
            let document_name = format!("{number}.pdf");
            judged.push(JudgedDocument { document: DocumentId(number), document_name, state: *state, presence: 0.5 });
        }
        Answer {
            question,
            hits: Vec::new(),
            state: Some(state),
            presence: Some(0.5),
            gathered: Gathered::All,
            found,
            documents: judged,
            unread,
            computed: None,
            notes: Vec::new(),
            milliseconds: 1.0,
        }
    }

    #[test]
    fn a_result_says_how_much_was_found_and_where() {
        use Match::{Found, NotFound, Unsure};
        let said = |state, found, documents: &[Match], unread| {
            answer(state, found, documents, unread).result().unwrap_or_default()
        };
        assert_eq!(said(Found, None, &[], 0), "Found");
        assert_eq!(said(Found, Some(1), &[], 0), "1 answer found");
        assert_eq!(
            said(Found, Some(3), &[Found, Found, Unsure, NotFound], 0),
            "3 answers found in 2 of 4 documents, unsure in 1"
        );
        assert_eq!(
            said(Found, Some(3), &[Found, NotFound], 7),
            "At least 3 answers found in 1 of 2 documents, 7 documents not read"
        );
        assert_eq!(said(Unsure, Some(0), &[Unsure, NotFound], 0), "Unsure", "nothing is found for sure");
        let unread = Answer { state: None, ..answer(Found, None, &[], 0) };
        assert_eq!(unread.result(), None, "without reading nobody knows");
    }
}
