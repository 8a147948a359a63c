//! The rows of a table: which lines make a label, and which labels a row stands under.

use crate::figure;
use crate::head::is_remark;
use crate::line::{Part, TextLine};
use crate::period::Said;
use crate::region::{Extent, Region, is_row};
use pincite_pdf::Rect;

/// Labels whose left edges differ by less are at the same indent (em).
const SAME_INDENT: f32 = 0.45;

/// A row as found, before its figures have columns.
#[derive(Clone, Debug)]
pub(crate) struct FoundRow {
    pub(crate) path: Vec<String>,
    pub(crate) page: u32,
    pub(crate) rect: Rect,
    pub(crate) cells: Vec<Placed>,
    /// What sections above it say of its period.
    pub(crate) said: Said,
}

/// A figure in a column.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) column: usize,
    pub(crate) part: Part,
}

/// A label and whether figures stand beside it.
#[derive(Clone, Debug)]
struct Label {
    text: String,
    indent: f32,
    size: f32,
    bold: bool,
    page: u32,
    rect: Rect,
    cells: Vec<Placed>,
    /// Labels further in stand under it.
    has_inner: bool,
    /// Rows stand under it.
    has_rows: bool,
    /// The label below it stands further in.
    is_followed_by_inner: bool,
}

impl Label {
    fn is_section(&self) -> bool {
        self.cells.is_empty()
    }

    fn is_capitals(&self) -> bool {
        self.text.chars().any(char::is_alphabetic) && !self.text.chars().any(char::is_lowercase)
    }

    /// Whether it is a sum, or a balance between movements. Sums often have no label.
    fn is_total(&self) -> bool {
        let text = self.text.to_lowercase();
        text.is_empty() || ["total", "subtotal", "balance"].iter().any(|word| text.starts_with(word))
    }

    /// Whether two sections are set alike, so that one follows the other.
    fn looks_like(&self, other: &Self) -> bool {
        self.bold == other.bold
            && self.is_capitals() == other.is_capitals()
            && self.text.ends_with(':') == other.text.ends_with(':')
    }
}

/// The rows of a table with their labels. It may have parts on several pages.
pub(crate) fn rows<'l>(parts: impl Iterator<Item = (&'l [TextLine], &'l Region)>) -> Vec<FoundRow> {
    let labels = parts.flat_map(|(lines, region)| lines[region.rows.clone()].iter().map(|line| label(line, region)));
    let mut labels = join_wrapped(labels.filter(|label| !label.is_section() || !is_remark(&label.text)).collect());
    put_centred_out(&mut labels);
    for at in 1..labels.len() {
        labels[at - 1].is_followed_by_inner = labels[at].indent > labels[at - 1].indent + SAME_INDENT * labels[at].size;
    }
    let mut open: Vec<Label> = Vec::new();
    // The labels above the section that was closed last: a second total may close it again.
    let mut closed: Vec<Label> = Vec::new();
    let mut rows = Vec::new();
    for label in labels {
        leave(&mut open, &label);
        if !label.is_section() {
            let sums_up = |section: &Label| closes(section, &label);
            if !open.iter().any(sums_up) && closed.last().is_some_and(sums_up) {
                open = std::mem::take(&mut closed);
            }
            rows.push(row(&open, &label));
        }
        match summed_up(&open, &label).or_else(|| level_section(&open, &label)) {
            Some(at) => {
                closed = open[..=at].to_vec();
                open.truncate(at);
            }
            None => note_inner(&mut open, &label),
        }
        open.push(label);
    }
    rows
}

/// Gives sections that are centred the outermost indent.
fn put_centred_out(labels: &mut [Label]) {
    let rows: Vec<&Label> = labels.iter().filter(|label| !label.is_section()).collect();
    let outermost = rows.iter().map(|label| label.indent).fold(f32::MAX, f32::min);
    let innermost = rows.iter().map(|label| label.indent).fold(f32::MIN, f32::max);
    for label in labels.iter_mut().filter(|label| label.is_section()) {
        if label.indent > innermost + 2.0 * label.size {
            label.indent = outermost - 2.0 * label.size;
        }
    }
}

