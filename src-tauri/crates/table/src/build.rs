//! Makes tables of their parts, and goes on with one over a page end.

use crate::figure;
use crate::head::{Heads, STATEMENT, heads};
use crate::line::{Part, TextLine, lines_of};
use crate::pattern::{Pattern, is_match};
use crate::period::Said;
use crate::region::{Region, regions};
use crate::rows::{FoundRow, Placed, rows};
use crate::scale::{Scale, Signs, unit_of};
use crate::types::{Cell, Column, Period, Row, Span, Table};
use pincite_item::{Share, items_of_label};
use pincite_pdf::Page;
use regex::Regex;
use std::sync::LazyLock;

/// Most lines above the heads that may be the title.
const TITLE_LINES: usize = 6;
/// Lines further above than this belong to something else (em).
const FAR: f32 = 4.0;
/// Most lines below a table that goes on: what refers to the notes.
const LINES_BELOW: usize = 3;
/// A line of so many words is prose.
const PROSE: usize = 12;

/// Columns that compare others have no period of their own.
static COMPARISON: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:changes?|increase|decrease|variance|vs|versus|growth|favorable)\b|%|\bpercent\b").ok()
});

/// The part of a table that is on one page.
struct OnPage<'l> {
    lines: &'l [TextLine],
    region: Region,
    heads: Heads,
    /// The lines above its heads, from top to bottom.
    above: Vec<String>,
    /// Nothing but titles stands above it on its page.
    begins_page: bool,
    /// Nothing stands below it on its page.
    ends_page: bool,
}

/// The tables of pages, in reading order.
pub fn tables(pages: &[Page]) -> Vec<Table> {
    let lines: Vec<Vec<TextLine>> = pages.iter().map(lines_of).collect();
    let mut tables: Vec<Vec<OnPage<'_>>> = Vec::new();
    for lines in &lines {
        for part in parts(lines) {
            match tables.last_mut() {
                Some(open) if open.last().is_some_and(|last| goes_on(last, &part)) => open.push(part),
                _ => tables.push(vec![part]),
            }
        }
    }
    tables.iter().filter_map(|parts| table(parts)).collect()
}

fn parts(lines: &[TextLine]) -> Vec<OnPage<'_>> {
    let regions = regions(lines);
    let mut parts: Vec<OnPage<'_>> = Vec::with_capacity(regions.len());
    for region in regions {
        let free = parts.last().map_or(0, |before| before.region.rows.end);
        let above = lines_above(lines, region.heads.start, free);
        let has_prose_above = lines[..region.heads.start].iter().any(|line| is_prose(&line.text()));
        let begins_page = parts.is_empty() && !has_prose_above;
        let ends_page = lines.len() - region.rows.end <= LINES_BELOW;
        let heads = heads(lines, &region);
        parts.push(OnPage { lines, region, heads, above, begins_page, ends_page });
    }
    parts
}

/// Whether a table goes on with a part on the next page: with the same title again, or with none.
fn goes_on(last: &OnPage<'_>, next: &OnPage<'_>) -> bool {
    let is_next_page = last.lines.first().zip(next.lines.first()).is_some_and(|(a, b)| b.page == a.page + 1);
    let same_columns = last.region.columns.len() == next.region.columns.len();
    let nearest = |part: &OnPage<'_>| -> Vec<Option<String>> {
        part.heads.columns.iter().map(|head| head.last().cloned()).collect()
    };
    let same_heads = nearest(next).iter().all(Option::is_none) || nearest(last) == nearest(next);
    let before = titles(&last.above);
    let title_again = titles(&next.above).iter().all(|title| before.contains(title));
    is_next_page && last.ends_page && next.begins_page && same_columns && same_heads && title_again
}

/// The lines above a table that may be its title, without what says that it goes on.
fn titles(above: &[String]) -> Vec<String> {
    let lines = above.iter().filter(|line| !line.starts_with('(') && !Said::of(line).is_any());
    let bare = lines.map(|line| line.to_lowercase().replace("continued", "").replace("table of contents", ""));
    let letters = bare.map(|line| line.chars().filter(|c| c.is_alphanumeric()).collect::<String>());
    letters.filter(|line| !line.is_empty()).collect()
}

