//! What is computed of the figures of a document, as an answer shows it: the formula, and each figure with its citation. Not for
//! computing (`rows`).

use super::citation::{Place, cite_places};
use super::rows::{currency, scale};
use crate::Result;
use crate::rows::{Computation, Computed, Part, computed, period_of};
use pincite_api::{ComputedAnswer, ComputedPart, ComputedValue, Highlight, HighlightKind, Rect};
use pincite_item::{Asked, Item, Shown};
use pincite_library::{CollectionId, ContentId, Document, Library, StoredTable};
use pincite_table::{Row, Table};
use pincite_value::{AnswerValue, ValueKind};
use rust_decimal::{Decimal, RoundingStrategy};

/// What was computed, with what a hit shows of it.
pub(super) struct ShownComputation {
    pub(super) answer: ComputedAnswer,
    /// Its only value: a share, or an amount of money.
    pub(super) value: Option<AnswerValue>,
}

/// What a question asks to compute of the tables of a content. `None` as [`computed`], and if the collection does not list it.
pub(super) async fn computed_answer(
    asked: &Asked,
    library: &Library,
    collection: CollectionId,
    content: ContentId,
    tables: &[StoredTable],
) -> Result<Option<ShownComputation>> {
    let Some(computation) = computed(asked, tables) else { return Ok(None) };
    let Some(document) = library.document_of(collection, content).await? else { return Ok(None) };
    let mut values = Vec::with_capacity(computation.values.len());
    for value in &computation.values {
        values.push(shown(&computation, value, library, &document, tables).await?);
    }
    let formula = formula(&computation, tables);
    let value = only_value(&computation, &values, &formula, tables);
    let answer = ComputedAnswer {
        name: computation.name,
        formula,
        document: document.id,
        document_name: document.display_name(),
        values,
    };
    Ok(Some(ShownComputation { answer, value }))
}

async fn shown(
    computation: &Computation,
    computed: &Computed,
    library: &Library,
    document: &Document,
    tables: &[StoredTable],
) -> Result<ComputedValue> {
    let rows = computed.parts.iter().filter_map(|part| Some((part, row_of(part, tables)?)));
    let rows: Vec<(&Part, PrintedRow<'_>)> = rows.collect();
    let places: Vec<Place> = rows.iter().map(|(part, row)| Place::middle(row.row.page, part.cell.rect)).collect();
    let cited = cite_places(library, document, &places).await?;
    let mut parts = Vec::with_capacity(rows.len());
    for ((part, row), cited) in rows.iter().zip(cited) {
        let rect = part.cell.rect;
        let rect = Rect { x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1 };
        parts.push(ComputedPart {
            label: label(row.row),
            figure: [part.cell.text.as_str(), scale(&part.cell)].join(" ").trim().to_owned(),
            period: period_of(row.table, &part.cell).map(|period| period.to_string()).unwrap_or_default(),
            page: row.row.page,
            page_label: cited.page_label,
            citation: cited.citation,
            highlights: vec![Highlight { page: row.row.page, rect, kind: HighlightKind::Sentence }],
        });
    }
    let currency = rows.iter().find_map(|(_, row)| currency(row.table));
    let value = written(computation.shown, computed, currency);
    Ok(ComputedValue { year: computed.year, value, parts })
}

#[derive(Clone, Copy)]
struct PrintedRow<'t> {
    table: &'t Table,
    row: &'t Row,
}

fn row_of<'t>(part: &Part, tables: &'t [StoredTable]) -> Option<PrintedRow<'t>> {
    let table = &tables.get(part.row.table)?.table;
    Some(PrintedRow { table, row: table.rows.get(part.row.row)? })
}

fn label(row: &Row) -> String {
    row.path.last().cloned().unwrap_or_default()
}

/// The formula with the labels that the document prints.
fn formula(computation: &Computation, tables: &[StoredTable]) -> String {
    let Some(Computed { parts, .. }) = computation.values.first() else { return String::new() };
    let name = |item: Item| {
        let row = parts.iter().find(|part| part.item == item).and_then(|part| row_of(part, tables));
        row.map_or_else(|| item.name().replace('_', " "), |row| label(row.row))
    };
    computation.formula.as_ref().map(|formula| formula.written(&name)).unwrap_or_default()
}

/// The only value of a computation, as a hit has it. None of several years, and none that is neither a share nor money.
fn only_value(
    computation: &Computation,
    shown: &[ComputedValue],
    formula: &str,
    tables: &[StoredTable],
) -> Option<AnswerValue> {
    let ([computed], [ComputedValue { year, value, .. }]) = (computation.values.as_slice(), shown) else { return None };
    let written = [value, formula].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let written = format!("{written} · year {year}");
    match computation.shown {
        Shown::Percent => Some(AnswerValue { kind: ValueKind::Percentage, written, normalised: value.clone() }),
        Shown::Money => {
            let currency = computed.parts.iter().find_map(|part| currency(row_of(part, tables)?.table))?;
            let normalised = format!("{currency} {}", computed.value.normalize());
            Some(AnswerValue { kind: ValueKind::Amount, written, normalised })
        }
        Shown::Times | Shown::Days | Shown::Price => None,
    }
}

/// A computed value as people write it: "43.1 %", "0.85", "45.2 days", "USD 12,345 million".
fn written(shown: Shown, computed: &Computed, currency: Option<&str>) -> String {
    let value = computed.value;
    match shown {
        Shown::Percent => format!("{} %", rounded(value * Decimal::ONE_HUNDRED, 1)),
        Shown::Times => rounded(value, 2),
        Shown::Days => format!("{} days", rounded(value, 1)),
        Shown::Price => [currency.unwrap_or_default(), &rounded(value, 2)].join(" ").trim().to_owned(),
        Shown::Money => money(value, computed, currency),
    }
}

/// A number with so many digits after the point. Formatting alone would cut the others off.
fn rounded(value: Decimal, digits: u32) -> String {
    let rounded = value.round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero);
    format!("{rounded:.0$}", digits as usize)
}

/// An amount in the scale of its parts.
fn money(value: Decimal, computed: &Computed, currency: Option<&str>) -> String {
    let Some(first) = computed.parts.first() else { return value.to_string() };
    let factor = Decimal::from(first.cell.scale.max(1));
    let number = rounded(value / factor, first.cell.value.map_or(0, |value| value.scale()));
    let parts = [currency.unwrap_or_default(), &number, scale(&first.cell)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
