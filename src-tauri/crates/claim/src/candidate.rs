//! A place of a document that may be what a claim speaks of. Not for finding it (`check`).

use crate::score::{Agreement, Features, LABEL, OF_DOCUMENT, OF_OTHER_DOCUMENT, OTHER_YEAR, READING, score};
use pincite_language::Language;
use pincite_pdf::Rect;
use std::collections::BTreeSet;

/// A place that may be what a claim speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Number of the document.
    pub document: usize,
    /// Its language.
    pub(crate) language: Language,
    /// Page of its first box, counted from 0.
    pub page: u32,
    /// Boxes of the value or the words, each with its page.
    pub boxes: Vec<(u32, Rect)>,
    /// What is printed there: the value.
    pub printed: String,
    /// The sentence or the row that it stands in.
    pub text: String,
    /// The same with what stands above it, as the cross-encoder reads it.
    pub(crate) read: String,
    /// Whether it says the same.
    pub agreement: Agreement,
    /// The table that it stands in, and its row there.
    pub(crate) row: Option<TableRow>,
    /// The years that it is of.
    pub(crate) years: BTreeSet<i16>,
    /// What speaks for it.
    pub features: Features,
    /// How far it is what the claim speaks of.
    pub score: f32,
}

/// A row of a table of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableRow {
    pub(crate) table: usize,
    pub(crate) row: usize,
}

impl Candidate {
    /// Whether it stands in another row of the same table, and its label fits the claim better.
    pub(crate) fn is_better_neighbour(&self, of: &Self) -> bool {
        let is_neighbour =
            self.row.zip(of.row).is_some_and(|(one, other)| one.table == other.table && one.row != other.row);
        is_neighbour
            && self.document == of.document
            && self.features[LABEL] > of.features[LABEL]
            && self.features[LABEL] >= 1.0
    }

    /// Whether it stands in the same row and is of a later year.
    pub(crate) fn is_later_in_row(&self, than: &Self) -> bool {
        let is_same_row = self.row.is_some() && self.row == than.row && self.document == than.document;
        is_same_row && self.years.last().zip(than.years.last()).is_some_and(|(one, other)| one > other)
    }

    /// Takes it as known that the claim is about this document.
    pub(crate) fn lean_towards(&mut self, document: usize) {
        let is_of_it = self.document == document;
        self.features[OF_DOCUMENT] = f32::from(u8::from(is_of_it));
        self.features[OF_OTHER_DOCUMENT] = f32::from(u8::from(!is_of_it));
        self.score = score(&self.features);
    }

    /// The cross-encoder gave it this logit.
    pub(crate) fn was_read(&mut self, logit: f32) {
        self.features[READING] = logit;
        self.score = score(&self.features);
    }

    /// Whether it is of another year than the claim.
    pub(crate) fn is_of_other_year(&self) -> bool {
        self.features[OTHER_YEAR] > 0.0
    }
}
