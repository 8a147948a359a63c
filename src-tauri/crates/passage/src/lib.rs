//! Pages become passages: consecutive sentences that know where they stand.
//!
//! This room cuts text; it is not for reading files (the room before) nor for storing or searching (the rooms after).
//! The way through it: words → `piece` → `line` → `block` (headings, paragraphs, tables) → `unit` (sentences and rows,
//! each with its place in the document) → `pack` → [`Passage`]. What stands in the margin of pages (`margin`) comes last.

mod abbreviation;
mod block;
mod heading;
mod line;
mod margin;
mod measure;
mod numbering;
mod pack;
mod passage;
mod piece;
mod sentence;
mod split;
mod trail;
mod unit;
mod write;

pub use passage::{Kind, Passage, Span, Splitting};
pub use sentence::sentences;
pub use split::split;
