//! Splits pages into passages: consecutive sentences with their positions.
//!
//! Not for reading files (the crate `pdf`), storing or searching.
//!
//! The steps, in order:
//!
//! - `piece`: words, as the smallest units.
//! - `line`: lines with the features that decide about blocks.
//! - `block`: headings, paragraphs and tables.
//! - `flow`: units, which are sentences and rows, each with its location in the document.
//! - `pack`: passages ([`Passage`]).
//! - `margin`: running headers and footers, as the last passages.
//!
//! Beside them, `title` finds the title that the first page prints.

mod abbreviation;
mod block;
mod enumeration;
mod flow;
mod heading;
mod line;
mod lookalike;
mod margin;
mod measure;
mod numbering;
mod pack;
mod passage;
mod piece;
mod sentence;
mod split;
mod statement;
mod title;
mod trail;
mod unit;
mod write;

pub use heading::without_number;
pub use numbering::{is_bullet, is_item};
pub use passage::{Kind, Passage, Place, Span, Splitting};
pub use sentence::sentences;
pub use split::split;
pub use title::printed_title;
