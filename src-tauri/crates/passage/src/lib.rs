//! Pages become passages: consecutive sentences that know where they stand.
//!
//! This room cuts text; it is not for reading files (the room before) nor for storing or searching (the rooms after).

mod passage;

pub use passage::{Kind, Passage, Span, Splitting};