fn row(open: &[Label], label: &Label) -> FoundRow {
    let path = open.iter().chain([label]).map(|label| label.text.clone()).collect();
    let sections = open.iter().rev().filter(|label| label.is_section());
    let said = sections.map(|section| Said::of(&section.text)).find(|said| said.has_year() || said.is_instant());
    FoundRow { path, page: label.page, rect: label.rect, cells: label.cells.clone(), said: said.unwrap_or_default() }
}

/// Leaves the labels that this one does not stand under.
fn leave(open: &mut Vec<Label>, label: &Label) {
    if let Some(at) = summed_up(open, label) {
        return open.truncate(at + 1);
    }
    let near = SAME_INDENT * label.size;
    while let Some(last) = open.last() {
        let deeper = last.indent > label.indent + near;
        let level = (last.indent - label.indent).abs() <= near;
        let is_sibling = !last.is_section() && (level || label.is_total());
        let is_done = level && last.is_section() && last.has_inner;
        let alike = last.looks_like(label) && last.has_inner == label.is_followed_by_inner;
        let follows = level && last.has_rows && label.is_section() && alike;
        if !(deeper || is_sibling || is_done || follows) {
            break;
        }
        open.pop();
        if follows {
            break;
        }
    }
}

/// Notes for open sections what stands under them.
fn note_inner(open: &mut [Label], label: &Label) {
    for section in open.iter_mut().filter(|section| section.is_section()) {
        section.has_rows |= !label.is_section();
    }
    if let Some(last) = open.last_mut() {
        last.has_inner |= last.is_section() && label.indent > last.indent + SAME_INDENT * label.size;
    }
}

/// The innermost open section at the indent of a total, which it closes whatever it is called.
fn level_section(open: &[Label], row: &Label) -> Option<usize> {
    let is_total = !row.is_section() && row.text.to_lowercase().starts_with("total");
    let last = open.len().checked_sub(1).filter(|_| is_total)?;
    let section = &open[last];
    let is_level = (section.indent - row.indent).abs() <= SAME_INDENT * row.size;
    (section.is_section() && is_level && section.has_rows).then_some(last)
}

/// The open section that a row sums up: one whose whole name it says, or else the outermost.
fn summed_up(open: &[Label], row: &Label) -> Option<usize> {
    let total = row.text.to_lowercase();
    let says_name = |section: &Label| total.contains(section.text.to_lowercase().trim_end_matches(':'));
    let whole = open.iter().rposition(|section| closes(section, row) && says_name(section));
    whole.or_else(|| open.iter().position(|section| closes(section, row)))
}

/// Whether a row sums up a section by its words: "Total current assets" and "Current assets:", "Net cash provided by operating
/// activities" and "Cash flows from operating activities:".
fn closes(section: &Label, row: &Label) -> bool {
    if !section.is_section() || row.is_section() {
        return false;
    }
    let named = section.text.to_lowercase();
    let words: Vec<&str> = named.trim_end_matches(':').split_whitespace().collect();
    let total = row.text.to_lowercase();
    match words.as_slice() {
        [] => false,
        [word] => total == format!("total {word}"),
        [.., before, last] => {
            let is_sum = SUMS.iter().any(|sum| total.contains(sum));
            is_sum && total.contains(&format!("{before} {last}"))
        }
    }
}

/// Words of rows that sum up.
const SUMS: [&str; 5] = ["total", "net cash", "cash provided", "cash used", "cash flow"];

