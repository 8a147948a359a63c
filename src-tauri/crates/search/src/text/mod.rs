//! Text becomes terms: questions, passages and the words in them. Not for indexing or ranking.

mod analyse;
mod query;
mod stop_words;
mod terms;
mod word;

pub use analyse::{ANALYSIS_VERSION, Token, analyse, tokens};
pub(crate) use query::Step;
pub use query::{Phrase, Query, QueryTerm};
pub use stop_words::is_stop_word;
pub(crate) use terms::Runs;
pub use terms::{passage_terms, terms_of};
pub use word::fold_letters;
pub(crate) use word::{fold, words};