fn table(parts: &[OnPage<'_>]) -> Option<Table> {
    let first = parts.first()?;
    let found = rows(parts.iter().map(|part| (part.lines, &part.region)));
    let near = first.heads.stub.iter().rev().chain(first.above.iter().rev());
    let context: Vec<&str> = near.map(String::as_str).collect();
    let columns = columns(&first.heads, &context);
    let heads = first.heads.columns.iter().flatten().map(String::as_str);
    let scale = Scale::of(heads.chain(context.iter().copied()));
    let common = Common::new(&found, &columns, scale);
    let rows: Vec<Row> = found.into_iter().map(|row| common.row(row)).collect();
    if is_contents(&columns, &rows) {
        return None;
    }
    Some(Table { title: title(&first.above), columns, rows })
}

/// Whether it is a table of contents: one column without a head, with page numbers that never fall.
fn is_contents(columns: &[Column], rows: &[Row]) -> bool {
    let [column] = columns else { return false };
    let numbers: Vec<Option<i64>> = rows.iter().map(|row| row.cells.first().and_then(page_number)).collect();
    column.head.is_empty() && numbers.iter().all(Option::is_some) && numbers.is_sorted()
}

fn page_number(cell: &Cell) -> Option<i64> {
    let is_plain = cell.text.chars().all(|c| c.is_ascii_digit()) && cell.text.len() < 4;
    cell.text.parse().ok().filter(|_| is_plain)
}

/// The lines above a table, down to its heads.
fn lines_above(lines: &[TextLine], heads: usize, free: usize) -> Vec<String> {
    let mut start = heads;
    while start > free && heads - start < TITLE_LINES {
        let line = &lines[start - 1];
        let is_near =
            |below: &TextLine| (-1.0..FAR * line.size.max(below.size)).contains(&(below.rect.y0 - line.rect.y1));
        if !lines.get(start).is_some_and(is_near) {
            break;
        }
        start -= 1;
    }
    lines[start..heads].iter().map(TextLine::text).collect()
}

/// The title of a statement, or the last line above that is neither a remark nor a period. A sentence is taken whole.
fn title(above: &[String]) -> String {
    let short = above.iter().rev().filter(|line| !is_prose(line));
    if let Some(statement) = short.clone().find(|line| is_match(&STATEMENT, line)) {
        return statement.clone();
    }
    let is_period = |line: &str| Said::of(line).is_any() && line.split_whitespace().count() < 9;
    let is_title = |line: &String| !line.starts_with('(') && !is_period(line) && line.chars().any(char::is_alphabetic);
    match above.iter().rposition(is_title) {
        Some(at) => sentence_to(&above[..=at]),
        None => above.last().cloned().unwrap_or_default(),
    }
}

fn is_prose(line: &str) -> bool {
    line.split_whitespace().count() >= PROSE
}

/// The last line with those before it that belong to its sentence.
fn sentence_to(lines: &[String]) -> String {
    let goes_on = |line: &String| is_prose(line) && !line.ends_with(['.', ':']);
    let last = lines.len().saturating_sub(1);
    let start = lines[..last].iter().rposition(|line| !goes_on(line)).map_or(0, |before| before + 1);
    let text = lines[start..].join(" ");
    let end_before = text.trim_end_matches(['.', ':']).rfind(". ");
    end_before.map_or(text.clone(), |end| text[end + 2..].to_owned())
}

fn columns(heads: &Heads, texts: &[&str]) -> Vec<Column> {
    let caption = texts.iter().map(|text| Said::of(text)).find(|said| said.has_year()).unwrap_or_default();
    let mut columns: Vec<Column> = Vec::with_capacity(heads.columns.len());
    let mut before = Said::default();
    for head in &heads.columns {
        let text = head.join(" ");
        let own = Said::of(&text);
        // "December 31, 2022" and "2021" stand side by side.
        let year = own.or_year(caption).year();
        let said = texts.iter().map(|text| Said::for_year(text, year)).fold(own, Said::or).or(before);
        let said = if is_match(&COMPARISON, &text) { said } else { said.or_year(caption) };
        let is_share = head.iter().any(|head| head.starts_with("% of"));
        let beside = columns.last().and_then(|column| column.period).filter(|_| is_share);
        columns.push(Column { head: head.clone(), period: beside.filter(|_| !own.has_year()).or(said.period()) });
        before = own.day();
    }
    columns
}

/// What the cells of a column share.
struct OfColumn {
    head: String,
    period: Option<Period>,
    /// What its head says of it.
    scale: Scale,
    /// It has shares in per cent, and no money.
    is_percent: bool,
}

/// What all rows share.
struct Common {
    columns: Vec<OfColumn>,
    scale: Scale,
    has_money: bool,
}

impl Common {
    fn new(found: &[FoundRow], columns: &[Column], scale: Scale) -> Self {
        let placed = || found.iter().flat_map(|row| &row.cells);
        let of_column = |at: usize| {
            let own = || placed().filter(|cell| cell.column == at).filter_map(|cell| cell.part.figure);
            let is_percent = own().any(|figure| figure.is_percent) && !own().any(|figure| figure.is_money);
            let head = columns[at].head.join(" ");
            OfColumn { period: columns[at].period, scale: Scale::of([head.as_str()]), head, is_percent }
        };
        let has_money = placed().any(|cell| cell.part.figure.is_some_and(|figure| figure.is_money));
        Self { columns: (0..columns.len()).map(of_column).collect(), scale, has_money }
    }

    fn row(&self, row: FoundRow) -> Row {
        let of_sections = Scale::of(row.path.iter().rev().map(String::as_str));
        let mut cells: Vec<Cell> = Vec::new();
        for placed in &row.cells {
            if cells.iter().all(|cell| cell.column != placed.column as u32) {
                cells.push(self.cell(placed, &row, &of_sections));
            }
        }
        let items = items(&row.path, &cells);
        Row { items, path: row.path, page: row.page, rect: row.rect, cells }
    }

    /// The period that the sections above a row say, if any.
    fn period_of(&self, row: &FoundRow, column: usize) -> Option<Period> {
        let own = self.columns[column].period;
        let day = own.filter(|own| row.said.is_instant() && own.span != Span::Instant);
        row.said.period().or(day.map(|own| Period { span: Span::Instant, ..own }))
    }

    fn cell(&self, placed: &Placed, row: &FoundRow, of_sections: &Scale) -> Cell {
        let part = &placed.part;
        let column = &self.columns[placed.column];
        let signs = Signs {
            money: part.figure.is_some_and(|figure| figure.is_money),
            percent: part.figure.is_some_and(|figure| figure.is_percent),
            column_is_percent: column.is_percent,
            table_has_money: self.has_money,
        };
        let near = [&column.scale, of_sections];
        let scale = near.into_iter().find(|scale| scale.factor.is_some()).unwrap_or(&self.scale);
        let counted = unit_of(signs, &row.path, &column.head, scale);
        Cell {
            column: placed.column as u32,
            text: part.text.clone(),
            value: value(part),
            unit: counted.unit,
            scale: counted.factor,
            period: self.period_of(row, placed.column),
            rect: part.rect,
        }
    }
}

/// The line items of a row by its label. The one it stands under decides what that label leaves open: "Earnings per share:",
/// "Diluted". A net income that stands there, in units and not in millions, is these earnings.
fn items(path: &[String], cells: &[Cell]) -> Vec<Share> {
    let Some(label) = path.last().filter(|label| !label.trim().is_empty()) else { return Vec::new() };
    let own = items_of_label(label);
    let [.., above, _] = path else { return own };
    let is_income = own.first().is_some_and(|share| share.item.name().starts_with("net_income"));
    let in_units = cells.iter().all(|cell| cell.scale <= 1);
    let of_share = if is_income && in_units { items_of_label(above) } else { Vec::new() };
    if of_share.first().is_some_and(|share| share.item.name().starts_with("eps_")) {
        return of_share;
    }
    let together = items_of_label(&format!("{} {label}", above.trim_end_matches(':')));
    let is_settled = together.first().is_some_and(|first| own.iter().any(|share| share.item == first.item));
    if own.is_empty() || is_settled { together } else { own }
}

/// The number of a figure, or of a text that begins with one: "5 years".
fn value(part: &Part) -> Option<rust_decimal::Decimal> {
    let first = || part.text.split_whitespace().next().and_then(figure::figure);
    part.figure.or_else(first).and_then(|figure| figure.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(path: &[&str], scale: u32) -> &'static str {
        let path: Vec<String> = path.iter().map(|label| (*label).to_owned()).collect();
        let cell = Cell { scale, ..Cell::default() };
        items(&path, &[cell]).first().map_or("", |share| share.item.name())
    }

    #[test]
    fn what_stands_under_earnings_per_share_is_of_a_share() {
        assert_eq!(item(&["Earnings per share:", "Diluted"], 1), "eps_diluted");
        assert_eq!(item(&["Weighted-average common shares outstanding:", "Diluted"], 1), "shares_diluted");
        let section = "Earnings per common share—diluted:";
        assert_eq!(item(&[section, "Net income attributable to common shareholders"], 1), "eps_diluted");
        let section_of_utility = "Diluted earnings per share:";
        assert_eq!(item(&[section_of_utility, "Net income attributable to common stockholders"], 1), "eps_diluted");
        let below = "Net income attributable to noncontrolling interests";
        assert_ne!(item(&[section, below], 1_000_000), "eps_diluted", "the section has ended");
        assert_eq!(item(&[section, ""], 1), "", "a row without a label is of nothing");
    }
}
