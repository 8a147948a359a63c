//! Whatever stands on a page, reading its tables ends, and each figure has a column.

use pincite_pdf::{Line, Page, Rect, Role, Word};
use pincite_table::tables;
use proptest::prelude::*;

/// Words as tables and prose have them.
const WORDS: [&str; 22] = [
    "Net", "income", "$", "1,577", "(3.2", ")", "%", "—", "2018", "2017", "December", "31,", "Total", "assets:", "n/m",
    "(1)", "....", "Ended", "\u{a0}", "5", "(in", "millions)",
];

fn word() -> impl Strategy<Value = Word> {
    (0..WORDS.len(), 0.0_f32..600.0, 4.0_f32..60.0, 5.0_f32..14.0).prop_map(|(at, x0, width, size)| Word {
        text: WORDS[at].to_owned(),
        rect: Rect { x0, y0: 0.0, x1: x0 + width, y1: size },
        size,
        bold: at % 5 == 0,
        joins_next: false,
    })
}

/// A page of lines at any heights.
fn page(index: u32) -> impl Strategy<Value = Page> {
    let lines = prop::collection::vec((prop::collection::vec(word(), 1..12), 0.0_f32..800.0), 0..30);
    lines.prop_map(move |lines| {
        let mut page = Page { index, width: 612.0, height: 792.0, ..Page::default() };
        for (words, top) in lines {
            let start = page.words.len() as u32;
            page.words.extend(words.into_iter().map(|word| {
                let rect = Rect { y0: top, y1: top + word.rect.y1, ..word.rect };
                Word { rect, ..word }
            }));
            let end = page.words.len() as u32;
            let rect =
                page.words[start as usize..].iter().map(|word| word.rect).reduce(Rect::union).unwrap_or_default();
            page.lines.push(Line { start, end, rect, block: 0, role: Role::TableRow });
        }
        page
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn each_figure_has_a_column_and_each_row_a_label(first in page(0), second in page(1)) {
        for table in tables(&[first, second]) {
            prop_assert!(!table.rows.is_empty());
            for row in &table.rows {
                prop_assert!(!row.path.is_empty());
                prop_assert!(row.cells.iter().all(|cell| (cell.column as usize) < table.columns.len()));
            }
        }
    }
}
