//! What a hit cites: the page and the whole text of its best sentence. An item of a list has the sentences in front that
//! introduce it: "Either party may terminate if the other: … (b) is insolvent". Not for writing the citation (`citation`).

use super::reason::{Reason, WeightedTerms};
use crate::Result;
use crate::index::DocumentIndex;
use crate::text::Query;
use pincite_library::{Library, PassageId, StoredPassage};
use pincite_passage::{Passage, is_bullet, is_item};

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
    let terms = WeightedTerms::in_scope(query, scope);
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
pub(super) async fn whole_sentence(library: &Library, stored: &StoredPassage, reason: &Reason) -> Result<String> {
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
async fn parts(library: &Library, stored: &StoredPassage, side: Side) -> Result<String> {
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

/// The introduction of a list is at most so many passages above its item.
const MOST_PASSAGES: usize = 2;

/// A sentence above an item, or the item itself.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    text: &'a str,
    clause: &'a str,
}

/// The introduction of a sentence that is an item of a list, else nothing. `number` counts the passage's sentences from 0.
pub(super) async fn introduction(library: &Library, stored: &StoredPassage, number: usize) -> Result<String> {
    let mut above: Vec<StoredPassage> = Vec::new();
    while is_item(stored.passage.sentence(number)) {
        let last = stored.passage.sentences.len().min(number + 1);
        let earlier = above.iter().rev().flat_map(|it| lines(&it.passage, it.passage.sentences.len()));
        let found = find(&earlier.chain(lines(&stored.passage, last)).collect::<Vec<_>>());
        if found.is_final || above.len() == MOST_PASSAGES {
            return Ok(found.text);
        }
        let id = PassageId(above.last().map_or(stored.id, |it| it.id).0 - 1);
        let next = library.passages_by_id(&[id]).await?.pop().filter(|next| next.content == stored.content);
        let Some(next) = next else { return Ok(found.text) };
        above.push(next);
    }
    Ok(String::new())
}

/// The first `count` sentences of a passage, without titles.
fn lines(passage: &Passage, count: usize) -> impl Iterator<Item = Line<'_>> {
    let numbers = (0..count).filter(|number| !passage.is_title(*number));
    numbers.map(|number| Line { text: passage.sentence(number), clause: passage.clause_of(number).unwrap_or_default() })
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Introduction {
    text: String,
    /// Nothing further above belongs to it.
    is_final: bool,
}

/// The introduction of the last line: sentences that end in a colon, of the clauses around it.
fn find(lines: &[Line<'_>]) -> Introduction {
    let mut item = lines.len().saturating_sub(1);
    let mut text = String::new();
    for at in (0..item).rev() {
        let line = lines[at];
        if introduces(line, lines[item]) {
            let gap = if at + 1 == item { "" } else { "… " };
            text = format!("{} {gap}{text}", line.text);
            item = at;
        }
        if !is_item(line.text) {
            return Introduction { text, is_final: true };
        }
    }
    Introduction { text, is_final: false }
}

fn introduces(line: Line<'_>, item: Line<'_>) -> bool {
    let is_around = item.clause.starts_with(line.clause) && (line.clause != item.clause || is_bullet(item.text));
    line.text.ends_with([':', '—', '–']) && is_around
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[(&'static str, &'static str)]) -> String {
        find(&lines.iter().map(|(clause, text)| Line { text, clause }).collect::<Vec<_>>()).text
    }

    const LIST: [(&str, &str); 5] = [
        ("7.2", "Either party may terminate if the other:"),
        ("7.2(a)", "(a) does not pay in time; or"),
        ("7.2(b)", "(b) is insolvent, which means that it:"),
        ("7.2(b)(i)", "(i) cannot pay its debts; or"),
        ("7.2(c)", "(c) is sold."),
    ];

    #[test]
    fn an_item_is_introduced_by_the_clauses_around_it() {
        assert_eq!(of(&LIST[..2]), "Either party may terminate if the other: ");
        assert_eq!(
            of(&LIST[..4]),
            "Either party may terminate if the other: … (b) is insolvent, which means that it: "
        );
        assert_eq!(of(&LIST), "Either party may terminate if the other: … ", "not by its neighbour");
    }

    #[test]
    fn a_sentence_between_ends_the_list() {
        assert_eq!(of(&[LIST[0], ("7.2", "This does not apply to gifts."), LIST[1]]), "");
        assert_eq!(
            of(&[("", "Costs fell because of:"), ("", "• lower rents; and"), ("", "• lower fees.")]),
            "Costs fell because of: … "
        );
    }
}
