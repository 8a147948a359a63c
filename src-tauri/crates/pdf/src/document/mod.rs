//! Steps that need all pages: running headers and footers, printed page numbers, and words hyphenated at the end of a
//! line. They work on plain data; nothing of a PDF is parsed here.

mod hyphens;
mod page_number;
mod printed;
mod running;

pub(crate) use hyphens::with_hyphens_resolved;
pub(crate) use page_number::roman;

use crate::{Contents, Page};
use serde::{Deserialize, Serialize};

/// A whole file in memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Title, outline, labels and damage.
    pub contents: Contents,
    /// All pages in order.
    pub pages: Vec<Page>,
}

/// Finishes the pages of a document.
pub(crate) fn assemble(pages: &mut [Page]) {
    running::mark(pages);
    printed::mark_inner(pages);
    printed::find(pages);
    hyphens::resolve(pages);
}
