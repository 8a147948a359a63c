//! Passages as plain data, and how long they are.

use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};

/// Consecutive sentences or table rows of one document, with their positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Position in the document, counted from 0.
    pub ordinal: u32,
    /// The displayed and searched text. Single spaces separate words; line feeds separate rows and paragraphs.
    pub text: String,
    /// Headings above its first sentence, outermost first ("ARTICLE VII", "7.2 Termination for Cause"). They are in
    /// `text` only if they are inside the passage.
    pub headings: Vec<String>,
    /// Clause number of its first sentence as it is cited in its language ("7.2(b)", "§ 5 Abs. 1", "第五条"), if it has one.
    pub clause: Option<String>,
    /// Where the headings or the clause change inside the passage, in order.
    pub places: Vec<Place>,
    /// Byte ranges of `text`, one per sentence or table row, in order and without overlap.
    pub sentences: Vec<(u32, u32)>,
    /// Numbers of the sentences that are only titles: headings, "7.2 Notice." at the start of a clause, and headers of
    /// tables of figures.
    pub titles: Vec<u32>,
    /// One span per word, in text order.
    pub spans: Vec<Span>,
    /// Its first sentence began in the passage before.
    pub begins_mid_sentence: bool,
    /// Its last sentence goes on in the next passage.
    pub ends_mid_sentence: bool,
    /// Whether it is prose or a table.
    pub kind: Kind,
}

/// The headings and the clause number of a sentence and those after it, up to the next place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Number of the sentence in its passage, counted from 0.
    pub sentence: u32,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Its clause number, if it has one.
    pub clause: Option<String>,
}

impl Passage {
    /// The headings above a sentence, counted from 0, outermost first.
    pub fn headings_of(&self, sentence: usize) -> &[String] {
        self.place_of(sentence).map_or(&self.headings, |place| &place.headings)
    }

    /// The clause number of a sentence, counted from 0.
    pub fn clause_of(&self, sentence: usize) -> Option<&str> {
        self.place_of(sentence).map_or(self.clause.as_deref(), |place| place.clause.as_deref())
    }

    /// The text of a sentence, counted from 0.
    pub fn sentence(&self, number: usize) -> &str {
        let range = self.sentences.get(number).and_then(|(start, end)| self.text.get(*start as usize..*end as usize));
        range.unwrap_or_default()
    }

    /// Whether a sentence, counted from 0, is only a title: a heading, "7.2 Notice." at the start of its clause,
    /// or the header of a table of figures.
    pub fn is_title(&self, sentence: usize) -> bool {
        self.titles.iter().any(|title| *title as usize == sentence)
    }

    fn place_of(&self, sentence: usize) -> Option<&Place> {
        self.places.iter().rev().find(|place| place.sentence as usize <= sentence)
    }
}

/// The position of one word of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// First byte in the passage's text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Page, counted from 0.
    pub page: u32,
    /// Box on that page.
    pub rect: Rect,
}

/// The content of a passage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Sentences and headings; short tables as well.
    #[default]
    Prose,
    /// Rows of a table. If a table was cut, `text` repeats the header row.
    Table,
}

/// The length of passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splitting {
    /// A passage is closed before it would exceed this many tokens of the encoder.
    pub max_tokens: usize,
}
