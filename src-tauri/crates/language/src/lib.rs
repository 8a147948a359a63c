//! The languages of documents: which one a text is in, the stems of its words, and the words that say nothing by themselves.
//!
//! - `language`: the languages known here, with their codes.
//! - `detect`: the language of a text.
//! - `stem`: the stem of a word.
//! - `numeral`: digits of other scripts and Chinese numerals.
//! - `stop_words`: words of a language that questions can do without.
//!
//! Not for splitting text into words (`search`) or sentences (`passage`), or for the language of the window.

mod detect;
mod language;
mod numeral;
mod stem;
mod stop_words;

pub use detect::language_of;
pub use language::Language;
pub use numeral::{chinese, chinese_sign, digit};
pub use stem::stem;
pub use stop_words::stop_words;
