//! What only shows when all pages are seen together: lines repeated at the top or bottom, and how words are spelt that
//! a line's end has hyphenated. Plain data in, plain data out; nothing of a PDF is parsed here.

mod hyphens;
mod page_number;
mod running;

pub(crate) use hyphens::with_hyphens_resolved;

use crate::{Contents, Page};
use serde::{Deserialize, Serialize};

/// A whole file in memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Title, outline, labels.
    pub contents: Contents,
    /// All pages in order.
    pub pages: Vec<Page>,
}

/// Finishes pages that were read one after the other.
pub(crate) fn assemble(pages: &mut [Page]) {
    running::mark(pages);
    hyphens::resolve(pages);
}
