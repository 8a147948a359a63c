//! Rows of tables as answers: how well a row answers a question that asks for line items, and which of its figures is meant. A
//! question finds the line item under any label, prefers the primary statement, the year and the period asked for.
//!
//! The weights were fitted to 160 questions about filings (experiment 054). Not for finding tables (`table`) or naming items
//! (`item`).

mod cell;
mod computed;
mod score;
mod whole;

pub use cell::asked_cell;
pub(crate) use cell::period_of;
pub(crate) use computed::{Computation, Computed, Part, computed, value_of};
pub(crate) use score::asks_for_rows;
pub use score::{BestRow, best_rows};
