//! The tables of some pages, and where their rows stand in the passages of these pages. Not for reading tables (`table`).

use pincite_library::{NewPassage, RowPlace, StoredTable};
use pincite_pdf::{Page, Rect};
use pincite_table::{Row, tables};
use std::collections::{BTreeMap, HashMap};

/// A word of a passage.
struct PlacedWord {
    rect: Rect,
    place: RowPlace,
}

/// The tables of these pages, with the places of their rows in the passages that these pages became.
pub(super) fn placed_tables(pages: &[Page], passages: &[NewPassage]) -> Vec<StoredTable> {
    let words = words_by_page(passages);
    let place = |row: &Row| words.get(&row.page).and_then(|words| place_of(row, words));
    let placed = |table: pincite_table::Table| {
        let places = table.rows.iter().map(place).collect();
        StoredTable { table, places }
    };
    tables(pages).into_iter().map(placed).collect()
}

fn words_by_page(passages: &[NewPassage]) -> HashMap<u32, Vec<PlacedWord>> {
    let mut words: HashMap<u32, Vec<PlacedWord>> = HashMap::new();
    for passage in passages.iter().map(|new| &new.passage) {
        for span in &passage.spans {
            let sentence = passage.sentences.partition_point(|sentence| sentence.1 <= span.start) as u32;
            let place = RowPlace { passage: passage.ordinal, sentence };
            words.entry(span.page).or_default().push(PlacedWord { rect: span.rect, place });
        }
    }
    words
}

/// The sentence that has most words of a row.
fn place_of(row: &Row, words: &[PlacedWord]) -> Option<RowPlace> {
    let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for PlacedWord { rect, place } in words {
        let middle = ((rect.x0 + rect.x1) / 2.0, (rect.y0 + rect.y1) / 2.0);
        let is_inside =
            (row.rect.x0..=row.rect.x1).contains(&middle.0) && (row.rect.y0..=row.rect.y1).contains(&middle.1);
        if is_inside {
            *counts.entry((place.passage, place.sentence)).or_default() += 1;
        }
    }
    let (passage, sentence) = counts.into_iter().max_by_key(|(_, count)| *count)?.0;
    Some(RowPlace { passage, sentence })
}
