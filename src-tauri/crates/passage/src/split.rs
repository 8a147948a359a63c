//! The main function: from pages to passages. Not for the single steps.

use crate::block::blocks;
use crate::flow::flow_of;
use crate::heading::BodyStyle;
use crate::line::text_lines;
use crate::margin;
use crate::measure::Measure;
use crate::pack::pack;
use crate::passage::{Passage, Splitting};
use pincite_pdf::{Contents, Page};

/// Cuts a document into passages, in reading order.
///
/// Every word of every page is in at least one passage (leader dots are no words). Headers, footers and page numbers
/// come in the last passages, each text once. A passage has at most `splitting.max_tokens` tokens, the special tokens
/// (`count_tokens("")`) included. Only a single longer word exceeds this. Each sentence is counted once.
pub fn split(
    contents: &Contents,
    pages: &[Page],
    splitting: Splitting,
    count_tokens: &dyn Fn(&str) -> usize,
) -> Vec<Passage> {
    let lines = text_lines(pages);
    let style = BodyStyle::measure(&lines, contents);
    let measure = Measure::new(count_tokens, splitting.max_tokens);
    let flow = flow_of(blocks(&lines, &style), &measure);
    let mut passages = pack(&flow, measure.limit, splitting.overlap_tokens);
    for margin in pack(&margin::units_of(pages, &measure), measure.limit, 0) {
        passages.push(Passage { ordinal: passages.len() as u32, ..margin });
    }
    passages
}