/// The label of a line, and the figures beside it.
fn label(line: &TextLine, region: &Region) -> Label {
    let first_column = region.columns[0];
    let mut texts = Vec::new();
    let mut cells = Vec::new();
    for part in &line.parts {
        let mut part = part.clone();
        let is_left = part.rect.x1 <= first_column.x0 || cells.is_empty() && part.rect.x0 < first_column.x0 - line.size;
        if !is_left && (part.figure.is_some() || !texts.is_empty() && is_row(line)) {
            cells.push(part);
            continue;
        }
        while let Some(figure) = trailing_figure(&mut part, region) {
            cells.insert(0, figure);
        }
        texts.push(part);
    }
    let cells = cells.into_iter().filter_map(|part| Some(Placed { column: region.column_of(&part)?, part })).collect();
    let rect = line.rect;
    let text = texts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ");
    let indent = texts.first().map_or(rect.x0, |part| part.rect.x0);
    Label {
        text: clean(&text),
        indent,
        size: line.size,
        bold: line.bold,
        page: line.page,
        rect,
        cells,
        has_inner: false,
        has_rows: false,
        is_followed_by_inner: false,
    }
}

/// A figure at the end of a text that stands in a column.
fn trailing_figure(part: &mut Part, region: &Region) -> Option<Part> {
    let last = part.words.last()?.1;
    let extent = Extent { x0: last.x0, x1: last.x1 };
    let in_column = region.columns.iter().any(|column| column.overlaps(extent));
    if in_column { part.split_last() } else { None }
}

/// A label without footnote marks.
fn clean(text: &str) -> String {
    let has_colon = text.ends_with(':');
    let mut words: Vec<&str> = text.trim_end_matches(':').split_whitespace().map(figure::without_footnotes).collect();
    while words.len() > 1 && words.last().is_some_and(|word| is_footnote(word)) {
        words.pop();
    }
    let label = words.join(" ");
    format!("{}{}", label.trim_end_matches('*'), if has_colon { ":" } else { "" })
}

fn is_footnote(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')', '*', '†', '‡']);
    let in_parentheses = word.starts_with('(') && word.ends_with(')');
    let is_mark = bare.len() <= 2 && (bare.parse::<u8>().is_ok() || bare.len() == 1);
    bare.is_empty() || in_parentheses && is_mark
}

/// Joins labels that go over several lines. Their figures stand beside the first or the last of these.
fn join_wrapped(lines: Vec<Label>) -> Vec<Label> {
    let mut joined: Vec<Label> = Vec::new();
    for label in lines {
        match joined.last_mut() {
            Some(last) if goes_on(last, &label) => {
                last.text = format!("{} {}", last.text, label.text);
                last.rect = last.rect.union(label.rect);
                last.cells.extend(label.cells);
            }
            _ => joined.push(label),
        }
    }
    joined
}

/// Whether the second label goes on with the first.
fn goes_on(first: &Label, second: &Label) -> bool {
    let near = second.page == first.page && second.rect.y0 - first.rect.y1 < 0.9 * second.size;
    let one_has_figures = first.cells.is_empty() || second.cells.is_empty();
    if !near || !one_has_figures || first.text.is_empty() {
        return false;
    }
    if second.text.is_empty() {
        return first.is_section() && !first.text.ends_with(':') && !first.is_capitals();
    }
    let starts_lower = second.text.starts_with(char::is_lowercase);
    let open_end = first.text.ends_with([',', ';', '-', '–', '—', '/', '&'])
        || first
            .text
            .split_whitespace()
            .next_back()
            .is_some_and(|last| UNFINISHED.contains(&last.to_lowercase().as_str()))
        || first.text.matches('(').count() > first.text.matches(')').count();
    let is_period = first.text.ends_with(',') && Said::of(&first.text).is_any() && !starts_with_digit(&second.text);
    let is_section = first.text.ends_with(':') || is_period;
    !is_section && (starts_lower || open_end && first.cells.is_empty())
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Words that no label ends with.
const UNFINISHED: [&str; 16] =
    ["and", "of", "in", "to", "the", "for", "on", "from", "by", "or", "with", "a", "an", "than", "at", "before"];
