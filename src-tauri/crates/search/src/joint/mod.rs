//! Answers to a question are chosen together, because some questions have several. Here is which questions ask for a
//! list, and which passages are answers. Not for scoring single passages (`score`) or for showing them (`answer`).

mod list;
mod nouns;
mod select;

pub use list::asks_for_list;
pub use select::{ANSWERS, Gather, PossibleAnswer, select};
