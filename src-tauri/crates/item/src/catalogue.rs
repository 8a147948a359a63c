//! The items, and what each printed label, term and ratio stands for. They are read once from the data that comes along:
//!
//! - `labels.tsv`: item, statement, printed label, and how many companies print it. Counted in filings.
//! - `terms.tsv`: what people say for items, the most direct one first.
//! - `payments.tsv`: items that say what was paid. Their sign only says that money left.
//! - `ratios.tsv`: names of ratios with formulas of items, and how their values are written.

use crate::Share;
use crate::formula::Formula;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

const LABELS: &str = include_str!("../data/labels.tsv");
const TERMS: &str = include_str!("../data/terms.tsv");
const PAYMENTS: &str = include_str!("../data/payments.tsv");
const RATIOS: &str = include_str!("../data/ratios.tsv");

/// A label that fewer companies print is no term of a question.
const KNOWN: u32 = 3;
/// A question with a label asks for those items that so many of its companies mean.
const MEANT: f32 = 0.3;
/// How directly a term asks for an item that is not its first.
const ALSO_MEANT: f32 = 0.8;

/// A line item. It is stored by its name, which therefore never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Item(u16);

/// Where an item is printed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statement {
    /// The income statement.
    Income,
    /// The balance sheet.
    Balance,
    /// The statement of cash flows.
    CashFlow,
    /// The statement of changes in equity.
    Equity,
    /// Notes on taxes.
    Tax,
    /// Other notes.
    Other,
}

/// A ratio of items.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio {
    /// Its name, as people write it inside a sentence: "quick ratio", "EBITDA".
    pub name: String,
    /// Its formulas. The second one is for companies that do not print an item of the first one.
    pub formulas: Vec<Formula<Item>>,
    /// How its value is written.
    pub shown: Shown,
}

impl Ratio {
    /// The items of its first formula, in their order.
    pub fn items(&self) -> Vec<Item> {
        self.formulas.first().map(Formula::items).unwrap_or_default()
    }
}

/// How the value of a ratio is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As a share in per cent.
    Percent,
    /// As a number: 1.25.
    Times,
    /// In days.
    Days,
    /// As money.
    Money,
    /// As money for one share.
    Price,
}

impl Shown {
    fn of(name: &str) -> Self {
        match name {
            "percent" => Self::Percent,
            "days" => Self::Days,
            "money" => Self::Money,
            "price" => Self::Price,
            _ => Self::Times,
        }
    }
}

/// What a term of a question stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    Items(Vec<Share>),
    Ratio(Ratio),
}

/// All items with what stands for them.
#[derive(Default)]
pub(crate) struct Catalogue {
    names: Vec<&'static str>,
    statements: Vec<Statement>,
    payments: HashSet<Item>,
    /// Items by the words of a label.
    pub(crate) labels: HashMap<Vec<String>, Vec<Share>>,
    /// What a question asks for, by the words of a term.
    pub(crate) terms: HashMap<Vec<String>, Meaning>,
}

pub(crate) static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::read);

impl Item {
    /// Its name in the data: "ppe_net".
    pub fn name(self) -> &'static str {
        CATALOGUE.names.get(usize::from(self.0)).copied().unwrap_or_default()
    }

    /// Whether it says what was paid: many companies print it negative.
    pub fn is_payment(self) -> bool {
        CATALOGUE.payments.contains(&self)
    }

    /// Where it is printed first.
    pub fn statement(self) -> Statement {
        CATALOGUE.statements.get(usize::from(self.0)).copied().unwrap_or(Statement::Other)
    }
}

impl From<Item> for String {
    fn from(item: Item) -> Self {
        item.name().to_owned()
    }
}

impl TryFrom<String> for Item {
    type Error = String;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        NUMBERS.get(name.as_str()).copied().ok_or_else(|| format!("there is no line item {name}"))
    }
}

static NUMBERS: LazyLock<HashMap<&'static str, Item>> = LazyLock::new(|| {
    let names = CATALOGUE.names.iter().copied();
    names.filter_map(|name| Some((name, CATALOGUE.item(name)?))).collect()
});

