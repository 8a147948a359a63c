//! Splits pages into passages: consecutive sentences with their positions.
//!
//! The steps, in order:
//!
//! - `piece`: words, as the smallest units.
//! - `line`: lines with the features that decide about blocks.
//! - `block`: headings, paragraphs and tables.
//! - `flow`: units, which are sentences and rows, each with its location in the document.
//! - `pack`: passages ([`Passage`]). Running headers and footers make the last ones.
//!
//! `numbering` finds the numbers of headings and clauses, and `trail` follows them. `words` has the words of each language for
//! that, and `abbreviations` those that end no sentence.
//!
//! Beside them, `title` finds the title that the first page prints, and `once` puts the words of passages together again. The crate `pdf` reads the files.

mod abbreviations;
mod block;
mod enumeration;
mod flow;
mod foreign;
mod heading;
mod line;
mod marker;
mod number;
mod numbering;
mod numerals;
mod once;
mod pack;
mod piece;
mod sentence;
mod title;
mod trail;
mod types;
mod unit;
mod wording;
mod words;

pub use heading::{title_beside, without_number};
pub use numbering::{is_bullet, is_item};
pub use once::{PrintedSpan, spans_once};
pub use sentence::{sentences, sentences_in};
pub use title::printed_title;
pub use types::{Kind, Passage, Place, Span, Splitting};
pub use words::is_clause_word;

use pincite_language::Language;
use pincite_pdf::{Contents, Page};
use unit::Measure;

/// Cuts a document into passages, in reading order.
///
/// Every word of every page is in at least one passage (leader dots are no words). Headers, footers and page numbers
/// come in the last passages, each text once. A passage has at most `splitting.max_tokens` tokens, the special tokens
/// (`count_tokens("")`) included. Only a single longer word exceeds this. Each sentence is counted once.
///
/// The document is read as English.
pub fn split(
    contents: &Contents,
    pages: &[Page],
    splitting: Splitting,
    count_tokens: &dyn Fn(&str) -> usize,
) -> Vec<Passage> {
    split_in(contents, pages, splitting, Language::English, count_tokens)
}

/// The same of a document in any language: its sentences, clauses and headings are those of this language.
pub fn split_in(
    contents: &Contents,
    pages: &[Page],
    splitting: Splitting,
    language: Language,
    count_tokens: &dyn Fn(&str) -> usize,
) -> Vec<Passage> {
    let lines = line::text_lines(pages, language);
    let style = heading::BodyStyle::measure(&lines, contents, language);
    let measure = Measure::new(count_tokens, splitting.max_tokens);
    let flow = flow::flow_of(block::blocks(&lines, &style), &measure, language);
    let mut passages = pack::pack(&flow, measure.limit);
    for margin in pack::pack(&flow::margin_of(pages, &measure), measure.limit) {
        passages.push(Passage { ordinal: passages.len() as u32, ..margin });
    }
    passages
}
