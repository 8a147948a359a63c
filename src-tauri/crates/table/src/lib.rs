//! Finds tables of figures on pages: title, columns with heads and periods, rows with labels, and cells with value, unit and
//! scale. It needs the boxes of words only, so statements without rules are tables, too.
//!
//! - `line`: the lines of a page as texts and figures.
//! - `region`: which lines make a table, and where its columns are.
//! - `head`: what stands over which columns.
//! - `rows`: labels over several lines, and what they stand under.
//! - `period`, `scale`: what heads and titles say of the figures.
//! - `build`: a table of these, over page ends.
//!
//! Not for passages, which have all text (`passage`), nor for which rows answer (`search`).

mod build;
mod figure;
mod head;
mod line;
mod pattern;
mod period;
mod region;
mod rows;
mod scale;
mod types;

pub use build::tables;
pub use types::{Cell, Column, Period, Row, Span, Table, Unit};