impl Catalogue {
    fn read() -> Self {
        let mut read = Self::default();
        for (label, counts) in read.counts() {
            let companies: u32 = counts.values().sum();
            let shares = shares(counts, companies);
            if companies >= KNOWN && label.len() > 1 {
                let meant = shares.iter().filter(|share| share.share >= MEANT).map(|share| share.item);
                read.terms.insert(label.clone(), Meaning::Items(by_directness(meant)));
            }
            read.labels.insert(label, shares);
        }
        read.payments = lines(PAYMENTS).filter_map(|[name]| read.item(name)).collect();
        for [term, items] in lines(TERMS) {
            let items = items.split(' ').filter_map(|name| read.item(name));
            read.terms.insert(words(term), Meaning::Items(by_directness(items)));
        }
        for [name, formula, shown] in lines(RATIOS) {
            let Some(formula) = Formula::read(formula, &|name| read.item(name)) else { continue };
            if let Some(Meaning::Ratio(known)) = read.terms.get_mut(&words(name)) {
                known.formulas.push(formula);
                continue;
            }
            let ratio = Ratio { name: name.to_owned(), formulas: vec![formula], shown: Shown::of(shown) };
            read.terms.insert(words(name), Meaning::Ratio(ratio));
        }
        read
    }

    fn item(&self, name: &str) -> Option<Item> {
        self.names.iter().position(|known| *known == name).and_then(|at| u16::try_from(at).ok()).map(Item)
    }

    /// For each label how many companies print it for each item. Names the items.
    fn counts(&mut self) -> HashMap<Vec<String>, HashMap<Item, u32>> {
        let mut counts: HashMap<Vec<String>, HashMap<Item, u32>> = HashMap::new();
        for [name, statement, label, companies] in lines(LABELS) {
            let Some(item) = self.item(name).or_else(|| self.add(name, statement)) else { continue };
            let count = counts.entry(words(label)).or_default().entry(item).or_default();
            *count = companies.parse::<u32>().unwrap_or_default().max(*count);
        }
        counts
    }

    fn add(&mut self, name: &'static str, statement: &str) -> Option<Item> {
        self.names.push(name);
        self.statements.push(match statement {
            "income" => Statement::Income,
            "balance" => Statement::Balance,
            "cash" => Statement::CashFlow,
            "equity" => Statement::Equity,
            "tax" => Statement::Tax,
            _ => Statement::Other,
        });
        self.item(name)
    }
}

/// The lines of a table after its heads, as their fields.
fn lines<const FIELDS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; FIELDS]> {
    table.lines().skip(1).filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// The share of each item in the companies that print a label, the largest first.
fn shares(counts: HashMap<Item, u32>, companies: u32) -> Vec<Share> {
    let share = |(item, count): (Item, u32)| Share { item, share: count as f32 / companies.max(1) as f32 };
    let mut shares: Vec<Share> = counts.into_iter().map(share).collect();
    shares.sort_by(|one, other| other.share.total_cmp(&one.share).then(one.item.cmp(&other.item)));
    shares
}

/// The first item is asked for directly, the others may be meant.
fn by_directness(items: impl Iterator<Item = Item>) -> Vec<Share> {
    items.enumerate().map(|(at, item)| Share { item, share: if at == 0 { 1.0 } else { ALSO_MEANT } }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_are_whole() {
        for table in [LABELS, TERMS, RATIOS, PAYMENTS] {
            let fields = table.lines().next().unwrap().split('\t').count();
            table.lines().for_each(|line| assert_eq!(line.split('\t').count(), fields, "{line}"));
        }
        for [term, items] in lines(TERMS) {
            items.split(' ').for_each(|name| assert!(CATALOGUE.item(name).is_some(), "{term}: {name} is no item"));
        }
        lines(PAYMENTS).for_each(|[name]| assert!(CATALOGUE.item(name).is_some(), "{name} is no item"));
        for [name, formula, shown] in lines(RATIOS) {
            assert!(Formula::read(formula, &|name| CATALOGUE.item(name)).is_some(), "{name}: {formula} is no formula");
            assert!(["percent", "times", "days", "money", "price"].contains(&shown), "{name}: {shown}");
        }
    }

    #[test]
    fn an_item_is_found_by_its_name() {
        let capex = CATALOGUE.item("capex").unwrap();
        assert_eq!((capex.name(), capex.statement()), ("capex", Statement::CashFlow));
        assert_eq!(CATALOGUE.item("wealth"), None);
        assert_eq!(
            (Item::try_from("capex".to_owned()), Item::try_from("wealth".to_owned()).is_err()),
            (Ok(capex), true)
        );
    }
}
