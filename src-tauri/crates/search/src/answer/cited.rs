//! What a hit cites: the page and the whole text of its best sentence. Not for writing it (`citation`).

use super::introduction::introduction;
use super::reason::Reason;
use crate::Error;
use crate::index::DocumentIndex;
use crate::score::term_weights;
use crate::text::Query;
use pincite_library::{Library, PassageId, StoredPassage};
use pincite_passage::Passage;
use std::collections::BTreeMap;

/// A sentence of more parts than this is quoted with an ellipsis. A part has about 150 words.
const MOST_PARTS: usize = 4;

/// A passage whose cited page is asked for.
#[derive(Clone, Copy, Debug)]
pub struct CitedPassage<'p> {
    /// The passage.
    pub passage: &'p Passage,
    /// Its best sentence by the cross-encoder, if it has read the sentences.
    pub best: Option<usize>,
}

/// The page that a hit of each passage cites for a question, counted from 0: where its best sentence starts. `scope` is
/// what is searched.
pub fn cited_pages<'p>(
    query: &Query,
    scope: &[&DocumentIndex],
    passages: impl IntoIterator<Item = CitedPassage<'p>>,
) -> Vec<u32> {
    let weights = term_weights(scope, &query.terms);
    let terms: BTreeMap<&str, f32> = query.terms.iter().map(String::as_str).zip(weights).collect();
    let page = |CitedPassage { passage, best }| page_of(passage, &Reason::find(passage, &terms, best));
    passages.into_iter().map(page).collect()
}

/// The page on which the best sentence starts, counted from 0.
pub(super) fn page_of(passage: &Passage, reason: &Reason) -> u32 {
    let first = passage.spans.iter().find(|span| span.end as usize > reason.sentence.start);
    first.or(passage.spans.last()).map_or(0, |span| span.page)
}

/// The best sentence with its parts in the passages before and after, because a long sentence does not fit into one
/// passage. An item of a list has the sentence that introduces it in front.
pub(super) async fn whole_sentence(
    library: &Library,
    stored: &StoredPassage,
    reason: &Reason,
) -> Result<String, Error> {
    let passage = &stored.passage;
    let is_first = reason.sentence.start == 0 && passage.begins_mid_sentence;
    let is_last = reason.sentence.end == passage.text.len() && passage.ends_mid_sentence;
    let before = if is_first { parts(library, stored, Side::Before).await? } else { String::new() };
    let after = if is_last { parts(library, stored, Side::After).await? } else { String::new() };
    let introduction = introduction(library, stored, reason.sentence_number).await?;
    Ok(format!("{introduction} {before} {} {after}", &passage.text[reason.sentence.clone()]))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// The parts of a sentence in the passages on one side.
async fn parts(library: &Library, stored: &StoredPassage, side: Side) -> Result<String, Error> {
    let mut text = String::new();
    let mut id = stored.id;
    for _ in 1..MOST_PARTS {
        id = PassageId(if side == Side::Before { id.0 - 1 } else { id.0 + 1 });
        let found = library.passages_by_id(&[id]).await?.pop().filter(|found| found.content == stored.content);
        let Some(StoredPassage { passage, .. }) = found else { return Ok(text) };
        let is_part = passage.sentences.len() == 1;
        let goes_on = match side {
            Side::Before => {
                text = format!("{} {text}", passage.sentence(passage.sentences.len().saturating_sub(1)));
                is_part && passage.begins_mid_sentence
            }
            Side::After => {
                text = format!("{text} {}", passage.sentence(0));
                is_part && passage.ends_mid_sentence
            }
        };
        if !goes_on {
            return Ok(text);
        }
    }
    Ok(if side == Side::Before { format!("… {text}") } else { format!("{text} …") })
}
