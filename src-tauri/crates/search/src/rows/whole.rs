//! Rows that are only a part of the item that their label names: "Net sales" above "Total revenue", "Cost of products" beside
//! "Cost of services".

use pincite_item::Item;
use pincite_table::{Row, Table};

/// An item that a label names less surely than this says nothing of its table.
pub(super) const SURE: f32 = 0.4;
/// Companies sell these, and print a row for each.
const SOLD: [&str; 3] = ["products", "product", "goods"];
const SERVED: [&str; 2] = ["services", "service"];

/// Whether a row of a table is only a part of this item.
pub(super) fn is_part(row: &Row, item: Item, table: &Table) -> bool {
    let names = |row: &Row| row.items.iter().any(|share| share.item == item && share.share >= SURE);
    let has_total = !is_total(row) && table.rows.iter().any(|other| is_total(other) && names(other));
    has_total || row.path.last().and_then(|label| without(label, &SOLD)).is_some_and(|rest| is_served(&rest, table))
}

/// Whether a table has a row of services whose label is otherwise this.
fn is_served(rest: &str, table: &Table) -> bool {
    let labels = table.rows.iter().filter_map(|row| row.path.last());
    labels.filter_map(|label| without(label, &SERVED)).any(|other| other == rest)
}

fn is_total(row: &Row) -> bool {
    row.path.last().and_then(|label| label.get(..5)).is_some_and(|word| word.eq_ignore_ascii_case("total"))
}

/// The words of a label that has one of these, without that one.
fn without(label: &str, words: &[&str]) -> Option<String> {
    let label = label.to_lowercase();
    let others: Vec<&str> = label.split_whitespace().filter(|word| !words.contains(word)).collect();
    (others.len() < label.split_whitespace().count()).then(|| others.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_item::items_of_label;

    /// Which rows of a table are a part of the first item that their label names.
    fn parts<'l>(labels: &[&'l str]) -> Vec<&'l str> {
        let row =
            |label: &&str| Row { path: vec![(*label).to_owned()], items: items_of_label(label), ..Row::default() };
        let table = Table { rows: labels.iter().map(row).collect(), ..Table::default() };
        let is_part = |row: &Row| row.items.first().is_some_and(|share| super::is_part(row, share.item, &table));
        labels.iter().zip(&table.rows).filter(|(_, row)| is_part(row)).map(|(label, _)| *label).collect()
    }

    #[test]
    fn a_row_above_the_total_of_its_item_is_a_part() {
        assert_eq!(parts(&["Net sales", "Total revenue", "Net income"]), ["Net sales"]);
        assert_eq!(parts(&["Net sales", "Net income"]), [""; 0]);
    }

    #[test]
    fn products_beside_services_are_a_part() {
        assert_eq!(parts(&["Cost of products", "Cost of services", "Inventories"]), ["Cost of products"]);
        assert_eq!(parts(&["Cost of products", "Inventories"]), [""; 0]);
    }
}
