//! Line items of financial statements: capital expenditure, accounts payable, net income. Companies print them under many labels,
//! and people ask for them in other words still. Labels, terms and ratios are data (`data`), counted in filings or written by
//! hand; no rule in code knows an item.
//!
//! - `words`: a text as comparable words.
//! - `catalogue`: the items, and what each label, term and ratio stands for.
//! - `formula`: formulas of items.
//! - `label`: which items a label of a row names.
//! - `asked`: which items, statements and years a question asks for.
//!
//! Not for tables (`table`), nor for ranking rows (`search`).
//!
//! ```
//! use pincite_item::{Asked, items_of_label};
//!
//! let asked = Asked::of("What was capex in FY2018?");
//! let printed = items_of_label("Purchases of property and equipment");
//! assert_eq!(printed[0].item, asked.items[0].item);
//! assert!(asked.years.contains(&2018));
//! ```

mod asked;
mod catalogue;
mod formula;
mod label;
mod words;

pub use asked::{Answer, Asked, years_in};
pub use catalogue::{Item, Ratio, Shown, Statement};
pub use formula::Formula;
pub use label::items_of_label;

use serde::{Deserialize, Serialize};

/// An item with how much a text stands for it, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The item.
    pub item: Item,
    /// Of a label: the share of companies that print it for this item, and how like it is to their labels. Of a question: how
    /// directly it asks for the item.
    pub share: f32,
}
