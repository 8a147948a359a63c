//! The decision whether a trained encoder may be used: questions held out are asked before and after in the search that is
//! shown, and the gain must be more than chance. People's own questions have a veto.

mod decide;
mod exam;
mod metrics;
mod paired;
mod people;
#[cfg(test)]
mod shown;

pub use decide::decide;
pub(crate) use exam::Examination;
pub use exam::{Encoded, Exam, Rank};
pub(crate) use metrics::metrics_of;
pub use people::FEWEST_OF_PEOPLE;
pub(crate) use people::with_people;
