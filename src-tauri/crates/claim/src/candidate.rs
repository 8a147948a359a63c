//! A place of a document that may be what a claim speaks of. Not for finding it (`check`).

use crate::score::{Agreement, Features, OTHER_YEAR};
use pincite_pdf::Rect;

/// A place that may be what a claim speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Number of the document.
    pub document: usize,
    /// Page of its first box, counted from 0.
    pub page: u32,
    /// Boxes of the value or the words, each with its page.
    pub boxes: Vec<(u32, Rect)>,
    /// What is printed there: the value.
    pub printed: String,
    /// The sentence or the row that it stands in.
    pub text: String,
    /// Whether it says the same.
    pub agreement: Agreement,
    /// What speaks for it.
    pub features: Features,
    /// How far it is what the claim speaks of.
    pub score: f32,
}

impl Candidate {
    /// Whether it is of another year than the claim.
    pub(crate) fn is_of_other_year(&self) -> bool {
        self.features[OTHER_YEAR] > 0.0
    }
}
