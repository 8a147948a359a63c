//! Documents and collections in memory, ready to be searched. Not for scores: those depend on the scope of a question.

mod collection;
mod document;
mod vectors;

pub use collection::CollectionIndex;
pub(crate) use collection::SearchScope;
pub(crate) use document::Count;
pub use document::DocumentIndex;
pub use vectors::Vectors;
pub(crate) use vectors::{dot, normalise};
