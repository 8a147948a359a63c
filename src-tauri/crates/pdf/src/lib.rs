//! Bytes of a PDF become pages of words with boxes, and page images.
//!
//! This room reads files, and it does so in a process of its own: nothing of a PDF is ever parsed by the process that
//! holds the window or the library. It is not for meaning: passages, sentences and clauses are the next room's work.

mod geometry;
mod page;

pub use geometry::Rect;
pub use page::{Contents, Coverage, Line, OutlineItem, Page, Role, Word};
