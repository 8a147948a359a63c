//! The decision whether adapted weights may be used: questions held out are asked before and after, and the difference
//! must be more than chance. Not for training.

mod decide;
mod decision;
mod exam;
mod fusion;
pub(crate) mod judge;
mod paired;
mod people;
mod report;
#[cfg(test)]
mod simulations;
mod strata;
mod styles;

pub use decide::{FEWEST, decide, refit};
pub use decision::weights_of;
pub(crate) use exam::Examination;
pub use exam::{Encoded, Exam, Trial};
pub use judge::CANDIDATES;
pub use people::FEWEST_OF_PEOPLE;
pub(crate) use people::with_people;
pub use styles::Styled;
