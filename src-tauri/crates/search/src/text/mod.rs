//! Text becomes terms: questions, passages and the words in them. Not for indexing or ranking.

mod analyse;
mod fold;
mod numeric;
mod query;
mod runs;
mod stop_words;
mod terms;
mod word;

pub use analyse::{ANALYSIS_VERSION, Token, analyse, tokens};
pub(crate) use fold::fold;
pub(crate) use numeric::has_digit;
pub(crate) use query::Step;
pub use query::{Phrase, Query};
pub(crate) use runs::Runs;
pub use stop_words::is_stop_word;
pub(crate) use terms::read;
pub use terms::{passage_terms, terms_of};
pub(crate) use word::words;
