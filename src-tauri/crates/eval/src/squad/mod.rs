//! SQuAD v2.0 as document-level retrieval: each article is a document, each paragraph one of its passages. Not for
//! extracting answers.

mod adapt;
mod folds;
mod read;
mod report;
mod run;

pub use adapt::{Systems, adapt};
pub use folds::{ByWeights, Fold, Folds, Study};
pub use read::{Article, Paragraph, Question, read};
pub use report::{Answerable, Probabilities, Report};
pub use run::{run, run_each};
