//! How well the rows of a document's tables answer a question.

use super::whole::{SURE, is_part};
use pincite_item::{Answer, Asked, Item, Share, Statement};
use pincite_library::StoredTable;
use pincite_table::{Row, Span, Table};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A table with so many items of a statement can be that statement.
const STATEMENT_ITEMS: usize = 5;
/// Weights of the parts of a score: the item, the items of the page, the year, the length of the period, the statement. The unit
/// is that of the final score of a passage.
const ITEM: f32 = 1.8;
const PAGE: f32 = 0.9;
const YEAR: f32 = 1.0;
const LENGTH: f32 = 0.85;
const STATEMENT: f32 = 1.35;
/// How much a row counts for an item of which it is only a part: "Net sales" above "Total revenue", "Cost of products" beside
/// "Cost of services".
const PART_OF_ITEM: f32 = 0.45;
/// How much rows of an item count where its parts are asked for.
const PARTS: f32 = 0.3;

/// The row of a passage that answers best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestRow {
    /// Number of the passage in its document.
    pub passage: u32,
    /// Number of the sentence in the passage.
    pub sentence: u32,
    /// Number of the table in its document.
    pub table: usize,
    /// Number of the row in its table.
    pub row: usize,
    /// What it adds to the score of its passage.
    pub score: f32,
    /// How surely the row is of an item asked for, in its own statement, 0 to 1.
    pub item: f32,
    /// Whether that item is asked for itself, and not one that may be meant.
    pub direct: bool,
}

/// A row that adds less to the score of its passage is not shown as its answer.
const SHOWN: f32 = 0.5;
/// A row that is less surely of the item asked for gives no value.
const SURE_ITEM: f32 = 0.5;
/// A row with such a score has item, year and period, in the right statement.
const COMPLETE: f32 = 3.5;

impl BestRow {
    /// Whether it surely is of an item that is asked for itself.
    pub fn is_of_item(&self) -> bool {
        self.direct && self.item >= SURE_ITEM
    }

    /// Whether it has all that is asked for: the item, the year and the period, in the right statement.
    pub fn is_complete(&self) -> bool {
        self.is_of_item() && self.score >= COMPLETE
    }

    /// Whether it is shown as the answer of its passage.
    pub fn is_shown(&self) -> bool {
        self.score >= SHOWN
    }
}

/// Whether rows can answer.
pub(crate) fn asks_for_rows(asked: &Asked) -> bool {
    asked.answer != Answer::Prose && !(asked.items.is_empty() && asked.statements.is_empty())
}

/// The best row of each passage that has one, in the order of the passages. Empty if the question asks for no figures.
pub fn best_rows(asked: &Asked, tables: &[StoredTable]) -> Vec<BestRow> {
    if !asks_for_rows(asked) {
        return Vec::new();
    }
    let weight = if asked.answer == Answer::Parts { PARTS } else { 1.0 };
    let document = Document::new(asked, tables);
    let mut best: BTreeMap<u32, BestRow> = BTreeMap::new();
    for table in 0..tables.len() {
        for row in document.scored(table, weight) {
            match best.get_mut(&row.passage) {
                Some(known) if known.score >= row.score => {}
                _ => _ = best.insert(row.passage, row),
            }
        }
    }
    best.into_values().collect()
}

/// What is known of all tables before rows are scored.
struct Document<'a> {
    asked: &'a Asked,
    tables: &'a [StoredTable],
    kinds: Vec<Kinds>,
    /// The last year of its statements.
    last_year: Option<i16>,
    /// For each page how much of what is asked for it has, 0 to 1.
    pages: HashMap<u32, f32>,
}

/// How far a table is each of the statements: its share of the items that any table of the document has of it.
struct Kinds(HashMap<Statement, f32>);

impl Kinds {
    fn of_each(tables: &[StoredTable]) -> Vec<Self> {
        let counts: Vec<HashMap<Statement, usize>> = tables.iter().map(items_of_statements).collect();
        let mut most: HashMap<Statement, usize> = HashMap::new();
        for (statement, count) in counts.iter().flatten() {
            let known = most.entry(*statement).or_insert(STATEMENT_ITEMS);
            *known = (*count).max(*known);
        }
        let share = |(statement, count): (Statement, usize)| (statement, count as f32 / most[&statement] as f32);
        counts.into_iter().map(|counts| Self(counts.into_iter().map(share).collect())).collect()
    }

    fn share(&self, statement: Statement) -> f32 {
        self.0.get(&statement).copied().unwrap_or_default()
    }

    /// Whether it has half as many items of a statement as that statement.
    fn is_statement(&self) -> bool {
        self.0.values().any(|share| *share >= 0.5)
    }
}

/// How many items of each statement a table has.
fn items_of_statements(table: &StoredTable) -> HashMap<Statement, usize> {
    let sure = table.table.rows.iter().flat_map(|row| &row.items).filter(|share| share.share >= SURE);
    let items: BTreeSet<Item> = sure.map(|share| share.item).collect();
    let mut counts = HashMap::new();
    for item in items {
        *counts.entry(item.statement()).or_default() += 1;
    }
    counts
}

