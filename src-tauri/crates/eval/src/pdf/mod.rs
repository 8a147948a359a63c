//! Questions with evidence pages and texts, asked of ingested PDFs. Not for ingesting them.

mod judge;
mod read;
mod report;
mod run;

pub use judge::Document;
pub use read::{Clause, Evidence, Question, read};
pub use report::{Figures, Report};
pub use run::run;
