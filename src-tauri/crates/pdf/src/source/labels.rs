//! Printed page labels from the catalog's number tree (ISO 32000-2, 12.4.2). Not for numbers printed on pages
//! (`document::printed`).

use super::strings;
use crate::roman::roman;
use hayro_syntax::object::{Array, Dict, Name, Object, String as PdfString};

/// Depth limit of the number tree.
const MAX_DEPTH: u32 = 16;

/// One label per page. Without a label in the file it is the page number, counted from 1.
pub(super) fn read(catalog: &Dict<'_>, page_count: u32) -> Vec<String> {
    let mut ranges = Vec::new();
    if let Some(tree) = catalog.get::<Dict<'_>>("PageLabels") {
        collect(&tree, &mut ranges, page_count, 0);
    }
    ranges.sort_by_key(|r| r.first);
    (0..page_count).map(|page| label(&ranges, page)).collect()
}

struct Range {
    first: u32,
    prefix: String,
    style: Style,
    start: u32,
}

#[derive(Clone, Copy)]
enum Style {
    None,
    Decimal,
    Roman,
    Letters,
    UpperRoman,
    UpperLetters,
}

fn collect(node: &Dict<'_>, ranges: &mut Vec<Range>, page_count: u32, depth: u32) {
    if let Some(nums) = node.get::<Array<'_>>("Nums") {
        let mut items = nums.iter::<Object<'_>>();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            let (Some(first), Some(dict)) = (key.into_i32(), value.into_dict()) else { continue };
            ranges.extend(u32::try_from(first).ok().filter(|f| *f < page_count).map(|f| range(f, &dict)));
        }
    }
    let kids = node.get::<Array<'_>>("Kids").filter(|_| depth < MAX_DEPTH && ranges.len() <= page_count as usize);
    for kid in kids.iter().flat_map(|kids| kids.iter::<Dict<'_>>()) {
        collect(&kid, ranges, page_count, depth + 1);
    }
}

fn range(first: u32, dict: &Dict<'_>) -> Range {
    let style = match dict.get::<Name<'_>>("S").as_deref() {
        Some(b"D") => Style::Decimal,
        Some(b"r") => Style::Roman,
        Some(b"R") => Style::UpperRoman,
        Some(b"a") => Style::Letters,
        Some(b"A") => Style::UpperLetters,
        _ => Style::None,
    };
    let prefix = dict.get::<PdfString<'_>>("P").map(|p| strings::decode(&p)).unwrap_or_default();
    Range { first, prefix, style, start: dict.get::<u32>("St").unwrap_or(1) }
}

fn label(ranges: &[Range], page: u32) -> String {
    let Some(range) = ranges.iter().rev().find(|r| r.first <= page) else { return (page + 1).to_string() };
    let number = range.start.saturating_add(page - range.first);
    let label = range.prefix.clone()
        + &match range.style {
            Style::None => String::new(),
            Style::Decimal => number.to_string(),
            Style::Roman => roman(number),
            Style::UpperRoman => roman(number).to_uppercase(),
            Style::Letters => letters(number),
            Style::UpperLetters => letters(number).to_uppercase(),
        };
    if label.is_empty() { (page + 1).to_string() } else { label }
}

/// a … z, aa … zz, aaa … Very large numbers are decimal.
fn letters(number: u32) -> String {
    if !(1..=26 * 20).contains(&number) {
        return number.to_string();
    }
    let (turns, letter) = ((number - 1) / 26 + 1, b'a' + ((number - 1) % 26) as u8);
    char::from(letter).to_string().repeat(turns as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_printed() {
        assert_eq!([1, 26, 27, 53].map(letters).join(" "), "a z aa aaa");
    }
}