/// Whether a table has figures of less than a year.
fn is_interim(table: &Table) -> bool {
    let lengths = table.columns.iter().filter_map(|column| column.period).map(|period| period.span);
    is_quarterly(table) || lengths.into_iter().any(|span| matches!(span, Span::Months(months) if months < 12))
}

/// Whether a table calls itself one of quarters. The heads of its columns may not say it.
pub(super) fn is_quarterly(table: &Table) -> bool {
    table.title.to_lowercase().contains("quarter")
}

impl<'a> Document<'a> {
    fn new(asked: &'a Asked, tables: &'a [StoredTable]) -> Self {
        let kinds = Kinds::of_each(tables);
        let last_year = last_year(tables, &kinds);
        let mut document = Self { asked, tables, kinds, last_year, pages: HashMap::new() };
        document.pages = document.items_of_pages();
        document
    }

    fn items_of_pages(&self) -> HashMap<u32, f32> {
        let all: f32 = self.asked.items.iter().map(|share| share.share).sum();
        let mut found: HashMap<(u32, Item), f32> = HashMap::new();
        for (table, kinds) in self.tables.iter().zip(&self.kinds) {
            for row in &table.table.rows {
                for Share { item, share } in self.matches(row, kinds, &table.table) {
                    let most = found.entry((row.page, item)).or_default();
                    *most = most.max(share);
                }
            }
        }
        let mut pages = HashMap::new();
        for ((page, _), share) in found {
            *pages.entry(page).or_default() += share / all;
        }
        pages
    }

    /// The items asked for that a row of a table is of.
    fn matches(&self, row: &Row, kinds: &Kinds, table: &Table) -> Vec<Share> {
        let mut matches = Vec::new();
        for asked in &self.asked.items {
            if let Some(printed) = row.items.iter().find(|printed| printed.item == asked.item) {
                let whole = if is_part(row, asked.item, table) { PART_OF_ITEM } else { 1.0 };
                let share = printed.share * asked.share * kinds.share(asked.item.statement()) * whole;
                matches.push(Share { item: asked.item, share });
            }
        }
        matches
    }

    /// The rows of a table that answer at all.
    fn scored(&self, table: usize, weight: f32) -> Vec<BestRow> {
        let StoredTable { table: found, places } = &self.tables[table];
        let kinds = &self.kinds[table];
        let statement = self.asked.statements.iter().map(|asked| kinds.share(*asked)).fold(0.0, f32::max);
        let length = f32::from(u8::from(is_interim(found) == self.asked.interim));
        let mut rows = Vec::new();
        for (number, (row, place)) in found.rows.iter().zip(places).enumerate() {
            let matches = self.matches(row, kinds, found);
            let item = matches.iter().map(|share| share.share).fold(0.0, f32::max);
            let direct = matches.iter().any(|share| self.asks_directly(share.item));
            let Some(place) = place.filter(|_| item > 0.0 || statement > 0.0) else { continue };
            let of_page = self.pages.get(&row.page).copied().unwrap_or_default();
            let year = self.years_of(table, row);
            let score = item * (ITEM + YEAR * year + LENGTH * length) + PAGE * of_page + STATEMENT * statement;
            let (passage, sentence) = (place.passage, place.sentence);
            rows.push(BestRow { passage, sentence, table, row: number, score: weight * score, item, direct });
        }
        rows
    }

    fn asks_directly(&self, item: Item) -> bool {
        self.asked.items.iter().any(|asked| asked.item == item && asked.share >= 1.0)
    }

    /// The share of the years asked for that a row has figures of. Who names none asks for the last one of the document.
    fn years_of(&self, table: usize, row: &Row) -> f32 {
        let of_cells = row.cells.iter().filter_map(|cell| cell.period).map(|period| period.year);
        let years = years_of_columns(&self.tables[table].table).chain(of_cells);
        let asked = &self.asked.years;
        if asked.is_empty() {
            let is_last = self.last_year.zip(years.max()).is_none_or(|(last, own)| own >= last);
            return f32::from(u8::from(is_last));
        }
        let years: BTreeSet<i16> = years.collect();
        asked.intersection(&years).count() as f32 / asked.len() as f32
    }
}

/// The last year of most tables that are statements. A table of payments to come ends later, and one of the year before earlier.
fn last_year(tables: &[StoredTable], kinds: &[Kinds]) -> Option<i16> {
    let statements = tables.iter().zip(kinds).filter(|(_, kinds)| kinds.is_statement());
    let mut counts: BTreeMap<i16, usize> = BTreeMap::new();
    for last in statements.filter_map(|(table, _)| years_of_columns(&table.table).max()) {
        *counts.entry(last).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(year, _)| year)
}

fn years_of_columns(table: &Table) -> impl Iterator<Item = i16> {
    table.columns.iter().filter_map(|column| column.period).map(|period| period.year)
}
