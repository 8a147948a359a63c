//! Text becomes terms: questions, passages and the words in them. Not for indexing or ranking.

mod analyse;
mod query;
mod terms;
mod word;

pub use analyse::{ANALYSIS_VERSION, Token, analyse, tokens};
pub(crate) use query::Step;
pub use query::{Phrase, Query, is_stop_word};
pub(crate) use terms::Runs;
pub use terms::{passage_terms, terms_of};
pub use word::fold_letters;
pub(crate) use word::{fold, words};
